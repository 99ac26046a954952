/// Certificates for a server at `localhost` and 127.0.0.1, with their keys. They were made with
/// openssl for these tests, and protect nothing.
public enum TestCertificates {
    /// The authority that signed the others.
    public static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBhDCCASugAwIBAgIUXiX0HICytvemR3/BJm6qYKNVltcwCgYIKoZIzj0EAwIw
        FzEVMBMGA1UEAwwMQ2xvdWR5IHRlc3RzMCAXDTI2MTEyMjIwNDIyOFoYDzIxMjYx
        MDI5MjA0MjI4WjAXMRUwEwYDVQQDDAxDbG91ZHkgdGVzdHMwWTATBgcqhkjOPQIB
        BggqhkjOPQMBBwNCAAQP6oKpF5ma8aDeUSNDu9M7gh5oNJRbYA7M4WxHjDyOZZmr
        e5a1AtfapbRXepQnvtlTDgw9nZ5fK0KSpU15pSlao1MwUTAdBgNVHQ4EFgQUB0+I
        QrPpfaVwIQnAZXFZTlRyb1YwHwYDVR0jBBgwFoAUB0+IQrPpfaVwIQnAZXFZTlRy
        b1YwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBUCWtZY9je0Ytk
        crztsGM2HyhVm29mgHkpnq2pX1GD7gIgDb9hlvWkqji1pR9h/T+BDt7XFPPiPtKX
        PY31zxHISxM=
        -----END CERTIFICATE-----
        """

    public static let server = """
        -----BEGIN CERTIFICATE-----
        MIIBrDCCAVOgAwIBAgIUMOnBAKlDiqBY7RtuZbq7ibTMynIwCgYIKoZIzj0EAwIw
        FzEVMBMGA1UEAwwMQ2xvdWR5IHRlc3RzMCAXDTI2MTEyMjIwNDIyOFoYDzIxMjYx
        MDI5MjA0MjI4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggq
        hkjOPQMBBwNCAATJjKmbgyXE6KTe4/JIS1zlIXPmsbJ34QEqIKfnKocXh48dS42q
        QCeVkQn8UooKYdjqjqQO4dgb29lH7Wb0z3y1o34wfDAaBgNVHREEEzARgglsb2Nh
        bGhvc3SHBH8AAAEwCQYDVR0TBAIwADATBgNVHSUEDDAKBggrBgEFBQcDATAdBgNV
        HQ4EFgQUmtfFlt16lH9cKcdh35wvHU4qMtUwHwYDVR0jBBgwFoAUB0+IQrPpfaVw
        IQnAZXFZTlRyb1YwCgYIKoZIzj0EAwIDRwAwRAIgBDNmbdryusNeQMTyx+VgGb0U
        gpXQ57LYW2+4i068GKICIDw/3ZvoWfKkREto0i+50a7n6DgmgKt3CKoxJsROfDIt
        -----END CERTIFICATE-----
        """
    public static let serverKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8Ia14JisKdHrVcCJ
        sGG0Nib1fXeQmys50XYgrIvrh3+hRANCAATJjKmbgyXE6KTe4/JIS1zlIXPmsbJ3
        4QEqIKfnKocXh48dS42qQCeVkQn8UooKYdjqjqQO4dgb29lH7Wb0z3y1
        -----END PRIVATE KEY-----
        """

