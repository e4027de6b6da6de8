import Foundation
import TestSupport

/// A database to watch, the folders of its job, and the program run on them.
struct WatchedShop {
    let directory: TemporaryDirectory
    let database: SourceDatabase

    /// - Parameter configuration: the text of an `iapwatch.yaml` beside the database.
    init(_ kind: SourceDatabase.Kind, schema: String?, seed: String, configuration: String? = nil) throws {
        directory = try TemporaryDirectory("shop")
        database = try SourceDatabase.create(kind, schema: schema, in: directory)
        // One transaction: row by row, each commit waits for the disk.
        try database.execute("BEGIN;\n\(seed)\nCOMMIT;")
        if let configuration { try directory.write("iapwatch.yaml", configuration) }
    }

    init(_ kind: SourceDatabase.Kind, _ shop: Shop, configuration: String? = nil) throws {
        try self.init(kind, schema: shop.schema, seed: shop.sql, configuration: configuration)
    }

    /// `iapwatch` in the folder of the shop.
    @discardableResult
    func iapwatch(_ arguments: [String], environment: [String: String] = [:]) throws -> Tool.Outcome {
        try Program.run(arguments + ["--source", database.url], in: directory.path, environment: environment)
    }

    /// One run with its files in `files` (`metrics`, `state` below it).
    ///
    /// - Parameter now: nil for the real clock.
    @discardableResult
    func run(_ arguments: [String] = [], now: String? = ShopGenerator.nowText, files: String = "first") throws -> Tool.Outcome {
        try iapwatch(runArguments(arguments, now: now, files: files))
    }

    /// The words of `run`, for a program that is started in another way; the output directory is made.
    func runArguments(_ arguments: [String] = [], now: String? = ShopGenerator.nowText, files: String = "first") throws -> [String] {
        try FileManager.default.createDirectory(atPath: directory.file("\(files)/metrics"), withIntermediateDirectories: true)
        return ["run", "--output", "\(files)/metrics", "--state", "\(files)/state"] + (now.map { ["--now", $0] } ?? []) + arguments
    }

    func figures(_ files: String = "first") throws -> OutputFile { try OutputFile(directory.read("\(files)/metrics/iapwatch.prom")) }
    func health(_ files: String = "first") throws -> OutputFile { try OutputFile(directory.read("\(files)/metrics/iapwatch_job.prom")) }
}

extension Tool.Outcome {
    /// What most tests expect of a run: it measured, and complained about nothing.
    var isClean: Bool { exitCode == 0 && errors.isEmpty }
}
