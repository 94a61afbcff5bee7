import Foundation
import PolicyModel
import Quantities
import Testing

@testable import PolicySim

extension DrivenPolicy.DrivenTask {
  /// Whether only the task's launches and their times decide about its requests. Users, clocks and failures
  /// don't.
  fileprivate var followsTheModelAlone: Bool {
    switch request.earliestBegin?.value {
    case .at, .backoff: return false
    default: break
    }
    let others: [SubmissionMoment] = [.launch, .enteringBackground, .handlerEnd]
    return !others.contains(where: request.isSubmitted(at:))
      && (!request.conditional.value || request.moments.isEmpty)
  }
}

/// The events that the system and users cause in an app, a line for each, in the format of the driver.
struct EventScript {
  private(set) var lines: [String] = []
  private let driven: DrivenPolicy
  private let atLaunch: [DrivenPolicy.DrivenTask]
  private let continued: [DrivenPolicy.DrivenTask]

  /// The number of launches.
  var launches: Int { lines.count { $0.hasPrefix("wake ") || $0.hasPrefix("act ") } }

  /// The given facts: the generated Info.plist, and the tasks of the policy.
  private init(given driven: DrivenPolicy) throws {
    self.driven = driven
    let tasks = driven.tasks.filter { driven.system >= $0.introduced }
    continued = tasks.filter { $0.type == .continuedProcessing }
    // The number of requests that may be pending at the same time.
    let limit = 10
    let refreshes = tasks.filter { $0.type == .appRefresh }
    let others = tasks.filter { $0.type == .processing || $0.type == .healthResearch }
    atLaunch = Array(refreshes.prefix(1) + others.prefix(limit))
    let plist = try PropertyListSerialization.propertyList(
      from: Data(driven.text("Info.plist").utf8), format: nil)
    let entries = try #require(plist as? [String: [String]])
    lines.append("given system \(driven.system)")
    lines += (entries["BGTaskSchedulerPermittedIdentifiers"] ?? []).map { identifier in
      "given permit "
        + driven.policy.buildSettings.expansion(
          of: identifier, in: Policy.Target.app, configuration: driven.policy.configurationIndex)
    }
    lines += (entries["UIBackgroundModes"] ?? []).map { "given mode \($0)" }
    lines += driven.tasks.filter { $0.type == .continuedProcessing }.map {
      "given continued \($0.identifier)"
    }
    lines += driven.tasks.filter { $0.type != .continuedProcessing && $0.isSubmitted(at: .handlerStart) }.map
    {
      "given again \($0.identifier)"
    }
  }

  /// A launch of the app, and the requests that generated code submits at launch.
  private mutating func launch(_ event: String = "launch") {
    lines.append(event)
    for task in atLaunch where task.isSubmitted(at: .launch) || task.isEnsured {
      lines.append("pending \(task.identifier)")
    }
  }

  /// The script as text for the driver.
  var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func wake(_ task: DrivenPolicy.DrivenTask, _ behavior: String) {
    lines.append("wake \(task.name) \(task.identifier) \(behavior)")
    // The clock stands still until the next request is there, whose earliest time is counted from the launch.
    if task.isSubmitted(at: .handlerStart) { lines.append("pending \(task.identifier)") }
    guard !["returns", "throwing"].contains(behavior) else { return }
    // The system terminates an app refresh that is not completed in 30 s, and expires it shortly before the
    // 30 s end.
    lines += ["later 29", "expire \(task.identifier)", "later 2"]
  }
}

// All possible outcomes of a task.
extension EventScript {
  /// The lines of a test, after the given facts.
  static func lines(_ lines: [String], of driven: DrivenPolicy) throws -> EventScript {
    var script = try EventScript(given: driven)
    script.lines += lines
    return script
  }

  /// Launch, background, each outcome of each task, the end of the process, force quit, and tasks that users
  /// start.
  ///
  /// A mutant gets less time, and its run ends at the first broken contract.
  static func everything(_ driven: DrivenPolicy, isMutant: Bool = false) throws -> EventScript {
    var script = try EventScript(given: driven)
    if isMutant { script.lines += ["given patience 2", "given stop first"] }
    script.launch()
    // The requests of the launch are canceled, because the script submits its own.
    for task in script.atLaunch where task.isEnsured { script.lines.append("cancel \(task.identifier)") }
    script.submitAll()
    for task in script.atLaunch where task.isSubmitted(at: .enteringBackground) {
      script.lines.append("cancel \(task.identifier)")
    }
    script.lines.append("background")
    for task in script.atLaunch where task.isSubmitted(at: .enteringBackground) {
      script.lines.append("pending \(task.identifier)")
    }
    var now: Int64 = 0
    for task in script.atLaunch { script.outcomes(of: task, &now) }
    for end in ["terminate", "forceQuit"] where !script.atLaunch.isEmpty {
      script.endOfProcess(end, &now)
    }
    script.lines.append("foreground")
    for task in script.continued { script.actions(of: task) }
    script.refusals()
    return script
  }

