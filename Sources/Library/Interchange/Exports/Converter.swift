import Glibc

/// The system's converter of a character set: see iconv(3). A small system may lack the files of
/// some sets.
struct Converter: ~Copyable {
    /// The reason why conversion stopped.
    enum Stop { case end, invalid, incomplete }

    private let handle: iconv_t

    init(_ name: String) throws(MissingConverter) {
        guard let handle = iconv_open("UTF-8", name), Int(bitPattern: handle) != -1 else {
            throw MissingConverter(name: name)
        }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    /// Converts bytes from a place on, and appends the result. Returns the place where it stopped,
    /// and the reason.
    func convert(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to result: inout [UInt8]
    ) -> (place: Int, stop: Stop) {
        var place = start
        while true {
            let (status, code) = step(bytes, &place, &result)
            if status != -1 { return (place, .end) }
            switch code {
            case E2BIG: continue
            case EINVAL: return (place, .incomplete)
            default: return (place, .invalid)
            }
        }
    }

    /// Appends the rest that the converter held back while waiting for more input.
    func flush(to result: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
            var output = room.baseAddress
            var left = room.count
            _ = iconv(handle, nil, nil, &output, &left)
            result += room.prefix(room.count - left).map(UInt8.init(bitPattern:))
        }
    }

    private func step(
        _ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int, _ result: inout [UInt8]
    ) -> (status: Int, code: Int32) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65_536) { room in
            var output = room.baseAddress
            var left = room.count
            var input = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
                .advanced(by: place).assumingMemoryBound(to: CChar.self)
            var rest = bytes.count - place
            let status = iconv(handle, &input, &rest, &output, &left)
            let code = errno
            place = bytes.count - rest
            result += room.prefix(room.count - left).map(UInt8.init(bitPattern:))
            return (status, code)
        }
    }
}
