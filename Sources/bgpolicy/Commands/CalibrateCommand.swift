internal import PolicyCalibration
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax

/// `bgpolicy calibrate`: fits the model's parameters to what devices tell.
enum CalibrateCommand {
  /// What a log of a device may hold at most.
  private static let fileLimit = 1 << 30

  static let syntax = CommandSyntax(
    name: "calibrate", operands: "LOG…", operandCount: 1...Int.max,
    summary: "Fit the model's parameters to logs of your own devices",
    discussion: """
      Reads text of Console, of `log show` in any style and of sysdiagnose archives, and MetricKit's JSON, and prints a
      `model:` block for a policy, how well its values fit, and what the logs can't tell. The delays that nsurlsessiond
      sets give the limiter, launches for tasks and pushes their rates, MetricKit how often the app is opened. Lines that
      look as if they told something and can't be read are told with their place. Nothing leaves this machine.
      """,
    options: [
      CommandOption("--app", "BUNDLE-ID", "The app; the one with the most lines where none is named"),
      CommandOption(
        "--apply", "POLICY", "Write the values into the model of a policy, in place of those there"),
      ReportFormat<CalibrationFormat>.option,
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitStatus {
    let formats = try ReportFormat<CalibrationFormat>.requested(arguments, of: syntax.name)
    try formats.keepOff(arguments.operands + arguments.all("--apply"))
    var sources: [CalibrationSource] = []
    for path in arguments.operands {
      sources.append(CalibrationSource(name: path == "-" ? "<stdin>" : path, bytes: try contents(of: path)))
    }
    let wanted = arguments.value("--app")
    if wanted == "" {
      throw UsageError(message: "--app takes a bundle identifier, and not \"\"", command: syntax.name)
    }
    let calibration = Calibration(sources, app: wanted)
    if let wanted, !calibration.apps.isEmpty, !calibration.apps.contains(where: { $0.name == wanted }) {
      throw .unknown(
        "No line tells of \(wanted)", wanted, among: calibration.apps.map(\.name), of: syntax.name)
    }
    let report = CalibrationReport(calibration, sources)
    try formats.write(console) { report.rendered(as: $0, style: $1) }
    for line in report.unreadableLines { console.beside(formats).note(line) }
    let policy = arguments.value("--apply")
    guard !calibration.parameters.isEmpty else {
      // Payloads alone tell of the app's use, which is a scenario and no parameter.
      if report.offersScenario, policy == nil { return .success }
      console.note(
        report.offersScenario
          ? "No parameter could be fitted, so nothing is applied; the scenario can be pasted"
          : "Nothing could be fitted; `bgpolicy calibrate --help` tells what is looked for")
      return .failure
    }
    if let policy { try apply(calibration.parameters, to: policy, console) }
    return .success
  }

  private static func contents(of path: String) throws(UsageError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(System.FileError) {
      bytes = try System.read(path, limit: fileLimit)
    } catch {
      let archive =
        path.contains(".logarchive") ? "; `log show --archive \(path)` makes text of a log archive" : ""
      throw UsageError(message: "Can't read \(path): \(error.reason)\(archive)")
    }
    guard bytes.count <= fileLimit else {
      throw UsageError(
        message: "\(path) is longer than 1 GB; take a part of it with log show --start and --end")
    }
    return bytes
  }

  /// Writes values into a policy.
  private static func apply(
    _ parameters: [MeasuredParameter], to path: String, _ console: Console
  ) throws(UsageError) {
    let source = try PolicyFiles.source(path)
    guard path != "-" else {
      throw UsageError(message: "--apply takes a file and not standard input", command: syntax.name)
    }
    let changed: SourceText
    do throws(PolicyEdit.EditError) {
      changed = try ModelBlock(parameters).inserted(into: source)
    } catch {
      throw UsageError(message: "\(error.reason); `--format yaml` prints what to paste")
    }
    guard changed.bytes != source.bytes else {
      console.note("Unchanged: \(path)")
      return
    }
    try OutputFile.write(changed.bytes, to: path)
    console.note("Wrote \(DisplayText.count(parameters.count, "value")) into the model of \(path)")
  }
}
