/// Packed bytes, made by code that is independent of the unpackers.
public enum PackedBytes {
    /// A zip archive with these files, assembled byte by byte.
    ///
    /// - Parameter size: a wrong size to declare for each file. The contents are then already
    ///   packed.
    public static func zip(
        _ files: [(name: String, content: [UInt8])], size: Int? = nil
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for (name, content) in files {
            // The version, flags and method of packing, the time, and then the fields that both
            // headers share.
            var common = little(20, 2) + little(0, 2) + little(size == nil ? 0 : 8, 2)
            common += little(0, 4) + little(Int(sum(content)), 4)
            common += little(content.count, 4) + little(size ?? content.count, 4)
            common += little(name.utf8.count, 2) + little(0, 2)
            directory += Array("PK\u{1}\u{2}".utf8) + little(20, 2)
            directory += common
            directory += little(0, 10) + little(bytes.count, 4)
            directory += Array(name.utf8)
            bytes += Array("PK\u{3}\u{4}".utf8)
            bytes += common
            bytes += Array(name.utf8) + content
        }
        var end = Array("PK\u{5}\u{6}".utf8) + little(0, 4)
        end += little(files.count, 2) + little(files.count, 2)
        end += little(directory.count, 4) + little(bytes.count, 4) + little(0, 2)
        return bytes + directory + end
    }

    private static func little(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }

    /// CRC-32.
    private static func sum(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    /// The bytes as a gzip file, stored without compression.
    public static func gzipped(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        var start = 0
        repeat {
            let end = min(start + 0xFFFF, bytes.count)
            packed.append(end == bytes.count ? 1 : 0)
            packed += little(end - start, 2) + little((end - start) ^ 0xFFFF, 2)
            packed += bytes[start..<end]
            start = end
        } while start < bytes.count
        return packed + little(Int(sum(bytes)), 4) + little(bytes.count, 4)
    }
}
