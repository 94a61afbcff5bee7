package import JSON
internal import Quantities

extension CalibrationStatistics {
  /// An error for a text that does not contain sums.
  package struct FormatError: Error {
    /// The reason, without a full stop.
    package let reason: String
  }

  private static let kind = "calibration part"
  private static let version = 1

  /// The sums as JSON. Equal sums have equal bytes.
  package var json: JSONValue {
    func numbers(_ counts: [(String, Int)]) -> JSONValue {
      .object(counts.map { JSONMember($0.0, .number($0.1)) })
    }
    func sorted<Value>(_ values: [String: Value]) -> [(key: String, value: Value)] {
      values.sorted { $0.key.isBefore($1.key) }
    }
    return [
      "kind": .string(Self.kind), "version": .number(Self.version),
      "app": app.map { .string($0) } ?? .null, "appLines": numbers(sorted(appLines)),
      "sources": .array(sources.map(\.json)), "spanMilliseconds": .number(span),
      "date": date.map { .string($0) } ?? .null,
      "chains": .array(
        sortedChains.map { chain, count in
          [
            "delays": .array(chain.delays.map { .double($0) }), "isWhole": .bool(chain.isWhole),
            "count": .number(count),
          ]
        }),
      "refreshes": refreshes.json, "processing": processing.json, "pushes": pushes.json,
      "sessionEvents": .number(sessionEvents),
      "metrics": .array(
        sorted(metrics).map { app, summary in
          [
            "app": .string(app), "payloads": .number(summary.payloads),
            "coveredMilliseconds": .number(summary.covered), "visits": .number(summary.visits),
            "foregroundMilliseconds": .number(summary.foregroundTime),
            "backgroundMilliseconds": .number(summary.backgroundTime),
            "wifiBytes": .number(summary.wifiBytes), "cellularBytes": .number(summary.cellularBytes),
            "timeouts": numbers(sorted(summary.timeouts)),
          ]
        }),
    ]
  }

  /// Reads sums from a text that has the form of `json`.
  package init(json text: [UInt8]) throws(FormatError) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(text)
    } catch {
      throw FormatError(reason: "it is not JSON: \(error.message)")
    }
    let part = PartFields(value)
    guard try part.text("kind") == Self.kind else {
      throw FormatError(reason: "it is not a part of a calibration, as --partial writes it")
    }
    let version = try part.number("version")
    guard version == Self.version else {
      throw FormatError(reason: "it has version \(version), and this bgpolicy reads version \(Self.version)")
    }
    self.init(app: try part.optionalText("app"))
    appLines = try part.counts("appLines")
    for source in try part.list("sources") { add(try Source(source)) }
    span = try part.number("spanMilliseconds")
    date = try part.optionalText("date")
    for chain in try part.list("chains") {
      let delays = try chain.seconds("delays")
      chains[Chain(delays: delays, isWhole: try chain.flag("isWhole")), default: 0]
        .addSaturating(try chain.number("count"))
    }
    guard delayCount <= Self.mostDelays else {
      throw FormatError(reason: "its chains have more than \(Self.mostDelays) delays")
    }
    refreshes = try LaunchStatistics(part.object("refreshes"))
    processing = try LaunchStatistics(part.object("processing"))
    pushes = try LaunchStatistics(part.object("pushes"))
    sessionEvents = try part.number("sessionEvents")
    for app in try part.list("metrics") {
      var summary = MetricSummary()
      summary.payloads = try app.number("payloads")
      summary.covered = try app.number("coveredMilliseconds")
      summary.visits = try app.number("visits")
      summary.foregroundTime = try app.number("foregroundMilliseconds")
      summary.backgroundTime = try app.number("backgroundMilliseconds")
      summary.wifiBytes = try app.number("wifiBytes")
      summary.cellularBytes = try app.number("cellularBytes")
      summary.timeouts = try app.counts("timeouts")
      metrics[try app.text("app"), default: MetricSummary()].add(summary)
    }
  }
}

extension CalibrationStatistics.Source {
  fileprivate var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "name": .string(name), "lines": .number(lines),
      "events": .number(events), "spanMilliseconds": span.map { .number($0) } ?? .null,
      "payloads": .number(payloads), "coveredMilliseconds": .number(covered),
      "unreadable": .array(unreadable.map { ["line": .number($0.line), "reason": .string($0.reason)] }),
      "unreadableCount": .number(unreadableCount),
    ]
  }

  fileprivate init(_ fields: PartFields) throws(CalibrationStatistics.FormatError) {
    let word = try fields.text("kind")
    guard let kind = Kind(rawValue: word) else {
      throw CalibrationStatistics.FormatError(reason: "a source has the unknown kind \(word)")
    }
    self.init(kind: kind, name: try fields.text("name"))
    lines = try fields.number("lines")
    events = try fields.number("events")
    span = try fields.optionalNumber("spanMilliseconds")
    payloads = try fields.number("payloads")
    covered = try fields.number("coveredMilliseconds")
    for line in try fields.list("unreadable") {
      unreadable.append(UnreadableLine(line: try line.number("line"), reason: try line.text("reason")))
    }
    unreadableCount = try fields.number("unreadableCount")
  }
}

