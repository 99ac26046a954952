extension Action {
    /// Every action there is, in the order of help and hint line.
    public static let all: [Action] =
        bookmarkActions + markActions + moveActions + viewActions + webActions + syncActions
        + programActions + filterActions + formActions + promptActions + labelActions
        + sortActions + questionActions
}
