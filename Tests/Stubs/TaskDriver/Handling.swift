// The behavior of the app's handlers, as the script sets it.

import BackgroundTasks
import FakeDevice
import Foundation
import SwiftUI

/// An app with generated code, as the driver calls it.
struct TaskApp: Sendable {
  /// Registers all tasks of the launch, and returns the refused identifiers.
  let register: @MainActor @Sendable () -> [String]
  /// The work after the launch.
  var launched: @MainActor @Sendable () async -> Void = {}
  /// The background work of the app's scene.
  let actions: @MainActor @Sendable () -> [SceneAction]
  /// Submits a task's request, and returns the result.
  let submit: @MainActor @Sendable (String) async -> String
  /// Registers and submits work that a user starts, and returns the result.
  let act: @MainActor @Sendable (String, String) async -> String

  @MainActor func isRunByScene(_ identifier: String) -> Bool {
    actions().contains { $0.identifier == identifier }
  }
}

/// The behavior of a handler.
enum Behavior: String, Sendable {
  /// Returns, or throws, at once.
  case returns, throwing
  /// The work waits for its cancellation, and then throws or returns.
  case throwsWhenCancelled, returnsWhenCancelled
  /// The work continues until long after its task has expired.
  case ignoresCancellation
  /// The work returns at the same moment as its task expires.
  case races

  var endsByItself: Bool { self == .returns || self == .throwing }

  /// The expected result of the task; `nil` if both results are correct.
  var success: Bool? {
    switch self {
    case .returns: true
    case .races: nil
    default: false
    }
  }
}

struct Failure: Error {}

/// The work that the handlers do.
final class Handling: @unchecked Sendable {
  static let shared = Handling()

  private let lock = NSLock()
  private var plans: [String: (identifier: String, behavior: Behavior)] = [:]
  private var begun: Set<String> = []
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isReleased = false
  private var count = 0

  /// Sets the behavior of a handler's next call.
  func prepare(_ name: String, _ identifier: String, _ behavior: Behavior) {
    lock.withLock {
      plans[name] = (identifier, behavior)
      begun.remove(name)
      isReleased = false
    }
  }

  func hasBegun(_ name: String) -> Bool { lock.withLock { begun.contains(name) } }

  /// Ends the work that goes on after its cancellation.
  func release() {
    let waiting = lock.withLock {
      isReleased = true
      defer { self.waiting = [] }
      return self.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Whether all handlers have returned.
  var isIdle: Bool { lock.withLock { count == 0 } }

  /// Does the work of a handler.
  func work(_ name: String, identifier: String? = nil, _ progress: Progress? = nil) async throws {
    let plan = lock.withLock {
      begun.insert(name)
      count += 1
      return plans[name]
    }
    defer { lock.withLock { count -= 1 } }
    guard let plan else {
      FakeSystem.shared.violation("the handler of \(name) is called without a launch")
      return
    }
    FakeSystem.shared.trace("the handler of \(name) begins")
    if let identifier, identifier != plan.identifier {
      FakeSystem.shared.violation(
        "the handler of \(name) is given \(identifier) instead of \(plan.identifier)")
    }
    if FakeSystem.shared.facts("again").contains(plan.identifier),
      !BGTaskScheduler.shared.isPending(plan.identifier)
    {
      FakeSystem.shared.violation("\(plan.identifier) is not requested again before its work begins")
    }
    progress?.totalUnitCount = 2
    progress?.completedUnitCount = 1
    switch plan.behavior {
    case .returns: break
    case .throwing: throw Failure()
    case .throwsWhenCancelled: try await Task.sleep(nanoseconds: 100_000_000_000)
    case .returnsWhenCancelled: try? await Task.sleep(nanoseconds: 100_000_000_000)
    case .ignoresCancellation, .races: await untilReleased()
    }
    progress?.completedUnitCount = 2
  }

  private func untilReleased() async {
    await withCheckedContinuation { continuation in
      let goesOn = lock.withLock {
        if !isReleased { waiting.append(continuation) }
        return isReleased
      }
      if goesOn { continuation.resume() }
    }
  }
}
