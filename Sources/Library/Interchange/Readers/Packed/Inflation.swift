import CZlib

/// Unpacks data with zlib.
enum Inflation {
    /// - Parameter most: the maximum number of unpacked bytes.
    static func inflated(
        _ packed: ArraySlice<UInt8>, most: Int, windowBits: Int32
    ) throws(ImportError) -> [UInt8] {
        try members(packed, most: most, windowBits: windowBits) { _ in false }.content
    }

    /// Returns the content of consecutive packed members, and the place after the last one.
    ///
    /// - Parameter isNext: whether the bytes after a member begin another one.
    static func members(
        _ packed: ArraySlice<UInt8>, most: Int = Importer.maximumBytes, windowBits: Int32,
        isNext: (ArraySlice<UInt8>) -> Bool
    ) throws(ImportError) -> (content: [UInt8], end: Int) {
        var stream = z_stream()
        guard
            inflateInit2_(
                &stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw ImportError("out of memory") }
        defer { inflateEnd(&stream) }
        var input = Array(packed)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var result: [UInt8] = []
        var status = Z_OK
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            while status == Z_OK, result.count <= most {
                buffer.withUnsafeMutableBufferPointer { buffer in
                    stream.next_out = buffer.baseAddress
                    stream.avail_out = UInt32(buffer.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    result += buffer[..<(buffer.count - Int(stream.avail_out))]
                }
                let place = packed.endIndex - Int(stream.avail_in)
                if status == Z_STREAM_END, isNext(packed[place...]) {
                    status = inflateReset(&stream)
                }
            }
        }
        guard result.count <= most else {
            throw .unpacksTooLarge(most)
        }
        guard status == Z_STREAM_END else { throw ImportError("its compressed content is damaged") }
        return (result, packed.endIndex - Int(stream.avail_in))
    }
}

/// Unpacks data piece by piece, for content that is too large for memory.
final class PiecewiseInflation {
    /// The stream. zlib keeps its address, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    /// Whether the end of the packed content was reached.
    private(set) var isAtEnd = false

    init(windowBits: Int32) throws(ImportError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, windowBits, ZLIB_VERSION, size) == Z_OK else {
            throw ImportError("out of memory")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Unpacks the next bytes, and passes the output to `take`.
    func feed(
        _ packed: [UInt8], _ take: (ArraySlice<UInt8>) throws(ImportError) -> Void
    ) throws(ImportError) {
        var place = 0
        while !isAtEnd {
            let (status, used, made) = step(packed[place...])
            place += used
            if made > 0 { try take(buffer[..<made]) }
            isAtEnd = status == Z_STREAM_END
            guard isAtEnd || status == Z_OK || status == Z_BUF_ERROR else {
                throw ImportError("its compressed content is damaged")
            }
            // A full buffer may not be all the output of these bytes.
            if place == packed.count, made < buffer.count { return }
            guard isAtEnd || used > 0 || made > 0 else {
                throw ImportError("its compressed content is damaged")
            }
        }
    }

    /// Calls zlib once; returns its status, and the numbers of bytes consumed and produced.
    private func step(_ packed: ArraySlice<UInt8>) -> (status: Int32, used: Int, made: Int) {
        var input = Array(packed)
        return input.withUnsafeMutableBufferPointer { input in
            buffer.withUnsafeMutableBufferPointer { buffer in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(buffer.count)
                let status = inflate(stream, Z_NO_FLUSH)
                return (
                    status, input.count - Int(stream.pointee.avail_in),
                    buffer.count - Int(stream.pointee.avail_out)
                )
            }
        }
    }
}
