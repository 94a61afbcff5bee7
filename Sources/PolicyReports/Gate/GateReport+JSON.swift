internal import AppFacts
internal import JSON
internal import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

extension GateReport {
  /// The verdict as JSON, version 1.
  var json: JSONValue {
    [
      "version": 1,
      "verdict": isPassed ? "pass" : "fail",
      "failOn": .string(limit.rawValue), "base": base.map { .string($0) } ?? .null,
      "policies": .array(policies.map { $0.json(failingAt: limit) }),
      "outOfSight": .array(outOfSight.flatMap(\.findings).map { .string($0.diagnostic.message) }),
      "findings": .array(lint.files.flatMap(\.jsonFindings)),
      "failures": .array(lint.failures.map { .string($0) }),
      "summary": [
        "policies": .number(policyCount), "unaffected": .number(unaffected),
        "errors": .number(lint.count(.error)),
        "warnings": .number(lint.count(.warning)), "infos": .number(lint.count(.info)),
        "suppressed": .number(lint.suppressedCount),
        "staleFiles": .number(policies.flatMap(\.staleFiles).count),
        "brokenBudgets": .number(policies.flatMap(\.verdicts).count { $0.isViolated }),
        "unread": .number(unreadFileCount + unread.count { $0.reason != nil }),
        "stranded": .number(policies.flatMap { $0.change?.stranded ?? [] }.count),
      ],
    ]
  }
}

extension GateReport.Policy {
  fileprivate func json(failingAt limit: Severity) -> JSONValue {
    [
      "policy": .string(path),
      "scenario": scenarios.count == 1 ? .string(scenarios[0].scenario) : .null,
      "scenarios": .array(scenarios.map { .string($0.scenario) }),
      "lint": [
        "errors": .number(count(.error)), "warnings": .number(count(.warning)),
        "infos": .number(count(.info)),
        "verdict": Severity.allCases.contains { $0 >= limit && count($0) > 0 } ? "fail" : "pass",
      ],
      "generated": generatedJSON,
      "budgets": budgetsJSON, "change": changeJSON, "thresholds": .array(thresholds.map(\.json)),
      "app": unread?.json ?? .null,
    ]
  }

  private var changeJSON: JSONValue {
    guard let change else { return .null }
    guard let formerPath, case .object(var members) = change.json else { return change.json }
    members.append(JSONMember("formerly", .string(formerPath)))
    return .object(members)
  }

  private var generatedJSON: JSONValue {
    switch generated {
    case .notChecked: return ["verdict": "not checked", "files": []]
    case .skipped: return ["verdict": "skipped", "files": []]
    case .checked(let files):
      return [
        "verdict": staleFiles.isEmpty ? "pass" : "fail",
        "files": .array(files.map { ["path": .string($0.path), "state": .string($0.state.rawValue)] }),
      ]
    }
  }

  private var budgetsJSON: JSONValue {
    switch budgets {
    case .notChecked: return ["verdict": "not checked", "limits": []]
    case .skipped: return ["verdict": "skipped", "limits": []]
    case .checked(let scenarios):
      let fails = verdicts.contains { $0.isViolated && $0.severity == .error }
      let limits = scenarios.flatMap { scenario in
        scenario.verdicts.map { BudgetText.json($0, in: scenario.scenario) }
      }
      return ["verdict": fails ? "fail" : "pass", "limits": .array(limits)]
    }
  }
}

extension UnreadCode {
  /// The part of the app that was not read, as JSON.
  fileprivate var json: JSONValue {
    [
      "verdict": reason != nil ? "not read" : files.isEmpty ? "read" : "partly read",
      "reason": reason.map { .string($0) } ?? .null,
      "notRead": .array(
        files.map { file in
          .members([
            "file": .string(file.location.file),
            "line": file.location.line == 0 ? nil : .number(file.location.line),
            "reason": .string(file.reason), "refused": .bool(file.isRefused),
          ])
        }),
    ]
  }
}
