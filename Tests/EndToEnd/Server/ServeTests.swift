import ScratchFolder
import TestSupport
import Testing

/// `cloudyd serve` as a process.
@Suite(.endToEnd)
struct ServeTests {
    private func run(_ home: Home, _ script: String, _ options: String...) throws -> String {
        try home.serving(script, options)
    }

    @Test(arguments: ["SIGTERM", "SIGINT"])
    func stopEndsStreamsAndFinishesRunningCalls(_ name: String) throws {
        try withScratchHome { home in
            let printed = try run(
                home,
                """
                stream = connect()
                stream.sendall(("GET /v1/events HTTP/1.1\\r\\n%s\\r\\n" % authorization).encode())
                print(until(stream, b"event: change"))
                body = json.dumps({"sender": {"actor": "00000000000000a1"}, "changes": [
                    {"key": "a", "record": "aGVsbG8="}]}).encode()
                call = connect()
                call.sendall(("POST /v1/records HTTP/1.1\\r\\n%sContent-Length: %d\\r\\n\\r\\n"
                              % (authorization, len(body))).encode() + body[:10])
                # Both are under way when the server has told the stream so.
                time.sleep(0.5)
                server.send_signal(signal.\(name))
                print(until(stream, b"no such text"))
                call.sendall(body[10:])
                print(until(call, b'"committed":1'))
                print(server.wait(15))
                """)
            #expect(printed == "True\nFalse\nTrue\n0\n")
        }
    }

    /// A service manager may send SIGHUP, even if there is nothing to reload.
    @Test func hangUpSignalDoesNotEndTheServer() throws {
        try withScratchHome { home in
            let printed = try run(
                home,
                """
                for _ in range(3):
                    server.send_signal(signal.SIGHUP)
                    print(call("/v1/quota"), server.poll())
                call = connect()
                call.sendall(("POST /v1/records HTTP/1.1\\r\\n%sContent-Length: 2\\r\\n\\r\\n{"
                              % authorization).encode())
                # Under way, when the server has begun to stop.
                time.sleep(0.5)
                server.send_signal(signal.SIGTERM)
                time.sleep(0.5)
                server.send_signal(signal.SIGHUP)
                call.sendall(b"}")
                print(until(call, b" 400 "), server.wait(15))
                """)
            #expect(printed == "True None\nTrue None\nTrue None\nTrue 0\n")
        }
    }

    @Test func hangUpSignalReopensTheAuditLog() throws {
        try withScratchHome { home in
            let log = home.folder.path("audit.log")
            let printed = try run(
                home,
                """
                log = folder + "/audit.log"
                print(call("/v1/quota"))
                os.rename(log, log + ".1")
                server.send_signal(signal.SIGHUP)
                while not os.path.exists(log): time.sleep(0.02)
                print(call("/v1/replicas"))
                lines = [json.loads(line) for name in (log + ".1", log) for line in open(name)]
                print([line["call"] for line in lines], lines[0]["account"], lines[0]["tokenName"])
                print(token in open(log).read() + open(log + ".1").read())
                print(oct(os.stat(log).st_mode & 0o777))
                """, "--audit-log", log)
            #expect(
                printed == """
                    True
                    True
                    ['GET /v1/quota', 'GET /v1/replicas'] ada first
                    False
                    0o600

                    """)
        }
    }

    @Test func metricsAreServedOnlyToThisMachine() throws {
        try withScratchHome { home in
            let printed = try run(
                home,
                """
                print(call("/v1/quota"), call("/metrics"))
                url = metrics[0].split(" at ")[1].strip()
                print(url.startswith("http://127.0.0.1:") and url.endswith("/metrics"))
                answer = urllib.request.urlopen(url, timeout=60)
                print(answer.headers["Content-Type"])
                wanted = 'cloudyd_requests_total{method="GET",route="/v1/quota",status="200"} 1'
                print(wanted in answer.read().decode().split("\\n"))
                """, "--metrics-port", "0")
            #expect(
                printed == """
                    True False
                    True
                    text/plain; version=0.0.4; charset=utf-8
                    True

                    """)
        }
    }

    /// Systems let a process open only a few files unless it asks for more.
    @Test func serverHandlesThousandsOfConnections() throws {
        try withScratchHome { home in
            let printed = try run(
                home,
                """
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit[1], limit[1]))
                count = min(3000, limit[1] - 300)
                held = [connect() for _ in range(count)]
                print(call("/v1/quota"))
                held[-1].sendall(b"GET /health HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
                print(until(held[-1], b"ok"))
                """)
            #expect(printed == "True\nTrue\n")
        }
    }

    private func serve(_ home: Home, _ options: String...) throws -> Command.Outcome {
        try home.run(
            ["serve", "--data", home.folder.path("server")] + options,
            program: Places.built("cloudyd"))
    }

    @Test func invalidOptionsAreRefused() throws {
        try withScratchHome { home in
            let audit = try serve(home, "--audit-log", "/nowhere/audit.log")
            #expect(audit.status == 74 && audit.errors.contains("/nowhere/audit.log"))
            #expect(try serve(home, "--log-level", "loud").status == 64)
            #expect(try serve(home, "--metrics-port", "70000").status == 64)
            #expect(try serve(home, "--host", "0.0.0.0").status == 78)
        }
    }
}