    /// Another certificate, as after a renewal.
    public static let renewed = """
        -----BEGIN CERTIFICATE-----
        MIIBrTCCAVOgAwIBAgIUMOnBAKlDiqBY7RtuZbq7ibTMynMwCgYIKoZIzj0EAwIw
        FzEVMBMGA1UEAwwMQ2xvdWR5IHRlc3RzMCAXDTI2MTEyMjIwNDIyOFoYDzIxMjYx
        MDI5MjA0MjI4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggq
        hkjOPQMBBwNCAATdVuEnCuTy2mhR2ZuXMAaxY6cPh/lA1fXh4IIshsSBWcrB8em7
        g2gPXr4appXt7oViyXJV4eMW0Oz89JvAwVoRo34wfDAaBgNVHREEEzARgglsb2Nh
        bGhvc3SHBH8AAAEwCQYDVR0TBAIwADATBgNVHSUEDDAKBggrBgEFBQcDATAdBgNV
        HQ4EFgQUBl4qrgZYR7X6uu9pV63KBWhktr4wHwYDVR0jBBgwFoAUB0+IQrPpfaVw
        IQnAZXFZTlRyb1YwCgYIKoZIzj0EAwIDSAAwRQIhAOB3icWp73aiF2OBoYJDE+0P
        HU4ixeCYS8LZmdpc4/k6AiBUHPLg50uCu+8Kj15K5de0mJ9Ut0itVX9jPwfiIn+N
        Uw==
        -----END CERTIFICATE-----
        """
    public static let renewedKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgebetMnqqjob3JehS
        2iuCW3aaWfCbHZ/nMJNcxBdL2D6hRANCAATdVuEnCuTy2mhR2ZuXMAaxY6cPh/lA
        1fXh4IIshsSBWcrB8em7g2gPXr4appXt7oViyXJV4eMW0Oz89JvAwVoR
        -----END PRIVATE KEY-----
        """

    /// A certificate that was valid for a month, long ago.
    public static let expired = """
        -----BEGIN CERTIFICATE-----
        MIIBmTCCAT6gAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxDbG91ZHkg
        dGVzdHMwHhcNMjUwMTAxMDAwMDAwWhcNMjUwMjAxMDAwMDAwWjAUMRIwEAYDVQQD
        DAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ8V4UQ8v84hC7Y
        b0cdFdRr/SLw+C7gYrIaQMgyJAKCB6lApHd23rWH9WtK8Vr9UvM/YXSRwamKRaVG
        BIi6C8yxo34wfDAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCQYDVR0TBAIw
        ADATBgNVHSUEDDAKBggrBgEFBQcDATAdBgNVHQ4EFgQU/gkwcCg6JzPIFXwZrQvX
        s5mZhMEwHwYDVR0jBBgwFoAUB0+IQrPpfaVwIQnAZXFZTlRyb1YwCgYIKoZIzj0E
        AwIDSQAwRgIhANUfJWJYyrti6ZRbxtdy/v2CYtjwC+etHElm/wMakH2RAiEA/9T2
        NiloG2NOLIwO8I+9UBcYWUOhaeBmxRwXYwY/Qik=
        -----END CERTIFICATE-----
        """
    public static let expiredKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgo2KUMoN/tZpaiZ0W
        jIQpJUWsmI5sCxAsq9/Sl++M5mChRANCAAQ8V4UQ8v84hC7Yb0cdFdRr/SLw+C7g
        YrIaQMgyJAKCB6lApHd23rWH9WtK8Vr9UvM/YXSRwamKRaVGBIi6C8yx
        -----END PRIVATE KEY-----
        """

    /// Another authority, which signed only ``otherName``.
    public static let otherAuthority = """
        -----BEGIN CERTIFICATE-----
        MIIBtDCCAVmgAwIBAgIUUJnsNHP3YfpPufG9q8m6zvp6Gi4wCgYIKoZIzj0EAwIw
        LjEPMA0GA1UECgwGQ2xvdWR5MRswGQYDVQQDDBJDbG91ZHkgb3RoZXIgdGVzdHMw
        IBcNMjYxMTIzMDczNjIwWhgPMjEyNjEwMzAwNzM2MjBaMC4xDzANBgNVBAoMBkNs
        b3VkeTEbMBkGA1UEAwwSQ2xvdWR5IG90aGVyIHRlc3RzMFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAEZFCr19RHK4lD5y61PqcDv84O9zQeeySj8IzNchCbFD/pdBrV
        jm+U7Qgros7/a7TIpyMdUS7FbmrDWS5w20jtOaNTMFEwHQYDVR0OBBYEFHovXltN
        J+9No7Yg7fTSfPXI8RYIMB8GA1UdIwQYMBaAFHovXltNJ+9No7Yg7fTSfPXI8RYI
        MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAONVqcO1gofhTrlK
        DKVEo+mm3FSLs/izCa1RbHzfsGFjAiEA2wpj9rxoJQBdTrMpersKBze2Nrx5Q/Gn
        V3mfulKFLZU=
        -----END CERTIFICATE-----
        """

