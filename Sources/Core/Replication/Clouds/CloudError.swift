/// Why a call to a cloud failed as a whole.
public struct CloudError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure; decides whether and when to try the call again.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String { case unreachable, unknownOutcome, notAllowed, unusable }
        private var value: Value

        /// The call certainly changed nothing: it did not reach the cloud, or the cloud itself says
        /// so. Tried again later. No other code promises that.
        public static let unreachable = Code(value: .unreachable)
        /// The call may or may not have taken effect. Tried again later; compare-and-set makes that
        /// safe.
        public static let unknownOutcome = Code(value: .unknownOutcome)
        /// The cloud knows the caller and refuses.
        public static let notAllowed = Code(value: .notAllowed)
        /// The cloud is damaged, newer than this program, or stored where it cannot work.
        public static let unusable = Code(value: .unusable)

        public var description: String { value.rawValue }
    }

    public var code: Code
    /// The failure, the likely reason, and the next step.
    public var message: String
    /// Whether the storage of the cloud is full, which its operator must mend. An account that has
    /// as much as it may is told by ``Refusal/quota`` instead.
    public var lacksRoom = false

    /// Whether it is because the cloud is not sealed as this device has it sealed. A person says
    /// how to go on, and says it of this cloud, so that a device stays there.
    public var awaitsSealing = false

    /// The most bytes of conflicting records in the answer to one batch.
    public static let mostConflictBytes = 16 << 20

    /// A batch is refused as a whole, and changes nothing: its answer would be too long.
    public static let manyConflicts = CloudError(
        .notAllowed,
        "The records that conflict with this batch are larger than \(mostConflictBytes >> 20) MiB; "
            + "nothing was changed. Send fewer changes at once.")

    /// Whether the cloud refuses only certain edits, and exchanges all others.
    public var concernsEdits = false

    public init(
        _ code: Code, _ message: String, lacksRoom: Bool = false, awaitsSealing: Bool = false,
        concernsEdits: Bool = false
    ) {
        self.code = code
        self.message = message
        self.lacksRoom = lacksRoom
        self.awaitsSealing = awaitsSealing
        self.concernsEdits = concernsEdits
    }

    /// An answer that no cloud in order gives.
    static func senseless(_ what: String) -> CloudError {
        CloudError(
            .unusable,
            what + ": its data is damaged, or two servers answer at one address. Nothing is lost "
                + "here, and this device will try again. To see what differs: cloudy verify")
    }

    /// The same failure, for a call that changed something before it failed or may have.
    public var afterAChange: CloudError {
        var error = self
        error.code = .unknownOutcome
        return error
    }

    public var description: String { message }
}
