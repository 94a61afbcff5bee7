internal import RepositoryFiles

/// The options that determine the policies in a folder.
struct SearchOptions: OptionGroup {
  private static let exclude = Option<[IgnorePattern]>(
    repeated: "--exclude", "GLOB",
    "Leave out policies that are found in folders, by a pattern as in .gitignore, such as `legacy/` or `*.draft.bgpolicy.yaml`"
  ) { text throws(UsageError) in
    guard let pattern = IgnorePattern(text) else {
      throw UsageError(message: "--exclude expects a pattern such as legacy/; found \"\(text)\"")
    }
    return pattern
  }
  private static let noIgnore = Flag("--no-ignore", "Also find policies that .gitignore leaves out")

  /// The search that the call asks for.
  let search: PolicySearch

  init(_ arguments: inout Arguments) throws(UsageError) {
    search = PolicySearch(
      access: arguments.access, excluded: try arguments[Self.exclude], configuration: arguments.configuration,
      readsIgnoreFiles: !arguments[Self.noIgnore])
  }
}
