internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let watchRefreshNotRescheduled = Rule(
    "BGP767", "watch-refresh-not-rescheduled", .code, .warning,
    summary: "A watch app that does not schedule its first refresh, or its next refresh while it handles one",
    why: """
      Each call of scheduleBackgroundRefresh leads to one refresh. To run again, the app schedules the next refresh while it \
      handles this one, before it completes the task.
      """,
    guide: RuleGuide(
      symptom: "The watch app is refreshed once, and not again until a person opens it.",
      ignoreWhen: "One refresh for each visit is enough.",
      swift: """
        case let refresh as WKApplicationRefreshBackgroundTask:
          scheduleNextRefresh()
          refresh.setTaskCompletedWithSnapshot(false)
        """,
      related: ["bg-refresh-not-rescheduled", "watch-task-not-completed"]),
    citations: [.watchRefreshReference],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import WatchKit

        final class Delegate: NSObject, WKApplicationDelegate {
          func applicationDidFinishLaunching() {
            «WKApplication.shared»().scheduleBackgroundRefresh(withPreferredDate: .now + 1800, userInfo: nil) { log($0) }
          }

          func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
            for task in backgroundTasks { task.setTaskCompletedWithSnapshot(false) }
          }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import SwiftUI
        import WatchKit

        @main struct ExampleApp: App {
          var body: some Scene {
            WindowGroup { Text("Example").task { await schedule() } }
              .backgroundTask(.appRefresh("weather")) { _ in await update() }
          }

          func schedule() async {
            try? await «WKApplication.shared»().scheduleBackgroundRefresh(withPreferredDate: .now + 1800, userInfo: nil)
          }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import SwiftUI
        import WatchKit

        @main struct ExampleApp: App {
          var body: some Scene {
            WindowGroup { Text("Example") }
              .backgroundTask(.appRefresh("weather")) { _ in
                schedule()
                await update()
              }
          }

          func schedule() {
            «WKApplication.shared»().scheduleBackgroundRefresh(withPreferredDate: .now + 1800, userInfo: nil) { log($0) }
          }
        }
        """),
      .withWatchApp(
        RuleExample.library,
        """
        import SwiftUI
        import WatchKit

        @main struct ExampleApp: App {
          var body: some Scene {
            «WindowGroup» { Text("Example") }
              .backgroundTask(.appRefresh("weather")) { _ in await update() }
          }
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import WatchKit

        final class Delegate: NSObject, WKApplicationDelegate {
          func applicationDidFinishLaunching() { schedule() }

          func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
            for task in backgroundTasks {
              if task is WKApplicationRefreshBackgroundTask { schedule() }
              task.setTaskCompletedWithSnapshot(false)
            }
          }

          private func schedule() {
            WKApplication.shared().scheduleBackgroundRefresh(withPreferredDate: .now + 1800, userInfo: nil) { log($0) }
          }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import WatchKit

        final class Delegate: NSObject, WKApplicationDelegate, URLSessionDownloadDelegate {
          func applicationDidFinishLaunching() { schedule() }

          func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
            for task in backgroundTasks { task.setTaskCompletedWithSnapshot(false) }
          }

          func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo file: URL) {
            keep(file)
            schedule()
          }

          private func schedule() {
            WKApplication.shared().scheduleBackgroundRefresh(withPreferredDate: .now + 1800, userInfo: nil) { log($0) }
          }
        }
        """),
    ],
    check: .code { code, _, context in
      let calls = code.facts(.watchRefresh).filter { $0[.method] == "scheduleBackgroundRefresh" }
      let isHandled =
        code.facts(.watchRefresh).contains { $0[.method]?.hasPrefix("handle(") ?? false }
        || code.handlesRefreshInSwiftUI
      if code.isComplete, calls.isEmpty, let handler = code.refreshOfSwiftUI {
        let diagnostic = context.diagnostic(
          at: handler.location, in: code, "This refresh never runs: nothing in the app schedules one",
          help: "call scheduleBackgroundRefresh(withPreferredDate:userInfo:) at launch, and in the handler",
          severity: code.severityOfAbsence)
        return [diagnostic].compactMap(\.self)
      }
      // A person may ask for each refresh, and the end of a transfer may schedule the next refresh.
      let visits: Set<Moment> = [
        .launch, .afterLaunch, .enteringForeground, .resigningActive, .enteringBackground,
      ]
      guard code.isComplete, isHandled, let first = calls.first,
        calls.allSatisfy({ $0[.knowsMoments] == true && !$0.moments.isEmpty })
      else { return [] }
      let isOnlyInHandler = calls.allSatisfy(code.isInRefreshOfSwiftUI)
      guard isOnlyInHandler || calls.allSatisfy({ $0.moments.allSatisfy(visits.contains) }) else { return [] }
      if isOnlyInHandler {
        let diagnostic = context.diagnostic(
          at: first.location, in: code,
          "This refresh never runs: the app schedules a refresh only while it handles one",
          help: "schedule the first refresh at launch, too, or when the app enters the background")
        return [diagnostic].compactMap(\.self)
      }
      let diagnostic = context.diagnostic(
        at: first.location, in: code,
        "This refresh runs once for each visit: the app does not schedule the next one while it handles a refresh",
        help:
          "call scheduleBackgroundRefresh(withPreferredDate:userInfo:) in the handler, too, before the task is completed",
        related: calls.dropFirst().map { ($0.location, "scheduled here, too") })
      return [diagnostic].compactMap(\.self)
    }
  )
}

extension ReleaseCode {
  /// SwiftUI's handler of refreshes in the code of a watch app.
  fileprivate var refreshOfSwiftUI: CodeFact? {
    reading.facts.code.first { isRefreshOfSwiftUI($0) && $0.reach != .unreached && isOnWatch($0) }
  }

  /// Whether SwiftUI handles the refreshes of a watch app. Such a handler is not a task of the scheduler, and is not among the facts of tasks.
  fileprivate var handlesRefreshInSwiftUI: Bool {
    reading.facts.code.contains { fact in
      isRefreshOfSwiftUI(fact) && fact.reach != .unreached && mayBeOnWatch(fact)
    }
  }

  /// Whether only SwiftUI's handlers of refreshes run the code of a fact.
  fileprivate func isInRefreshOfSwiftUI(_ fact: CodeFact) -> Bool {
    let names = Set(
      reading.facts.code.filter(isRefreshOfSwiftUI).compactMap { $0["identifier"]?.string })
    let handlers = fact.all(.handler).map(\.string)
    return !handlers.isEmpty && handlers.allSatisfy { $0.map(names.contains) ?? false }
      && fact.moments.allSatisfy { [.handlerStart, .handlerEnd, .failure].contains($0) }
  }

  private func isRefreshOfSwiftUI(_ fact: CodeFact) -> Bool {
    fact.kind == .taskRegistration && fact["api"]?.string == "SwiftUI" && fact["task"]?.string == "appRefresh"
  }
}
