internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax

/// `bgpolicy init`: writes the policy with which a project begins.
enum InitCommand {
  static let syntax = CommandSyntax(
    name: "init", operands: "", operandCount: 0...0, summary: "Write a small policy to begin with",
    discussion: """
      The policy has a background session, a refresh task and the transfers that it starts, each explained by a comment.
      What is there already is never overwritten.
      """,
    options: [
      CommandOption(
        "--name", "APP", "The app's name, as the first part of the generated types' names; default MyApp"),
      CommandOption(
        "--bundle-identifier", "ID", "The app's bundle identifier; default com.example and the name"),
      CommandOption("--output", "FILE", "The file to write; default bgpolicy.yaml"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitStatus {
    let path = arguments.value("--output") ?? "bgpolicy.yaml"
    guard System.kind(of: path) == nil, !System.isLink(path) else {
      throw UsageError(
        message: "\(path) is there already and is left alone; name another file with --output",
        command: syntax.name)
    }
    let name = arguments.value("--name") ?? "MyApp"
    let text = StarterPolicy.text(
      name: name,
      bundleIdentifier: arguments.value("--bundle-identifier") ?? "com.example.\(name.lowercased())")
    try check(text)
    try OutputFile.write(Array(text.utf8), to: path)
    console.say("Wrote \(path)")
    console.note("`bgpolicy lint \(path)` checks it, `bgpolicy compile \(path)` generates its code")
    return .success
  }

  /// Refuses names with which the policy would not be sound.
  private static func check(_ text: String) throws(UsageError) {
    let reading = PolicyReader.read(SourceText(name: "bgpolicy.yaml", text: text))
    guard let finding = Linter.findings(in: reading).first else { return }
    let help = finding.diagnostic.help.map { ": \($0)" } ?? ""
    throw UsageError(message: finding.diagnostic.message + help, command: syntax.name)
  }
}
