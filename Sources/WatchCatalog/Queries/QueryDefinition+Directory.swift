import WatchModel

// The loader knows files by their names; messages call them by the path that the user can open.

extension QueryDefinition {
    /// The same, with positions in files that are called by their path.
    func inDirectory(of origin: Origin) -> QueryDefinition {
        var query = self
        query.bodies = bodies.mapValues { $0.inDirectory(of: origin) }
        query.evidenceBodies = evidenceBodies.mapValues { $0.inDirectory(of: origin) }
        query.firstSeenBody = firstSeenBody?.inDirectory(of: origin)
        query.gauges = gauges.map { gauge in
            var gauge = gauge
            gauge.position.file = origin.path(of: gauge.position.file)
            return gauge
        }
        return query
    }
}

extension QueryDefinition.Body {
    fileprivate func inDirectory(of origin: QueryDefinition.Origin) -> QueryDefinition.Body {
        var body = self
        body.file = origin.path(of: file)
        return body
    }
}

extension Problem {
    /// The same, with its position in a file that is called by its path.
    func inDirectory(of origin: QueryDefinition.Origin) -> Problem {
        var problem = self
        if let position { problem.position?.file = origin.path(of: position.file) }
        return problem
    }
}

extension QueryDefinition.Origin {
    /// The built-in files are in the program; the others where the user said.
    fileprivate func path(of file: String) -> String {
        switch self {
        case .builtIn: file
        case .replacement(let directory), .custom(let directory): directory.hasSuffix("/") ? directory + file : "\(directory)/\(file)"
        }
    }
}
