package import JSON
internal import PlatformFacts
internal import PolicyGen
package import PolicySim
package import PolicySyntax
internal import Quantities

/// Some runs of an estimate, to be merged with the estimate's other runs.
package struct EstimatePart {
  /// The reason why a part can't be merged, without a full stop.
  package struct MergeError: Error {
    /// The reason why the part can't be merged, without a full stop.
    package let reason: String
  }

  /// The estimate that a part belongs to.
  package struct Subject: Hashable {
    private let tool: String
    /// A hash of the policy and all its bases.
    private let policy: String
    private let scenario: String
    private let seed: UInt64
    /// The values of the parameters that are set explicitly.
    private let model: [String: String]

    /// The estimate of a policy with its bases. `sources` are their texts.
    package init(_ sources: some Sequence<SourceText>, _ settings: Estimator.Settings) {
      var hash = FNV1a()
      for source in sources { hash.combine(part: source.bytes) }
      tool = ToolVersion.current
      policy = hash.digits
      scenario = settings.day.name
      seed = settings.seed
      let parameters = settings.parameters
      model = Dictionary(
        PlatformFacts.parameters.filter { parameters.overridden.contains($0.name) }.map { fact in
          let range = parameters.range(of: fact).map { " in \($0.low)..\($0.high)" } ?? ""
          return (fact.name, parameters.value(of: fact).text + range)
        }, uniquingKeysWith: { first, _ in first })
    }

    /// The difference from the estimate of a part, as the end of a sentence about the part. `nil` if the
    /// estimates are the same.
    func difference(from part: Subject) -> String? {
      if part.tool != tool { return "was written by bgpolicy \(part.tool), and this is \(tool)" }
      if part.policy != policy { return "is of another policy, or of another version of it" }
      if part.scenario != scenario { return "is of the scenario \(part.scenario), not \(scenario)" }
      if part.seed != seed { return "has the seed \(part.seed), not \(seed)" }
      let names = Set(model.keys).union(part.model.keys).sorted { $0.isBefore($1) }
      return names.first { model[$0] != part.model[$0] }.map {
        "has \($0) \(part.model[$0] ?? "not set"), not \(model[$0] ?? "the model's own value")"
      }
    }

    fileprivate var members: [JSONMember] {
      [
        JSONMember("bgpolicy", .string(tool)), JSONMember("policy", .string(policy)),
        JSONMember("scenario", .string(scenario)), JSONMember("seed", .string("\(seed)")),
        JSONMember(
          "model",
          .object(model.sorted { $0.key.isBefore($1.key) }.map { JSONMember($0.key, .string($0.value)) })),
      ]
    }

    fileprivate init?(_ json: JSONValue) {
      guard case .string(let tool)? = json["bgpolicy"], case .string(let policy)? = json["policy"],
        case .string(let scenario)? = json["scenario"], case .string(let seed)? = json["seed"],
        let seed = UInt64(seed), case .object(let model)? = json["model"]
      else { return nil }
      (self.tool, self.policy, self.scenario, self.seed) = (tool, policy, scenario, seed)
      var values: [String: String] = [:]
      for member in model {
        guard case .string(let text) = member.value else { return nil }
        values[member.name] = text
      }
      self.model = values
    }
  }

  private static let kind = "estimate part"
  private static let version: Int64 = 1

  /// The estimate that the runs belong to.
  package let subject: Subject
  /// The numbers of the runs, from 0.
  package let runs: Range<Int>
  /// The results of the runs.
  package let records: [RunRecord]

  /// The records of some runs of an estimate.
  package init(_ subject: Subject, runs: Range<Int>, _ records: [RunRecord]) {
    self.subject = subject
    self.runs = runs
    self.records = records
  }

  /// The part as JSON.
  package var json: JSONValue {
    .object(
      [JSONMember("kind", .string(Self.kind)), JSONMember("version", .int(Self.version))] + subject.members
        + [
          JSONMember("runs", ["from": .number(runs.lowerBound + 1), "to": .number(runs.upperBound)]),
          JSONMember(
            "results", .array(records.map { .array($0.numbers.map { .double($0) }) })),
        ])
  }

  /// Reads a part from the text of its `json`.
  package init(json text: [UInt8]) throws(MergeError) {
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONReader.read(text)
    } catch {
      throw MergeError(reason: "it is not JSON: \(error.message)")
    }
    guard json["kind"] == .string(Self.kind) else {
      throw MergeError(reason: "it is not a part of an estimate, as --partial writes it")
    }
    guard json["version"] == .int(Self.version) else {
      throw MergeError(reason: "it is not of version \(Self.version), which this bgpolicy reads")
    }
    guard let subject = Subject(json), case .int(let first)? = json["runs"]?["from"],
      case .int(let last)? = json["runs"]?["to"], first >= 1, last >= first,
      case .array(let results)? = json["results"], results.count == last - first + 1
    else { throw MergeError(reason: "it is not complete") }
    self.subject = subject
    runs = Int(first - 1)..<Int(last)
    var records: [RunRecord] = []
    for result in results {
      guard case .array(let numbers) = result else { throw MergeError(reason: "a result is not a list") }
      records.append(RunRecord(numbers: numbers.compactMap(Self.number)))
    }
    self.records = records
  }

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The results of the runs of all parts, in order. Throws unless each run, beginning with the first, is in
  /// exactly one part.
  package static func merged(
    _ parts: [(name: String, part: EstimatePart)], of subject: Subject
  ) throws(MergeError) -> [RunRecord] {
    for (name, part) in parts {
      if let difference = subject.difference(from: part.subject) {
        throw MergeError(reason: "\(name) \(difference)")
      }
    }
    let sorted = parts.enumerated().sorted {
      ($0.element.part.runs.lowerBound, $0.offset) < ($1.element.part.runs.lowerBound, $1.offset)
    }.map(\.element)
    var records: [RunRecord] = []
    var before = ""
    for (name, part) in sorted {
      let first = part.runs.lowerBound
      guard first >= records.count else {
        let last = min(records.count, part.runs.upperBound)
        throw MergeError(
          reason: "\(before) and \(name) both have \(runText(first + 1, last)); each run belongs to one part")
      }
      guard first == records.count else {
        throw MergeError(reason: "No part has \(runText(records.count + 1, first))")
      }
      records += part.records
      before = name
    }
    return records
  }

  private static func runText(_ first: Int, _ last: Int) -> String {
    first == last ? "run \(first)" : "the runs \(first) to \(last)"
  }
}
