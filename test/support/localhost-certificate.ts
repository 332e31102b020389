/** A self-signed certificate for localhost and 127.0.0.1, valid for a hundred years. It protects nothing: its key is here. */
export const localhostCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUOxLCiDnd0k53OzrU2iDO1bqfWUswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDExNTczM1oYDzIxMjYxMTA2
MTE1NzMzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARRPvjx/TptIG1rA1VwY0ujV0ALeEsNB2UfBPttPejrlYW0cuaVZyDe
PeeMJwoZKBWRw1btahZqYU+FU+yBePKco28wbTAdBgNVHQ4EFgQUrjVF2pjkVqye
2I49NdxcOjtsAuIwHwYDVR0jBBgwFoAUrjVF2pjkVqye2I49NdxcOjtsAuIwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgbS+2IrbLnA+Gy8mc8AGWERzWKYFaG7fTIDPPMm7qV+ECIQC9
qMxxCxrORoTmLT+oml50haldLPQdNN6VL6REWoeKlw==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQwmfPi1e0mbWt/iP
axqZ2MaVf12xfnvd+QcUkS7JccmhRANCAARRPvjx/TptIG1rA1VwY0ujV0ALeEsN
B2UfBPttPejrlYW0cuaVZyDePeeMJwoZKBWRw1btahZqYU+FU+yBePKc
-----END PRIVATE KEY-----
`,
};
