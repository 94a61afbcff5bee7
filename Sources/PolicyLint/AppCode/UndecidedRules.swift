internal import AppFacts
package import PolicyModel
package import PolicySyntax

/// Rules about code that could not be decided for an app. The absence of their findings means nothing.
package struct UndecidedRules: Equatable, Sendable {
  /// The names of the rules, in the order of the catalog.
  package let rules: [RuleName]
  /// The reason, without a full stop.
  package let reason: String

  /// Whether no rule about code could be decided.
  package var areAllOfCode: Bool { rules == Self.ofCode }

  fileprivate static let ofCode = Catalog.rules.filter { $0.family == .code }.map(\.name)
}

extension Linter {
  /// The rules about code that could not be decided for the app of a reading, by reason. Empty if the app was
  /// not read.
  package static func undecidedRules(in reading: PolicyReading) -> [UndecidedRules] {
    guard case .success(let app)? = reading.appFiles.app, let policy = reading.policy else { return [] }
    let code = ReleaseCode(app, of: policy)
    guard code.isApp else {
      return [
        UndecidedRules(rules: UndecidedRules.ofCode, reason: "no code of the app was read")
      ]
    }
    var undecided: [UndecidedRules] = []
    if let first = code.unread.first {
      let file = first.leavesOutCode ? "code that \(first.location.file) names" : first.location.file
      let others = code.unread.count - 1
      undecided.append(
        UndecidedRules(
          names: Undecided.byUnreadCode,
          reason:
            "\(file)\(others == 0 ? "" : " and \(others) more") of its code \(others == 0 ? "was" : "were") not read"
        ))
    }
    if let plugin = code.unknownPlugins.first {
      let others = code.unknownPlugins.count - 1
      let isOpen = (policy.backgroundModes?.value ?? []).contains { entry in
        entry.value.mode.map { !code.unknownPlugins(for: $0.value).isEmpty } ?? false
      }
      undecided.append(
        UndecidedRules(
          names: isOpen
            ? Undecided.byUnknownPlugins : Undecided.byUnknownPlugins.subtracting(["code-mode-unused"]),
          reason:
            "the code of the package\(others == 0 ? "" : "s") \(plugin)\(others == 0 ? " was" : " and \(others) more were") not read"
        ))
    }
    let conditional = code.facts(.taskRegistration).compactMap { fact in
      fact["expirationHandler"]?.variants.first.map { (fact.location, $0.conditions) }
    }
    if let (place, conditions) = conditional.first {
      undecided.append(
        UndecidedRules(
          names: ["bg-expiration-missing"],
          reason:
            "the launch handler at \(place.file):\(place.line) has an expirationHandler only if \(conditions.joined(separator: " && "))"
        ))
    }
    let escaping = code.facts(.taskRegistration).filter { fact in
      fact["api"]?.string == "BGTaskScheduler" && fact["completes"]?.string == "escapes"
        && fact[.keepsWithoutExpiration] != true
    }
    if let first = escaping.first {
      let setsNone = escaping.contains { $0["expirationHandler"] == nil }
      undecided.append(
        UndecidedRules(
          names: setsNone ? Undecided.byEscapingTasks : ["bg-completion-missing"],
          reason:
            "the task of the launch handler at \(first.location.file):\(first.location.line) goes to code that was not found"
        ))
    }
    for (kind, noun, names) in Undecided.byIdentifiers {
      let open = code.facts(kind).compactMap { fact in
        code.identifier(of: fact, in: policy) == nil ? fact["identifier"] ?? fact["error"] : nil
      }
      guard let first = open.first?.location else { continue }
      let others = open.count == 1 ? "" : " and \(open.count - 1) more"
      undecided.append(
        UndecidedRules(
          names: names,
          reason:
            "the identifier of the \(noun) at \(first.file):\(first.line)\(others) is not known without running the app"
        ))
    }
    return undecided
  }
}

extension UndecidedRules {
  fileprivate init(names: Set<RuleName>, reason: String) {
    self.init(rules: Catalog.rules.map(\.name).filter(names.contains), reason: reason)
  }
}

/// The rules that need all of an app's code, or all identifiers of a kind. A test compares these lists with
/// the rules' checks.
enum Undecided {
  static let byUnreadCode: Set<RuleName> = [
    "code-task-not-registered", "code-task-not-submitted", "code-session-not-created",
    "code-push-not-handled", "code-mode-unused", "code-identifier-not-registered", "code-legacy-fetch-dead",
    "session-launch-events-unhandled",
    "swiftui-identifier-mismatch", "uitask-unbalanced", "bg-continued-no-progress",
    "bg-continued-gpu-unchecked", "bg-rescheduled-last", "handler-widget-session", "code-task-never-started",
    "code-shared-database-locked", "watch-refresh-not-rescheduled", "session-discretionary-for-person",
    "code-process-not-started", "code-push-not-registered", "code-bluetooth-not-restored",
    "code-audio-silenced", "code-set-up-after-launch", "health-update-not-observed",
    "code-push-token-not-passed-on", "code-location-updates-suspended", "code-location-not-authorized",
    "widget-never-reloaded", "code-watch-message-in-background",
    "code-transfer-suspended", "code-cloud-subscription-silent", "code-location-updates-paused",
    "bg-submit-at-termination", "code-push-registered-if-allowed", "code-location-not-always",
    "code-plugin-registrant-missing", "bg-cancels-next",
  ]
  /// The rules about tasks that are completed by code that was not found.
  static let byEscapingTasks: Set<RuleName> = ["bg-expiration-missing", "bg-completion-missing"]
  /// The rules about background modes and identifiers that packages of JavaScript or Dart may use.
  static let byUnknownPlugins: Set<RuleName> = ["code-mode-unused", "code-identifier-not-registered"]
  static let byIdentifiers: [(kind: FactKind, noun: String, rules: Set<RuleName>)] = [
    (
      .taskRegistration, "launch handler",
      ["code-task-not-registered", "code-identifier-not-registered", "bg-submit-before-register"]
    ),
    (.taskRequest, "request", ["code-task-not-submitted", "swiftui-identifier-mismatch"]),
    (
      .taskSubmission, "submission",
      [
        "code-task-not-submitted", "bg-rescheduled-last", "code-task-never-started",
        "bg-submit-at-termination", "bg-cancels-next",
      ]
    ),
    (.session, "session", ["code-session-not-created", "swiftui-identifier-mismatch"]),
  ]
}
