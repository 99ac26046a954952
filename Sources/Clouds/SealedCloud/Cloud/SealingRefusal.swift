import Replication

/// Why nothing is exchanged with a cloud that is sealed, or should be. Each says what happened, why
/// it usually does, and what to type next.
struct SealingRefusals: Sendable {
    /// What people call the cloud.
    var cloud: String

    var locked: CloudError {
        CloudError(
            .notAllowed,
            "\(cloud) is sealed, and this device has no key: nothing was sent. Type “cloudy key "
                + "show” on a device that has it, and “cloudy key join” here.")
    }

    var unsealedWithoutKey: CloudError {
        CloudError(
            .unusable,
            "\(cloud) was sealed and does not say so any more, and this device has no key: nothing "
                + "was sent. It was emptied or replaced, or somebody wants to read what you send. "
                + "If you know that it is new: cloudy cloud leave, then cloudy cloud use.")
    }

    func wrongKey(_ own: SealingSecret, there: [UInt8]?) -> CloudError {
        CloudError(
            .notAllowed,
            "\(cloud) is sealed with the key \(there?.hexadecimal ?? "of another program"), and "
                + "this device has \(own.id): nothing was sent. The key was replaced, or is that "
                + "of another account. Type “cloudy key show” on a device that syncs, and “cloudy "
                + "key join” here.")
    }

    var nothingToJoin: CloudError {
        CloudError(
            .notAllowed,
            "\(cloud) is not sealed: there is no key to be told. “cloudy key create” makes one.")
    }

    /// - Parameter there: the id of the key that the cloud has.
    func notTheKey(_ told: SealingSecret, there: [UInt8]?) -> CloudError {
        CloudError(
            .notAllowed,
            "That is the key \(told.id), and \(cloud) is sealed with "
                + "\(there?.hexadecimal ?? "of another program"): nothing was changed. It was "
                + "replaced, or is that of another account. Type “cloudy key show” on a device "
                + "that syncs, and “cloudy key join” here with what it says.")
    }

    var unsealed: CloudError {
        awaitingSealing(
            "\(cloud) does not say any more that it is sealed, as it did: nothing was sent. It was "
                + "emptied or replaced, or somebody wants to read what you send. If you know that "
                + "it is new, “cloudy key seal” seals it again; “cloudy cloud use \(cloud) "
                + "--unsealed” uses it so that the server can read everything.")
    }

    /// - Parameter count: how many records lie there in plain.
    func unfinished(_ count: Int) -> CloudError {
        let there = count == 1 ? "1 record" : "\(grouped(Int64(count))) records"
        let (state, seals) =
            count == 0
            ? ("is empty and not sealed", "seals it with this key")
            : (
                "is not sealed, and has \(there) in plain",
                "takes in what is there, and seals it with this key"
            )
        return awaitingSealing(
            // Where there is little room, what is to be typed is seen.
            "\(cloud) \(state), and this device has a key: nothing was sent. “cloudy key seal” "
                + "\(seals); “cloudy cloud use \(cloud) --unsealed” uses it so that the server "
                + "can read everything. It is another account than the key was made for, it was "
                + "emptied, or “cloudy key create” was stopped.")
    }

    /// Nothing is exchanged until a person has said something to the cloud that is used.
    private func awaitingSealing(_ message: String) -> CloudError {
        CloudError(.unusable, message, awaitsSealing: true)
    }

    func tooLittleRoom(_ need: SealingNeed, in store: String) -> CloudError {
        CloudError(
            .unusable,
            "\(place(store)) has too little room to be sealed: nothing was changed. Sealed, "
                + "records are longer, and one of them lies there twice for a moment: that takes "
                + "\(kibibytes(need.bytes)), and \(kibibytes(need.quota.maximumBytes)) are "
                + "allowed. \(makingRoom(need, in: store)) Then type it again.")
    }

    func unsealedRest(_ need: SealingNeed, in store: String) -> CloudError {
        let rest = need.records == 1 ? "1 record lies" : "\(need.records) records lie"
        return CloudError(
            .unusable,
            "\(place(store)) is full, and is not sealed whole: \(rest) there in plain. "
                + makingRoom(need, in: store)
                + " It goes on by itself then, or with “cloudy key seal”.")
    }

    private func place(_ store: String) -> String {
        store.isEmpty ? "This account of \(cloud)" : "The store \(store) of \(cloud)"
    }

    private func makingRoom(_ need: SealingNeed, in store: String) -> String {
        let which = store.isEmpty ? "bookmarks" : "values"
        let count = grouped(Int64(need.missingRecords))
        let what =
            need.missing == 0
            ? "some"
            : "about \(kibibytes(need.missing)) of them (\(count) of average length)"
        return "Delete \(which), \(what), and type “cloudy sync”, or have who runs the server "
            + "allow more (cloudyd serve --store-limit)."
    }

    private func kibibytes(_ bytes: Int64?) -> String {
        "\(grouped(((bytes ?? 0) + 1023) / 1024)) KiB"
    }

    private func grouped(_ number: Int64) -> String {
        let digits = String(number)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0 && (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }

    func notTaken(_ why: Refusal) -> CloudError {
        CloudError(
            .unusable,
            "\(cloud) does not take a record of what is there when it is sealed (\(why.rawValue)): "
                + "the rest was sealed as far as it was come to.")
    }

    /// Whether a record shows all that was ever seen of the keys of its account. Throws when the
    /// cloud shows less than was seen before the record was read. Returns false when more was seen
    /// only since, by another part of the device: then the cloud is to be read again.
    ///
    /// - Parameter known: what was seen before the record was read, `nil` at first; what is seen by
    ///   now after the call.
    func isCurrent(
        _ record: KeyRecord, _ memory: any SealingMemory, known: inout Int64?
    ) throws(CloudError) -> Bool {
        let (before, seen) = (known, memory.generation(of: record.identity))
        let there = record.generation
        if there >= seen { return true }
        known = seen
        guard let before, there < before else { return false }
        throw awaitingSealing(
            "\(cloud) shows an older state of its keys (\(there)) than was seen (\(seen)): nothing "
                + "was sent. It was restored from a backup, or somebody wants an old key back. If "
                + "you know that it was restored, “cloudy key seal” goes on with this device's.")
    }

    func olderKey(_ there: String, now own: SealingSecret) -> CloudError {
        awaitingSealing(
            "\(cloud) is sealed with the key \(there) again, which was replaced by \(own.id): "
                + "nothing was sent. It was restored from a backup, or somebody wants the old key "
                + "back. If you know that it was restored, “cloudy key seal” goes on with this "
                + "device's.")
    }

    func plain(_ count: Int) -> CloudError {
        awaitingSealing(
            "\(cloud) is sealed, and \(count == 1 ? "a record is" : "\(count) records are") in it "
                + "that \(count == 1 ? "is" : "are") not: nothing was taken in. A program that "
                + "knows nothing of keys wrote there, or somebody who has only the token. “cloudy "
                + "key seal” takes in and seals what is yours, with --discard it is thrown away.")
    }

    var changing: CloudError {
        CloudError(
            .unreachable, "Other devices change the keys of \(cloud) now.")
    }

    /// The key was replaced while a batch was on its way. It goes again with the new one.
    func replaced(_ own: SealingSecret) -> CloudError {
        CloudError(
            .unknownOutcome,
            "The key of \(cloud) was replaced on another device while this one sent something. It "
                + "is sent again: see there “cloudy key show”, and type “cloudy key join” here.")
    }
}
