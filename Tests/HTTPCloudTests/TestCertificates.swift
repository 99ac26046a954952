/// Certificates for a server at `localhost` and 127.0.0.1, made for these tests by openssl, and
/// their keys, which open nothing.
enum TestCertificates {
    /// Who vouches for the others.
    static let authority = """
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

    static let server = """
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
    static let serverKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8Ia14JisKdHrVcCJ
        sGG0Nib1fXeQmys50XYgrIvrh3+hRANCAATJjKmbgyXE6KTe4/JIS1zlIXPmsbJ3
        4QEqIKfnKocXh48dS42qQCeVkQn8UooKYdjqjqQO4dgb29lH7Wb0z3y1
        -----END PRIVATE KEY-----
        """

    /// Another one, as of a renewal.
    static let renewed = """
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
    static let renewedKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgebetMnqqjob3JehS
        2iuCW3aaWfCbHZ/nMJNcxBdL2D6hRANCAATdVuEnCuTy2mhR2ZuXMAaxY6cPh/lA
        1fXh4IIshsSBWcrB8em7g2gPXr4appXt7oViyXJV4eMW0Oz89JvAwVoR
        -----END PRIVATE KEY-----
        """

    /// One that was good for a month, long ago.
    static let expired = """
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
    static let expiredKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgo2KUMoN/tZpaiZ0W
        jIQpJUWsmI5sCxAsq9/Sl++M5mChRANCAAQ8V4UQ8v84hC7Yb0cdFdRr/SLw+C7g
        YrIaQMgyJAKCB6lApHd23rWH9WtK8Vr9UvM/YXSRwamKRaVGBIi6C8yx
        -----END PRIVATE KEY-----
        """
}
