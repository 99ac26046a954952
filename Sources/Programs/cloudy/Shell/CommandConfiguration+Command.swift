import ArgumentParser

extension CommandConfiguration {
    /// A command of `cloudy`.
    ///
    /// Its name is written out, since ArgumentParser otherwise finds it by reflection; and that it
    /// stands below `cloudy` is said, since a command that stands alone is first searched for a
    /// request for a completion script. Both together take a tenth of the time of `cloudy add`.
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