  /// Submits every request once. The system rejects exactly the requests beyond the limits.
  private mutating func submitAll() {
    var refreshes = 0
    var others = 0
    for task in driven.tasks where task.type != .continuedProcessing && driven.system >= task.introduced {
      if task.type == .appRefresh {
        refreshes += 1
        lines.append("submit \(task.name) \(refreshes > 1 ? "tooManyPending(1)" : "taken")")
      } else {
        others += 1
        lines.append("submit \(task.name) \(others > 10 ? "tooManyPending(10)" : "taken")")
      }
    }
  }

  private mutating func outcomes(of task: DrivenPolicy.DrivenTask, _ now: inout Int64) {
    var behaviors = ["returns", "throwing", "throwsWhenCancelled", "returnsWhenCancelled", "races"]
    // The behavior `ignoresCancellation` takes the full timeout of the generated code, so the script uses it for one task of each type.
    if !driven.isRunByScene(task), atLaunch.first(where: { $0.type == task.type })?.name == task.name {
      behaviors.append("ignoresCancellation")
    }
    for (index, behavior) in behaviors.enumerated() {
      if index > 0, !task.comesAgain { lines.append("submit \(task.name)") }
      now += task.longestWait + 60
      lines.append("at \(now)")
      wake(task, behavior)
      expectation(after: behavior, of: task)
    }
  }

  /// Expects that the task's next request is pending, or is not pending, after work that ended as `behavior` says.
  private mutating func expectation(after behavior: String, of task: DrivenPolicy.DrivenTask) {
    let failed = ["throwing", "throwsWhenCancelled", "returnsWhenCancelled"].contains(behavior)
    guard failed || behavior == "returns" else { return }
    if task.comesAgain || task.isSubmitted(at: .failure) && failed {
      lines.append("pending \(task.identifier)")
    } else {
      lines.append("notPending \(task.identifier)")
    }
  }

  /// Requests survive the end of the process, but registered handlers don't.
  private mutating func endOfProcess(_ end: String, _ now: inout Int64) {
    // After a force quit, the system does not launch the app until a user opens it.
    lines += [end, end == "forceQuit" ? "launch" : "launchInBackground"]
    for task in atLaunch where task.isSubmitted(at: .launch) {
      lines.append("\(task.request.unlessPending.value ? "pending" : "submitted") \(task.identifier)")
    }
    for task in atLaunch where task.comesAgain {
      now += task.longestWait + 60
      lines.append("at \(now)")
      wake(task, "returns")
    }
  }

  private mutating func actions(of task: DrivenPolicy.DrivenTask) {
    for (index, behavior) in [
      "returns", "throwing", "returns", "throwsWhenCancelled", "returnsWhenCancelled",
    ]
    .enumerated() {
      // The third job repeats the first job, whose identifier is already registered.
      let suffix = index == 2 ? "piece-0" : "piece-\(index)"
      let identifier = task.isWildcard ? task.identifier.dropLast() + suffix : task.identifier[...]
      if index == 1 { lines.append("set resource gpu") }
      lines.append("act \(task.name) \(suffix) \(identifier) \(behavior)")
      if index > 2 { lines.append("expire \(identifier)") }
    }
    if task.isWildcard { lines.append("refuse \(task.name) not/allowed notAnIdentifier") }
    lines.append("set busy yes")
    if task.request.strategy.value == .fail {
      lines.append("refuse \(task.name) busy notEligibleToRunNow")
    }
    lines.append("set busy no")
  }

  /// Each reason for which the system rejects a request.
  private mutating func refusals() {
    guard let task = atLaunch.first else { return }
    // A request that is pending may stay as it is.
    lines.append("cancel \(task.identifier)")
    lines += ["set refresh off", "submit \(task.name) unavailable", "set refresh on"]
    lines += ["set mode audio", "submit \(task.name) notPermitted"]
  }
}

// A week of the simulator.
extension EventScript {
  /// The launches in a simulated run of a week, in order.
  static func week(of driven: DrivenPolicy, run: Int) throws -> EventScript {
    var script = try EventScript(given: driven)
    let day = try #require(DeviceDay("commuter", in: driven.policy))
    let trace = Estimator.trace(
      driven.policy, Estimator.Settings(day: day, parameters: Parameters()), run: run)
    let week: Int64 = 7 * 86_400_000
    var launches: [(time: Int64, task: DrivenPolicy.DrivenTask)] = []
    for event in trace.events where event.time < week {
      guard case .launched(.task(let name), _) = event.kind,
        let task = script.atLaunch.first(where: { $0.name == name }), task.followsTheModelAlone
      else { continue }
      // The driver runs one task after the other. A launch during another task would be later than in the
      // model.
      if let last = launches.last, event.time < last.time + 60_000 { continue }
      launches.append((event.time, task))
    }
    script.launch()
    script.lines += script.atLaunch.map { "submit \($0.name)" }
    script.lines.append("background")
    let behaviors = ["returns", "throwsWhenCancelled", "throwing", "races", "returnsWhenCancelled"]
    for (index, launch) in launches.enumerated() {
      if index % 4 == 3 {
        script.lines.append("terminate")
        script.launch("launchInBackground")
      }
      script.lines.append("at \((launch.time + 999) / 1_000)")
      script.wake(launch.task, behaviors[index % behaviors.count])
    }
    return script
  }
}
