// The actions of the system on the app, for drivers.

import FakeDevice
import Foundation

/// The types of requests.
public enum RequestKind: String, Sendable {
  case appRefresh, processing, healthResearch, continuedProcessing

  init(_ request: BGTaskRequest) {
    switch request {
    case is BGAppRefreshTaskRequest: self = .appRefresh
    case is BGHealthResearchTaskRequest: self = .healthResearch
    case is BGContinuedProcessingTaskRequest: self = .continuedProcessing
    default: self = .processing
    }
  }

  func request(_ identifier: String) -> BGTaskRequest {
    switch self {
    case .appRefresh: BGAppRefreshTaskRequest(identifier: identifier)
    case .processing: BGProcessingTaskRequest(identifier: identifier)
    case .healthResearch: BGHealthResearchTaskRequest(identifier: identifier)
    case .continuedProcessing:
      BGContinuedProcessingTaskRequest(identifier: identifier, title: "", subtitle: "")
    }
  }

  func task(_ identifier: String) -> BGTask {
    switch self {
    case .appRefresh: BGAppRefreshTask(identifier)
    case .processing: BGProcessingTask(identifier)
    case .healthResearch: BGHealthResearchTask(identifier)
    case .continuedProcessing: BGContinuedProcessingTask(identifier)
    }
  }

  func isPermitted(by modes: [String]) -> Bool {
    switch self {
    case .appRefresh: modes.contains("fetch")
    case .processing, .healthResearch: modes.contains("processing")
    case .continuedProcessing: true
    }
  }

  /// The number of requests of this kind that may be pending at the same time.
  var limit: Int? {
    switch self {
    case .appRefresh: 1
    case .processing, .healthResearch: 10
    case .continuedProcessing: nil
    }
  }

  func sharesLimit(with other: RequestKind) -> Bool { (self == .appRefresh) == (other == .appRefresh) }
}

/// A pending request.
public struct PendingRequest: Sendable {
  public let identifier: String
  public let kind: RequestKind
  /// The earliest time on the device's clock at which the request may run.
  public let earliest: Double
  var title = ""
  var mayNotWait = false
  var needsGPU = false

  init(_ request: BGTaskRequest, now: Double) {
    identifier = request.identifier
    kind = RequestKind(request)
    // The request's date was computed a moment ago with the real clock, so it is converted to the device's clock.
    earliest = now + (request.earliestBeginDate?.timeIntervalSinceNow.rounded() ?? 0)
    if let continued = request as? BGContinuedProcessingTaskRequest {
      title = continued.title
      mayNotWait = continued.strategy == .fail
      needsGPU = continued.requiredResources.contains(.gpu)
    }
  }

  /// Reads a request from the description that an earlier process wrote.
  init?(_ description: String) {
    let words = description.split(separator: " ").map(String.init)
    guard words.count == 3, let kind = RequestKind(rawValue: words[0]), let earliest = Double(words[1]) else {
      return nil
    }
    (self.kind, self.earliest, identifier) = (kind, earliest, words[2])
  }

  var description: String { "\(kind.rawValue) \(earliest) \(identifier)" }
}

extension BGTaskScheduler {
  /// Runs the task of a pending request, as the system does when conditions allow the task.
  public func launch(_ identifier: String) -> BGTask? {
    let device = FakeSystem.shared
    guard let request = lock.withLock({ pending.first { $0.identifier == identifier } }) else {
      device.violation("\(identifier) has no request pending, so that the system has nothing to run")
      return nil
    }
    if request.earliest > device.now {
      device.violation("\(identifier) was submitted to begin later than the policy says")
    }
    guard let handler = lock.withLock({ launchHandlers[identifier] }) else {
      device.fatal("\(identifier) is launched and not registered")
    }
    let task = request.kind.task(identifier)
    lock.withLock {
      pending.removeAll { $0.identifier == identifier }
      running.append(task)
    }
    device.trace("\(identifier) is launched")
    // The script continues only after the launch handler has returned, even if the machine is slow.
    let hasReturned = DispatchSemaphore(value: 0)
    handler.queue.async {
      handler.run(task)
      if !task.hasHadExpirationHandler, task.completion == nil {
        device.violation("\(identifier) has no expiration handler when its launch handler returns")
      }
      hasReturned.signal()
    }
    hasReturned.wait()
    return task
  }

  /// Ends the time of a task, as the system does: calls the expiration handler, and records a violation if a
  /// running task has no expiration handler.
  public func expire(_ task: BGTask) {
    FakeSystem.shared.trace("\(task.identifier) expires")
    if !task.expire(), task.completion == nil {
      FakeSystem.shared.violation("\(task.identifier) expires without an expiration handler")
    }
  }

  /// Whether a request with an identifier is pending.
  public func isPending(_ identifier: String) -> Bool {
    lock.withLock { pending.contains { $0.identifier == identifier } }
  }

  /// Whether this process has submitted a request with an identifier.
  public func isSubmitted(_ identifier: String) -> Bool {
    lock.withLock { submitted.contains(identifier) }
  }

  /// The earliest time on the device's clock at which a pending request may run.
  public func earliest(_ identifier: String) -> Double? {
    lock.withLock { pending.first { $0.identifier == identifier }?.earliest }
  }

  /// The requests that outlive the process.
  public var lasting: [String] {
    get { lock.withLock { pending.filter { $0.kind != .continuedProcessing }.map(\.description) } }
    set { lock.withLock { pending = newValue.compactMap(PendingRequest.init) } }
  }

  /// Advances the device's clock. Reports each task that has run for longer than its limit.
  public func advance(to time: Double) {
    let device = FakeSystem.shared
    device.now = max(device.now, time)
    for task in lock.withLock({ running }) where task.isOverdue {
      device.violation("\(task.identifier) is not completed within 30 s of its launch")
      // Each task is reported only once.
      lock.withLock { running.removeAll { $0 === task } }
    }
  }

  /// The tasks that have not been completed.
  public var uncompleted: [String] {
    lock.withLock { running.filter { $0.completion == nil }.map(\.identifier) }
  }
}
