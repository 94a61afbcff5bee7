internal import PolicyAdvice
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax
internal import RepositoryFiles

/// `bgpolicy diff`: compares two versions of a policy.
struct DiffCommand: Command {
  static let configuration = CommandConfiguration(
    name: "diff", operands: Operands("OLD NEW", count: 2...2, completion: .policy),
    summary: "Compare two versions of a policy",
    problems: [.finding, .regression, .invalidPolicy, .tooMuchWork, .unreadableFile],
    examples: [
      .init("diff git:main bgpolicy.yaml", "The changes of a branch"),
      .init("diff git:v1.0:bgpolicy.yaml git:v2.0:bgpolicy.yaml", "The changes between two releases"),
    ],
    discussion: """
      Reports what an update from OLD to NEW does to requests and transfers that are in progress on devices, the findings that
      are added and gone, and the cost before and after under the same random numbers. A policy is a file, or git:REF:PATH
      for a file as Git has it; git:REF has the path of the other one. No checkout is touched. The app's own files are not
      compared. The exit status is 1 if a finding at or above --fail-on is added, a budget is newly broken, or --fail-on
      warning is given and work is stranded.
      """)

  private static let noEstimate = Flag("--no-estimate", "Compare no costs")

  private let formats: [ReportFormat<DiffFormat>]
  private let limit: Severity
  private let estimatesNothing: Bool
  private let options: EstimateOptions
  private let operands: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    formats = try arguments[ReportFormat<DiffFormat>.option]
    limit = try arguments[SharedOptions.failOn]
    estimatesNothing = arguments[Self.noEstimate]
    if estimatesNothing {
      try arguments.reject(EstimateOptions.self, because: "--no-estimate estimates nothing")
    }
    options = try EstimateOptions(&arguments)
    operands = arguments.operands
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    let revisions = [
      try PolicyRevision(operands[0], otherwise: operands[1], command: Self.name),
      try PolicyRevision(operands[1], otherwise: operands[0], command: Self.name),
    ]
    try formats.keepOff(revisions.compactMap(\.file))
    var policies: [Alternative] = []
    var readings: [PolicyReading] = []
    for revision in revisions {
      let reading = try revision.read(console.access)
      let findings = Linting.findings(in: reading)
      guard let policy = Alternative(unchanged: reading, findings) else {
        return InvalidPolicy.ofShape(reading, console)
      }
      policies.append(policy)
      readings.append(reading)
    }
    let update = PolicyUpdate(from: policies[0], to: policies[1])
    var estimated = 0
    return try EstimateOptions.reportingExcess(in: readings[estimated], console) { () throws(UsageError) in
      let report = DiffReport(
        update, old: revisions[0].name, new: revisions[1].name,
        cost: try cost(of: update, console) { estimated = 1 }, limit: limit)
      try formats.write(console) { report.rendered(as: $0, style: $1) }
      var outcome = Outcome(.finding, if: report.hasFinding)
      outcome.add(.regression, if: report.breaksBudget)
      return outcome
    }
  }

  /// The cost before and after the update. `oldIsDone` is called after the estimate of the old version.
  private func cost(
    of update: PolicyUpdate, _ console: Console, oldIsDone: () -> Void
  ) throws(UsageError) -> UpdateCost? {
    guard !estimatesNothing else { return nil }
    let workers = Workers(jobs: options.jobs, progress: console.progress("Estimating"))
    let before = try EstimatedPolicy(update.old, with: options, on: workers)
    oldIsDone()
    let after = try EstimatedPolicy(update.new, with: options, pairedWith: before, on: workers)
    workers.progress.end()
    return UpdateCost(before: before, after: after)
  }
}
