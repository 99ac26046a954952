package import BookmarkLibrary
package import Hummingbird
import NIOCore

/// Details of one request of a client.
package struct ServedContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The token that came with it; `nil` before that was looked at.
    package var token: AccessToken?
    /// From where it came.
    package let address: String

    package init(source: Source) {
        address = source.channel.remoteAddress?.ipAddress ?? ""
        coreContext = CoreRequestContextStorage(source: source)
    }
}
