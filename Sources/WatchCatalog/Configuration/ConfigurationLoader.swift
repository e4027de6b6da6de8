package import WatchModel

/// Reads the configuration file. It reports every problem in it at once.
package struct ConfigurationLoader {
    package typealias FileReader = (_ path: String) throws(TextFile.Failure) -> String

    let problems: ProblemCollector
    /// Of the configuration file, with its slash; empty for the working directory. Relative paths start here.
    let folder: String
    let environment: [String: String]
    let readFile: FileReader
    var configuration = Configuration()

    /// Reads a file from the disk.
    package static func load(
        path: String, environment: [String: String]
    ) throws(Problems) -> (configuration: Configuration, warnings: [Problem]) {
        let text: String
        do {
            text = try TextFile.read(path)
        } catch {
            throw Problems([unreadable(path, error)])
        }
        return try load(text: text, file: path, environment: environment)
    }

    /// - Parameters:
    ///   - file: its path, for messages and as the place where relative paths start.
    ///   - environment: for `password_env`.
    ///   - readFile: for `password_file`.
    /// - Throws: all problems, warnings included, when at least one is an error.
    package static func load(
        text: String, file: String, environment: [String: String], readFile: @escaping FileReader = TextFile.read
    ) throws(Problems) -> (configuration: Configuration, warnings: [Problem]) {
        let problems = ProblemCollector(SourceText(text, file: file))
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        var loader = ConfigurationLoader(problems: problems, folder: folder, environment: environment, readFile: readFile)
        if let root = YAMLReader.read(into: problems) { loader.read(root) }
        guard !problems.hasErrors else { throw Problems(problems.sorted) }
        return (loader.configuration, problems.sorted)
    }

    private mutating func read(_ root: YAMLNode) {
        guard let file = ConfigurationSection(root, path: "", keys: ConfigurationKeys.top, problems: problems) else { return }
        if let section = file.section("source", keys: ConfigurationKeys.source) { readSource(section) }
        if let section = file.section("thresholds", keys: ConfigurationKeys.thresholds) { readThresholds(section) }
        if let section = file.section("policy", keys: ConfigurationKeys.policy) {
            set(\.policy.refundKeepsAccess, section.flag("refund_keeps_access"))
        }
        if let section = file.section("labels", keys: ConfigurationKeys.labels) {
            for label in OpenLabel.allCases { set(\.labelLimits[label], section.integer(label.rawValue, in: 1...200)) }
        }
        if let section = file.section("acknowledge", keys: ConfigurationKeys.acknowledge) { readAcknowledgement(section) }
        if let section = file.section("queries", keys: ConfigurationKeys.queries) { readQueries(section) }
        configuration.outputDirectory = file.section("output", keys: ConfigurationKeys.output).flatMap(directory)
        configuration.stateDirectory = file.section("state", keys: ConfigurationKeys.state).flatMap(directory)
        set(\.intervalSeconds, file.duration("interval", in: 10...86_400))
        readTables(file.freeEntries("tables"))
        warnAboutTimeouts(file)
        configuration.positions = Self.positions(in: root)
    }

    private mutating func readThresholds(_ section: ConfigurationSection) {
        let quarter: Int64 = 90 * 86_400
        set(\.thresholds.pendingSeconds, section.duration("pending", in: 1...quarter))
        set(\.thresholds.unverifiedSeconds, section.duration("unverified", in: 1...quarter))
        // Zero is a fair wish: the stored date has to be the computed one.
        set(\.thresholds.driftSeconds, section.duration("drift", in: 0...quarter))
        set(\.thresholds.recentWindowSeconds, section.duration("recent_window", in: 60...quarter))
        set(\.thresholds.deadPendingSeconds, section.duration("dead_pending", in: 1...(4 * quarter)))
        set(\.thresholds.expirySeconds, section.duration("expiry", in: 0...quarter))
        let thresholds = configuration.thresholds
        if thresholds.deadPendingSeconds <= thresholds.pendingSeconds, let entry = section["dead_pending"] ?? section["pending"] {
            problems.error(
                "out-of-range", at: entry.position, "`thresholds.dead_pending` must be longer than `thresholds.pending`",
                hint: "A purchase is overdue first, and dead later.")
        }
        set(\.thresholds.cohortMaturitySeconds, section.duration("cohort_maturity", in: 1...quarter))
        set(\.thresholds.cohortWindowSeconds, section.duration("cohort_window", in: 60...quarter))
    }

    private mutating func readAcknowledgement(_ section: ConfigurationSection) {
        let range: ClosedRange<Int64> = 60...(30 * 86_400)
        set(\.acknowledgement.deadlineSeconds, section.duration("deadline", in: range))
        for entry in section.freeEntries("products") {
            let path = "`acknowledge.products.\(problems.name(entry.key, at: entry.keyPosition, instead: "this product"))`"
            configuration.acknowledgement.deadlineSecondsByProduct[entry.key] = section.duration(
                entry, of: path, in: range, hint: "For example `\(ConfigurationKeys.acknowledge[1].example)`.")
        }
    }

    private mutating func readQueries(_ section: ConfigurationSection) {
        configuration.queries.customDirectory = directory(section)
        for entry in section.freeEntries("every") {
            guard entry.key.isQueryName else {
                problems.error(
                    "bad-name", at: entry.keyPosition, "this cannot be the name of a query",
                    hint: "It is the file's name without `.sql`: small letters, digits and underscores.")
                continue
            }
            let words = Cadence.allCases.map(\.rawValue)
            let word = section.word(entry.value, at: entry.position, of: "`queries.every.\(entry.key)`", among: words)
            configuration.queries.cadence[entry.key] = word.flatMap(Cadence.init)
        }
    }

    private func warnAboutTimeouts(_ file: ConfigurationSection) {
        let limits = configuration.source.limits
        let position = file["source"]?.value.entries?.first { $0.key == "run_timeout" }?.position ?? file["interval"]?.position
        if let position, limits.runSeconds >= configuration.intervalSeconds {
            problems.warning(
                "slow-run", at: position, "`source.run_timeout` is not shorter than `interval`: a slow run meets the next one",
                hint: "The next run would find the lock held and do nothing.")
        }
    }

    private func directory(_ section: ConfigurationSection) -> String? { section.text("directory").map(resolved) }

    /// A path of the file, seen from the working directory.
    func resolved(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }

    mutating func set<Value>(_ setting: WritableKeyPath<Configuration, Value>, _ value: Value?) {
        if let value { configuration[keyPath: setting] = value }
    }

    private static func positions(in root: YAMLNode) -> [String: FilePosition] {
        var positions: [String: FilePosition] = [:]
        var open: [(path: String, node: YAMLNode)] = [("", root)]
        while let (path, node) = open.popLast() {
            for entry in node.entries ?? [] {
                let name = path.isEmpty ? entry.key : "\(path).\(entry.key)"
                positions[name] = entry.position
                open.append((name, entry.value))
            }
        }
        return positions
    }

    private static func unreadable(_ path: String, _ failure: TextFile.Failure) -> Problem {
        // Somebody may have given the database's URL where the file belongs.
        let name = SourceText(path, file: "").mayShow(line: 1) ? "`\(path)`" : "The configuration file"
        return Problem(code: "unreadable-file", summary: "\(name) \(failure.text)", hint: "Is this the path of the configuration file?")
    }
}

extension String {
    fileprivate var isQueryName: Bool {
        let letters = Set("abcdefghijklmnopqrstuvwxyz".utf8)
        guard let first = utf8.first, letters.contains(first) else { return false }
        return utf8.allSatisfy(letters.union("0123456789_".utf8).contains)
    }
}
