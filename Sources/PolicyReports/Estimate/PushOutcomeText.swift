internal import PolicySim

// The outcomes of pushes that do not launch the app, as sentences and as names.
extension PushEstimate {
  /// The shares of pushes that don't launch the app, such as `12 % reach the open app, 3 % give way to a newer one`.
  var outcomeText: String {
    let parts = PushOutcome.allCases.compactMap { outcome in
      outcomes.share(outcome).flatMap { $0 > 0 ? "\(NumberFormat.share($0)) \(outcome.text)" : nil }
    }
    return parts.isEmpty ? "all launch the app" : parts.joined(separator: ", ")
  }
}

extension TaskEstimate {
  /// The time to the first launch or the launches by users, and the age of the content when the user opens
  /// the app.
  var noteText: String {
    let start = startText ?? "first after \(Self.time(firstLaunch.p50)), p95 \(Self.time(firstLaunch.p95))"
    guard ageAtOpen.count > 0 else { return start }
    return start + "; at open \(Self.time(ageAtOpen.p50)) old, p95 \(Self.time(ageAtOpen.p95))"
  }

  private static func time(_ seconds: Double?) -> String { seconds.map(NumberFormat.duration) ?? "–" }

  /// The launches by users, such as `started by a person 1.9 times a day, first after 3h`. `nil` if the
  /// system launches the task.
  var startText: String? {
    guard let startsPerDay else { return nil }
    let first = firstLaunch.p50.map { ", first after \(NumberFormat.duration($0))" } ?? ""
    guard startsPerDay.value > 0 else { return "started by a person once\(first)" }
    return "started by a person \(NumberFormat.count(startsPerDay.value)) times a day\(first)"
  }
}

extension PushOutcome {
  /// The outcome's member name in machine-readable formats.
  var member: String {
    switch self {
    case .deliveredToOpenApp: "deliveredToOpenAppShare"
    case .replaced: "coalescedShare"
    case .overBudget: "overBudgetShare"
    case .powerSaving: "powerSavingShare"
    case .unusedApp: "unusedAppShare"
    case .forceQuit: "forceQuitShare"
    case .refreshOff: "refreshOffShare"
    }
  }

  fileprivate var text: String {
    switch self {
    case .deliveredToOpenApp: "reach the open app"
    case .replaced: "give way to a newer one"
    case .overBudget: "exceed the day's budget"
    case .powerSaving: "are held to save power"
    case .unusedApp: "come long after the app was last open"
    case .forceQuit: "come after a force quit"
    case .refreshOff: "come while Background App Refresh is off"
    }
  }
}
