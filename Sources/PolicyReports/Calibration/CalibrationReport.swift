internal import JSON
package import PolicyCalibration
internal import Quantities

/// The values of `--format` for a calibration.
package enum CalibrationFormat: String, ReportKind {
  /// A report for people.
  case text
  /// A report for a pull request.
  case markdown
  /// A page for a browser.
  case html
  /// The `model:` block for a policy.
  case yaml
  /// A report for programs.
  case json

  /// The name of the value in help.
  package static let placeholder = "text|json|markdown|html|yaml[=FILE]"
}

/// A calibration with its files.
package struct CalibrationReport {
  private let calibration: Calibration
  private let sources: [CalibrationStatistics.Source]

  /// A report on a calibration.
  package init(_ calibration: Calibration) {
    self.calibration = calibration
    sources = calibration.statistics.sources
  }

  /// The lines that can't be read, each with its location.
  package var unreadableLines: [String] {
    sources.flatMap { source in
      let more = source.unreadableCount - source.unreadable.count
      return source.unreadable.map { "\(source.name):\($0.line): \($0.reason)" }
        + (more > 0 ? ["\(source.name): \(DisplayText.count(more, "more unreadable line"))"] : [])
    }
  }

  /// The report in a format; only text uses `style`.
  package func rendered(as kind: CalibrationFormat, style: Style) -> String {
    switch kind {
    case .text: document.text(style: style)
    case .markdown: document.markdown
    case .html: document.html
    case .yaml: yaml
    case .json: json.prettyText + "\n"
    }
  }

  // MARK: - YAML

  /// The `model:` block for a policy, and a scenario if MetricKit payloads show how the app is used.
  var yaml: String {
    ModelBlock(calibration.parameters).yaml + (scenario.map { "scenarios:\n  measured: \($0)\n" } ?? "")
  }

  /// Whether MetricKit payloads show how the app is used.
  package var offersScenario: Bool { scenario != nil }

  private var scenario: String? {
    guard let metrics = calibration.metrics, metrics.visits > 0, metrics.days > 0 else { return nil }
    let perDay = NumberFormat.decimals(Double(metrics.visits) / metrics.days, 1)
    let length = Int64((metrics.foreground / Double(metrics.visits)).rounded())
    let duration = length > 0 ? ", duration: \(TimeSpan.seconds(length))" : ""
    return "{ extends: commuter, foregroundSessions: { perDay: \(perDay)\(duration) } }"
  }

  // MARK: - Document

  private var document: Document {
    let app = calibration.app.map { " for \($0)" } ?? ""
    var blocks: [Document.Block] = [
      .report("bgpolicy calibrate", headline: RichText("Calibration\(app)")), .list(sourceItems),
    ]
    if !calibration.parameters.isEmpty { blocks.append(.section("Measured", parameterBlocks)) }
    if let metrics = calibration.metrics, metrics.days > 0 {
      blocks.append(.section("MetricKit, per day", Self.blocks(about: metrics)))
    }
    if !calibration.gaps.isEmpty {
      blocks.append(.section("Not measured", [.list(calibration.gaps.map { Document.Item(text: $0) })]))
    }
    let block = yaml
    if !block.isEmpty { blocks.append(.section("For the policy", [.policy(block)])) }
    return Document(blocks: blocks, isForComments: true)
  }

  private var sourceItems: [Document.Item] {
    var items = sources.prefix(Self.shownSources).map(Self.item)
    if sources.count > items.count {
      items.append(Document.Item(text: "\(sources.count - items.count) more files"))
    }
    let others = calibration.apps.filter { $0.name != calibration.app }
    guard !others.isEmpty else { return items }
    let list = others.prefix(5).map { "\($0.name) (\($0.lines))" }.joined(separator: ", ")
    return items + [
      Document.Item("Other apps, for \(command: "--app"): \(list)\(others.count > 5 ? ", …" : "")")
    ]
  }

  /// The most files that a report for people lists.
  private static let shownSources = 20

  private static func item(_ source: CalibrationStatistics.Source) -> Document.Item {
    let count = source.unreadableCount
    let unreadable = count == 0 ? "" : ", \(DisplayText.count(count, "unreadable line"))"
    switch source.kind {
    case .log:
      let span = source.span.map { " over \(NumberFormat.duration(Double($0) / 1_000))" } ?? ""
      return Document.Item(
        "\(code: source.name): \(DisplayText.count(source.lines, "line"))\(span), \(source.events) of them matched\(unreadable)"
      )
    case .metrickit:
      let span = NumberFormat.duration(Double(source.covered) / 1_000)
      return Document.Item(
        "\(code: source.name): \(DisplayText.count(source.payloads, "MetricKit payload")) over \(span)\(unreadable)"
      )
    }
  }

  private var parameterBlocks: [Document.Block] {
    let rows = calibration.parameters.map { parameter -> [RichText] in
      let interval =
        parameter.measured.interval.map {
          "95 % from \(Self.figure($0.lowerBound, parameter)) to \(Self.figure($0.upperBound, parameter))"
        } ?? parameter.range.map { "too few for an interval, so \($0) as published" }
      let text = [interval, parameter.source].compactMap { $0 }.joined(separator: "; ")
      return ["\(code: parameter.name) \(parameter.text)", RichText(text)]
    }
    let limiter = calibration.limiter
    guard limiter.factor != nil else { return [.table(Document.Table("Values of parameters", texts: rows))] }
    var fit = [
      "\(DisplayText.count(limiter.delays, "delay")) in \(DisplayText.count(limiter.chains, "chain"))"
    ]
    if let determination = limiter.determination {
      fit.append("R² \(NumberFormat.decimals(determination, 4))")
    }
    if let deviation = limiter.deviation { fit.append("median residual \(NumberFormat.share(deviation))") }
    if limiter.outliers > 0 { fit.append("\(limiter.outliers) ignored because they do not fit the growth") }
    return [
      .table(Document.Table("Values of parameters", texts: rows)),
      .paragraph("Fit of the limiter: " + fit.joined(separator: ", ")),
    ]
  }

  private static func figure(_ value: Double, _ parameter: MeasuredParameter) -> String {
    parameter.unit == "s"
      ? "\(NumberFormat.decimals(value, 1))s"
      : NumberFormat.decimals(value, parameter.name == "limiter.factor" ? 3 : 2)
  }

  private static func blocks(about metrics: MetricSummary) -> [Document.Block] {
    [
      .paragraph(
        "opened \(NumberFormat.decimals(Double(metrics.visits) / metrics.days, 1)) times, "
          + "\(NumberFormat.duration(metrics.foreground / metrics.days)) in the foreground, "
          + "\(NumberFormat.duration(metrics.background / metrics.days)) in the background"),
      .paragraph(
        "Wi-Fi \(NumberFormat.bytes(Double(metrics.wifiBytes) / metrics.days)), cellular \(NumberFormat.bytes(Double(metrics.cellularBytes) / metrics.days))"
      ),
    ]
      + Self.timeouts(metrics).filter { $0.count > 0 }.map { exits in
        .prose("\(code: exits.name) \(exits.count): work in the background that took too long")
      }
  }

  // MARK: - JSON

  /// The calibration as JSON, version 1. Times are in seconds, and sizes in bytes.
  var json: JSONValue {
    [
      "version": 1,
      "app": calibration.app.map { .string($0) } ?? .null,
      "apps": .array(calibration.apps.map { ["name": .string($0.name), "lines": .number($0.lines)] }),
      "sources": .array(sources.map(Self.source)),
      "parameters": .array(
        calibration.parameters.map { parameter in
          [
            "name": .string(parameter.name), "value": JSONValue.rounded(parameter.measured.value),
            "text": .string(parameter.text), "unit": .string(parameter.unit),
            "interval95": parameter.measured.interval.map {
              .array([JSONValue.rounded($0.lowerBound), JSONValue.rounded($0.upperBound)])
            } ?? .null,
            "range": parameter.range.map { .string($0) } ?? .null,
            "observations": .number(parameter.measured.observations), "confidence": "measured",
            "source": .string(parameter.source),
          ]
        }),
      "limiter": [
        "delays": .number(calibration.limiter.delays), "chains": .number(calibration.limiter.chains),
        "wholeChains": .number(calibration.limiter.wholeChains),
        "outliers": .number(calibration.limiter.outliers),
        "determination": JSONValue.rounded(calibration.limiter.determination),
        "medianResidualShare": JSONValue.rounded(calibration.limiter.deviation),
        "longestDelaySeconds": JSONValue.rounded(calibration.limiter.longest),
      ],
      "sessionEvents": .number(calibration.sessionEvents),
      "metrics": calibration.metrics.map(Self.metrics) ?? .null,
      "notMeasured": .array(calibration.gaps.map { .string($0) }),
    ]
  }

  private static func source(_ source: CalibrationStatistics.Source) -> JSONValue {
    let unreadable: JSONValue = .array(
      source.unreadable.map { ["line": .number($0.line), "reason": .string($0.reason)] })
    switch source.kind {
    case .log:
      return [
        "name": .string(source.name), "kind": .string(source.kind.rawValue),
        "lines": .number(source.lines), "events": .number(source.events),
        "spanSeconds": JSONValue.rounded(source.span.map { Double($0) / 1_000 }),
        "unreadable": unreadable,
      ]
    case .metrickit:
      return [
        "name": .string(source.name), "kind": .string(source.kind.rawValue),
        "payloads": .number(source.payloads), "unreadable": unreadable,
      ]
    }
  }

  /// The app's exits because of timeouts, sorted by name.
  private static func timeouts(_ metrics: MetricSummary) -> [(name: String, count: Int)] {
    metrics.timeouts.map { (name: $0.key, count: $0.value) }.sorted { $0.name.isBefore($1.name) }
  }

  private static func metrics(_ metrics: MetricSummary) -> JSONValue {
    [
      "days": JSONValue.rounded(metrics.days), "visits": .number(metrics.visits),
      "foregroundSeconds": JSONValue.rounded(metrics.foreground),
      "backgroundSeconds": JSONValue.rounded(metrics.background),
      "bytes": [
        "wifi": .number(metrics.wifiBytes), "cellular": .number(metrics.cellularBytes),
      ],
      "timeoutExits": .object(timeouts(metrics).map { JSONMember($0.name, .number($0.count)) }),
    ]
  }
}
