package import PolicyLint
package import PolicyModel
package import PolicySim
package import PolicySyntax

extension SimulationExcess {
  /// The finding about work that is too much for an estimate, at the key of the policy that decides the
  /// amount.
  package func finding(_ nodes: NodeTable, _ severity: Severity = .error) -> Finding {
    let path = keys.indices.reversed().lazy.map { Array(keys[...$0]) }.first { nodes.node(along: $0) != nil }
    let span = path.flatMap(nodes.node).map {
      nodes.span(at: path?.count == keys.count ? .value($0) : .key($0))
    }
    return .estimateTooLarge(
      at: span ?? .start, path: (path ?? []).joined(separator: "."), message, help: help,
      severity: severity)
  }

  /// The keys of the path to the value that decides the amount of work.
  private var keys: [String] {
    switch subject {
    case .recurrence(let name): ["transfers", name, "every"]
    case .items(let name): ["transfers", name, "count"]
    case .push(let name): ["pushes", name, "perDay"]
    case .task(let name): ["tasks", name, "perDay"]
    case .refreshes: ["model", "refresh.per_day"]
    case .scenario(let name): ["scenarios", name]
    }
  }

  private var name: String {
    switch subject {
    case .recurrence(let name), .items(let name), .push(let name), .task(let name), .refreshes(let name): name
    case .scenario(let name): "the scenario \(name)"
    }
  }

  private var message: String {
    let bound = Self.number(Double(limit))
    switch reason {
    case .certain(let events):
      let runs = DisplayText.count(runs, "run")
      return
        "\(runs) would simulate at least \(Self.number(events)) events, above all those of \(name); the limit of an estimate is \(bound)"
    case .simulated:
      return "the estimate has more than \(bound) events, its limit, and \(name) has the most work"
    case .run:
      return
        "a run of the estimate has more than \(bound) events, its limit, and \(name) has the most work"
    case .memory:
      return
        "a run of the estimate has more than \(Self.number(Double(Estimator.mostKept))) jobs and failed items, its limit, and \(name) has the most work"
    }
  }

  private var help: String {
    let change =
      switch subject {
      case .recurrence: "let it come up less often, see `every`"
      case .items: "submit fewer and larger items, or more of them at a time"
      case .push, .task: "lower `perDay`"
      case .refreshes: "lower `refresh.per_day` in `model`"
      case .scenario: "let less happen in it"
      }
    switch reason {
    case .memory: return change
    case .run: return "\(change); --max-events allows more events"
    case .certain, .simulated: break
    }
    return "\(change); --runs makes fewer runs, and --max-events allows more events"
  }

  private static func number(_ value: Double) -> String {
    value >= 1_000_000
      ? "\(NumberFormat.count((value / 100_000).rounded() / 10)) million" : NumberFormat.count(value)
  }
}
