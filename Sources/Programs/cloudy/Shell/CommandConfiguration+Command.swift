import ArgumentParser

extension CommandConfiguration {
    /// A command of `cloudy`.
    ///
    /// It names itself, because ArgumentParser would otherwise use reflection, and its parent
    /// `cloudy`, because a command without a parent is first searched for a request for a
    /// completion script. Both would take a tenth of the time of `cloudy add`.
    static func command(
        _ name: String, abstract: String, usage: String? = nil, discussion: String = "",
        subcommands: [any ParsableCommand.Type] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name, _superCommandName: "cloudy", abstract: abstract, usage: usage,
            discussion: discussion, subcommands: subcommands, defaultSubcommand: defaultSubcommand)
    }
}
