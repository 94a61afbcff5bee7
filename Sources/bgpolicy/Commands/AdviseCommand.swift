internal import PolicyAdvice
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax

/// `bgpolicy advise`: proposes edits that help a policy, each with its effect.
enum AdviseCommand {
  static let syntax = CommandSyntax(
    name: "advise", operands: "POLICY", operandCount: 1...1,
    summary: "Propose edits that help, each with its simulated effect",
    discussion: """
      Tries the edits that it knows, each by itself under the same random numbers: batches, one session for two, networks by
      request, discretionary or not, resource timeouts, app refresh instead of pushes that start transfers, starts in the
      foreground. Proposed is what helps by 5 % or more, beyond the noise, and breaks nothing else: no new error or warning,
      no budget, no other transfer. Broken budgets weigh most, then items that are not done in time, completion, launches and
      energy. Where nothing helps, it says so.
      """,
    options: [
      CommandOption("--apply", "N", "Make the proposal of this number in the policy's file"),
      ReportFormat<AdviceFormat>.option,
    ] + EstimateOptions.options)

  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitStatus {
    let formats = try ReportFormat<AdviceFormat>.requested(arguments, of: syntax.name)
    let number = try arguments.number("--apply", default: 0, in: 1...1_000, of: syntax.name)
    let path = arguments.operands[0]
    guard number == 0 || path != "-" else {
      throw UsageError(message: "Standard input can't be changed; leave --apply out", command: syntax.name)
    }
    let reading = try PolicyFiles.read(path)
    try formats.keepOff(reading.sources.map(\.name))
    guard let original = Alternative(reading) else { return InvalidPolicy.ofShape(reading) }
    let progress = Progress("Trying edits", isShown: System.isErrorTerminal && !console.isQuiet)
    let workers = try EstimatedPolicy.workers(arguments, of: syntax.name)
    let before = try EstimatedPolicy(original, arguments, workers, of: syntax.name)
    let advisor = Advisor(before, workers) { progress.report($0, of: $1) }
    progress.end()
    let report = AdviceReport(path: path, advisor: advisor)
    guard number == 0 || advisor.proposals.indices.contains(number - 1) else {
      throw UsageError(
        message: advisor.proposals.isEmpty
          ? "There is no proposal to apply: nothing helps \(path)"
          : "There \(advisor.proposals.count == 1 ? "is" : "are") \(DisplayText.count(advisor.proposals.count, "proposal")), and no number \(number)",
        command: syntax.name)
    }
    try formats.write(console) { report.rendered(as: $0, style: $1) }
    if number > 0 { try apply(advisor.proposals[number - 1], to: path, console) }
    return .success
  }

  private static func apply(
    _ proposal: Advisor.Proposal, to path: String, _ console: Console
  ) throws(UsageError) {
    try OutputFile.write(proposal.alternative.source.bytes, to: path)
    console.note("\(path): \(proposal.candidate.title)")
  }
}
