import WatchModel

/// Turns events into nodes. It keeps a stack of its own, so that a deep file cannot overflow ours.
struct YAMLTreeBuilder {
    private struct Container {
        var isMapping: Bool
        var isFlow: Bool
        var position: FilePosition
        var elements: [YAMLNode] = []
        var entries: [YAMLNode.Entry] = []
        var seenKeys: [String: Int] = [:]
        var pendingKey: Key?
        /// What a container as a key leaves behind: its value is read and dropped.
        var isKey = false
    }

    private enum Key {
        case good(String, FilePosition)
        /// Reported already; its value is left out.
        case bad
    }

    private let problems: ProblemCollector
    private var stack: [Container] = []
    private var documents = 0
    private var nodes = 0
    private(set) var root: YAMLNode?

    init(problems: ProblemCollector) {
        self.problems = problems
    }

    /// - Returns: false when nothing more is worth reading.
    mutating func take(_ event: YAMLEvent) -> Bool {
        nodes += 1
        refuseMarkers(of: event)
        switch event.kind {
        case .documentStart:
            return startDocument(event)
        case .scalar(let text, let isQuoted):
            add(YAMLNode(content: .scalar(.init(text: text, isQuoted: isQuoted)), position: position(event)))
        case .alias:
            problems.error(
                "yaml-alias", at: position(event), "Aliases (`*name`) are not supported.", hint: "Repeat the value, or quote the text.")
            addNothing()
        case .sequenceStart(let isFlow):
            return open(Container(isMapping: false, isFlow: isFlow, position: position(event)))
        case .mappingStart(let isFlow):
            return open(Container(isMapping: true, isFlow: isFlow, position: position(event)))
        case .end:
            close(event)
        }
        return isSmallEnough(event)
    }

    private mutating func startDocument(_ event: YAMLEvent) -> Bool {
        documents += 1
        guard documents > 1 else { return true }
        problems.error(
            "yaml-documents", at: position(event), "The file holds more than one document.",
            hint: "Keep what stands before this line, and remove it.")
        return false
    }

    private mutating func refuseMarkers(of event: YAMLEvent) {
        if event.hasAnchor {
            problems.error(
                "yaml-anchor", at: position(event), "Anchors (`&name`) are not supported.", hint: "Remove it, or quote the text.")
        }
        if event.hasTag {
            problems.error("yaml-tag", at: position(event), "tags (`!name`) are not supported", hint: "Remove it, or quote the text.")
        }
    }

    private mutating func isSmallEnough(_ event: YAMLEvent) -> Bool {
        guard nodes > YAMLReader.maximumNodes else { return true }
        problems.error("file-too-large", at: position(event), "the file has too many parts", hint: "Is this the right file?")
        return false
    }

    private mutating func open(_ container: Container) -> Bool {
        guard stack.count < YAMLReader.maximumDepth else {
            problems.error("yaml-depth", at: container.position, "the file is nested deeper than \(YAMLReader.maximumDepth) levels")
            // What was read is no use without its end.
            root = nil
            return false
        }
        var container = container
        if let parent = stack.last, parent.isMapping, parent.pendingKey == nil {
            refuseKey(at: container.position)
            container.isKey = true
        }
        stack.append(container)
        return true
    }

    private mutating func close(_ event: YAMLEvent) {
        guard var container = stack.popLast() else { return }
        if container.isFlow, event.end.line == container.position.line {
            container.position.length = max(1, event.end.column - container.position.column)
        }
        guard !container.isKey else { return }
        let content: YAMLNode.Content = container.isMapping ? .mapping(container.entries) : .sequence(container.elements)
        add(YAMLNode(content: content, position: container.position))
    }

    private mutating func add(_ node: YAMLNode) {
        guard !stack.isEmpty else {
            root = node
            return
        }
        let top = stack.count - 1
        guard stack[top].isMapping else {
            stack[top].elements.append(node)
            return
        }
        guard let key = stack[top].pendingKey else {
            stack[top].pendingKey = accept(key: node)
            return
        }
        stack[top].pendingKey = nil
        guard case .good(let name, let position) = key else { return }
        stack[top].entries.append(.init(key: name, keyPosition: position, value: node))
    }

    /// In the place of an alias.
    private mutating func addNothing() {
        guard let container = stack.last, container.isMapping else { return }
        stack[stack.count - 1].pendingKey = container.pendingKey == nil ? .bad : nil
    }

    private mutating func accept(key: YAMLNode) -> Key {
        guard case .scalar(let scalar) = key.content else { return .bad }
        let top = stack.count - 1
        if let line = stack[top].seenKeys[scalar.text] {
            let name = problems.name(scalar.text, at: key.position, instead: "this key")
            problems.error(
                "duplicate-key", at: key.position, "\(name) is set twice",
                hint: "It is set on line \(line) already: keep one of the two.")
            return .bad
        }
        stack[top].seenKeys[scalar.text] = key.position.line
        return .good(scalar.text, key.position)
    }

    private mutating func refuseKey(at position: FilePosition) {
        problems.error("yaml-key", at: position, "a key must be a plain word", hint: "Quote a text that holds brackets or braces.")
        stack[stack.count - 1].pendingKey = .bad
    }

    private func position(_ event: YAMLEvent) -> FilePosition {
        var length = 1
        switch event.kind {
        case .scalar, .alias, .documentStart:
            length =
                event.start.line == event.end.line
                ? event.end.column - event.start.column : restOfLine(event.start)
        case .sequenceStart, .mappingStart, .end: break
        }
        return FilePosition(file: problems.source.file, line: event.start.line, column: event.start.column, length: max(1, length))
    }

    private func restOfLine(_ mark: YAMLEvent.Mark) -> Int {
        guard problems.source.lines.indices.contains(mark.line - 1) else { return 1 }
        let line = problems.source.lines[mark.line - 1].unicodeScalars
        return line.reversed().drop { $0 == " " }.count - mark.column + 1
    }
}
