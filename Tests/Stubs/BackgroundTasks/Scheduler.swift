import Dispatch
import FakeDevice
import Foundation

public final class BGTaskScheduler: NSObject {
  public struct Error: Swift.Error, Equatable {
    public enum Code: Int, Sendable {
      case unavailable = 1
      case tooManyPendingTaskRequests = 2
      case notPermitted = 3
      case immediateRunIneligible = 4

      public static func ~= (code: Code, error: any Swift.Error) -> Bool { (error as? Error)?.code == code }
    }
    public let code: Code
    public static let unavailable = Code.unavailable
    public static let tooManyPendingTaskRequests = Code.tooManyPendingTaskRequests
    public static let notPermitted = Code.notPermitted
    public static let immediateRunIneligible = Code.immediateRunIneligible
  }

  private static let only = BGTaskScheduler()
  public class var shared: BGTaskScheduler { only }
  public class var supportedResources: BGContinuedProcessingTaskRequest.Resources {
    FakeSystem.shared.facts("resource").contains("gpu") ? .gpu : []
  }

  let lock = NSLock()
  var launchHandlers: [String: (queue: DispatchQueue, run: (BGTask) -> Void)] = [:]
  var pending: [PendingRequest] = []
  /// The identifiers whose requests this process has submitted.
  var submitted: Set<String> = []
  var running: [BGTask] = []
  private let queue = DispatchQueue(label: "BGTaskScheduler")

  // NS_EXTENSION_UNAVAILABLE("Only the host application may register launch handlers").
  @discardableResult
  public func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    let device = FakeSystem.shared
    guard Self.isPermitted(identifier) else { return false }
    if Self.isContinued(identifier) { device.use("a continued processing task", since: "26.0") }
    if device.phase != .launching, !Self.isContinued(identifier) {
      device.fatal("\(identifier) is registered after the app has finished launching")
    }
    let isFirst = lock.withLock {
      guard launchHandlers[identifier] == nil else { return false }
      launchHandlers[identifier] = (queue ?? self.queue, launchHandler)
      return true
    }
    if !isFirst { device.fatal("\(identifier) is registered twice") }
    device.trace("\(identifier) is registered")
    return true
  }

  public func submit(_ request: BGTaskRequest) throws {
    let device = FakeSystem.shared
    if device.isOnMainThread { device.violation("\(request.identifier) is submitted on the main thread") }
    let request = PendingRequest(request, now: device.now)
    guard device.facts("refresh") != ["off"] else { throw Error(code: .unavailable) }
    guard Self.isPermitted(request.identifier), request.kind.isPermitted(by: device.facts("mode")) else {
      throw Error(code: .notPermitted)
    }
    if request.kind == .continuedProcessing { try check(request) }
    // The system raises an exception here, which Swift can't catch.
    if lock.withLock({ launchHandlers[request.identifier] == nil }) {
      device.fatal("No launch handler registered for task with identifier \(request.identifier)")
    }
    try lock.withLock {
      // A request replaces the pending request with the same identifier.
      let others = pending.filter { $0.identifier != request.identifier }
      if let limit = request.kind.limit,
        others.filter({ $0.kind.sharesLimit(with: request.kind) }).count >= limit
      {
        throw Error(code: .tooManyPendingTaskRequests)
      }
      pending = others + [request]
      submitted.insert(request.identifier)
    }
    device.trace("\(request.identifier) is submitted, to begin at \(Int(request.earliest))s")
  }

  public func submitTaskRequest(
    _ request: BGTaskRequest, completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
  ) {
    FakeSystem.shared.use("submitTaskRequest", since: "27.0")
    do {
      try submit(request)
      completionHandler(nil)
    } catch {
      completionHandler(error)
    }
  }

  public func submitTaskRequest(_ request: BGTaskRequest) async throws {
    FakeSystem.shared.use("submitTaskRequest", since: "27.0")
    try submit(request)
  }

  public func cancel(taskRequestWithIdentifier identifier: String) {
    lock.withLock { pending.removeAll { $0.identifier == identifier } }
  }

  public func cancelAllTaskRequests() { lock.withLock { pending = [] } }

  public func getPendingTaskRequests(completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void) {
    completionHandler(lock.withLock { pending.map { $0.kind.request($0.identifier) } })
  }

  public func pendingTaskRequests() async -> [BGTaskRequest] {
    lock.withLock { pending.map { $0.kind.request($0.identifier) } }
  }

  /// Checks the request for work that a user starts.
  private func check(_ request: PendingRequest) throws {
    let device = FakeSystem.shared
    if device.phase != .foreground {
      device.violation("\(request.identifier) is submitted while the app is not in the foreground")
    }
    if device.facts("action").isEmpty {
      device.violation("\(request.identifier) is submitted without an action of a person")
    }
    if request.title.isEmpty { device.violation("\(request.identifier) has no title to show") }
    if request.needsGPU, !Self.supportedResources.contains(.gpu) {
      device.violation("\(request.identifier) asks for a GPU that the device does not lend")
    }
    if lock.withLock({ launchHandlers[request.identifier] == nil }) {
      device.violation("\(request.identifier) is submitted before it is registered")
    }
    if request.mayNotWait, device.facts("busy") == ["yes"] { throw Error(code: .immediateRunIneligible) }
  }

  /// Whether the app's Info.plist lists an identifier, either literally or by a wildcard at the end.
  static func isPermitted(_ identifier: String) -> Bool {
    FakeSystem.shared.facts("permit").contains { entry in
      entry == identifier && !entry.hasSuffix("*") || isInstance(identifier, of: entry)
    }
  }

  private static func isContinued(_ identifier: String) -> Bool {
    FakeSystem.shared.facts("continued").contains { $0 == identifier || isInstance(identifier, of: $0) }
  }

  private static func isInstance(_ identifier: String, of wildcard: String) -> Bool {
    wildcard.hasSuffix(".*") && identifier.hasPrefix(wildcard.dropLast())
      && identifier.count >= wildcard.count && !identifier.hasSuffix("*")
  }
}
