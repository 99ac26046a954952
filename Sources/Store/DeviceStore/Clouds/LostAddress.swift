/// The lost address of a server: its file was deleted, emptied or damaged. Until a person names the
/// server, the device exchanges nothing with this server or another.
package struct LostAddress: Hashable {
    /// The file that held the address.
    var file: String
    /// Whether that file exists, but holds no address.
    var isDamaged: Bool
    /// The server that the token belongs to; `nil` if that is lost, too.
    var url: String?
    /// The token, if its server is known.
    var token: String?

    /// The failure, its reason, and the command to type.
    var message: String {
        "\(file), with the address of this device's server, "
            + (isDamaged ? "has no address" : "was deleted")
            + ". Syncing stops until you name the server: cloudy cloud use \(url ?? "URL"); or, to "
            + "sync on this machine only: cloudy cloud leave"
    }
}
