import Foundation
import PackagePlugin

/// Runs `EmbedQueriesTool` over `queries/` whenever a file there changes.
@main
struct EmbedQueries: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "queries")
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedQueries.swift")
        return [
            .buildCommand(
                displayName: "Embedding queries/",
                executable: try context.tool(named: "EmbedQueriesTool").url,
                arguments: [folder.path(percentEncoded: false), output.path(percentEncoded: false)],
                inputFiles: try embeddedFiles(below: folder),
                outputFiles: [output]
            )
        ]
    }

    /// The query files and the alert definitions; the schemas and the README stay outside the binary.
    private func embeddedFiles(below folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { ["sql", "yaml"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
    }
}
