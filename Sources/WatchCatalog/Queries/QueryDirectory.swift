import FoundationEssentials
package import WatchModel

/// Reads a directory of query files, for `--queries` and `queries.directory`.
package enum QueryDirectory {
    /// - Returns: the text of each `.sql` file by its name; hidden files, such as editors leave behind, are passed over.
    /// - Throws: a problem for a directory or file that cannot be read, and for one without queries.
    package static func read(_ path: String) throws(Problems) -> [String: String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw Problems([
                Problem(
                    code: "unreadable-directory", summary: "the query directory \(path) cannot be read",
                    hint: "Is the path right, and may this user read it?")
            ])
        }
        var files: [String: String] = [:]
        var problems: [Problem] = []
        for name in names.sorted() where name.hasSuffix(".sql") && !name.hasPrefix(".") {
            do throws(TextFile.Failure) {
                files[name] = try TextFile.read(path + "/" + name)
            } catch {
                problems.append(Problem(code: "unreadable-file", summary: "the query file \(path)/\(name) \(error.text)"))
            }
        }
        if files.isEmpty && problems.isEmpty {
            problems.append(Problem(code: "no-queries", summary: "the query directory \(path) holds no .sql file"))
        }
        guard problems.isEmpty else { throw Problems(problems) }
        return files
    }
}