extension LaunchStatistics {
  fileprivate var json: JSONValue {
    [
      "launches": .number(launches), "logs": .number(logs), "thousandSquaresPerDay": .number(squares),
      "deviceRates": [
        "devices": .number(rates.devices), "thousandLogarithms": .number(rates.logarithms),
        "thousandSquares": .number(rates.squares), "thousandNoise": .number(rates.noise),
      ],
      "leastGapSeconds": leastGap.map { .double($0) } ?? .null,
      "gaps": .array(
        gaps.sorted { $0.key < $1.key }.map { ["seconds": .number($0.key), "count": .number($0.value)] }),
    ]
  }

  fileprivate init(_ fields: PartFields) throws(CalibrationStatistics.FormatError) {
    var gaps: [Int: Int] = [:]
    for gap in try fields.list("gaps") {
      gaps[try gap.number("seconds", most: Self.longestGap), default: 0].addSaturating(
        try gap.number("count"))
    }
    let rates = try fields.object("deviceRates")
    self.init(
      launches: try fields.number("launches"), logs: try fields.number("logs"),
      squares: try fields.number("thousandSquaresPerDay"),
      rates: DeviceRates(
        devices: try rates.number("devices"), logarithms: try rates.number("thousandLogarithms"),
        squares: try rates.number("thousandSquares"), noise: try rates.number("thousandNoise")),
      leastGap: try fields.optionalSeconds("leastGapSeconds"),
      gaps: gaps)
  }
}

/// The members of a JSON object of sums, with checks of their types.
private struct PartFields {
  typealias FormatError = CalibrationStatistics.FormatError

  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  private func missing(_ name: String, _ form: String) -> FormatError {
    FormatError(reason: "\(name) has to be \(form)")
  }

  func text(_ name: String) throws(FormatError) -> String {
    guard let text = try optionalText(name) else { throw missing(name, "a string") }
    return text
  }

  func optionalText(_ name: String) throws(FormatError) -> String? {
    switch value[name] {
    case .string(let text): return text
    case .null: return nil
    default: throw missing(name, "a string")
    }
  }

  /// A whole number that is at least 0.
  func number(_ name: String, most: Int = PartFields.largest) throws(FormatError) -> Int {
    guard let number = try optionalNumber(name, most: most) else {
      throw missing(name, "a whole number from 0 on")
    }
    return number
  }

  func optionalNumber(_ name: String, most: Int = PartFields.largest) throws(FormatError) -> Int? {
    switch value[name] {
    case .int(let number) where number >= 0 && number <= most: return Int(number)
    case .int(let number) where number > most: throw missing(name, "at most \(most)")
    case .null: return nil
    default: throw missing(name, "a whole number from 0 on")
    }
  }

  /// The largest allowed number. Sums over logs are far smaller, and several numbers of this size can be added without
  /// overflow.
  static let largest = 1 << 60

  func optionalSeconds(_ name: String) throws(FormatError) -> Double? {
    if case .null? = value[name] { return nil }
    guard let number = value[name].flatMap(Self.seconds) else { throw missing(name, "a number from 0 on") }
    return number
  }

  func seconds(_ name: String) throws(FormatError) -> [Double] {
    guard case .array(let elements)? = value[name], !elements.isEmpty else {
      throw missing(name, "a list of numbers")
    }
    let numbers = elements.compactMap(Self.seconds)
    guard numbers.count == elements.count else {
      throw missing(name, "a list of numbers from 0 on")
    }
    return numbers
  }

  func flag(_ name: String) throws(FormatError) -> Bool {
    guard case .bool(let flag)? = value[name] else { throw missing(name, "true or false") }
    return flag
  }

  func object(_ name: String) throws(FormatError) -> PartFields {
    guard let object = value[name], case .object = object else { throw missing(name, "an object") }
    return PartFields(object)
  }

  func list(_ name: String) throws(FormatError) -> [PartFields] {
    guard case .array(let elements)? = value[name] else { throw missing(name, "a list") }
    return elements.map(PartFields.init)
  }

  func counts(_ name: String) throws(FormatError) -> [String: Int] {
    guard case .object(let members)? = value[name] else { throw missing(name, "an object of whole numbers") }
    let fields = PartFields(.object(members))
    var counts: [String: Int] = [:]
    for member in members { counts[member.name] = try fields.number(member.name) }
    return counts
  }

  private static func seconds(_ value: JSONValue) -> Double? {
    let number: Double
    switch value {
    case .int(let whole): number = Double(whole)
    case .double(let fraction): number = fraction
    default: return nil
    }
    return number.isFinite && number >= 0 ? number : nil
  }
}
