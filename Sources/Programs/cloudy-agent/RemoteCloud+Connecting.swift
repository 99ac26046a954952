import CloudMessages
import DeviceStore
import Documents
import RemoteClouds
import Replication

extension RemoteCloud {
    /// Connects to a store, at a server or an etcd.
    ///
    /// - Parameter secret: the token, or the password of the address's user.
    func connected(to store: StoreName, letInBy secret: String) throws -> any Cloud {
        guard let address = CloudAddress(url), address.kind == .etcd else {
            return try HTTPCloud(
                url: url, token: secret, store: store, authority: authorityFile,
                identity: currentIdentity(),
                isShared: true)
        }
        var cluster = EtcdCluster(
            members: address.members, user: address.user, password: secret,
            authority: authorityFile, prefix: address.prefix)
        (cluster.certificate, cluster.key) = (identity?.certificate, identity?.key)
        return try EtcdCloud(cluster, store: store)
    }

    /// Connects to the contents of documents in a store. An etcd that devices use directly keeps
    /// none.
    func chunks(
        of store: StoreName, letInBy secret: String, sealing: any ChunkSealing
    ) throws -> any ChunkStore {
        if CloudAddress(url)?.kind == .etcd { return NoChunks(cloud: url) }
        return try HTTPChunkStore(
            url: url, token: secret, store: store, authority: authorityFile,
            identity: currentIdentity(),
            sealing: sealing, isShared: true)
    }

    /// Returns the certificate of the device, as its files now have it.
    private func currentIdentity() throws -> ClientIdentity? {
        guard let identity else { return nil }
        do {
            return try ClientIdentity(certificate: identity.certificate, key: identity.key)
        } catch {
            throw HomeError(
                .configuration,
                "\(identity.certificate) and \(identity.key) are not a certificate and its private "
                    + "key: one was moved, is not PEM, is not readable, has a passphrase, or "
                    + "does not match the other. Name them again: cloudy cloud use \(url) "
                    + "--certificate FILE --key FILE")
        }
    }
}
