internal import PolicyAdvice
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax
internal import RepositoryFiles

/// `bgpolicy whatif`: estimates a policy before and after changes.
struct WhatIfCommand: Command {
  static let configuration = CommandConfiguration(
    name: "whatif", operands: .policy, summary: "Compare an estimate with other values",
    problems: [.noPolicy, .regression, .invalidPolicy, .tooMuchWork, .unreadableFile],
    examples: [
      .init("whatif bgpolicy.yaml --set transfers.photos.count=500", "Another number of photos"),
      .init("whatif bgpolicy.yaml --sweep transfers.photos.count=100,500", "Several values, side by side"),
    ],
    discussion: """
      Changes values in memory and writes nothing. Both estimates use the same random numbers, so that only the change makes a
      difference; its interval holds with 95 % confidence. PATH is written as in findings, VALUE is YAML:
      `--set 'transfers.photos.submit={ batch: 50 }'`. The exit status is 1 if the change brings an error or breaks a budget
      that was kept; for a sweep, if every value does.
      """)

  private static let set = Option<[Assignment]>(
    repeated: "--set", "PATH=VALUE", "A value to change or add"
  ) { text throws(UsageError) in try Assignment(text, option: "--set") }
  private static let sweep = Option<[[Assignment]]>(
    repeated: "--sweep", "PATH=A,B,C",
    "Values to try one after the other; several sweeps are combined, up to \(maximumVariants) variants"
  ) { text throws(UsageError) in try Assignment.sweep(text, option: "--sweep") }

  private static let design = Option<[[Assignment]]>(
    repeated: "--design", "PATH=VALUE; …",
    "A design to compare with the policy as it is, with one value or several"
  ) { text throws(UsageError) in try Assignment.design(text, option: "--design") }

  /// The most variants of a call.
  private static let maximumVariants = 100

  private let formats: [ReportFormat<WhatIfFormat>]
  private let options: EstimateOptions
  /// The values that each variant changes.
  private let variants: [[Assignment]]
  private let isSweep: Bool
  private let operand: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    let fixed = try arguments[Self.set]
    let sweeps = try arguments[Self.sweep]
    let designs = try arguments[Self.design]
    formats = try arguments[ReportFormat<WhatIfFormat>.option]
    options = try EstimateOptions(&arguments)
    isSweep = !sweeps.isEmpty || !designs.isEmpty
    operand = arguments.operands.first
    variants = try Self.variants(fixed, sweeps, designs)
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
      try compare(original, at: path, console)
    }
  }

  private func compare(_ original: Alternative, at path: String, _ console: Console) throws(UsageError)
    -> Outcome
  {
    let progress = console.progress("Estimating")
    let workers = Workers(jobs: options.jobs, progress: .none)
    // A value that can't be changed is reported before the first estimate.
    let changed = try variants.map { assignments throws(UsageError) in
      try (assignments: assignments, policy: original.with(assignments, of: Self.name))
    }
    progress.report(0, of: variants.count + 1)
    let before = try EstimatedPolicy(original, with: options, on: workers)
    var results: [WhatIfReport.Variant] = []
    for (index, variant) in changed.enumerated() {
      progress.report(index + 1, of: variants.count + 1)
      let after = try EstimatedPolicy(variant.policy, with: options, pairedWith: before, on: workers)
      results.append(WhatIfReport.Variant(variant.assignments, from: before, to: after))
    }
    progress.end()
    let report = WhatIfReport(on: before, at: path, results, isSweep: isSweep)
    try formats.write(console) { report.rendered(as: $0, style: $1) }
    return Outcome(.regression, if: report.isFailure)
  }

  /// All combinations of the sweeps' values, or the designs. Each variant begins with the values in `fixed`.
  private static func variants(
    _ fixed: [Assignment], _ sweeps: [[Assignment]], _ designs: [[Assignment]]
  ) throws(UsageError) -> [[Assignment]] {
    guard sweeps.isEmpty || designs.isEmpty else {
      throw UsageError(
        message: "--sweep tries every combination, and --design only those that it names; use one of the two",
        command: name)
    }
    var variants: [[Assignment]] = designs.isEmpty ? [fixed] : designs.map { fixed + $0 }
    guard variants.count <= maximumVariants else {
      throw UsageError(
        message: "There are more than \(maximumVariants) variants; give fewer designs", command: name)
    }
    for values in sweeps {
      guard values.count * variants.count <= maximumVariants else {
        throw UsageError(
          message: "There are more than \(maximumVariants) variants; give fewer values", command: name)
      }
      variants = variants.flatMap { variant in values.map { variant + [$0] } }
    }
    guard variants != [[]] else {
      throw UsageError(
        message: "Nothing is changed; name a value with --set, --sweep or --design", command: name)
    }
    for variant in variants {
      let paths = variant.map(\.path)
      if let twice = paths.indices.first(where: { paths[..<$0].contains(paths[$0]) }) {
        throw UsageError(
          message: "\(paths[twice]) is given twice; to try several values, give them to one --sweep",
          command: name)
      }
    }
    return variants
  }
}
