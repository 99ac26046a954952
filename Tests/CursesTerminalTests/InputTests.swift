import CursesTerminal
import Dispatch
import Glibc
import Screen
import Testing

extension CursesTerminalTests {
    @Suite struct InputTests {
        @Test(arguments: [
            ("j", Key.character("j")), ("é", .character("é")), ("漢", .character("漢")),
            ("👩", .character("👩")), ("\r", .enter), ("\n", .enter), ("\t", .tab),
            ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\u{3}", .control("c")),
            ("\u{1A}", .control("z")), ("\u{12}", .control("r")), ("\0", .control(" ")),
            ("\u{1F}", .control("_")), ("\u{1C}", .control("\\")), ("\u{1B}", .escape),
            ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
            ("\u{1B}OH", .home), ("\u{1B}OF", .end), ("\u{1B}[5~", .pageUp),
            ("\u{1B}[6~", .pageDown), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete),
            ("\u{1B}[Z", .backTab), ("\u{1B}OP", .function(1)), ("\u{1B}[24~", .function(12)),
            ("\u{1B}b", .alt("b")), ("\u{1B}B", .alt("B")), ("\u{1B}é", .alt("é")),
            ("\u{1B}\u{7F}", .altBackspace), ("\u{1B}\u{8}", .altBackspace), ("\u{1B}\r", .unknown),
            ("\u{1B}\t", .unknown), ("\u{1B}\u{1B}OA", .unknown),
            ("\u{1B}\u{1B}OD", .alt("b")), ("\u{1B}\u{1B}OC", .alt("f")),
            ("\u{1B}[1;5D", .alt("b")), ("\u{1B}[1;5C", .alt("f")), ("\u{1B}[1;2P", .function(13)),
        ])
        func keysAreDecoded(bytes: String, key: Key) throws {
            let pty = Pseudoterminal()
            let terminal = try CursesTerminal.open(pty.options)
            defer { terminal.close() }
            pty.type(bytes)
            #expect(terminal.events(1) == [.key(key)])
            #expect(terminal.wait(milliseconds: 0) == [])
        }

