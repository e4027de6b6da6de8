package import WatchModel

/// A piece of a YAML file, with the place where it stands.
package struct YAMLNode: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case scalar(Scalar)
        case sequence([YAMLNode])
        /// In the order of the file; no key twice.
        case mapping([Entry])
    }

    package struct Scalar: Equatable, Sendable {
        package var text: String
        /// Quoted or a block (`|`, `>`): certainly meant as a text.
        package var isQuoted: Bool
    }

    package struct Entry: Equatable, Sendable {
        package var key: String
        package var keyPosition: FilePosition
        package var value: YAMLNode

        /// The value where it stands on one line, otherwise the key: what a message about the setting points at.
        package var position: FilePosition {
            guard case .scalar = value.content, !value.isNull else { return keyPosition }
            return value.position
        }
    }

    package var content: Content
    /// Reaches to the end of the node, or of its first line.
    package var position: FilePosition

    /// True for a key with nothing behind it, `~` and `null`.
    package var isNull: Bool {
        guard case .scalar(let scalar) = content, !scalar.isQuoted else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.text)
    }

    /// The text of a scalar that is not null.
    package var text: String? {
        guard case .scalar(let scalar) = content, !isNull else { return nil }
        return scalar.text
    }

    /// The entries of a mapping; none for null, so that a section whose keys are all commented out is fine.
    package var entries: [Entry]? {
        if case .mapping(let entries) = content { return entries }
        return isNull ? [] : nil
    }

    package var elements: [YAMLNode]? {
        guard case .sequence(let elements) = content else { return nil }
        return elements
    }
}
