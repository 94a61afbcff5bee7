import FakeDevice
import Foundation

open class BGTask: NSObject {
  public let identifier: String
  private let lock = NSLock()
  private var handler: (() -> Void)?
  private var hadHandler = false
  private var outcome: Bool?

  /// The device's time when it was launched.
  let launched = FakeSystem.shared.now

  init(_ identifier: String) { self.identifier = identifier }

  /// The number of seconds that it may run; `nil` if Apple gives none.
  var limit: Double? { nil }

  /// Whether it has run for longer than it may.
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

  /// Whether there was an expiration handler before it was used.
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

  /// The result that it was completed with; `nil` while it runs.
  public var completion: Bool? { lock.withLock { outcome } }

  /// Checks the work that has to be done by now.
  func willComplete() {}

  /// Calls the expiration handler, which the system clears after use, and returns whether there is one.
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
