public import Replication

extension CloudError {
    /// The error of an etcd, for the owner of a server: the message has the commands for `cloudyd`,
    /// not for a device that uses an etcd directly.
    public var forServers: CloudError {
        let advice = [
            (
                "Enter them again: cloudy cloud use",
                "Set them with --etcd-user and CLOUDYD_ETCD_PASSWORD."
            ),
            ("Add it: etcd://NAME@…", "Name the user with --etcd-user."),
            ("cloudy cloud use --authority FILE names one", "--etcd-ca FILE names one"),
            ("cloudy cloud use URL --authority FILE", "--etcd-ca FILE"),
            ("--authority names", "--etcd-ca names"),
            ("must begin with etcds://", "must begin with https://, or with http:// without TLS"),
            ("begins with https:// or etcds://", "begins with https://"),
            ("begins with http:// or etcd://", "begins with http://"),
            ("Leave the name out, or", "Leave --etcd-user out, or"),
        ]
        return CloudError(
            code,
            advice.reduce(message) { text, advice in text.replacing(advice.0, with: advice.1) })
    }
}
