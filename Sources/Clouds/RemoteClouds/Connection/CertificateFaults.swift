import Replication

/// The problems of a server's certificate, in sentences that say what to do.
struct CertificateFaults {
    /// The host that was requested.
    var host: String
    /// The server's certificate and those above it, in the order in which the server sent them.
    var chain: [ShownCertificate]
    /// The certificates of the chosen private authority, if any.
    var authority: [ShownCertificate]?
    /// The current time, in seconds since 1970.
    var now: Int64

    /// The problems, in one or more sentences without a final full stop.
    var message: String {
        guard let own = chain.first else { return "it sent no certificate" }
        var faults = [age(own, "its certificate", "The server's owner must renew it")]
        if !own.isFor(host) { faults.append(otherName(own)) }
        for above in chain.dropFirst() {
            faults.append(
                age(
                    above, "the certificate of \(quoted(above.subject)) above its own",
                    "The server's owner must replace it"))
        }
        for trusted in authority ?? [] {
            faults.append(
                age(
                    trusted, "the certificate of the authority \(quoted(trusted.subject))",
                    "Name the new one: cloudy cloud use URL --authority FILE"))
        }
        let known = faults.compactMap(\.self)
        return (known.isEmpty ? [unknownAuthority(own)] : known).joined(separator: "; and ")
    }

    private func age(
        _ certificate: ShownCertificate, _ what: String, _ remedy: String
    ) -> String? {
        let today = "this machine's clock says \(moment(now))"
        if now > certificate.valid.upperBound {
            let end = moment(certificate.valid.upperBound)
            return "\(what) expired: it ended \(end), and \(today). \(remedy)"
        }
        guard now < certificate.valid.lowerBound else { return nil }
        let begin = moment(certificate.valid.lowerBound)
        return "\(what) is not valid yet: it begins \(begin), and \(today). Set the clock if it is "
            + "wrong"
    }

    private func otherName(_ certificate: ShownCertificate) -> String {
        let names = certificate.names.isEmpty ? [certificate.subject] : certificate.names
        let shown = names.prefix(4).joined(separator: ", ") + (names.count > 4 ? ", …" : "")
        return "its certificate is for another name: \(shown), not \(host). Use that name in the "
            + "address, or give the server a certificate for this one"
    }

    private func unknownAuthority(_ own: ShownCertificate) -> String {
        let top = chain.last ?? own
        let until = "the certificate is valid until \(moment(own.valid.upperBound))"
        if own.isSignedByItself {
            return "its certificate is self-signed, and this machine does not trust it; \(until). "
                + "If it is the right one, get its file from the server's owner: cloudy cloud "
                + "use URL --authority FILE"
        }
        let who = "its certificate is signed by \(quoted(top.issuer)), an authority that "
        if let authority {
            let named = authority.map { quoted($0.subject) }.joined(separator: ", ")
            return who + "this machine does not trust, and --authority names \(named) instead; "
                + "\(until). Name the right one: cloudy cloud use URL --authority FILE"
        }
        return who + "this machine does not trust; \(until). If it is a private one, get its "
            + "certificate from the server's owner: cloudy cloud use URL --authority FILE"
    }

    private func quoted(_ name: String) -> String { name.isEmpty ? "(no name)" : "“\(name)”" }

    /// Returns a time in a form that all people read alike.
    private func moment(_ seconds: Int64) -> String {
        let time = CalendarTime(Double(seconds))
        return "\(time.date) \(time.timeOfDay) UTC"
    }
}
