/// Unpacks gzip documents.
package enum Gzip {
    /// Returns the maximum packed size of `count` bytes.
    package static func longestPacked(_ count: Int) -> Int { count + count / 1000 + (64 << 10) }

    /// Returns the content of all members of a packed document. Bytes after them are ignored.
    ///
    /// - Parameter most: the maximum number of bytes.
    package static func document(
        _ packed: [UInt8], most: Int
    ) throws(ImportError) -> [UInt8] {
        guard packed.starts(with: ZipArchive.gzipMagic) else {
            throw ImportError("it is not packed by gzip, as the archive says")
        }
        do throws(ImportError) {
            return try Inflation.members(packed[...], most: most, windowBits: 31) {
                $0.starts(with: ZipArchive.gzipMagic)
            }.content
        } catch  where error == .unpacksTooLarge(most) {
            throw .tooLongDocument(most: most)
        }
    }
}

extension ImportError {
    /// Returns the error for content that unpacks to more than `most` bytes.
    static func unpacksTooLarge(_ most: Int) -> ImportError {
        ImportError("it unpacks to more than the limit of \(most) bytes")
    }
}
