package import BookmarkLibrary
package import Hummingbird
import NIOCore

/// The details of one request of a client.
package struct ServedContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The token of the request; `nil` before it was checked.
    package var token: AccessToken?
    /// The network address of the client.
    package let address: String

    package init(source: Source) {
        address = source.channel.remoteAddress?.ipAddress ?? ""
        coreContext = CoreRequestContextStorage(source: source)
    }
}
