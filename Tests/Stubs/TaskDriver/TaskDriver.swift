// Runs generated code according to a script of actions of the system and the user: TaskDriver <app> <script> [<line> <state>]. Each launch
// of the app is a process of its own. A file passes on the state that survives a process.

import BackgroundTasks
import FakeDevice
import Foundation
import SwiftUI
import UIKit

struct TaskDriver {
  let app: TaskApp
  let events: [[String]]
  var runs: [String: (task: BGTask, behavior: Behavior)] = [:]

  @MainActor static func main() async {
    setvbuf(stdout, nil, _IOLBF, 0)
    let words = CommandLine.arguments
    guard words.count >= 3, let app = taskApps[words[1]],
      let script = try? String(contentsOfFile: words[2], encoding: .utf8)
    else {
      print("unknown app or script")
      exit(2)
    }
    let lines = script.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    for line in lines where line[0] == "given" { FakeSystem.shared.add(line[2], to: line[1]) }
    var driver = TaskDriver(app: app, events: lines.filter { $0[0] != "given" })
    let start = words.count > 4 ? Int(words[3]) ?? 0 : 0
    if words.count > 4 {
      driver.resume(from: words[4])
    } else {
      // Removes the state of an earlier run of the test.
      for task in FakeSystem.shared.facts("permit") {
        UserDefaults.standard.removeObject(forKey: "\(task).failures")
      }
    }
    let stopsAtFirst = FakeSystem.shared.facts("stop") == ["first"]
    for index in start..<driver.events.count {
      await driver.follow(driver.events[index], at: index)
      if stopsAtFirst, FakeSystem.shared.violations > 0 { exit(1) }
    }
    driver.end()
    print("\(FakeSystem.shared.violations) violations")
    exit(FakeSystem.shared.violations == 0 ? 0 : 1)
  }

