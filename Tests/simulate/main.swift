import Glibc
import Simulator

var arguments = Array(CommandLine.arguments.dropFirst())
let isDocuments = arguments.contains("--documents")
arguments.removeAll { $0 == "--documents" }
exit(
    isDocuments
        ? await Command<DocumentSimulation>.run(arguments)
        : await Command<Simulation>.run(arguments))
