/// The reason why a call to a cloud failed as a whole.
public struct CloudError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, which decides whether and when the call is tried again.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String { case unreachable, unknownOutcome, notAllowed, unusable }
        private var value: Value

        /// The call certainly changed nothing: it did not reach the cloud, or the cloud says so. It
        /// is tried again later. No other code promises this.
        public static let unreachable = Code(value: .unreachable)
        /// The call may or may not have taken effect. It is tried again later; compare-and-set
        /// makes that safe.
        public static let unknownOutcome = Code(value: .unknownOutcome)
        /// The cloud knows the caller and refuses the call.
        public static let notAllowed = Code(value: .notAllowed)
        /// The cloud is damaged, newer than this program, or stored where it cannot work.
        public static let unusable = Code(value: .unusable)

        public var description: String { value.rawValue }
    }

    public var code: Code
    /// The failure, the likely reason, and the next step.
    public var message: String
    /// Whether the storage of the cloud is full, which its operator must fix. If only the account
    /// is full, the cloud answers ``Refusal/quota`` instead.
    public var lacksRoom = false
    /// Whether a disk of this machine is full, not one of a server. ``lacksRoom`` is then set, too.
    public var isFullHere = false

    /// Whether the cloud is not sealed as this device expects. A person must decide about this
    /// cloud, so the device does not leave it.
    public var awaitsSealing = false

    /// The most bytes of conflicting records in the answer to one batch.
    public static let mostConflictBytes = 16 << 20

    /// The error for a batch whose answer would be too long. The whole batch is refused, and
    /// changes nothing.
    public static let manyConflicts = CloudError(
        .notAllowed,
        "The records that conflict with this batch are larger than \(mostConflictBytes >> 20) MiB; "
            + "nothing was changed. Send fewer changes at once.")

    /// Whether the cloud refuses only certain edits, while all others are exchanged.
    public var concernsEdits = false

    public init(
        _ code: Code, _ message: String, lacksRoom: Bool = false, isFullHere: Bool = false,
        awaitsSealing: Bool = false, concernsEdits: Bool = false
    ) {
        self.code = code
        self.message = message
        self.lacksRoom = lacksRoom || isFullHere
        self.isFullHere = isFullHere
        self.awaitsSealing = awaitsSealing
        self.concernsEdits = concernsEdits
    }

    /// Returns the error for an answer that no working cloud gives.
    static func senseless(_ what: String) -> CloudError {
        CloudError(
            .unusable,
            what + ": its data is damaged, or two servers answer at one address. Nothing is lost "
                + "here, and this device will try again. To see what differs: cloudy verify")
    }

    /// The same failure, if the call has changed something, or may have.
    public var afterAChange: CloudError {
        var error = self
        error.code = .unknownOutcome
        return error
    }

    public var description: String { message }
}