  @MainActor private mutating func follow(_ event: [String], at index: Int) async {
    let device = FakeSystem.shared
    switch event[0] {
    case "launch", "launchInBackground": await launch(to: event[0] == "launch" ? .foreground : .background)
    case "foreground": device.phase = .foreground
    case "background":
      device.phase = .background
      NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
    case "pending": await expectPending(event[1], earliest: event.count > 2 ? Double(event[2]) : nil)
    case "submitted": await expectSubmitted(event[1])
    case "notPending":
      if BGTaskScheduler.shared.isPending(event[1]) { device.violation("\(event[1]) is pending") }
    case "cancel": BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: event[1])
    case "at": BGTaskScheduler.shared.advance(to: Double(event[1]) ?? 0)
    case "later": BGTaskScheduler.shared.advance(to: device.now + (Double(event[1]) ?? 0))
    case "set":
      device.removeAll(event[1])
      device.add(event[2], to: event[1])
    case "submit": await submit(event[1], expecting: event.count > 2 ? event[2] : "taken")
    case "wake": await wake(event[1], event[2], Behavior(rawValue: event[3]) ?? .returns)
    case "expire": await expire(event[1])
    case "act": await act(event[1], event[2], event[3], Behavior(rawValue: event[4]) ?? .returns)
    case "refuse": await act(event[1], event[2], expecting: event[3])
    case "terminate", "forceQuit":
      end()
      relaunch(from: index + 1)
    default: device.violation("the script has an unknown event: \(event.joined(separator: " "))")
    }
  }

  // MARK: - The app's life

  @MainActor private func launch(to phase: FakeSystem.Phase) async {
    FakeSystem.shared.trace("the app is launched")
    FakeSystem.shared.phase = .launching
    for refused in app.register() { FakeSystem.shared.violation("\(refused) was refused at registration") }
    for action in app.actions() where action.kind != "urlSession" { register(action) }
    // A registration in a Swift task of its own happens too late.
    FakeSystem.shared.phase = phase
    NotificationCenter.default.post(
      name: Notification.Name("UIApplicationDidFinishLaunchingNotification"), object: nil)
    await app.launched()
  }

  /// Registers a scene's background task, as SwiftUI does.
  private func register(_ action: SceneAction) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: action.identifier, using: nil) { task in
      // The work begins only after its cancellation handler is in place.
      let (begins, begin) = AsyncStream.makeStream(of: Void.self)
      let work = Task {
        for await _ in begins { break }
        await action.run()
        task.setTaskCompleted(success: true)
      }
      task.expirationHandler = { work.cancel() }
      begin.yield()
    }
  }

  /// Checks for work that the app has not completed.
  private func end() {
    for identifier in BGTaskScheduler.shared.uncompleted {
      FakeSystem.shared.violation("\(identifier) is never completed")
    }
  }

  private func relaunch(from line: Int) {
    FakeSystem.shared.trace("the app's process ends")
    let state =
      [String(FakeSystem.shared.now), String(FakeSystem.shared.violations)] + BGTaskScheduler.shared.lasting
      + FakeSystem.shared.facts("permit").map { task in
        "failures \(UserDefaults.standard.integer(forKey: "\(task).failures")) \(task)"
      }
    let path = CommandLine.arguments[2] + ".state"
    try? state.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    fflush(stdout)
    let words = [
      CommandLine.arguments[0], CommandLine.arguments[1], CommandLine.arguments[2], "\(line)", path,
    ]
    var arguments = words.map { strdup($0) } + [nil]
    execv(words[0], &arguments)
    print("the process can't begin anew")
    exit(2)
  }

  private func resume(from path: String) {
    let state = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n")
    guard state.count >= 2 else { return }
    FakeSystem.shared.now = Double(state[0]) ?? 0
    FakeSystem.shared.violations = Int(state[1]) ?? 0
    BGTaskScheduler.shared.lasting = state.dropFirst(2).map(String.init)
    // Without Darwin, a process may start before the user defaults of the previous process are written.
    for line in state where line.hasPrefix("failures ") {
      let words = line.split(separator: " ").map(String.init)
      UserDefaults.standard.set(Int(words[1]) ?? 0, forKey: "\(words[2]).failures")
    }
  }

  // MARK: - Tasks

  @MainActor private func submit(_ name: String, expecting expected: String) async {
    let outcome = await app.submit(name)
    if outcome != expected {
      FakeSystem.shared.violation("the submission of \(name) is \(outcome) instead of \(expected)")
    }
  }

  /// Expects that generated code submits a request soon, on another thread than the main thread.
  @MainActor private func expectPending(_ identifier: String, earliest: Double?) async {
    let scheduler = BGTaskScheduler.shared
    let isMet = await happens {
      scheduler.isPending(identifier) && (earliest == nil || scheduler.earliest(identifier) == earliest)
    }
    guard !isMet else { return }
    let found = scheduler.earliest(identifier).map { "waits until \($0)" } ?? "is not pending"
    FakeSystem.shared.violation("\(identifier) \(found)" + (earliest.map { " instead of until \($0)" } ?? ""))
  }

  /// The pending request may be the request of an earlier process. It does not show that this process has submitted a request.
  @MainActor private func expectSubmitted(_ identifier: String) async {
    if await !happens({ BGTaskScheduler.shared.isSubmitted(identifier) }) {
      FakeSystem.shared.violation("\(identifier) is not submitted by this process")
    }
  }

  @MainActor private mutating func wake(_ name: String, _ identifier: String, _ behavior: Behavior) async {
    Handling.shared.prepare(name, identifier, behavior)
    guard let task = BGTaskScheduler.shared.launch(identifier) else { return }
    guard await happens({ Handling.shared.hasBegun(name) }) else {
      FakeSystem.shared.violation("the handler of \(name) is never called")
      _ = await happens { task.completion != nil }
      return
    }
    guard behavior.endsByItself else {
      runs[identifier] = (task, behavior)
      return
    }
    await check(task, behavior)
  }

  @MainActor private mutating func expire(_ identifier: String) async {
    guard let run = runs.removeValue(forKey: identifier) else {
      FakeSystem.shared.violation("the script expires \(identifier), which does not run")
      return
    }
    if run.behavior == .races { Handling.shared.release() }
    BGTaskScheduler.shared.expire(run.task)
    await check(run.task, run.behavior)
    // Work that ignores its cancellation ends now, and must not complete its task again.
    Handling.shared.release()
    if await !happens({ Handling.shared.isIdle }) {
      FakeSystem.shared.violation("the work of \(identifier) goes on after its time is up")
    }
  }

  /// Waits for a task's completion and checks it.
  @MainActor private func check(_ task: BGTask, _ behavior: Behavior) async {
    guard await happens({ task.completion != nil }) else {
      BGTaskScheduler.shared.advance(to: FakeSystem.shared.now + 31)
      if !task.isOverdue { FakeSystem.shared.violation("\(task.identifier) is not completed") }
      return
    }
    guard let expected = behavior.success, !app.isRunByScene(task.identifier) else { return }
    if task.completion != expected {
      FakeSystem.shared.violation("\(task.identifier) is completed with \(!expected) instead of \(expected)")
    }
  }

  /// Starts work in the same way as a user. The system runs the work at once.
  @MainActor private mutating func act(
    _ name: String, _ suffix: String, _ identifier: String, _ behavior: Behavior
  ) async {
    await act(name, suffix, expecting: "taken")
    await wake(name, identifier, behavior)
  }

  @MainActor private func act(_ name: String, _ suffix: String, expecting expected: String) async {
    FakeSystem.shared.add("tap", to: "action")
    let outcome = await app.act(name, suffix)
    if outcome != expected {
      FakeSystem.shared.violation("the submission of \(name) is \(outcome) instead of \(expected)")
    }
    FakeSystem.shared.removeAll("action")
  }
}

/// Whether a condition becomes true soon, which usually takes no time.
///
/// The method counts its checks instead of reading the clock, which advances even if a busy machine runs nothing else.
func happens(_ condition: () -> Bool) async -> Bool {
  let seconds = Int(FakeSystem.shared.facts("patience").first ?? "") ?? 20
  for _ in 0..<seconds * 1_000 {
    if condition() { return true }
    try? await Task.sleep(nanoseconds: 1_000_000)
  }
  return condition()
}
