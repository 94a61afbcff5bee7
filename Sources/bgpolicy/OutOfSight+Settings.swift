internal import AppFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

// The changes after which fewer findings count: changes of the configuration and the baseline, of severities and of requirements.
extension OutOfSight {
  /// Adds changes of the configuration and the baseline after which fewer findings fail.
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

  /// Adds the rules that policies turn off, or whose severity is lower than before, and other parts of policies that ask for less.
  mutating func addSeverities(of current: [PolicyReading]) {
    for reading in current {
      guard let policy = reading.policy else { continue }
      // If a policy is new or was invalid before the change, all rules count as having had their default severities.
      let before = predecessor(of: reading)?.policy
      let old = Dictionary((before?.ruleSettings ?? []).map { ($0.name, $0.level.value) }) { first, _ in first
      }
      let new = Dictionary(policy.ruleSettings.map { ($0.name, $0.level) }) { first, _ in first }
      for name in Set(old.keys).union(new.keys).sorted(by: { $0.isBefore($1) }) {
        let usual = Catalog.rule(named: RuleName(name)).map { Self.level(of: $0.severity) }
        guard let former = old[name] ?? usual, let level = new[name]?.value ?? usual,
          Self.rank(of: level) < Self.rank(of: former)
        else { continue }
        addLooser(
          "\(name) was \(former.rawValue) at \(base), and is \(level.rawValue)", "rules.\(name)", in: reading,
          at: new[name]?.node)
      }
      addRequirements(of: before?.requirements ?? [], without: policy.requirements, in: reading)
      addLimits(of: policy, since: before, in: reading)
      addOwners(of: policy, since: before, in: reading)
    }
  }

  /// Adds findings for requirements that the change removes from a policy.
  private mutating func addRequirements(
    of old: [Requirement], without new: [Requirement], in reading: PolicyReading
  ) {
    let kept = Set(new.map(\.meaning))
    for requirement in old where !kept.contains(requirement.meaning) {
      let name = requirement.id?.value
      let isChanged = name != nil && new.contains { $0.id?.value == name }
      addLooser(
        "the requirement \(name ?? "without an id") of \(base) is \(isChanged ? "another one" : "gone")",
        "require",
        in: reading, at: nil)
    }
  }

  mutating func addLooser(
    _ what: String, _ path: String, in reading: PolicyReading, at node: PolicyNode?
  ) {
    let span = node.map { reading.nodes.span(at: .key($0)) } ?? .start
    let source = reading.sources[Int(span.source.index)]
    add(
      .gateLoosened(
        at: Span(source: Span.start.source, span.range), path: path,
        "The change decides what fails: \(what) in \(source.name)",
        help: "change it apart from what it is about"),
      to: source)
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
}

extension Requirement {
  /// The parts of the requirement that have a meaning, without its location and its message.
  fileprivate var meaning: [String] {
    [id?.value ?? "", subject.map { "\($0.value)" } ?? "", "\(severity.value)"]
      + (when?.value ?? []).map { "when \($0.meaning)" }.sorted()
      + (must?.value ?? []).map(\.meaning).sorted()
  }
}

extension RequirementCondition {
  fileprivate var meaning: String { "\(key) \(expectation.meaning)" }
}

extension Expectation {
  fileprivate var meaning: String {
    switch self {
    case .not(let other): "not(\(other.meaning))"
    case .all(let others): "all(\(others.map(\.meaning).sorted()))"
    case .nested(let conditions): "nested(\(conditions.map(\.meaning).sorted()))"
    case .equals, .atMost, .atLeast, .matches, .oneOf, .present: "\(self)"
    }
  }
}
