import CloudMessages
import DeviceStore
import EtcdCloud
import HTTPCloud
import Replication

extension RemoteCloud {
    /// What talks to one of its stores: to a server, or to an etcd.
    ///
    /// - Parameter secret: the token, or the password of the user that the address names.
    func connected(to store: StoreName, letInBy secret: String) throws -> any Cloud {
        guard let address = CloudAddress(url), address.kind == .etcd else {
            return try HTTPCloud(
                url: url, token: secret, store: store, authority: authorityFile, isShared: true)
        }
        let cluster = EtcdCluster(
            members: address.members, user: address.user, password: secret,
            authority: authorityFile, prefix: address.prefix)
        return try EtcdCloud(cluster, store: store)
    }
}
