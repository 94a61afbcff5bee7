import FakeDevice
import Foundation

open class BGTask: NSObject {
  public let identifier: String
  private let lock = NSLock()
  private var handler: (() -> Void)?
  private var hadHandler = false
  private var outcome: Bool?

  /// The time on the device's clock at which the task was launched.
  let launched = FakeSystem.shared.now

  init(_ identifier: String) { self.identifier = identifier }

  /// The maximum number of seconds for the task; `nil` if Apple documents no maximum.
  var limit: Double? { nil }

  /// Whether the task has run for longer than its limit.
  public var isOverdue: Bool {
    guard let limit, completion == nil else { return false }
    return FakeSystem.shared.now > launched + limit
  }

  public var expirationHandler: (() -> Void)? {
    get { lock.withLock { handler } }
    set {
      lock.withLock {
        handler = newValue
        hadHandler = hadHandler || newValue != nil
      }
    }
  }

  /// Whether the app has set an expiration handler, even if the system has used and cleared the handler.
  var hasHadExpirationHandler: Bool { lock.withLock { hadHandler } }

  public func setTaskCompleted(success: Bool) {
    let isFirst = lock.withLock {
      defer { outcome = outcome ?? success }
      return outcome == nil
    }
    if isFirst {
      willComplete()
      FakeSystem.shared.trace("\(identifier) is completed with success: \(success)")
    } else {
      FakeSystem.shared.violation("\(identifier) is completed twice")
    }
  }

  /// The result with which the app completed the task; `nil` while the task runs.
  public var completion: Bool? { lock.withLock { outcome } }

  /// Checks the work that the app must have done before it completes the task.
  func willComplete() {}

  /// Calls the expiration handler and clears it, as the system does. Returns whether the task had a handler.
  func expire() -> Bool {
    let handler = lock.withLock {
      defer { self.handler = nil }
      return self.handler
    }
    handler?()
    return handler != nil
  }
}

public final class BGAppRefreshTask: BGTask {
  override var limit: Double? { 30 }
}
public class BGProcessingTask: BGTask {}
public final class BGHealthResearchTask: BGProcessingTask {}

public final class BGContinuedProcessingTask: BGTask, ProgressReporting {
  public let progress = Progress(totalUnitCount: 0)
  public private(set) var title = ""
  public private(set) var subtitle = ""

  public func updateTitle(_ title: String, subtitle: String) {
    (self.title, self.subtitle) = (title, subtitle)
    FakeSystem.shared.trace("\(identifier) is now called \(title), \(subtitle)")
  }

  override func willComplete() {
    if progress.totalUnitCount <= 0 || progress.completedUnitCount <= 0 {
      FakeSystem.shared.violation("\(identifier) has shown no progress")
    }
  }
}
