import WatchModel

/// Works out, from the world's own log and by plain counting, what iapwatch has to report. It shares nothing with the queries.
package struct Truth {
    struct Row {
        var user: String
        var product: String
        var store: String
        var state: String
        var expires: Int64
        var updated: Int64
        var created: Int64?
        var pendingSince: Int64?
        var purchased: Int64?
        var verified: Int64?
        var revoked: Int64?
        var kind: String?
        var isSandbox: Bool
        var isConsumable: Bool
        var graceUntil: Int64?
        var granted: Int64?
        var acknowledged: Int64?
        var appVersion: String?
        var order: String?
        var subscription: String?
        var linkedToken: String?
        var quantity: Int64
        var priceMicros: Int64
        var currency: String
        var refundedMillipercent: Int64?
    }

    /// Small: a large world has millions.
    struct Start {
        var time: Int64
        var store: StoreKind
        var isUnfinished: Bool
        var isSandbox: Bool
        /// Stands for the user's name.
        var user: Int32
        var appVersion: String
    }

    struct Notification {
        var store: String
        var received: Int64
        var event: Int64
        var isProcessed: Bool
    }

    private(set) var rows: [String: Row] = [:]
    private var tokensOfUser: [String: [String]] = [:]
    /// Ends by user and feature.
    private(set) var entitlements: [String: [String: Int64]] = [:]
    private(set) var starts: [Start] = []
    private(set) var notifications: [String: Notification] = [:]
    /// What users reported: the token that they named, and when.
    private(set) var reports: [(token: String?, time: Int64)] = []
    private var numberOfUser: [String: Int32] = [:]
    /// How often each fault struck.
    package private(set) var faults: [String: Int] = [:]

    private let features: [String: String]

    package init() {
        features = Dictionary(uniqueKeysWithValues: Catalogue.products.map { ($0.id, $0.feature) })
    }

    func feature(of product: String) -> String? { features[product] }

    /// Takes the next line of the log.
    package mutating func read(_ line: String) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        switch fields[0] {
        case "row": save(fields)
        case "moved": move(from: fields[1], to: fields[2])
        case "edited":
            entitlements[fields[1], default: [:]][fields[2]] = Int64(fields[3])
        case "notification":
            let isProcessed = fields[5] == "processed"
            if notifications[fields[1]] == nil {
                notifications[fields[1]] = Notification(
                    store: fields[2], received: Int64(fields[3]) ?? 0, event: Int64(fields[4]) ?? 0, isProcessed: isProcessed)
            } else if isProcessed {
                notifications[fields[1]]?.isProcessed = true
            }
        case "start":
            guard let store = StoreKind(rawValue: fields[1]), let time = Int64(fields[2]) else { return }
            let user = numberOfUser[fields[5], default: Int32(numberOfUser.count)]
            numberOfUser[fields[5]] = user
            starts.append(
                Start(
                    time: time, store: store, isUnfinished: fields[3] != "0", isSandbox: fields[4] == "sandbox", user: user,
                    appVersion: fields[6]))
        case "report": reports.append((fields[3] == "-" ? nil : fields[3], Int64(fields[4]) ?? 0))
        case "fault": faults[fields[1], default: 0] += 1
        default: break
        }
    }

    private mutating func save(_ fields: [String]) {
        let token = fields[1]
        func text(_ index: Int) -> String? { fields[index] == "-" ? nil : fields[index] }
        var row = Row(
            user: fields[2], product: fields[3], store: fields[4], state: fields[5], expires: Int64(fields[6]) ?? 0,
            updated: Int64(fields[7]) ?? 0,
            created: Int64(fields[8]), pendingSince: Int64(fields[9]), purchased: Int64(fields[10]), verified: Int64(fields[11]),
            revoked: Int64(fields[12]), kind: text(13), isSandbox: fields[14] == "sandbox",
            isConsumable: fields[15] == "consumable", graceUntil: Int64(fields[16]), granted: Int64(fields[18]),
            acknowledged: Int64(fields[19]), appVersion: text(20), order: text(21), subscription: text(22), linkedToken: text(23),
            quantity: Int64(fields[24]) ?? 0, priceMicros: Int64(fields[25]) ?? 0, currency: fields[26],
            refundedMillipercent: Int64(fields[27]))
        if let old = rows[token] {
            // The first is kept: when it was created, verified and granted, and by which release.
            row.created = old.created ?? row.created
            row.verified = old.verified ?? row.verified
            row.granted = old.granted ?? row.granted
            row.appVersion = old.appVersion ?? row.appVersion
        } else {
            tokensOfUser[row.user, default: []].append(token)
        }
        rows[token] = row
        if fields[17] != "kept" { rebuild(row.user, isEarly: fields[17] == "early") }
    }

    private mutating func move(from old: String, to new: String) {
        let tokens = tokensOfUser.removeValue(forKey: old) ?? []
        for token in tokens { rows[token]?.user = new }
        tokensOfUser[new, default: []] += tokens
        rebuild(old, isEarly: false)
        rebuild(new, isEarly: false)
    }

    /// What a user owns: the latest end of every purchase that gives a feature.
    private mutating func rebuild(_ user: String, isEarly: Bool) {
        var ends: [String: Int64] = [:]
        for token in tokensOfUser[user] ?? [] {
            guard let row = rows[token], let feature = features[row.product], !row.isConsumable else { continue }
            let gives = row.state == "active" || row.state == "grace" || (isEarly && (row.state == "pending" || row.state == "purchased"))
            guard gives else { continue }
            ends[feature] = max(ends[feature] ?? .min, row.graceUntil ?? row.expires)
        }
        entitlements[user] = ends.isEmpty ? nil : ends
    }
}
