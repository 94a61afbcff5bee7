internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let watchRefreshOften = Rule(
    "BGP824", "watch-refresh-often", .code, .warning,
    summary: "A watch app whose refreshes ask for the next one sooner than the system allows",
    why: """
      The system allows a watch app about four refreshes an hour if one of its complications is on the active watch face, and fewer \
      otherwise. It delays the others.
      """,
    guide: RuleGuide(
      symptom: "The refreshes come much later than asked for, or not at all.",
      related: ["watch-refresh-not-rescheduled", "watch-session-spacing"]),
    citations: [.complicationTimeline],
    triggers: [
      .withWatchApp(
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
            «WKApplication.shared»().scheduleBackgroundRefresh(withPreferredDate: .now + ‹300→900›, userInfo: nil) { log($0) }
          }
        }
        """)
    ],
    check: .code { code, _, context in
      let least = PlatformFacts.watchRefreshInterval.value
      // The first refresh may come soon after a launch. A refresh of a handler repeats.
      let repeated = code.facts(.watchRefresh).filter { fact in
        fact[.method] == "scheduleBackgroundRefresh"
          && fact.moments.contains { $0 == .handlerStart || $0 == .handlerEnd }
      }
      let intervals = repeated.map { $0["preferredDate"]?.number }
      // A handler that may choose a longer interval asks for the next refresh soon only at times.
      guard intervals.allSatisfy({ $0.map { $0 < least.seconds } ?? false }) else { return [] }
      return zip(repeated, intervals).compactMap { fact, interval in
        context.diagnostic(
          at: fact.location, in: code,
          "Each refresh asks for the next one after \(TimeSpan(milliseconds: Int64((interval ?? 0) * 1_000))), and the system allows about four an hour",
          help: "ask for the next refresh after \(least) or later")
      }
    }
  )
}
