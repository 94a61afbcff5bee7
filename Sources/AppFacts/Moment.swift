/// A moment at which an app runs code, by the entry point that leads to it.
package enum Moment: String, CaseIterable, Sendable {
  /// The launch of the app, until `application(_:didFinishLaunchingWithOptions:)` returns. The launch includes the initializer of a SwiftUI
  /// app.
  case launch
  /// A moment after the launch, without a person's action: the launch has deferred the code, a scene connects, a view comes on screen, or a
  /// device token arrives.
  case afterLaunch
  /// The app enters the background, according to a scene's delegate, the phase of a scene, or a notification.
  case enteringBackground
  /// UIKit calls `applicationDidEnterBackground(_:)` of the application delegate, which it never calls in an app with scenes.
  case applicationEnteringBackground
  /// The app, or a scene, is about to be inactive, which comes before the background.
  case resigningActive
  /// UIKit calls `applicationWillResignActive(_:)` of the application delegate, which it never calls in an app with scenes.
  case applicationResigningActive
  /// The app comes to the foreground, or a scene becomes active.
  case enteringForeground
  /// UIKit calls `applicationWillEnterForeground(_:)` or `applicationDidBecomeActive(_:)` of the application delegate, which it never calls
  /// in an app with scenes.
  case applicationEnteringForeground
  /// The app is about to end, which an app hears only if it still runs then.
  case terminating
  /// The start of the handler of a background task, before the handler waits for anything.
  case handlerStart
  /// The later part of the handler of a background task, up to its end.
  case handlerEnd
  /// The expiration of a background task, or the failure of its work.
  case failure
  /// A push arrives.
  case push
  /// The system calls `application(_:performFetchWithCompletionHandler:)`.
  case fetch
  /// The system delivers the events of a background session.
  case backgroundEvents
  /// A person acts: uses a view or a control, opens an address, answers a notification, or runs an intent.
  case userAction
  /// Another event: for example, a timer fires, a notification is posted, or a transfer ends.
  case event
}

extension Moment {
  /// Whether the app enters the background.
  package var isEntryIntoBackground: Bool {
    self == .enteringBackground || self == .applicationEnteringBackground
  }

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
