internal import PolicyAdvice
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax
internal import RepositoryFiles

/// `bgpolicy advise`: proposes edits that help, each with its simulated effect.
struct AdviseCommand: Command {
  static let configuration = CommandConfiguration(
    name: "advise", operands: .policy, summary: "Propose edits that help, each with its simulated effect",
    problems: [.noPolicy, .invalidPolicy, .tooMuchWork, .unreadableFile],
    examples: [
      .init("advise bgpolicy.yaml", "Edits that help, best first"),
      .init("advise bgpolicy.yaml --apply 1", "Make the first of them"),
    ],
    discussion: """
      Tries a set of edits under the same random numbers: batches, fewer and larger items, retries, a session for what is
      urgent, one session instead of two, networks per request, discretionary or not, resource timeouts, app refresh instead
      of pushes that start transfers, starts in the foreground, and two of them together. Proposes the edits that help by 5 %
      or more, beyond the noise, and that bring no new error or warning, break no budget and harm no other transfer. Broken
      budgets weigh most, then items delivered valid and on time, completion, launches and energy. The report lists the
      broken budgets that no edit keeps.
      """)

  private static let apply = Option<Int?>(
    "--apply", "N", "Apply the proposal of this number to the policy's file", in: 1...1_000)

  /// The number of the proposal to apply. `nil` means no proposal.
  private let number: Int?
  private let formats: [ReportFormat<AdviceFormat>]
  private let options: EstimateOptions
  private let operand: String?
  private let configuration: Configuration?

  init(_ arguments: inout Arguments) throws(UsageError) {
    number = try arguments[Self.apply]
    formats = try arguments[ReportFormat<AdviceFormat>.option]
    options = try EstimateOptions(&arguments)
    operand = arguments.operands.first
    configuration = arguments.configuration
    guard number == nil || operand != "-" else {
      throw UsageError(message: "--apply can't change standard input", command: Self.name)
    }
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    let files = PolicyFiles(console.access)
    let path = try files.path(operand, command: Self.name, PolicySearch(access: console.access))
    let reading = try files.read(path)
    try formats.keepOff(reading.sources.map(\.name))
    guard let original = Alternative(reading, of: files) else {
      return InvalidPolicy.ofShape(reading, console)
    }
    return try EstimateOptions.reportingExcess(in: reading, console) { () throws(UsageError) in
      try advise(original, at: path, Linting.summary(of: reading, configuration, console.access), console)
    }
  }

  private func advise(
    _ original: Alternative, at path: String, _ lint: LintSummary, _ console: Console
  ) throws(UsageError) -> Outcome {
    let progress = console.progress("Trying edits")
    let workers = Workers(jobs: options.jobs, progress: .none)
    let before = try EstimatedPolicy(original, with: options, on: workers)
    let advisor = Advisor(before, workers) { progress.report($0, of: $1) }
    progress.end()
    let report = AdviceReport(path: path, advisor: advisor, lint: lint)
    let chosen = try chosen(of: advisor.proposals, at: path)
    try formats.write(console) { report.rendered(as: $0, style: $1) }
    if let chosen { try apply(chosen, to: path, console) }
    return .success
  }

  /// The proposal to apply. `nil` if the call does not ask to apply a proposal.
  private func chosen(of proposals: [Advisor.Proposal], at path: String) throws(UsageError) -> Advisor
    .Proposal?
  {
    guard let number else { return nil }
    guard proposals.indices.contains(number - 1) else {
      throw UsageError(
        message: proposals.isEmpty
          ? "There is no proposal to apply: no edit of \(path) helps"
          : "There is no proposal \(number): the report has \(DisplayText.count(proposals.count, "proposal"))",
        command: Self.name)
    }
    return proposals[number - 1]
  }

  private func apply(_ proposal: Advisor.Proposal, to path: String, _ console: Console) throws(UsageError) {
    try OutputFile.write(proposal.alternative.source.bytes, to: path, console.access)
    console.note("\(path): \(proposal.candidate.title)")
  }
}
