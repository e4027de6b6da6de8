import Foundation

/// Just enough HTTP to ask a server on this machine: one blocking request, one answer.
package enum LoopbackHTTP {
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// A port that was free a moment ago.
    package static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(description: "no socket: errno \(errno)") }
        defer { close(descriptor) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
            }
        }
        guard result == 0 else { throw Failure(description: "no free port: errno \(errno)") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// `GET` of a path, as HTTP 1.0, so that the answer comes in one piece and ends with the connection.
    ///
    /// - Throws: `Failure` when there is no answer, or one other than 200, which is quoted.
    package static func get(port: UInt16, _ path: String, timeoutSeconds: Int = 10) throws -> [UInt8] {
        let answer = try exchange(port: port, "GET \(path) HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n", timeoutSeconds: timeoutSeconds)
        guard let gap = Data(answer).range(of: Data("\r\n\r\n".utf8)) else { throw Failure(description: "no HTTP answer to \(path)") }
        let status = String(decoding: answer.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        let body = Array(answer[gap.upperBound...])
        guard status.split(separator: " ").dropFirst().first == "200" else {
            throw Failure(description: "\(path): \(status)\n\(String(decoding: body.prefix(2000), as: UTF8.self))")
        }
        return body
    }

    /// `text` as it may stand in the query of a URL.
    package static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "-": return String(Unicode.Scalar(byte))
            default: return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }

    private static func exchange(port: UInt16, _ request: String, timeoutSeconds: Int) throws -> [UInt8] {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(description: "no socket: errno \(errno)") }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var address = loopback(port: port)
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Failure(description: "nobody listens on port \(port): errno \(errno)") }
        let bytes = Array(request.utf8)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(description: "the request could not be sent: errno \(errno)")
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw Failure(description: "no answer on port \(port): errno \(errno)") }
            guard count > 0 else { return answer }
            answer += buffer[..<count]
        }
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
