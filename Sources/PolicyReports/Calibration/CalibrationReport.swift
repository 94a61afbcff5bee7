internal import JSON
package import PolicyCalibration
internal import Quantities

/// The forms of a calibration.
package enum CalibrationFormat: String, ReportKind {
  /// For people.
  case text
  /// What a policy takes over.
  case yaml
  /// For programs.
  case json

  /// The name of the value in help.
  package static let placeholder = "text|yaml|json[=FILE]"
}

/// A calibration with the files that it rests on.
package struct CalibrationReport {
  private let calibration: Calibration
  private let sources: [CalibrationSource]

  /// A report on the parameters that `sources` calibrate.
  package init(_ calibration: Calibration, _ sources: [CalibrationSource]) {
    self.calibration = calibration
    self.sources = sources
  }

  /// The lines that can't be read, each with its place.
  package var unreadableLines: [String] {
    sources.flatMap { source in
      source.unreadable.map { "\(source.name):\($0.line): \($0.reason)" }
    }
  }

  /// The report in a form; `style` is about text alone.
  package func rendered(as kind: CalibrationFormat, style: Style) -> String {
    switch kind {
    case .text: text(style)
    case .yaml: yaml
    case .json: json.prettyText + "\n"
    }
  }

  // MARK: - YAML

  /// The block that a policy takes over, and a scenario where the payloads tell how the app is used.
  var yaml: String {
    ModelBlock(calibration.parameters).yaml + (scenario.map { "scenarios:\n  measured: \($0)\n" } ?? "")
  }

  /// Whether payloads tell how the app is used.
  package var offersScenario: Bool { scenario != nil }

  private var scenario: String? {
    guard let metrics = calibration.metrics, metrics.visits > 0, metrics.days > 0 else { return nil }
    let perDay = NumberFormat.decimals(Double(metrics.visits) / metrics.days, 1)
    let length = Int64((metrics.foreground / Double(metrics.visits)).rounded())
    let duration = length > 0 ? ", duration: \(TimeSpan.seconds(length))" : ""
    return "{ extends: commuter, foregroundSessions: { perDay: \(perDay)\(duration) } }"
  }

  // MARK: - Text

  /// The calibration for people.
  func text(_ style: Style) -> String {
    var lines = [
      style.bold("Calibration\(calibration.app.map { " for \(DisplayText.line($0))" } ?? "")"), "",
    ]
    lines += sourceLines + [""]
    if !calibration.parameters.isEmpty { lines += parameterLines(style) + [""] }
    if let metrics = calibration.metrics { lines += metricLines(metrics, style) + [""] }
    if !calibration.gaps.isEmpty {
      lines +=
        [style.bold("Not told")] + calibration.gaps.flatMap { Self.hanging(DisplayText.line($0)) } + [""]
    }
    let block = yaml
    if !block.isEmpty {
      lines +=
        [style.bold("For the policy")] + DisplayText.block(block).split(separator: "\n").map { "  \($0)" } + [
          ""
        ]
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  private static func hanging(_ text: String) -> [String] {
    DisplayText.wrapped(text, width: 96).enumerated().map { ($0 == 0 ? "  " : "    ") + $1 }
  }

  private var sourceLines: [String] {
    var lines = sources.map { source in
      let unreadable =
        source.unreadable.isEmpty ? "" : ", \(DisplayText.count(source.unreadable.count, "unreadable line"))"
      switch source.contents {
      case .log(let log):
        let span = log.span.map { " over \(NumberFormat.duration($0.upperBound - $0.lowerBound))" } ?? ""
        return
          "  \(DisplayText.line(source.name)): \(DisplayText.count(log.lines, "line"))\(span), \(log.events.count) of them told something\(unreadable)"
      case .metrics(let metrics, _):
        return
          "  \(DisplayText.line(source.name)): \(DisplayText.count(metrics.payloads, "MetricKit payload")) over \(NumberFormat.duration(metrics.days * TimeSpan.secondsPerDay))\(unreadable)"
      }
    }
    let others = calibration.apps.filter { $0.name != calibration.app }
    if !others.isEmpty {
      let list = others.prefix(5).map { "\(DisplayText.line($0.name)) (\($0.lines))" }.joined(separator: ", ")
      lines.append("  Other apps, which --app chooses: \(list)\(others.count > 5 ? ", …" : "")")
    }
    return lines
  }

  private func parameterLines(_ style: Style) -> [String] {
    let width = calibration.parameters.map { $0.name.count + $0.text.count + 1 }.max() ?? 0
    var lines = [style.bold("Measured")]
    for parameter in calibration.parameters {
      let head = "\(parameter.name) \(parameter.text)"
      let interval = parameter.measured.interval.map {
        "95 % from \(Self.figure($0.lowerBound, parameter)) to \(Self.figure($0.upperBound, parameter))"
      }
      let text = [interval, parameter.source].compactMap { $0 }.joined(separator: "; ")
      lines.append(
        "  \(DisplayText.padded(head, to: width))  \(DisplayText.line(text))")
    }
    let limiter = calibration.limiter
    guard limiter.factor != nil else { return lines }
    var fit = [
      "\(DisplayText.count(limiter.delays, "delay")) in \(DisplayText.count(limiter.chains, "chain"))"
    ]
    if let determination = limiter.determination {
      fit.append("R² \(NumberFormat.decimals(determination, 4))")
    }
    if let deviation = limiter.deviation { fit.append("median residual \(NumberFormat.share(deviation))") }
    if limiter.outliers > 0 { fit.append("\(limiter.outliers) left out as no step of the growth") }
    return lines + ["  Fit of the limiter: " + fit.joined(separator: ", ")]
  }

  private static func figure(_ value: Double, _ parameter: MeasuredParameter) -> String {
    parameter.unit == "s"
      ? "\(NumberFormat.decimals(value, 1))s"
      : NumberFormat.decimals(value, parameter.name == "limiter.factor" ? 3 : 2)
  }

  private func metricLines(_ metrics: MetricSummary, _ style: Style) -> [String] {
    guard metrics.days > 0 else { return [] }
    var lines = [
      style.bold("MetricKit, by day"),
      "  opened \(NumberFormat.decimals(Double(metrics.visits) / metrics.days, 1)) times, "
        + "\(NumberFormat.duration(metrics.foreground / metrics.days)) in the foreground, "
        + "\(NumberFormat.duration(metrics.background / metrics.days)) in the background",
      "  Wi-Fi \(NumberFormat.bytes(metrics.wifiBytes / metrics.days)), cellular \(NumberFormat.bytes(metrics.cellularBytes / metrics.days))",
    ]
    for exits in metrics.timeouts where exits.count > 0 {
      lines.append("  \(exits.name) \(exits.count): work in the background that took too long")
    }
    return lines
  }

  // MARK: - JSON

  /// The calibration as JSON, version 1; times in seconds, sizes in bytes.
  var json: JSONValue {
    [
      "version": 1,
      "app": calibration.app.map { .string($0) } ?? .null,
      "apps": .array(calibration.apps.map { ["name": .string($0.name), "lines": .number($0.lines)] }),
      "sources": .array(sources.map(Self.source)),
      "parameters": .array(
        calibration.parameters.map { parameter in
          [
            "name": .string(parameter.name), "value": EstimateReport.number(parameter.measured.value),
            "text": .string(parameter.text), "unit": .string(parameter.unit),
            "interval95": parameter.measured.interval.map {
              .array([EstimateReport.number($0.lowerBound), EstimateReport.number($0.upperBound)])
            } ?? .null,
            "observations": .number(parameter.measured.observations), "confidence": "measured",
            "source": .string(parameter.source),
          ]
        }),
      "limiter": [
        "delays": .number(calibration.limiter.delays), "chains": .number(calibration.limiter.chains),
        "wholeChains": .number(calibration.limiter.wholeChains),
        "outliers": .number(calibration.limiter.outliers),
        "determination": EstimateReport.number(calibration.limiter.determination),
        "medianResidualShare": EstimateReport.number(calibration.limiter.deviation),
        "longestDelaySeconds": EstimateReport.number(calibration.limiter.longest),
      ],
      "sessionEvents": .number(calibration.sessionEvents),
      "metrics": calibration.metrics.map(Self.metrics) ?? .null,
      "notTold": .array(calibration.gaps.map { .string($0) }),
    ]
  }

  private static func source(_ source: CalibrationSource) -> JSONValue {
    let unreadable: JSONValue = .array(
      source.unreadable.map { ["line": .number($0.line), "reason": .string($0.reason)] })
    switch source.contents {
    case .log(let log):
      return [
        "name": .string(source.name), "kind": "log", "lines": .number(log.lines),
        "events": .number(log.events.count),
        "spanSeconds": EstimateReport.number(log.span.map { $0.upperBound - $0.lowerBound }),
        "unreadable": unreadable,
      ]
    case .metrics(let metrics, _):
      return [
        "name": .string(source.name), "kind": "metrickit", "payloads": .number(metrics.payloads),
        "unreadable": unreadable,
      ]
    }
  }

  private static func metrics(_ metrics: MetricSummary) -> JSONValue {
    [
      "days": EstimateReport.number(metrics.days), "visits": .number(metrics.visits),
      "foregroundSeconds": EstimateReport.number(metrics.foreground),
      "backgroundSeconds": EstimateReport.number(metrics.background),
      "bytes": [
        "wifi": EstimateReport.number(metrics.wifiBytes),
        "cellular": EstimateReport.number(metrics.cellularBytes),
      ],
      "timeoutExits": .object(metrics.timeouts.map { JSONMember($0.name, .number($0.count)) }),
    ]
  }
}
