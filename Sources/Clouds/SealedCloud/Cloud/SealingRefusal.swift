import Replication

/// The reasons why nothing is exchanged with a cloud that is sealed, or should be. Each says what
/// happened, the usual cause, and what to type next.
struct SealingRefusals: Sendable {
    /// The cloud's name for people.
    var cloud: String

    var locked: CloudError {
        CloudError(
            .notAllowed,
            "\(cloud) is sealed, and this device has no key: nothing was sent. Type “cloudy key "
                + "show” on a device that has it, then “cloudy key enter” here.")
    }

    var unsealedWithoutKey: CloudError {
        CloudError(
            .unusable,
            "\(cloud) was sealed, and now says that it is not, and this device has no key: nothing "
                + "was sent. It was emptied or replaced, or someone is trying to read what you "
                + "send. If you know that it is new: cloudy cloud leave, then cloudy cloud use.")
    }

    func wrongKey(_ own: SealingSecret, there: [UInt8]?) -> CloudError {
        CloudError(
            .notAllowed,
            "\(cloud) is sealed with the key \(there?.hexadecimal ?? "of another program"), but "
                + "this device has \(own.id): nothing was sent. The key was replaced, or belongs "
                + "to another account. Type “cloudy key show” on a device that syncs, then "
                + "“cloudy key enter” here.")
    }

    var nothingToJoin: CloudError {
        CloudError(
            .notAllowed,
            "\(cloud) is not sealed, so there is no key to get. To make one: “cloudy key create”")
    }

    /// - Parameter there: the id of the key that the cloud has.
    func differentKey(_ entered: SealingSecret, there: [UInt8]?) -> CloudError {
        CloudError(
            .notAllowed,
            "That is the key \(entered.id), but \(cloud) is sealed with "
                + "\(there?.hexadecimal ?? "of another program"): nothing was changed. It was "
                + "replaced, or belongs to another account. Type “cloudy key show” on a device "
                + "that syncs, then type that string here: “cloudy key enter”")
    }

    var unsealed: CloudError {
        awaitingSealing(
            "\(cloud) was sealed, and now says that it is not: nothing was sent. It was emptied or "
                + "replaced, or someone is trying to read what you send. If you know that it is "
                + "new, seal it again: “cloudy key seal”. To let the server read everything: "
                + "“cloudy cloud use \(cloud) --unsealed”")
    }

    /// - Parameter count: the number of records that are still in plain text.
    func unfinished(_ count: Int) -> CloudError {
        let there = count == 1 ? "1 record" : "\(grouped(Int64(count))) records"
        let (state, seals) =
            count == 0
            ? ("is empty and not sealed", "seals it with this key")
            : (
                "is not sealed, and has \(there) unencrypted",
                "takes them in and seals the server with this key"
            )
        return awaitingSealing(
            // With little space on the screen, the command to type must still be visible.
            "\(cloud) \(state), but this device has a key: nothing was sent. “cloudy key seal” "
                + "\(seals); “cloudy cloud use \(cloud) --unsealed” lets the server read "
                + "everything. The key was made for another account, the server was emptied, or "
                + "“cloudy key create” was interrupted.")
    }

    /// Returns an error that stops the exchange until a person has decided about the cloud in use.
    private func awaitingSealing(_ message: String) -> CloudError {
        CloudError(.unusable, message, awaitsSealing: true)
    }

    func tooLittleRoom(_ need: SealingNeed, in store: String) -> CloudError {
        CloudError(
            .unusable,
            "\(place(store)) has too little room to be sealed: nothing was changed. Sealed records "
                + "are longer, and while sealing, one of them is stored twice: that needs "
                + "\(kibibytes(need.bytes)), but the limit is "
                + "\(kibibytes(need.quota.maximumBytes)). \(makingRoom(need, in: store)) Then "
                + "try again.")
    }

    func unsealedRest(_ need: SealingNeed, in store: String) -> CloudError {
        let rest = need.records == 1 ? "1 record is" : "\(need.records) records are"
        return CloudError(
            .unusable,
            "\(place(store)) is full, and is not sealed completely: \(rest) still unencrypted. "
                + makingRoom(need, in: store)
                + " Sealing then continues automatically, or with “cloudy key seal”.")
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
        return "Delete \(which), \(what), and type “cloudy sync”, or ask the server's owner for "
            + "more space (cloudyd serve --store-limit)."
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
            "\(cloud) refuses to store one of its records sealed (\(why.rawValue)): the records "
                + "before it were sealed.")
    }

    /// Returns whether a record is as new as everything that was seen of the keys of its account.
    /// Throws if the cloud shows an older state than was seen before the record was read. Returns
    /// false if a newer state was seen only since then, by another part of the device: then the
    /// caller must read the cloud again.
    ///
    /// - Parameter known: the generation seen before the record was read, `nil` at first; after the
    ///   call, the generation seen by now.
    func isCurrent(
        _ record: KeyRecord, _ memory: any SealingMemory, known: inout Int64?
    ) throws(CloudError) -> Bool {
        let (before, seen) = (known, memory.generation(of: record.identity))
        let there = record.generation
        if there >= seen { return true }
        known = seen
        guard let before, there < before else { return false }
        throw awaitingSealing(
            "\(cloud) shows an older state of its keys (\(there)) than before (\(seen)): nothing "
                + "was sent. It was restored from a backup, or someone is trying to bring back "
                + "an old key. If you know that it was restored, continue with this device's key: "
                + "“cloudy key seal”")
    }

    func olderKey(_ there: String, now own: SealingSecret) -> CloudError {
        awaitingSealing(
            "\(cloud) is sealed again with the key \(there), which \(own.id) replaced: nothing was "
                + "sent. It was restored from a backup, or someone is trying to bring back the "
                + "old key. If you know that it was restored, continue with this device's key: "
                + "“cloudy key seal”")
    }

    func plain(_ count: Int) -> CloudError {
        awaitingSealing(
            "\(cloud) is sealed, but \(count == 1 ? "a record is" : "\(count) records are") in it "
                + "that \(count == 1 ? "is" : "are") not: nothing was accepted. They come from a "
                + "program that does not seal, or from someone who only has the token. To take "
                + "in and seal your own: “cloudy key seal”. To discard them: add --discard")
    }

    var changing: CloudError {
        CloudError(
            .unreachable, "Other devices are changing the keys of \(cloud).")
    }

    /// Returns the error if the key was replaced while a batch was being sent. The batch is sent
    /// again with the new key.
    func replaced(_ own: SealingSecret) -> CloudError {
        CloudError(
            .unknownOutcome,
            "Another device replaced the key of \(cloud) while this one was sending. To send "
                + "again, type “cloudy key show” there, then “cloudy key enter” here.")
    }
}
