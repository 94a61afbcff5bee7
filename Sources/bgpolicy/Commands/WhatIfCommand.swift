internal import PolicyAdvice
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax

/// `bgpolicy whatif`: estimates a policy before and after changes.
enum WhatIfCommand {
  static let syntax = CommandSyntax(
    name: "whatif", operands: "POLICY", operandCount: 1...1,
    summary: "Compare an estimate with other values",
    discussion: """
      Writes nothing: the values are changed in memory. Before and after have the same random numbers, so that the difference
      is the change's alone; its interval holds it with 95 % confidence. PATH is written as findings have it, VALUE is YAML:
      --set 'transfers.photos.submit={ batch: 50 }'. The exit status is 1 where the change brings an error or breaks a budget
      that was kept; of a sweep, where every value does.
      """,
    options: [
      CommandOption("--set", "PATH=VALUE", "A value to change or to add; may be given several times"),
      CommandOption(
        "--sweep", "PATH=A,B,C",
        "Values to try one after the other; given several times, each with each, \(maximumVariants) at most"),
      ReportFormat<WhatIfFormat>.option,
    ] + EstimateOptions.options)

  /// The most variants of a call.
  private static let maximumVariants = 100

  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitStatus {
    let formats = try ReportFormat<WhatIfFormat>.requested(arguments, of: syntax.name)
    let changes = try variants(arguments)
    let path = arguments.operands[0]
    let reading = try PolicyFiles.read(path)
    try formats.keepOff(reading.sources.map(\.name))
    guard let original = Alternative(reading) else { return InvalidPolicy.ofShape(reading) }
    let progress = Progress("Estimating", isShown: System.isErrorTerminal && !console.isQuiet)
    var done = 0
    func tell() {
      progress.report(done, of: changes.count + 1)
      done += 1
    }
    tell()
    let workers = try EstimatedPolicy.workers(arguments, of: syntax.name)
    let before = try EstimatedPolicy(original, arguments, workers, of: syntax.name)
    var variants: [WhatIfReport.Variant] = []
    for assignments in changes {
      tell()
      let changed = try original.with(assignments, of: syntax.name)
      let after = try EstimatedPolicy(changed, arguments, workers, of: syntax.name)
      variants.append(WhatIfReport.Variant(assignments, from: before, to: after))
    }
    progress.end()
    let report = WhatIfReport(on: before, at: path, variants, isSweep: arguments.has("--sweep"))
    try formats.write(console) { report.rendered(as: $0, style: $1) }
    return report.isFailure ? .failure : .success
  }

  /// Each with each of the sweeps' values, behind what is set in all of them.
  private static func variants(_ arguments: Arguments) throws(UsageError) -> [[Assignment]] {
    var fixed: [Assignment] = []
    for text in arguments.all("--set") {
      fixed.append(try Assignment(text, option: "--set", of: syntax.name))
    }
    var variants: [[Assignment]] = [fixed]
    for text in arguments.all("--sweep") {
      let values = try Assignment.sweep(text, option: "--sweep", of: syntax.name)
      guard values.count * variants.count <= maximumVariants else {
        throw UsageError(
          message: "There are more than \(maximumVariants) variants; give fewer values", command: syntax.name)
      }
      variants = variants.flatMap { variant in values.map { variant + [$0] } }
    }
    guard variants != [[]] else {
      throw UsageError(
        message: "Nothing is changed; name a value with --set or --sweep", command: syntax.name)
    }
    let paths = (variants.first ?? []).map(\.path)
    if let twice = paths.indices.first(where: { paths[..<$0].contains(paths[$0]) }) {
      throw UsageError(
        message: "\(paths[twice]) is given twice; to try several values, give them to one --sweep",
        command: syntax.name)
    }
    return variants
  }
}
