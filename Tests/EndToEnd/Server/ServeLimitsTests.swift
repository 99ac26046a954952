import ScratchFolder
import TestSupport
import Testing

/// The memory of a server, and the names that it answers for, as a process.
@Suite(.endToEnd)
struct ServeLimitsTests {
    /// Thirty bodies that never end, and four of very many small objects. A body of this size may
    /// be sent, but all of them together must not be kept.
    @Test func memoryOfTheServerIsBoundedWhateverOneAccountSends() throws {
        try withScratchHome { home in
            let printed = try home.serving(
                """
                def peak():
                    with open("/proc/%d/status" % server.pid) as file:
                        return [int(line.split()[1]) // 1024 for line in file
                                if line.startswith("VmHWM")][0]
                size, piece = 31 << 20, b"A" * 65536
                head = ("POST /v1/records HTTP/1.1\\r\\n%sContent-Length: %d\\r\\n\\r\\n"
                        % (authorization, size)).encode()
                start = b'{"sender":{"actor":"00000000000000a1"},"changes":['
                value = start + b'{"key":"a","record":"'
                unfinished = {connect(): size - len(value) for _ in range(30)}
                for one in unfinished:
                    one.sendall(head + value)
                    one.setblocking(False)
                # All that the server lets in: it has not read any of it for a second.
                end, sent = time.monotonic() + 1, 0
                while time.monotonic() < end:
                    for one in [one for one, rest in unfinished.items() if rest > len(piece)]:
                        try: count = one.send(piece)
                        except BlockingIOError: continue
                        except OSError: count = size
                        unfinished[one] -= count
                        sent += count
                        end = time.monotonic() + 1
                    time.sleep(0.001)
                print("sent", sent > 64 << 20)
                for one in unfinished: one.close()
                body = start + b"{}," * ((size - len(start)) // 3 - 1) + b"{}]}"
                for _ in range(4):
                    one = connect()
                    one.sendall(("POST /v1/records HTTP/1.1\\r\\n%sContent-Length: %d\\r\\n\\r\\n"
                                 % (authorization, len(body))).encode() + body)
                    print(until(one, b" 400 "))
                print("peak", peak() if peak() > 200 else "below 200 MiB")
                """)
            #expect(printed == "sent True\nTrue\nTrue\nTrue\nTrue\npeak below 200 MiB\n")
        }
    }

    @Test(arguments: [true, false])
    func serverAnswersOnlyForItsHostNames(_ isOption: Bool) throws {
        let name = "cloud.example.org"
        try withScratchHome { home in
            let home = isOption ? home : home.with(["CLOUDYD_HOST_NAME": name])
            let printed = try home.serving(
                """
                metrics = int(metrics[0].split("/metrics")[0].rsplit(":", 1)[1])
                for place, path in [(port, "/v1/quota"), (metrics, "/metrics")]:
                    for host in ["\(name)", "127.0.0.1", "evil.example.org"]:
                        with socket.create_connection(("127.0.0.1", place), timeout=60) as one:
                            one.sendall(("GET %s HTTP/1.1\\r\\nHost: %s\\r\\nConnection: close"
                                         "\\r\\n\\r\\n" % (path, host)).encode())
                            print(host, one.recv(12).decode().split()[1])
                """, ["--metrics-port", "0"] + (isOption ? ["--host-name", name] : []))
            // The numbers are only for this machine, whatever its name.
            let calls = "\(name) 401\n127.0.0.1 401\nevil.example.org 421\n"
            let numbers = "\(name) 421\n127.0.0.1 200\nevil.example.org 421\n"
            #expect(printed == calls + numbers)
        }
    }
}
