// The part of UIKit that generated code uses, as Apple's interface declares it, with background tasks that
// enforce their contract.

@_exported import FoundationBG

public struct UIBackgroundTaskIdentifier: Hashable, RawRepresentable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

public enum UIBackgroundFetchResult: UInt, Sendable {
  case newData, noData, failed
}

@MainActor
open class UIResponder: NSObject {}

@MainActor
open class UIViewController: UIResponder {
  open var extensionContext: NSExtensionContext? { nil }
  open func viewDidAppear(_ animated: Bool) {}
}

/// What a person shares. No test shares anything.
open class NSItemProvider: NSObject {
  open func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    completionHandler(nil, nil)
    return Progress(totalUnitCount: 1)
  }
}

/// A part of what a person shares.
open class NSExtensionItem: NSObject {
  open var attachments: [NSItemProvider]?
}

/// The request of the app that shows an extension.
open class NSExtensionContext: NSObject {
  open var inputItems: [Any] { [] }
  open func completeRequest(returningItems items: [Any]?, completionHandler: ((Bool) -> Void)? = nil) {}
  open func cancelRequest(withError error: any Error) {}
}

@MainActor
public final class UIApplication: UIResponder {
  // NS_EXTENSION_UNAVAILABLE_IOS.
  public static let shared = UIApplication()
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")

  public nonisolated static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification")

  public nonisolated static let protectedDataDidBecomeAvailableNotification = Notification.Name(
    "UIApplicationProtectedDataDidBecomeAvailable")

  private struct Assertion {
    let name: String
    let begun: Double
    let expire: (@MainActor @Sendable () -> Void)?
  }

  private nonisolated(unsafe) var assertions: [Int: Assertion] = [:]
  private nonisolated(unsafe) var last = 0
  /// Whether the system refuses to give time to background tasks.
  public nonisolated(unsafe) var refusesBackgroundTasks = false
  /// The background tasks that are running.
  public nonisolated var runningBackgroundTasks: [String] {
    assertions.keys.sorted().compactMap { assertions[$0]?.name }
  }

  public nonisolated func beginBackgroundTask(
    withName name: String?, expirationHandler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    if refusesBackgroundTasks { return .invalid }
    if name == nil { Device.shared.report("a background task without a name") }
    if expirationHandler == nil { Device.shared.report("a background task without an expiration handler") }
    last += 1
    assertions[last] = Assertion(name: name ?? "", begun: Device.shared.now, expire: expirationHandler)
    return UIBackgroundTaskIdentifier(rawValue: last)
  }

  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    if assertions.removeValue(forKey: identifier.rawValue) == nil {
      Device.shared.report("a background task is ended that is not running")
    }
  }

  public struct LaunchOptionsKey: Hashable, Sendable {}

  public func registerForRemoteNotifications() {}

  /// Whether the app does work without a background task although the system would grant time.
  public var isWithoutBackgroundTask: Bool { assertions.isEmpty && !refusesBackgroundTasks }

  /// Ends the time of all background tasks that are running.
  public func expireBackgroundTasks() {
    for number in assertions.keys.sorted() {
      guard let assertion = assertions[number] else { continue }
      assertion.expire?()
      if assertions[number] != nil {
        Device.shared.report("the background task \(assertion.name) goes on after its expiration handler")
        assertions[number] = nil
      }
    }
  }
}
