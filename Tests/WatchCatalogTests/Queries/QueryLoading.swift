import WatchModel

@testable import WatchCatalog

/// A header that is right, to be broken in one place.
let goodHeader = """
    -- Purchases that are not done.
    -- reads: purchases
    -- labels: store
    -- gauge open_purchases: Purchases that are not done.

    """

let goodBody = "SELECT store, count(*) AS open_purchases FROM purchases GROUP BY store\n"

func loadQuery(_ text: String, custom: Bool = false) throws -> QueryDefinition {
    let origin: QueryDefinition.Origin = custom ? .custom(directory: "d") : .builtIn
    return try QueryLoader.load(["a.sql": text], origin: origin)[0]
}

func problems(inQueries files: [String: String], origin: QueryDefinition.Origin = .builtIn) -> [Problem] {
    do {
        _ = try QueryLoader.load(files, origin: origin)
        return []
    } catch {
        return error.all
    }
}

extension Problem {
    /// `a.sql:3:5+4 unknown-key`, for problems of several files.
    var fullPlace: String { "\(position?.file ?? "-"):\(place)" }
}
