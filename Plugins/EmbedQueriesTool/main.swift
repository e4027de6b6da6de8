import Foundation

// Usage: EmbedQueriesTool <folder> <output.swift>
//
// Writes one Swift dictionary from relative path to text, for the folder and its schema/. Raw string literals keep the text
// as it stands, so that a position in an embedded file is the position in the file itself.

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: EmbedQueriesTool <folder> <output.swift>\n".utf8))
    exit(64)
}
let folder = URL(fileURLWithPath: arguments[1], isDirectory: true)
let names = try ["", "schema/"]
    .flatMap { below in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + below).map { below + $0 } }
    .filter { $0.hasSuffix(".sql") || $0.hasSuffix(".yaml") }
    .sorted()

var source = """
    /// The files of queries/, by relative path; written by the EmbedQueries plugin.
    package let embeddedQueryFiles: [String: String] = [

    """
for name in names {
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    source += "    \"\(name)\": ####\"\"\"\n\(text)\n\"\"\"####,\n"
}
source += names.isEmpty ? "    :\n]\n" : "]\n"
try source.write(toFile: arguments[2], atomically: true, encoding: .utf8)
