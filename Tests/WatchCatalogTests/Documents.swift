import Testing

@testable import WatchCatalog

/// The documents that users read, from the root of the package.
enum Documents {
    static func text(_ path: String) throws -> String {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return try TextFile.read("/\(root)/\(path)")
    }

    /// The code blocks of a language, without their fences.
    static func blocks(_ language: String, in text: String) -> [String] {
        var blocks: [String] = []
        var open: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```", let lines = open {
                blocks.append(lines.joined(separator: "\n"))
                open = nil
            } else if line == "```\(language)" {
                open = []
            } else {
                open?.append(line)
            }
        }
        return blocks
    }
}