    /// A certificate for `cloud.example.org`.
    public static let otherName = """
        -----BEGIN CERTIFICATE-----
        MIIB5jCCAYugAwIBAgIUWrmdjeEtIEVicWD0F9YTx09aw2QwCgYIKoZIzj0EAwIw
        LjEPMA0GA1UECgwGQ2xvdWR5MRswGQYDVQQDDBJDbG91ZHkgb3RoZXIgdGVzdHMw
        IBcNMjYxMTIzMDczNjIwWhgPMjEyNjA3MjIwNzM2MjBaMBwxGjAYBgNVBAMMEWNs
        b3VkLmV4YW1wbGUub3JnMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXCDGKQjQ
        yffoWvBg1g1hBlRmymPaPSHGBOO7xDCJxLkH89SIZBN2Ffjw7AYLJ3zmXe8EOO4Q
        nMMJ9QViFdJ+faOBljCBkzAxBgNVHREEKjAoghFjbG91ZC5leGFtcGxlLm9yZ4IT
        Ki5jbG91ZC5leGFtcGxlLm9yZzAJBgNVHRMEAjAAMBMGA1UdJQQMMAoGCCsGAQUF
        BwMBMB0GA1UdDgQWBBSwYau3Adkjg+B4Fj2gRnrg6tIxVzAfBgNVHSMEGDAWgBR6
        L15bTSfvTaO2IO300nz1yPEWCDAKBggqhkjOPQQDAgNJADBGAiEA7vooAQttA2rb
        E71rahz3RXPdz6JJctqKqzdhME+vJ1QCIQCBexGEKp9zH3kQDawBqY9Xq9rVJMys
        4AXHMUy9uvcQVg==
        -----END CERTIFICATE-----
        """
    public static let otherNameKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgC3ioALupP2WkXOLm
        gxXszAZ3ldma6I7h1vC8YpAPLH6hRANCAARcIMYpCNDJ9+ha8GDWDWEGVGbKY9o9
        IcYE47vEMInEuQfz1IhkE3YV+PDsBgsnfOZd7wQ47hCcwwn1BWIV0n59
        -----END PRIVATE KEY-----
        """

    /// A self-signed certificate for `localhost`.
    public static let ownSigned = """
        -----BEGIN CERTIFICATE-----
        MIIBnDCCAUGgAwIBAgIUfTcm84PFgutEBFCFcEN/ayqWYbEwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzA3MzYyMFoYDzIxMjYxMDMw
        MDczNjIwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAASTebHfnteKKYEsM9k3zZCBeTwe/gMMIfFsBq3dwNjrcCBs/n294qqD
        Dnu6UBU4hTobk6a+xLMbwY6KRWT5PoGDo28wbTAdBgNVHQ4EFgQUZ4IqFmhNSiQ9
        n2y8eIbiuLmDDd4wHwYDVR0jBBgwFoAUZ4IqFmhNSiQ9n2y8eIbiuLmDDd4wDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSQAwRgIhAP1saJ5ij8GJBUVeX2j1rleLuow37bIZYUOEz1prn+oiAiEA
        8HVP0KIdb4DvHQQqvQ1N2ZQ2m4+Dse30MK7dGLD1W9Q=
        -----END CERTIFICATE-----
        """
    public static let ownSignedKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJMqSrmpj7qKFSLMl
        W0oAZtPeBSFG4n9/i0xx02TBgI2hRANCAASTebHfnteKKYEsM9k3zZCBeTwe/gMM
        IfFsBq3dwNjrcCBs/n294qqDDnu6UBU4hTobk6a+xLMbwY6KRWT5PoGD
        -----END PRIVATE KEY-----
        """
}
