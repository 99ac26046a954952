public import Foundation
import Replication

/// A value that lost a conflict: another device set the same key at the same time, later.
public struct LostValue: Sendable, Hashable {
    let kept: SupersededValue

    init(_ kept: SupersededValue) { self.kept = kept }

    /// The value; `nil` for a field that was removed.
    public var value: Any? { kept.value.map(foundationObject) }
    /// The field of the dictionary that lost; `nil` for the whole value. See
    /// ``NSUbiquitousKeyValueStore/setMergePolicy(_:forPrefix:)``.
    public var field: String? { kept.field.isEmpty ? nil : kept.field }
    /// The name of the device that set this value.
    public var device: String { kept.device }
    /// The time when that device set this value.
    public var date: Date {
        Date(timeIntervalSince1970: Double(kept.stamp.milliseconds) / 1000)
    }
}