        /// Another program may have left the mouse or the focus reported, and asked for a color.
        @Test(arguments: [
            "\u{1B}[<0;10;6M", "\u{1B}[<0;10;6m", "\u{1B}[0;10;6M", "\u{1B}[M !!", "\u{1B}[I",
            "\u{1B}[O", "\u{1B}[5;80R", "\u{1B}[?62;22c", "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{7}",
            "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\", "\u{1B}]52;c;YQ==\u{7}",
        ])
        func reportsAreDropped(bytes: String) throws {
            let pty = Pseudoterminal()
            var options = pty.options
            options.sequenceMilliseconds = 60_000
            let terminal = try CursesTerminal.open(options)
            defer { terminal.close() }
            pty.type(bytes + "j")
            #expect(terminal.events(1) == [.key(.character("j"))])
            // In parts, as through a slow line.
            pty.type(String(bytes.prefix(2)))
            let (keyboard, rest) = (pty.keyboard, Array((bytes.dropFirst(2) + "k").utf8))
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) {
                _ = write(keyboard, rest, rest.count)
            }
            #expect(terminal.events(1) == [.key(.character("k"))])
        }

        @Test(arguments: ["\u{1B}[97;5u", "\u{1B}[57~", "\u{1B}[1;9Z", "\u{1B}Oj"])
        func unknownKeysAreOneKey(bytes: String) throws {
            let pty = Pseudoterminal()
            let terminal = try CursesTerminal.open(pty.options)
            defer { terminal.close() }
            pty.type(bytes + "j")
            #expect(terminal.events(2) == [.key(.unknown), .key(.character("j"))])
        }

        /// A person can press Alt with the first character of a sequence.
        @Test func beginningOfASequenceIsAKeyWithAlt() throws {
            let pty = Pseudoterminal()
            let terminal = try CursesTerminal.open(pty.options)
            defer { terminal.close() }
            for character in "[]O" {
                pty.type("\u{1B}\(character)")
                #expect(terminal.events(1) == [.key(.alt(character))])
            }
            pty.type("\u{1B}]https")
            let keys: [Key] = [.alt("]")] + "https".map { .character($0) }
            #expect(terminal.events(keys.count) == keys.map { .key($0) })
            // A sequence that breaks off takes nothing with it.
            pty.type("\u{1B}[12é")
            #expect(terminal.events(1) == [.key(.character("é"))])
        }

        @Test func keysThatArriveTogetherAreToldApart() throws {
            let pty = Pseudoterminal()
            let terminal = try CursesTerminal.open(pty.options)
            defer { terminal.close() }
            pty.type("a\u{1B}\u{1B}x\u{1B}OA\u{1B}\rb\u{1B}")
            let keys: [Key] = [
                .character("a"), .escape, .alt("x"), .up, .unknown, .character("b"), .escape,
            ]
            #expect(terminal.events(keys.count) == keys.map { .key($0) })
        }

        @Test func floodOfKeysComesInPortionsWithoutLoss() throws {
            let pty = Pseudoterminal()
            let terminal = try CursesTerminal.open(pty.options)
            defer { terminal.close() }
            pty.type(String(repeating: "x", count: 3000))
            let first = terminal.wait(milliseconds: 60_000)
            #expect(first.count <= 1024)
            #expect(first.count + terminal.events(3000 - first.count).count == 3000)
        }

        @Test func pasteIsOneEventWhateverItContains() throws {
            let pty = Pseudoterminal()
            let terminal = try CursesTerminal.open(pty.options)
            defer { terminal.close() }
            pty.type("a\u{1B}[200~https://q.example/Qq\r\nd漢\u{1B}[A\rq\t\u{1B}[201~\u{1B}OAb")
            #expect(
                terminal.events(4) == [
                    .key(.character("a")), .paste("https://q.example/Qq\nd漢\u{1B}[A\nq\t"),
                    .key(.up),
                    .key(.character("b")),
                ])
            pty.type("\u{1B}[200~\u{1B}[201~")
            #expect(terminal.events(1) == [.paste("")])
        }

        @Test func longPasteIsCutAndLaterKeysStayKeys() throws {
            let pty = Pseudoterminal()
            var options = pty.options
            options.pasteLimit = 100
            let terminal = try CursesTerminal.open(options)
            defer { terminal.close() }
            pty.type("\u{1B}[200~" + String(repeating: "y", count: 3000) + "\u{1B}[201~k")
            let expected = String(repeating: "y", count: 100)
            #expect(terminal.events(2) == [.paste(expected), .key(.character("k"))])
        }

        @Test func unfinishedPasteEndsAfterAWhile() throws {
            let pty = Pseudoterminal()
            var options = pty.options
            options.pasteMilliseconds = 1
            let terminal = try CursesTerminal.open(options)
            defer { terminal.close() }
            pty.type("\u{1B}[200~abc\u{1B}[20")
            #expect(terminal.events(1) == [.paste("abc\u{1B}[20")])
            pty.type("\u{1B}[201~x")
            #expect(terminal.events(1) == [.key(.character("x"))])
        }

        @Test func wakeArrivesOnceAndIsHarmlessAfterClosing() throws {
            let pty = Pseudoterminal()
            let terminal = try CursesTerminal.open(pty.options)
            let waker = terminal.waker
            waker.wake()
            waker.wake()
            #expect(terminal.wait(milliseconds: 60_000) == [.wake])
            #expect(terminal.wait(milliseconds: 0) == [])
            // A task could not run here: the test blocks a thread of the pool that tasks share.
            DispatchQueue.global().async { waker.wake() }
            #expect(terminal.wait(milliseconds: 60_000) == [.wake])
            terminal.close()
            waker.wake()
            #expect(terminal.wait(milliseconds: nil) == [.hangup])
        }

        @Test func vanishedTerminalIsAHangup() throws {
            let pty = Pseudoterminal()
            let terminal = try CursesTerminal.open(pty.options)
            defer { terminal.close() }
            // Like programs that other tests start at the same time: it outlives the terminal.
            var sleeper: pid_t = 0
            var arguments = [strdup("sleep"), strdup("1000"), nil]
            defer { for argument in arguments { free(argument) } }
            #expect(posix_spawnp(&sleeper, "sleep", nil, nil, &arguments, [nil]) == 0)
            defer {
                kill(sleeper, SIGKILL)
                waitpid(sleeper, nil, 0)
            }
            pty.hangUp()
            #expect(terminal.events(1).contains(.hangup))
            terminal.present(Canvas(size: terminal.size))
            terminal.write(escape: "\u{7}")
        }

        @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
        func terminationSignalIsAnEvent(signal: Int32) throws {
            let pty = Pseudoterminal()
            let terminal = try CursesTerminal.open(pty.options)
            defer { terminal.close() }
            deliver(signal)
            #expect(terminal.events(1) == [.terminate(signal: signal)])
        }

        @Test func resizeIsAnEventAndRedrawsTheScreen() throws {
            let pty = Pseudoterminal(columns: 20, rows: 5)
            let terminal = try CursesTerminal.open(pty.options)
            defer { terminal.close() }
            for size in [(1, 1), (2, 1), (80, 24), (1, 1), (300, 100), (20, 5)] {
                let size = Size(columns: size.0, rows: size.1)
                pty.resize(columns: size.columns, rows: size.rows)
                #expect(terminal.events(1) == [.resize(size)])
                #expect(terminal.size == size)
                var canvas = Canvas(size: size)
                canvas.put("漢字 x", column: 0, row: size.rows - 1, measure: terminal.measure)
                terminal.present(canvas)
                #expect(terminal.shownText == canvas.text)
                _ = pty.output()
            }
            pty.resize(columns: 0, rows: 0)
            #expect(terminal.wait(milliseconds: 0) == [])
            #expect(terminal.size == Size(columns: 20, rows: 5))
        }
    }
}
