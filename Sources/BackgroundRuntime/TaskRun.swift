// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks

  /// One run of a task. The task is completed exactly once, whether the work ends in time, fails or
  /// expires.
  nonisolated public final class TaskRun: @unchecked Sendable {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let task: BGTask
    private let lock = NSLock()
    private var work: SwiftTask<Void, Never>?
    private var isExpired = false
    private var isCompleted = false

    /// The run of a task that the system has just launched.
    public init(_ task: BGTask) {
      self.task = task
    }

    /// Registers a task that does some work.
    ///
    /// - Parameter task: The task.
    ///
    /// - Parameter rejected: Gets the identifier if the system rejects it, because the app's Info.plist
    /// does not list it.
    ///
    /// - Parameter work: The work; its Swift task is cancelled when the time is up.
    @available(iOSApplicationExtension, unavailable)
    @available(macCatalystApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    public static func register(
      _ task: ScheduledTask,
      _ rejected: inout [String],
      work: @escaping @Sendable () async throws -> Void
    ) {
      let isPermitted = TaskRegistry.shared.register(task.identifier) { launched in
        TaskRun(launched).run {
          await task.submitAgain()
          try SwiftTask.checkCancellation()
          try await task.run(work)
        }
      }
      if !isPermitted {
        rejected.append(task.identifier)
        // A build configuration may have another bundle identifier, and so other identifiers.
        let process = Bundle.main.bundleIdentifier ?? "the process"
        BackgroundLog.tasks.error(
          "\(task.identifier) is not registered: the Info.plist of \(process) does not list it")
      }
    }

    /// Does the work of the task, and completes the task at its end.
    public func run(_ work: @escaping @Sendable () async throws -> Void) {
      BackgroundEvents.shared.report(.taskBegan(type: type, identifier: task.identifier))
      // The handler is set before the work starts, because a task that expires without a handler
      // counts as failed (BGTask.h).
      task.expirationHandler = { [weak self] in self?.expire() }
      lock.lock()
      defer { lock.unlock() }
      let started = SwiftTask {
        do {
          try await work()
          self.complete(success: true)
        } catch {
          self.complete(success: false)
        }
      }
      self.work = started
      // The time may have been up already, or the callers of continued work may have given up.
      if isExpired { started.cancel() }
    }

    private var type: String { "\(Swift.type(of: task))" }

    /// Cancels the work, and completes the task after 0.5s if the work has not ended: expiration
    /// handlers have about 1s (Quinn, UIApplication Background Task Notes, Apple Developer Forums
    /// thread 85066).
    public func expire() {
      BackgroundEvents.shared.report(.taskExpired(type: type, identifier: task.identifier))
      lock.lock()
      isExpired = true
      let work = work
      lock.unlock()
      work?.cancel()
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { [self] in
        complete(success: false)
      }
    }

    /// Completes the task at the first call. The task must also be completed after it has expired
    /// (BGTask.h).
    private func complete(success: Bool) {
      lock.lock()
      let isFirst = !isCompleted
      isCompleted = true
      let isInTime = !isExpired
      lock.unlock()
      guard isFirst else { return }
      BackgroundEvents.shared.report(
        .taskEnded(type: type, identifier: task.identifier, isDone: success && isInTime))
      task.setTaskCompleted(success: success && isInTime)
    }
  }
#endif
