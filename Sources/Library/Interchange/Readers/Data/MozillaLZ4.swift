/// Unpacks Firefox's backups: eight bytes of magic, the length of the content, and one LZ4 block
/// (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md).
enum MozillaLZ4 {
    static let magic = Array("mozLz40\0".utf8)

    static func decoded(_ file: [UInt8]) throws(ImportError) -> [UInt8] {
        guard file.count > 12 else { throw damaged("it ends after its head") }
        let size = (0..<4).reduce(0) { $0 | Int(file[8 + $1]) << (8 * $1) }
        guard size <= Importer.maximumBytes else {
            throw damaged("it says that it unpacks to \(size) bytes")
        }
        var result: [UInt8] = []
        // No block unpacks to more than 255 times its size, whatever its header claims.
        result.reserveCapacity(min(size, file.count * 255))
        var place = 12
        while place < file.count {
            let token = file[place]
            place += 1
            let literals = try length(Int(token >> 4), file, &place)
            guard literals <= file.count - place, literals <= size - result.count else {
                throw damaged("a part of it is longer than the rest")
            }
            result += file[place..<place + literals]
            place += literals
            // The last sequence has no copy.
            if place == file.count { break }
            guard place + 2 <= file.count else { throw damaged("it ends in the middle") }
            let offset = Int(file[place]) | Int(file[place + 1]) << 8
            place += 2
            let count = try length(Int(token & 15), file, &place) + 4
            guard offset > 0, offset <= result.count, count <= size - result.count else {
                throw damaged("a copy in it is outside of the data")
            }
            // A copy may overlap its own output, which repeats it.
            for index in result.count - offset..<result.count - offset + count {
                result.append(result[index])
            }
        }
        guard result.count == size else {
            throw damaged("it unpacks to \(result.count) bytes and not to \(size)")
        }
        return result
    }

    private static func length(
        _ start: Int, _ file: [UInt8], _ place: inout Int
    ) throws(ImportError) -> Int {
        guard start == 15 else { return start }
        var length = start
        while true {
            guard place < file.count else { throw damaged("it ends in the middle") }
            let byte = file[place]
            place += 1
            length += Int(byte)
            if byte < 255 { return length }
        }
    }

    private static func damaged(_ how: String) -> ImportError {
        ImportError("the packed backup is damaged: \(how)")
    }
}
