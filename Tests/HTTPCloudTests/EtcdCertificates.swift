/// Certificates for an etcd at `localhost` and 127.0.0.1 and for its clients, with their keys. They
/// were made with openssl for these tests, and protect nothing.
///
/// A member's certificate is also a client's, since its gateway connects to the member itself with
/// it.
enum EtcdCertificates {
    /// The authority that signed the others.
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBlDCCATugAwIBAgIUamWFdEj+2x54MV/BqYtQdxKsCpQwCgYIKoZIzj0EAwIw
        HzEdMBsGA1UEAwwUQ2xvdWR5IHRlc3RzIG9mIGV0Y2QwIBcNMjYxMTIzMDczMzA0
        WhgPMjEyNjEwMzAwNzMzMDRaMB8xHTAbBgNVBAMMFENsb3VkeSB0ZXN0cyBvZiBl
        dGNkMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEBKR65My/DXtA1Bs903XEZBfI
        BuuKE7RAUmPlBXtNhL0gFgUidkJrXzoY0wyYQReK9ST5wtFVB7qIbqs8HO7ExKNT
        MFEwHQYDVR0OBBYEFNMALnFAIhyGIiaXaueEvI/0zY8qMB8GA1UdIwQYMBaAFNMA
        LnFAIhyGIiaXaueEvI/0zY8qMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
        RwAwRAIgWuQkxmQV4QfuReKilFyXAcebBHlKh5+oo5eKk6kfp6oCIDK2QgqKb+jp
        TrXIJQAYFAZeqmUbqvo7jksQzWZH8M03
        -----END CERTIFICATE-----
        """

    static let member = """
        -----BEGIN CERTIFICATE-----
        MIIBwTCCAWegAwIBAgIUGdXe0dvI1aL2rX4yqathi9TXFrwwCgYIKoZIzj0EAwIw
        HzEdMBsGA1UEAwwUQ2xvdWR5IHRlc3RzIG9mIGV0Y2QwIBcNMjYxMTIzMDczMzA0
        WhgPMjEyNjEwMzAwNzMzMDRaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqG
        SM49AgEGCCqGSM49AwEHA0IABEgZgRWV218DgvLY7zSaPGtZbUcjT6NM7Kt4XfI8
        HlKLFZLxHKBap9ezM63yvEn68Qn03HKp74jj33L9hGZvHXijgYkwgYYwGgYDVR0R
        BBMwEYIJbG9jYWxob3N0hwR/AAABMAkGA1UdEwQCMAAwHQYDVR0lBBYwFAYIKwYB
        BQUHAwEGCCsGAQUFBwMCMB0GA1UdDgQWBBSybI2u2b2zujWlfobAOf4/PozuoTAf
        BgNVHSMEGDAWgBTTAC5xQCIchiIml2rnhLyP9M2PKjAKBggqhkjOPQQDAgNIADBF
        AiEA4yzmGahr9tau8rGwHyFh5uRWJcDYUPKjXa7jfkt/TK8CIBYyiTen7az0p3qW
        vemfiju2xA6eDs39n9Mfft7EPP5A
        -----END CERTIFICATE-----
        """
    static let memberKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgHHmj1uo2HvxiE+FY
        Um87bQqWHaE62N29sDCB8jUaD3ChRANCAARIGYEVldtfA4Ly2O80mjxrWW1HI0+j
        TOyreF3yPB5SixWS8RygWqfXszOt8rxJ+vEJ9Nxyqe+I499y/YRmbx14
        -----END PRIVATE KEY-----
        """

    /// A certificate without a common name. With a common name, the gateway of an etcd with users
    /// refuses it.
    static let client = """
        -----BEGIN CERTIFICATE-----
        MIIBnDCCAUKgAwIBAgIUGdXe0dvI1aL2rX4yqathi9TXFr4wCgYIKoZIzj0EAwIw
        HzEdMBsGA1UEAwwUQ2xvdWR5IHRlc3RzIG9mIGV0Y2QwIBcNMjYxMTIzMDgwMTM2
        WhgPMjEyNjEwMzAwODAxMzZaMBcxFTATBgNVBAoMDENsb3VkeSB0ZXN0czBZMBMG
        ByqGSM49AgEGCCqGSM49AwEHA0IABNA4TxxfO/T6PZ7l1ehzXR/u7YRFU7QFjxMv
        Ozwn7H6HBDEh6ltalDAF9PW9M8JeVckNjf9T3kYYDa5ek9KaMdKjYjBgMAkGA1Ud
        EwQCMAAwEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYDVR0OBBYEFKCAkJvA/IdkC/kV
        CaR7ONyq/rAeMB8GA1UdIwQYMBaAFNMALnFAIhyGIiaXaueEvI/0zY8qMAoGCCqG
        SM49BAMCA0gAMEUCIQCu6o5T5GrtdRWBlwh0hOno1IMn0LZZ7XKc9Dx20YYqoQIg
        XJw7m3mYOe3GWz1KjwYLg32Z+XT37ENRV/kTykOPBAc=
        -----END CERTIFICATE-----
        """
    static let clientKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtzQyLKAb6CM/UGFx
        7AE/WiCWhVXC6Mp68LdxyVHJBBuhRANCAATQOE8cXzv0+j2e5dXoc10f7u2ERVO0
        BY8TLzs8J+x+hwQxIepbWpQwBfT1vTPCXlXJDY3/U95GGA2uXpPSmjHS
        -----END PRIVATE KEY-----
        """

    /// A certificate with a common name.
    static let namedClient = """
        -----BEGIN CERTIFICATE-----
        MIIBmDCCAT2gAwIBAgIUGdXe0dvI1aL2rX4yqathi9TXFr0wCgYIKoZIzj0EAwIw
        HzEdMBsGA1UEAwwUQ2xvdWR5IHRlc3RzIG9mIGV0Y2QwIBcNMjYxMTIzMDczMzA1
        WhgPMjEyNjEwMzAwNzMzMDVaMBIxEDAOBgNVBAMMB2Nsb3VkeWQwWTATBgcqhkjO
        PQIBBggqhkjOPQMBBwNCAASKmOQDZaNNCnub5s75+ld/u9gry2dRfieu4brV4bOp
        YYGmPYvGTa12V9QhhKLhAqPJt4vvF8s/U/sJTdhMFXmIo2IwYDAJBgNVHRMEAjAA
        MBMGA1UdJQQMMAoGCCsGAQUFBwMCMB0GA1UdDgQWBBR2UUM7jPq86D0v/YJGo+pr
        2NwdgTAfBgNVHSMEGDAWgBTTAC5xQCIchiIml2rnhLyP9M2PKjAKBggqhkjOPQQD
        AgNJADBGAiEA9gRWE1LFxGO1CGl8E6YsOGQFF7xMgfDjY2CrHSJVEPsCIQDaTAoh
        BC2b9QC0Z6T7goAecHj11A9JVgNJCKQTZHXusA==
        -----END CERTIFICATE-----
        """
    static let namedClientKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnSzvFuMX4K0as8Ym
        KPemTo4tSFL71LWPLg3d/oG7CV+hRANCAASKmOQDZaNNCnub5s75+ld/u9gry2dR
        fieu4brV4bOpYYGmPYvGTa12V9QhhKLhAqPJt4vvF8s/U/sJTdhMFXmI
        -----END PRIVATE KEY-----
        """
}
