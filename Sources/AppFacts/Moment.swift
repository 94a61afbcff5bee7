/// A moment at which an app runs code, by the entry point that leads to it.
package enum Moment: String, CaseIterable, Sendable {
  /// While the app launches, until `application(_:didFinishLaunchingWithOptions:)` returns; includes the initializer of a SwiftUI app.
  case launch
  /// After the app has launched, without a person's action: launch has deferred the code, a scene connects, a view comes on screen, or a
  /// device token arrives.
  case afterLaunch
  /// When the app enters the background: in a scene's delegate, by the phase of a scene, or by a notification.
  case enteringBackground
  /// In `applicationDidEnterBackground(_:)` of UIKit's application delegate, which an app with scenes never gets.
  case applicationEnteringBackground
  /// When the app, or a scene, is about to be inactive, which comes before the background.
  case resigningActive
  /// In `applicationWillResignActive(_:)` of UIKit's application delegate, which an app with scenes never gets.
  case applicationResigningActive
  /// When the app comes to the foreground, or a scene becomes active.
  case enteringForeground
  /// In `applicationWillEnterForeground(_:)` or `applicationDidBecomeActive(_:)` of UIKit's application delegate, which an app with
  /// scenes never gets.
  case applicationEnteringForeground
  /// At the start of the handler of a background task, before the handler waits for anything.
  case handlerStart
  /// Later in the handler of a background task, up to its end.
  case handlerEnd
  /// In the expiration handler of a background task, or after the work of the task has failed.
  case failure
  /// When a push arrives.
  case push
  /// In `performFetchWithCompletionHandler`.
  case fetch
  /// When the system delivers the events of a background session.
  case backgroundEvents
  /// In an action of a view or a control, when a person opens an address or answers a notification, or in an intent.
  case userAction
  /// At any other event: a timer fires, a notification is posted, a transfer ends.
  case event
}

extension Moment {
  /// Whether this is the moment of a method of UIKit's application delegate that UIKit never calls in an app with scenes.
  package var isOfApplicationDelegate: Bool { released(hasScenes: true) == nil }

  /// The moment in an app with or without scenes. UIKit calls the application delegate's methods for the background only without scenes.
  /// `nil` if the moment never comes in the app.
  package func released(hasScenes: Bool) -> Moment? {
    switch self {
    case .applicationEnteringBackground: hasScenes ? nil : .enteringBackground
    case .applicationResigningActive: hasScenes ? nil : .resigningActive
    case .applicationEnteringForeground: hasScenes ? nil : .enteringForeground
    default: self
    }
  }
}
