import ScratchFolder
import TestSupport

extension Home {
    /// Runs a Python script with a server, its port and a token; returns its output.
    func serving(_ script: String, _ options: [String] = []) throws -> String {
        let before = """
            import json, os, resource, signal, socket, subprocess, sys, time, urllib.request
            program, folder = sys.argv[1], sys.argv[2]
            data = folder + "/server"
            token = subprocess.run([program, "account", "add", "ada", "--data", data],
                                   capture_output=True, text=True).stdout.strip()
            limit = resource.getrlimit(resource.RLIMIT_NOFILE)
            server = subprocess.Popen([program, "serve", "--data", data, "--port", "0"]
                                      + sys.argv[3:], stdout=subprocess.PIPE, text=True)
            ports = []
            for _ in range(2 if "--metrics-port" in sys.argv else 1):
                ports.append(server.stdout.readline())
            metrics = [p for p in ports if "metrics" in p]
            port = int([p for p in ports if "metrics" not in p][0].strip().rsplit(":", 1)[1])
            authorization = "Host: localhost\\r\\nAuthorization: Bearer %s\\r\\n" % token
            def connect():
                connection = socket.create_connection(("127.0.0.1", port), timeout=60)
                return connection
            def until(connection, text):
                got = b""
                while text not in got:
                    piece = connection.recv(65536)
                    if not piece: return False
                    got += piece
                return True
            def call(path):
                with connect() as one:
                    one.sendall(("GET %s HTTP/1.1\\r\\n%sConnection: close\\r\\n\\r\\n"
                                 % (path, authorization)).encode())
                    return until(one, b" 200 ")
            try:

            """
        let after = """

            finally:
                server.kill()
                server.wait()
            """
        let body = script.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "    " + $0 }.joined(separator: "\n")
        return try python(
            before + body + after,
            arguments: [Places.built("cloudyd"), folder.path] + options)
    }
}
