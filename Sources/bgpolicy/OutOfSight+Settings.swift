internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

// The changes by which less counts: of the configuration and the baseline, of severities, and of suppressions.
extension OutOfSight {
  /// Adds changes of the configuration and the baseline by which less fails.
  mutating func addSettings(_ configuration: Configuration?, baseline: String?) {
    for key in [ConfigurationKey.failOn, .baseline, .threshold, .scenario, .runs, .skip] {
      let (old, new) = (former?.texts(of: key) ?? [], configuration?.texts(of: key) ?? [])
      guard Self.isLooser(key, old, new) else { continue }
      let before =
        old.isEmpty ? "had no \(key.rawValue)" : "had \(key.rawValue): \(old.joined(separator: ", "))"
      let now = new.isEmpty ? "has none" : "has \(new.joined(separator: ", "))"
      let message =
        "The change decides what fails: \(Configuration.fileName) \(before) at \(base), and now \(now)"
      let help = "change it apart from what it is about"
      let place = configuration ?? former
      guard let place else { continue }
      let line = configuration?.values.first { $0.key == key }?.line ?? 1
      add(
        .gateLoosened(at: Self.span(ofLine: line, in: place.bytes), path: key.rawValue, message, help: help),
        to: SourceText(name: place.path, bytes: place.bytes))
    }
    if let baseline { addBaseline(baseline) }
  }

  private static func isLooser(_ key: ConfigurationKey, _ old: [String], _ new: [String]) -> Bool {
    switch key {
    case .failOn:
      func severity(_ texts: [String]) -> Severity {
        texts.first.flatMap { Severity(rawValue: $0) } ?? .error
      }
      return severity(new) > severity(old)
    case .baseline: return !new.isEmpty && old != new
    case .threshold: return !old.allSatisfy(new.contains)
    case .skip: return !new.allSatisfy(old.contains)
    default: return old != new
    }
  }

  /// Adds the findings that the change accepts in a baseline.
  private mutating func addBaseline(_ path: String) {
    guard let now = try? BaselineFile(path: path, access: access).read() else { return }
    let bytes = entries[absolute(path)].flatMap { try? repository.contents(of: $0) }
    let old = bytes.flatMap(BaselineFile.baseline)
    let known = Dictionary((old?.entries ?? []).map { ($0.entry, $0.count) }) { first, _ in first }
    let added = now.entries.reduce(0) { $0 + max(0, $1.count - known[$1.entry, default: 0]) }
    guard added > 0 else { return }
    let message =
      "The change accepts \(DisplayText.count(added, "finding")) more in \(path) than \(base), which then don't count"
    add(inFile: path, line: 1) {
      .gateLoosened(
        at: $0, path: "", message, help: "accept findings apart from the change that causes them")
    }
  }

  // MARK: - Severities

  /// Adds the rules that policies turn off, or whose severity is lower than before.
  mutating func addSeverities(of current: [PolicyReading]) {
    for reading in current {
      guard let settings = reading.policy?.ruleSettings, !settings.isEmpty,
        let before = formerReading(of: reading)?.policy
      else { continue }
      let old = Dictionary(before.ruleSettings.map { ($0.name, $0.level.value) }) { first, _ in first }
      for setting in settings {
        let level = setting.level.value
        let usual = Catalog.rule(named: RuleName(setting.name)).map { Self.level(of: $0.severity) }
        guard let former = old[setting.name] ?? usual, Self.rank(of: level) < Self.rank(of: former) else {
          continue
        }
        let span = reading.nodes.span(at: .key(setting.level.node))
        let source = reading.sources[Int(span.source.index)]
        add(
          .gateLoosened(
            at: Span(source: Span.start.source, span.range), path: "rules.\(setting.name)",
            "The change decides what fails: \(setting.name) was \(former.rawValue) at \(base), and is \(level.rawValue) in \(source.name)",
            help: "change it apart from what it is about"), to: source)
      }
    }
  }

  private static func rank(of level: RuleSetting.Level) -> Int {
    RuleSetting.Level.allCases.firstIndex(of: level) ?? 0
  }

  private static func level(of severity: Severity) -> RuleSetting.Level {
    switch severity {
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }

  // MARK: - Suppressions

  /// Adds the comments in policies and code that suppress findings, and that the base has nowhere.
  mutating func addSuppressions(in sources: [SourceText]) {
    var new: [(source: SourceText, line: Int, text: String)] = []
    var names: Set<String> = []
    for source in sources where names.insert(source.name).inserted {
      let found = Self.suppressions(in: source)
      guard !found.isEmpty else { continue }
      let bytes = entries[absolute(source.name)].flatMap { try? repository.contents(of: $0) } ?? []
      var known = Self.numbers(of: Self.suppressions(in: SourceText(name: "", bytes: bytes)).map(\.text))
      new += found.filter { !Self.take($0.text, from: &known) }.map { (source, $0.line, $0.text) }
    }
    guard !new.isEmpty else { return }
    // A file with a comment may have moved.
    let lines = (try? repository.lines(with: SuppressionComment.directive, at: commit)) ?? []
    let gone = lines.filter { FileAccess.kind(of: $0.path) == nil }
    var moved = Self.numbers(of: gone.compactMap { Self.suppression(in: $0.line) })
    for (source, line, text) in new where !Self.take(text, from: &moved) {
      add(
        .gateLoosened(
          at: Self.span(ofLine: line, in: source.bytes), path: "",
          "The change suppresses findings in \(source.name), which then don't count: \(text)",
          help: "suppress findings apart from the change that causes them"), to: source)
    }
  }

  private static func numbers(of texts: [String]) -> [String: Int] {
    Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// Takes one of some texts away; returns whether it was there.
  private static func take(_ text: String, from numbers: inout [String: Int]) -> Bool {
    guard let number = numbers[text], number > 0 else { return false }
    numbers[text] = number - 1
    return true
  }

  /// The comments of a text that suppress findings, with their lines.
  private static func suppressions(in source: SourceText) -> [(line: Int, text: String)] {
    guard source.bytes.contains(sequence: SuppressionComment.directive) else { return [] }
    let lines = LineTable(source.bytes)
    return (1...lines.count).compactMap { line in
      suppression(in: String(decoding: lines.content(ofLine: line), as: UTF8.self)).map { (line, $0) }
    }
  }

  /// The comment of a line from its directive on.
  private static func suppression(in line: String) -> String? {
    guard let start = line.firstRange(of: SuppressionComment.directive)?.lowerBound else { return nil }
    var text = line[start...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
