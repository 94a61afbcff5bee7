internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeDelegateNotCalled = Rule(
    "BGP759", "code-delegate-not-called", .code, .warning,
    summary: "Background work in a method of the application delegate that is never called",
    why: """
      In an app with scenes, iOS tells the scene delegates of the background and the foreground, and never calls \
      applicationDidEnterBackground(_:) and its like. SwiftUI makes a delegate only for UIApplicationDelegateAdaptor. Apps of SwiftUI and apps with a UIApplicationSceneManifest have scenes, \
      and apps built with the SDK of iOS 27 must have them.
      """,
    guide: RuleGuide(
      symptom: "No error: the code never runs.",
      seenIn: [.delegateWithoutScenes],
      swift: """
        func sceneDidEnterBackground(_ scene: UIScene) {
          submitRefresh()
        }
        """,
      related: ["handler-scene-delegate", "uitask-begun-too-late"]),
    citations: [.lifeCycleArticle, .sceneLifeCycleNote],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import SwiftUI

        @main struct ExampleApp: App {
          @UIApplicationDelegateAdaptor private var delegate: AppDelegate

          var body: some Scene { WindowGroup { Text("Example") } }
        }

        class AppDelegate: NSObject, UIApplicationDelegate {
          «func» applicationDidEnterBackground(_ application: UIApplication) {
            do {
              try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
            } catch {
              log(error)
            }
          }
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import SwiftUI

        @main struct ExampleApp: App {
          var body: some Scene { WindowGroup { Text("Example") } }
        }

        «class» AppDelegate: NSObject, UIApplicationDelegate {
          func application(
            _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
            completionHandler: @escaping () -> Void
          ) {
            Library.shared.resume(then: completionHandler)
          }
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import SwiftUI

        @main struct ExampleApp: App {
          @Environment(\\.scenePhase) private var phase

          var body: some Scene {
            WindowGroup { Text("Example") }.onChange(of: phase) { phase in if phase == .background { schedule() } }
          }
        }

        func schedule() {
          do {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
          } catch {
            log(error)
          }
        }
        """)
    ],
    check: .code { code, _, context in
      delegatesNotMade(code, context)
        + code.inUncalledMethods.compactMap { method in
          guard method.kind == .applicationLifeCycle, let name = method[.method],
            let moment = method.uncalledMoment
          else { return nil }
          let lost = code.inUncalledMethods.filter { fact in
            guard let work = LostWork(fact.kind), fact.moments.contains(moment), work.isKnown(fact) else {
              return false
            }
            return !work.isDoneElsewhere(fact, code)
          }
          guard let first = lost.first.flatMap({ LostWork($0.kind) }) else { return nil }
          return context.diagnostic(
            at: method.location, in: code,
            "UIKit never calls \(name) in an app with scenes, so the code here \(first.phrase) never runs",
            help:
              "move it to \(name.replacing("application", with: "scene")) of the scene delegate, or observe \(moment.notification)",
            related: lost.map { ($0.location, "reached from there") })
        }
    }
  )

  /// The application delegates with background work in a SwiftUI app that creates no delegate.
  private static func delegatesNotMade(_ code: ReleaseCode, _ context: RuleContext) -> [Diagnostic] {
    let kinds: [FactKind] = [
      .taskRegistration, .backgroundEvents, .remoteNotification, .performFetch, .backgroundTask,
    ]
    return code.facts(.entryPoint).compactMap { delegate in
      guard delegate[.notMade] == true, let name = delegate["name"]?.string,
        let lost = kinds.lazy.flatMap({ code.facts($0) }).first(where: { $0.scope.first == name })
      else { return nil }
      return context.diagnostic(
        at: delegate.location, in: code,
        "SwiftUI uses no \(name), so that none of its methods is ever called",
        help: "add @UIApplicationDelegateAdaptor(\(name).self) to a property of the app",
        related: [(lost.location, "never runs")])
    }
  }
}

/// Code that starts work, in a method that is never called.
private struct LostWork {
  /// The end of the sentence that begins with "the code here".
  let phrase: String

  init?(_ kind: FactKind) {
    switch kind {
    case .taskSubmission: phrase = "that submits a request"
    case .taskRegistration: phrase = "that registers a launch handler"
    case .taskCancellation: phrase = "that cancels requests"
    case .backgroundTask: phrase = "that begins a background task"
    case .expiringActivity: phrase = "that begins an expiring activity"
    case .transfer: phrase = "that starts a transfer"
    default: return nil
    }
  }

  /// Whether all ways to the code are known. A scene delegate may reach the code in an unknown way.
  func isKnown(_ fact: CodeFact) -> Bool {
    switch fact.kind {
    case .taskSubmission, .backgroundTask, .transfer: fact[.knowsMoments] == true
    default: true
    }
  }

  /// Whether the same code, or other code of the same kind, runs at the same moment in another method.
  func isDoneElsewhere(_ fact: CodeFact, _ code: ReleaseCode) -> Bool {
    let moments = Set(fact.moments.compactMap { $0.released(hasScenes: false) })
    return code.facts(fact.kind).contains { other in
      other["identifier"]?.content == fact["identifier"]?.content
        && other.moments.contains { moments.contains($0) && $0 != .handlerStart && $0 != .handlerEnd }
    }
  }
}

extension CodeFact {
  /// The moment of an application delegate's method that UIKit does not call in an app with scenes.
  fileprivate var uncalledMoment: Moment? { moments.first(where: \.isOfApplicationDelegate) }
}

extension Moment {
  /// The notification that UIKit posts at the moment, with and without scenes.
  fileprivate var notification: String {
    switch self {
    case .applicationResigningActive: "UIApplication.willResignActiveNotification"
    case .applicationEnteringForeground: "UIApplication.didBecomeActiveNotification"
    default: "UIApplication.didEnterBackgroundNotification"
    }
  }
}
