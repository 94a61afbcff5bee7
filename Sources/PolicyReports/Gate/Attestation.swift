package import JSON
internal import PolicyLint
internal import PolicySim
internal import PolicySyntax
internal import Quantities

/// A record of a gate: the hashes of its inputs, the tool, and the verdicts.
package struct Attestation: Equatable, Sendable {
  /// A file that the gate read, or a value that the gate derived from files.
  package struct Input: Hashable, Sendable {
    /// The path as an argument names it, or a kind and a name such as `facts:App`.
    package let path: String
    /// The SHA-256 hash in hexadecimal digits. `nil` if the file was missing.
    package let sha256: String?

    /// An input with its bytes. `nil` if the file does not exist.
    package init(path: String, _ bytes: [UInt8]?) {
      self.path = path
      sha256 = bytes.map(SHA256.digits)
    }

    fileprivate init(path: String, sha256: String?) {
      self.path = path
      self.sha256 = sha256
    }
  }

  /// An error: a file is not an attestation.
  package struct Unreadable: Error {
    /// The reason in a few words.
    package let reason: String
  }

  /// The version of the attestation format.
  private static let version = 1

  /// The tool and its version.
  package let tool: String
  /// The options that affect the verdict, as `--name=value`.
  package let options: [String]
  /// The files and folders that are arguments of the command.
  package let operands: [String]
  /// The commit of the base. `nil` if the gate has no base.
  package let baseCommit: String?
  /// The inputs, sorted by path.
  package let inputs: [Input]
  /// The verdicts by policy.
  package let policies: [JSONValue]
  /// Whether the gate passed.
  package let isPassed: Bool
  /// Whether the record's hash matches its content.
  package let isIntact: Bool

  /// The record of a gate.
  package init(
    _ report: GateReport, tool: String, options: [String], operands: [String], baseCommit: String?,
    inputs: [Input]
  ) {
    self.tool = tool
    self.options = options
    self.operands = operands
    self.baseCommit = baseCommit
    self.inputs = Self.sorted(inputs)
    policies = report.policies.map { $0.attested(at: report.limit) }
    isPassed = report.isPassed
    isIntact = true
  }

  private static func sorted(_ inputs: [Input]) -> [Input] {
    Array(Set(inputs)).sorted { $0.path.isBefore($1.path) }
  }

  // MARK: - Writing

  /// The record in canonical JSON with its own hash, in one line.
  package var text: String { Self.signed(json).canonicalText + "\n" }

  private var json: JSONValue {
    [
      "version": .number(Self.version), "tool": .string(tool),
      "options": .array(options.map { .string($0) }), "operands": .array(operands.map { .string($0) }),
      "baseCommit": baseCommit.map { .string($0) } ?? .null,
      "inputs": .array(
        inputs.map { ["path": .string($0.path), "sha256": $0.sha256.map { .string($0) } ?? .null] }),
      "policies": .array(policies), "verdict": isPassed ? "pass" : "fail",
    ]
  }

  /// An object with the hash of its canonical text.
  private static func signed(_ value: JSONValue) -> JSONValue {
    guard case .object(let members) = value else { return value }
    return .object(
      members + [JSONMember("sha256", .string(SHA256.digits(of: Array(value.canonicalText.utf8))))])
  }

  // MARK: - Reading

  /// Reads a record. Throws if the value is not an attestation.
  package init(json value: JSONValue) throws(Unreadable) {
    guard case .object(let members) = value, case .int(let version)? = value["version"],
      case .string(let tool)? = value["tool"], case .string(let verdict)? = value["verdict"],
      case .array(let policies)? = value["policies"], case .array(let inputs)? = value["inputs"]
    else { throw Unreadable(reason: "its members are not those that `bgpolicy gate --attest` writes") }
    guard version == Self.version else {
      throw Unreadable(reason: "it has version \(version), and this bgpolicy reads version \(Self.version)")
    }
    isIntact =
      Self.signed(.object(members.filter { $0.name != "sha256" })).canonicalText == value.canonicalText
    func texts(_ value: JSONValue?) -> [String] {
      guard case .array(let values)? = value else { return [] }
      return values.compactMap(\.text)
    }
    self.tool = tool
    self.policies = policies
    options = texts(value["options"])
    operands = texts(value["operands"])
    baseCommit = value["baseCommit"]?.text
    isPassed = verdict == "pass"
    self.inputs = Self.sorted(
      inputs.compactMap { input in
        input["path"]?.text.map { Input(path: $0, sha256: input["sha256"]?.text) }
      })
  }

  /// The differences between the current inputs and the inputs of the record, one difference for each line.
  package func changes(to current: [Input]) -> [String] {
    let old = Dictionary(inputs.map { ($0.path, $0.sha256) }) { first, _ in first }
    let new = Dictionary(current.map { ($0.path, $0.sha256) }) { first, _ in first }
    return Set(old.keys).union(new.keys).sorted { $0.isBefore($1) }.compactMap { path in
      guard let before = old[path] else { return "\(path) is not attested" }
      guard let after = new[path] else { return "\(path) is no longer an input" }
      if before == after { return nil }
      return before == nil ? "\(path) is new" : after == nil ? "\(path) is missing" : "\(path) has changed"
    }
  }
}

extension JSONValue {
  /// The text without spaces, with the members of objects sorted by name. For strings and whole numbers, this
  /// is the canonical form of RFC 8785.
  package var canonicalText: String { sorted.compactText }

  private var sorted: JSONValue {
    switch self {
    case .array(let values): .array(values.map(\.sorted))
    case .object(let members):
      .object(
        members.sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }.map {
          JSONMember($0.name, $0.value.sorted)
        })
    default: self
    }
  }

  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension GateReport.Policy {
  /// The verdicts on the policy.
  fileprivate func attested(at limit: Severity) -> JSONValue {
    [
      "policy": .string(path), "verdict": isFailed(at: limit) ? "fail" : "pass",
      "findings": [
        "errors": .number(countOfAll(.error)), "warnings": .number(countOfAll(.warning)),
        "infos": .number(countOfAll(.info)),
      ],
      "budgets": .array(
        scenarios.flatMap { scenario in
          scenario.verdicts.map { verdict in
            [
              "scenario": .string(scenario.scenario), "name": .string(verdict.name),
              "verdict": .string(verdict.jsonName),
            ]
          }
        }),
    ]
  }

  private func countOfAll(_ severity: Severity) -> Int {
    findings.count { $0.counts && $0.severity == severity }
  }
}
