internal import Foundation

/// Work that sleeps more than it computes. It runs on threads of its own, so that it takes no threads from tests that compute.
package actor SleepingWork {
  /// Six pieces of work at a time still run fast enough on a machine with two cores.
  package static let shared = SleepingWork(width: 6)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private init(width: Int) { free = width }

  /// Does a piece of work when its turn comes, and returns its result.
  package nonisolated func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws
    -> Value
  {
    await begin()
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, any Error>, Never>) in
      Thread.detachNewThread { continuation.resume(returning: Result(catching: work)) }
    }
    await end()
    return try result.get()
  }

  private func begin() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func end() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
