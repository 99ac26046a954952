import CSQLite

/// The index of a write-ahead log, which the connections to a database share. It is gone with the
/// last of them, as after a crash of the machine.
final class SharedMemory {
    private var regions: [UnsafeMutableRawPointer] = []
    /// The files that hold each of the eight locks, shared and exclusively.
    private var shared = [Set<Int>](repeating: [], count: Int(SQLITE_SHM_NLOCK))
    private var exclusive = [Int?](repeating: nil, count: Int(SQLITE_SHM_NLOCK))
    private(set) var users: Set<Int> = []

    deinit {
        for region in regions { region.deallocate() }
    }

    /// The address of a region; `nil` if it does not exist and should not be made.
    func region(_ index: Int, size: Int, isExtending: Bool, for file: Int) -> UInt? {
        users.insert(file)
        while regions.count <= index {
            guard isExtending else { return nil }
            let region = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            region.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            regions.append(region)
        }
        return UInt(bitPattern: regions[index])
    }

    /// Takes all of the locks, or none.
    func lock(_ range: Range<Int>, isExclusive: Bool, for file: Int) -> Bool {
        for index in range {
            if let owner = exclusive[index], owner != file { return false }
            if isExclusive, !shared[index].subtracting([file]).isEmpty { return false }
        }
        for index in range {
            if isExclusive { exclusive[index] = file } else { shared[index].insert(file) }
        }
        return true
    }

    func unlock(_ range: Range<Int>, for file: Int) {
        for index in range {
            if exclusive[index] == file { exclusive[index] = nil }
            shared[index].remove(file)
        }
    }

    /// Releases all locks of a file; returns whether it was the last user.
    func leave(_ file: Int) -> Bool {
        unlock(0..<Int(SQLITE_SHM_NLOCK), for: file)
        users.remove(file)
        return users.isEmpty
    }
}
