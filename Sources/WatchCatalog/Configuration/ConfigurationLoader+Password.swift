import WatchModel

extension ConfigurationLoader {
    /// The password that `password_file` or `password_env` leads to.
    ///
    /// No message names the file or the variable: somebody may have written the password itself there.
    func password(_ section: ConfigurationSection) -> Secret? {
        let path = section.text("password_file")
        let variable = section.text("password_env")
        if let second = section["password_env"], let first = section["password_file"] {
            problems.error(
                "conflicting-keys", at: second.keyPosition, "`source.password_file` and `source.password_env` cannot stand together",
                hint: "`password_file` stands on line \(first.keyPosition.line): keep one of the two.")
        }
        let fromFile = path.flatMap { passwordInFile($0, section) }
        let fromEnvironment = variable.flatMap { passwordInEnvironment($0, section) }
        return fromFile ?? fromEnvironment
    }

    private func passwordInFile(_ path: String, _ section: ConfigurationSection) -> Secret? {
        do {
            var text = try readFile(resolved(path)).unicodeScalars[...]
            // An editor or `echo` ends the file with a line break that is not part of the password.
            if text.last == "\n" { text.removeLast() }
            if text.last == "\r" { text.removeLast() }
            return accept(String(text), "password_file", section, what: "the file")
        } catch {
            // Where the file is not UTF-8 says too much about what is in it.
            let reason: String
            if case .notUTF8 = error { reason = "is not UTF-8 text" } else { reason = error.text }
            report("password_file", section, "the file that it names \(reason)")
            return nil
        }
    }

    private func passwordInEnvironment(_ variable: String, _ section: ConfigurationSection) -> Secret? {
        guard let text = environment[variable] else {
            report("password_env", section, "the environment variable that it names is not set")
            return nil
        }
        return accept(text, "password_env", section, what: "the environment variable")
    }

    private func accept(_ text: String, _ key: String, _ section: ConfigurationSection, what: String) -> Secret? {
        guard !text.isEmpty else {
            report(key, section, "\(what) that it names is empty")
            return nil
        }
        guard text.unicodeScalars.allSatisfy({ $0 != "\n" && $0 != "\r" && $0 != "\0" }) else {
            report(key, section, "\(what) that it names holds more than one line")
            return nil
        }
        return Secret(text)
    }

    private func report(_ key: String, _ section: ConfigurationSection, _ reason: String) {
        problems.error(
            "missing-secret", at: section[key]?.position, "\(section.fullName(key)) leads to no password: \(reason)",
            hint: key == "password_file"
                ? "The file holds the password and nothing else; a relative path starts at the configuration file's folder."
                : "It is the name of the variable, and the job has to be started with it.")
    }
}
