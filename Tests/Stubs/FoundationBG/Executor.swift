import Dispatch
import Foundation

private typealias Original = @convention(thin) (UnownedJob) -> Void
private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

/// Runs Swift's tasks on the driver's own thread, one after the other. The order is the same in each run, and the driver never has to wait.
public final class Executor: SerialExecutor, @unchecked Sendable {
  public static let shared = Executor()

  private let lock = NSLock()
  private var jobs: [UnownedJob] = []
  /// Whether the work that runs now would run on the main thread of an app.
  public internal(set) var isOnMain = true

  /// Whether the executor replaces the system's executors. A driver that doesn't install the executor uses the system's tasks and time.
  private(set) var isInstalled = false

  /// Replaces the system's executors. A driver has to call this function before the first task.
  public func install() {
    guard let hook = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook") else {
      fatalError("no hook for tasks in this Swift runtime")
    }
    isInstalled = true
    hook.assumingMemoryBound(to: Hook?.self).pointee = { job, _ in Executor.shared.take(job) }
  }

  /// Runs the work in the main queue at once. A run loop would take longer.
  private let runMainQueue: (@convention(c) (UnsafeRawPointer?) -> Void)? = {
    let function = dlsym(dlopen(nil, RTLD_NOW), "_dispatch_main_queue_callback_4CF")
    return function.map { unsafeBitCast($0, to: (@convention(c) (UnsafeRawPointer?) -> Void).self) }
  }()

  public func enqueue(_ job: consuming ExecutorJob) { take(UnownedJob(job)) }

  private func take(_ job: UnownedJob) { lock.withLock { jobs.append(job) } }

  private func next() -> UnownedJob? { lock.withLock { jobs.isEmpty ? nil : jobs.removeFirst() } }

  /// Runs a function as the system's queues would, outside of the main thread.
  func offMain(_ body: () -> Void) {
    let wasOnMain = isOnMain
    isOnMain = false
    body()
    isOnMain = wasOnMain
  }

  /// Runs all waiting work of this executor and of the main queue.
  ///
  /// - Parameter isDelivering: Whether the device also delivers its events.
  public func drain(isDelivering: Bool = true) {
    var quietRounds = 0
    while quietRounds < 3 {
      quietRounds += 1
      while let job = next() {
        quietRounds = 0
        offMain { job.runSynchronously(on: asUnownedSerialExecutor()) }
      }
      if isDelivering, Device.shared.deliverNext() { quietRounds = 0 }
      var isDone = false
      DispatchQueue.main.async { isDone = true }
      isOnMain = true
      runMainQueue?(nil)
      while !isDone { _ = RunLoop.main.run(mode: .default, before: Date()) }
    }
  }
}

// If the executor is installed, tasks sleep by the device's clock, which only the driver advances.
extension Task where Success == Never, Failure == Never {
  public static func sleep(nanoseconds duration: UInt64) async throws {
    guard Executor.shared.isInstalled else {
      return try await Task.sleep(for: .nanoseconds(Int64(clamping: duration)))
    }
    try await Device.shared.sleep(Double(duration) / 1e9)
  }
}
