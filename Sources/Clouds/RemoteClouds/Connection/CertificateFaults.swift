import Glibc

/// What is wrong with the certificate of a server, in words that say what to do.
struct CertificateFaults {
    /// Who was asked for.
    var host: String
    /// The certificate of the server and those above it, in its order.
    var chain: [ShownCertificate]
    /// The certificates of the private authority that was named, if one was.
    var authority: [ShownCertificate]?
    /// Seconds since 1970.
    var now: Int64

    /// One or more sentences without a full stop at their end.
    var words: String {
        guard let own = chain.first else { return "it showed no certificate" }
        var faults = [age(own, "its certificate", "Who runs it renews it")]
        if !own.isFor(host) { faults.append(otherName(own)) }
        for above in chain.dropFirst() {
            faults.append(
                age(
                    above, "the certificate of \(quoted(above.subject)) above its own",
                    "Who runs it replaces it"))
        }
        for trusted in authority ?? [] {
            faults.append(
                age(
                    trusted, "the certificate of the authority \(quoted(trusted.subject))",
                    "Name its new one: cloudy cloud use URL --authority FILE"))
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
        return "\(what) does not count yet: it begins \(begin), and \(today). Set the clock if it "
            + "is wrong"
    }

    private func otherName(_ certificate: ShownCertificate) -> String {
        let names = certificate.names.isEmpty ? [certificate.subject] : certificate.names
        let shown = names.prefix(4).joined(separator: ", ") + (names.count > 4 ? ", …" : "")
        return "its certificate is for another name: for \(shown), and not for \(host). Use that "
            + "name in the address, or have the server show a certificate for this one"
    }

    private func unknownAuthority(_ own: ShownCertificate) -> String {
        let top = chain.last ?? own
        let until = "it counts until \(moment(own.valid.upperBound))"
        if own.isSignedByItself {
            return "its certificate is signed by nobody but itself, which this machine was not "
                + "told to trust; \(until). If it is the right one, get its file from who runs the "
                + "server: cloudy cloud use URL --authority FILE"
        }
        let who = "its certificate is signed by \(quoted(top.issuer)), an authority that "
        if let authority {
            let named = authority.map { quoted($0.subject) }.joined(separator: ", ")
            return who + "neither this machine nor --authority knows, which named \(named); "
                + "\(until). Name the right one: cloudy cloud use URL --authority FILE"
        }
        return who + "this machine does not know; \(until). If it is a private one, get its "
            + "certificate from who runs the server: cloudy cloud use URL --authority FILE"
    }

    private func quoted(_ name: String) -> String { name.isEmpty ? "somebody" : "“\(name)”" }

    /// A time as everybody reads it alike.
    private func moment(_ seconds: Int64) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%d %H:%M UTC", &parts)
        return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
