import CYAML

/// What libyaml reports while it walks over a text. Lines and columns count from 1; a column counts Unicode scalars.
struct YAMLEvent {
    enum Kind {
        case documentStart
        case scalar(text: String, isQuoted: Bool)
        case alias
        case sequenceStart(isFlow: Bool)
        case mappingStart(isFlow: Bool)
        /// Of a sequence or mapping.
        case end
    }

    struct Mark: Equatable {
        var line: Int
        var column: Int
    }

    var kind: Kind
    var hasAnchor = false
    var hasTag = false
    var start: Mark
    var end: Mark
}

/// Where and why libyaml gave up. Its texts are constants of the library and quote nothing of the file.
struct YAMLFailure {
    var reason: String
    var context: String
    var mark: YAMLEvent.Mark
    /// Where the thing began that could not be finished.
    var contextMark: YAMLEvent.Mark
    /// Set when the characters themselves are refused: offset in bytes.
    var byteOffset: Int?
}

/// The one file that calls libyaml.
enum YAMLEvents {
    /// - Parameter handle: gets every event in order, and returns false to end the walk.
    /// - Returns: nil unless the text is malformed.
    static func walk(_ text: String, handle: (YAMLEvent) -> Bool) -> YAMLFailure? {
        var parser = unsafe yaml_parser_t()
        guard unsafe yaml_parser_initialize(&parser) == 1 else {
            let nowhere = YAMLEvent.Mark(line: 1, column: 1)
            return YAMLFailure(reason: "out of memory", context: "", mark: nowhere, contextMark: nowhere)
        }
        defer { unsafe yaml_parser_delete(&parser) }
        let bytes = Array(text.utf8)
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            unsafe yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            while true {
                var event = unsafe yaml_event_t()
                guard unsafe yaml_parser_parse(&parser, &event) == 1 else { return unsafe failure(of: parser) }
                defer { unsafe yaml_event_delete(&event) }
                guard unsafe event.type != YAML_STREAM_END_EVENT else { return nil }
                if let plain = unsafe plain(event), !handle(plain) { return nil }
            }
        }
    }

    private static func plain(_ event: yaml_event_t) -> YAMLEvent? {
        let data = unsafe event.data
        let (start, end) = unsafe (mark(event.start_mark), mark(event.end_mark))
        switch unsafe event.type {
        case YAML_DOCUMENT_START_EVENT:
            return YAMLEvent(kind: .documentStart, start: start, end: end)
        case YAML_ALIAS_EVENT:
            return YAMLEvent(kind: .alias, start: start, end: end)
        case YAML_SEQUENCE_START_EVENT:
            let kind = unsafe YAMLEvent.Kind.sequenceStart(isFlow: data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)
            let (hasAnchor, hasTag) = unsafe (data.sequence_start.anchor != nil, data.sequence_start.tag != nil)
            return YAMLEvent(kind: kind, hasAnchor: hasAnchor, hasTag: hasTag, start: start, end: end)
        case YAML_MAPPING_START_EVENT:
            let kind = unsafe YAMLEvent.Kind.mappingStart(isFlow: data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)
            let (hasAnchor, hasTag) = unsafe (data.mapping_start.anchor != nil, data.mapping_start.tag != nil)
            return YAMLEvent(kind: kind, hasAnchor: hasAnchor, hasTag: hasTag, start: start, end: end)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            return YAMLEvent(kind: .end, start: start, end: end)
        case YAML_SCALAR_EVENT:
            let scalar = unsafe data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let text = unsafe String(decoding: bytes, as: UTF8.self)
            let kind = unsafe YAMLEvent.Kind.scalar(text: text, isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE)
            let (hasAnchor, hasTag) = unsafe (scalar.anchor != nil, scalar.tag != nil)
            return YAMLEvent(kind: kind, hasAnchor: hasAnchor, hasTag: hasTag, start: start, end: end)
        default:
            return nil
        }
    }

    private static func mark(_ mark: yaml_mark_t) -> YAMLEvent.Mark {
        YAMLEvent.Mark(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }

    private static func failure(of parser: yaml_parser_t) -> YAMLFailure {
        let reason = unsafe parser.problem.map { unsafe String(cString: $0) } ?? ""
        let context = unsafe parser.context.map { unsafe String(cString: $0) } ?? ""
        let (place, contextPlace) = unsafe (mark(parser.problem_mark), mark(parser.context_mark))
        let offset = unsafe parser.error == YAML_READER_ERROR ? Int(parser.problem_offset) : nil
        return YAMLFailure(reason: reason, context: context, mark: place, contextMark: contextPlace, byteOffset: offset)
    }
}
