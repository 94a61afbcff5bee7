internal import PolicyCalibration
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax

/// `bgpolicy calibrate`: fits the model's parameters to logs of devices.
struct CalibrateCommand: Command {
  static let configuration = CommandConfiguration(
    name: "calibrate", operands: Operands("LOG…", count: 1...Int.max, completion: .file),
    summary: "Fit the model's parameters to logs of your own devices",
    problems: [.nothingFitted, .unreadableFile],
    discussion: """
      Reads text from Console, from `log show` in any style and from sysdiagnose archives, and JSON from MetricKit. Prints a
      `model:` block for a policy, how well its values fit, and the parameters that the logs don't show. The delays that
      nsurlsessiond sets determine the rate limiter, launches determine the rates of tasks and pushes, and MetricKit
      determines how often the app is opened. Lines that look relevant but can't be read are reported with their location.
      No data leaves this machine.
      """)

  private static let app = Option<String?>(
    "--app", "BUNDLE-ID", "The app's bundle identifier; default the app with the most lines"
  ) { text throws(UsageError) in
    guard !text.isEmpty else {
      throw UsageError(message: "--app expects a bundle identifier; found \"\"")
    }
    return text
  }
  private static let apply = Option<String?>(
    "--apply", "POLICY", "Write the values into the model of a policy, in place of its own",
    completion: .policy)

  /// The size up to which a log of a device is read.
  private static let fileLimit = 1 << 30

  private let app: String?
  private let policy: String?
  private let formats: [ReportFormat<CalibrationFormat>]
  private let logs: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    app = try arguments[Self.app]
    policy = try arguments[Self.apply]
    formats = try arguments[ReportFormat<CalibrationFormat>.option]
    logs = arguments.operands
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    try formats.keepOff(logs + [policy].compactMap(\.self))
    let sources = try logs.map { path throws(UsageError) in
      CalibrationSource(name: path == "-" ? "<stdin>" : path, bytes: try contents(of: path))
    }
    let calibration = Calibration(sources, app: app)
    if let app, !calibration.apps.isEmpty, !calibration.apps.contains(where: { $0.name == app }) {
      throw .unknown("No line is about \(app)", app, among: calibration.apps.map(\.name), of: Self.name)
    }
    let report = CalibrationReport(calibration, sources)
    try formats.write(console) { report.rendered(as: $0, style: $1) }
    for line in report.unreadableLines { console.alongside(formats).note(line) }
    guard !calibration.parameters.isEmpty else {
      // Payloads alone show only the app's use, which is a scenario and not a parameter.
      if report.offersScenario, policy == nil { return .success }
      console.note(
        report.offersScenario
          ? "No parameter could be fitted, so nothing is applied; the scenario can be pasted"
          : "Nothing could be fitted; `bgpolicy calibrate --help` lists the logs that help")
      return Outcome(.nothingFitted)
    }
    if let policy { try apply(calibration.parameters, to: policy, console) }
    return .success
  }

  private func contents(of path: String) throws(UsageError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(System.FileError) {
      bytes = try System.read(path, limit: Self.fileLimit)
    } catch {
      let archive =
        path.contains(".logarchive") ? "; `log show --archive \(path)` prints a log archive as text" : ""
      throw UsageError(message: "Can't read \(path): \(error.reason)\(archive)")
    }
    guard bytes.count <= Self.fileLimit else {
      throw UsageError(
        message: "\(path) is longer than 1 GB; select a part of it with `log show --start` and `--end`")
    }
    return bytes
  }

  /// Writes values into a policy.
  private func apply(
    _ parameters: [MeasuredParameter], to path: String, _ console: Console
  ) throws(UsageError) {
    let source = try PolicyFiles.source(path)
    guard path != "-" else {
      throw UsageError(message: "--apply expects a file; found standard input", command: Self.name)
    }
    let changed: SourceText
    do throws(PolicyEdit.EditError) {
      changed = try ModelBlock(parameters).inserted(into: source)
    } catch {
      throw UsageError(message: "\(error.reason); `--format yaml` prints the block to paste")
    }
    guard changed.bytes != source.bytes else {
      console.note("Unchanged: \(path)")
      return
    }
    try OutputFile.write(changed.bytes, to: path)
    console.note("Wrote \(DisplayText.count(parameters.count, "value")) into the model of \(path)")
  }
}
