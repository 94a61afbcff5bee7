// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && compiler(>=6.2) && !os(macOS) && !os(tvOS) && !os(visionOS) && !os(watchOS) && !targetEnvironment(macCatalyst)
  import BackgroundTasks

  /// The continued work that runs in this process, and the callers that wait for its end.
  nonisolated final class ContinuedRuns: @unchecked Sendable {
    /// The system has rejected the request.
    private struct NotAccepted: Error {}

    private struct Run {
      let number: Int
      /// A function that is called with the work when the work begins.
      let began: @Sendable (ContinuedWork) -> Void
      let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Work {
      let work: ContinuedWork
      let cancel: @Sendable () -> Void
    }

    /// The continued work of this process.
    static let shared = ContinuedRuns()

    private let lock = NSLock()
    // Guarded by the lock.
    private var runs: [String: [Run]] = [:]
    private var works: [String: Work] = [:]
    private var last = 0
    /// The numbers of callers that were cancelled before they began to wait.
    private var cancelled: Set<Int> = []

    private init() {}

    /// Runs work that a person has just started, and returns when it has ended.
    ///
    /// If work with the identifier runs already, the call waits for its end instead of starting
    /// more work.
    ///
    /// - Parameter identifier: The identifier of the work.
    ///
    /// - Parameter began: Called when the work begins, to show its progress.
    ///
    /// - Parameter submit: Submits a request for the work, whose identifier is registered; `nil` on
    /// a system without continued processing tasks. If the system rejects the request, the app does
    /// the work in the foreground.
    ///
    /// - Parameter work: The work.
    ///
    /// - Throws: The errors of the work.
    func run(
      _ identifier: String,
      _ began: @escaping @Sendable (ContinuedWork) -> Void,
      by submit: (@Sendable () async throws -> Void)?,
      _ work: @escaping @Sendable (ContinuedWork) async throws -> Void
    ) async throws {
      if let submit {
        do {
          return try await runBySystem(identifier, began, submit)
        } catch is NotAccepted {
          // The app goes on in the foreground.
        }
      }
      try await runInForeground(ContinuedWork(identifier: identifier), began, work)
    }

    /// Submits a request unless work with its identifier runs already, and waits until the work has
    /// ended.
    private func runBySystem(
      _ identifier: String,
      _ began: @escaping @Sendable (ContinuedWork) -> Void,
      _ submit: @escaping @Sendable () async throws -> Void
    ) async throws {
      try await wait(for: identifier, began) {
        _Concurrency.Task {
          guard self.isAwaited(identifier) else { return }
          do {
            try await submit()
          } catch {
            BackgroundLog.tasks.error(
              "\(identifier) can't go on in the background", error)
            return self.refuse(identifier)
          }
          if !self.isAwaited(identifier) { self.withdraw(identifier) }
        }
      }
    }

    /// Does work without a task of the system, unless work with the same identifier runs already,
    /// and waits until the work has ended.
    ///
    /// The caller may be on the main actor, but the work does not run on the main actor.
    private func runInForeground(
      _ work: ContinuedWork,
      _ began: @escaping @Sendable (ContinuedWork) -> Void,
      _ body: @escaping @Sendable (ContinuedWork) async throws -> Void
    ) async throws {
      try await wait(for: work.identifier, began) {
        let (begins, begin) = AsyncStream<Never>.makeStream()
        let task = _Concurrency.Task.detached(priority: _Concurrency.Task.currentPriority) {
          for await _ in begins {}
          do {
            try await body(work)
            self.end(work, nil)
          } catch {
            self.end(work, error)
          }
        }
        self.begin(work) { task.cancel() }
        begin.finish()
      }
    }

    /// Starts work unless work with the same identifier runs already, and waits until the work has
    /// ended.
    private func wait(
      for identifier: String,
      _ began: @escaping @Sendable (ContinuedWork) -> Void,
      _ start: @escaping @Sendable () -> Void
    ) async throws {
      let number = newNumber()
      defer { forget(number) }
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let run = Run(number: number, began: began, continuation: continuation)
          add(run, to: identifier, start)
        }
      } onCancel: {
        cancel(number, of: identifier)
      }
    }

    private func newNumber() -> Int {
      lock.lock()
      defer { lock.unlock() }
      last += 1
      return last
    }

    private func forget(_ number: Int) {
      lock.lock()
      defer { lock.unlock() }
      cancelled.remove(number)
    }

    private func add(_ run: Run, to identifier: String, _ start: () -> Void) {
      lock.lock()
      guard !cancelled.contains(run.number) else {
        lock.unlock()
        return run.continuation.resume(throwing: CancellationError())
      }
      let work = works[identifier]?.work
      let isFirst = runs[identifier] == nil && work == nil
      runs[identifier, default: []].append(run)
      lock.unlock()
      if let work { run.began(work) }
      if isFirst { start() }
    }

    /// Notes that work has begun, and tells the waiting callers.
    func begin(_ work: ContinuedWork, cancel: @escaping @Sendable () -> Void) {
      let identifier = work.identifier
      lock.lock()
      works[identifier] = Work(work: work, cancel: cancel)
      let runs = runs[identifier] ?? []
      lock.unlock()
      for run in runs { run.began(work) }
    }

    /// Notes that work has ended, and tells the waiting callers. The work has no callers any more if all
    /// of them have given up.
    func end(_ work: ContinuedWork, _ error: (any Error)?) {
      let identifier = work.identifier
      lock.lock()
      let isCurrent = works[identifier]?.work.progress === work.progress
      let ended = isCurrent ? runs.removeValue(forKey: identifier) ?? [] : []
      if isCurrent { works[identifier] = nil }
      lock.unlock()
      for run in ended {
        if let error {
          run.continuation.resume(throwing: error)
        } else {
          run.continuation.resume()
        }
      }
    }

    private func refuse(_ identifier: String) {
      lock.lock()
      let refused = runs.removeValue(forKey: identifier) ?? []
      lock.unlock()
      for run in refused { run.continuation.resume(throwing: NotAccepted()) }
    }

    private func isAwaited(_ identifier: String) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      return runs[identifier] != nil
    }

    /// Ends the wait of a caller, and the work if no other caller waits for it.
    private func cancel(_ number: Int, of identifier: String) {
      lock.lock()
      var waiting = runs[identifier] ?? []
      guard let index = waiting.firstIndex(where: { $0.number == number }) else {
        cancelled.insert(number)
        return lock.unlock()
      }
      let run = waiting.remove(at: index)
      runs[identifier] = waiting.isEmpty ? nil : waiting
      let cancel = waiting.isEmpty ? works.removeValue(forKey: identifier)?.cancel : nil
      lock.unlock()
      if waiting.isEmpty { withdraw(identifier) }
      cancel?()
      run.continuation.resume(throwing: CancellationError())
    }

    private func withdraw(_ identifier: String) {
      BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: identifier)
    }
  }
#endif
