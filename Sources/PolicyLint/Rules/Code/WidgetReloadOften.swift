internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let widgetReloadOften = Rule(
    "BGP803", "widget-reload-often", .code, .warning,
    summary: "A widget that asks for its next timeline sooner than WidgetKit reloads widgets",
    why: """
      WidgetKit reloads the timeline of a widget that people see some 40 to 70 times a day. Entries and reloads should be \
      at least about 5 minutes apart.
      """,
    guide: RuleGuide(
      symptom: "The widget is updated some 15 to 60 minutes later than it asks for.",
      ignoreWhen: "The app plays audio or navigates while the widget is shown.",
      swift: """
        let entries = (0..<12).map { Entry(date: now + TimeInterval($0) * 300, state: state) }
        completion(Timeline(entries: entries, policy: .atEnd))
        """),
    citations: [.widgetUpdates],
    triggers: [
      .withWidget(
        RuleExample.library,
        """
        import WidgetKit

        public func timeline(_ entry: Entry) -> Timeline<Entry> {
          «Timeline»(entries: [entry], policy: .after(Date().addingTimeInterval(‹→30 * ›60)))
        }
        """),
      .withWidget(
        RuleExample.library,
        """
        import WidgetKit

        struct Provider: TimelineProvider {
          func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
            completion(Timeline(entries: [entry], policy: .after(Date().addingTimeInterval(3600))))
            «WidgetCenter.shared.reloadAllTimelines»()
          }
        }
        """),
      .withWidget(
        RuleExample.library,
        """
        import WidgetKit

        public func timeline(_ state: State) -> Timeline<Entry> {
          «Timeline»(entries: [Entry(date: ‹.now→.now + 3_600›, state: state)], policy: .atEnd)
        }
        """),
    ],
    passes: [
      .withWidget(
        RuleExample.library,
        """
        import WidgetKit

        public func timeline(_ states: [State]) -> Timeline<Entry> {
          var entries = [Entry(date: Date(), state: states[0])]
          for (hour, state) in states.enumerated() { entries.append(Entry(date: later(hour), state: state)) }
          return Timeline(entries: entries, policy: .atEnd)
        }
        """),
      .withWidget(
        RuleExample.library,
        """
        import WidgetKit

        public func timeline(_ entry: Entry?) -> Timeline<Entry> {
          guard let entry else { return Timeline(entries: [], policy: .after(Date().addingTimeInterval(60))) }
          return Timeline(entries: [entry], policy: .after(Date().addingTimeInterval(30 * 60)))
        }
        """),
    ],
    check: .code { code, _, context in
      let all = code.facts(.widgetTimeline)
      let timelines = all.filter { $0[.reloadsItself] != true }
      let floor = PlatformFacts.widgetReloadFloor.value
      let loops = all.filter { $0[.reloadsItself] == true }.compactMap { fact in
        context.diagnostic(
          at: fact.location, in: code,
          "The provider asks for its own timeline again whenever WidgetKit asks for it",
          help: "ask for the next timeline by the policy of this one")
      }
      return loops
        + timelines.compactMap { fact in
          // A widget may try again soon after a failure. The first timeline stands for all timelines of a function.
          let own = timelines.filter { $0.location.file == fact.location.file && $0.scope == fact.scope }
          guard own.first?.location == fact.location,
            own.allSatisfy({ $0["interval"]?.number.map { $0 < floor.seconds } ?? false }),
            let interval = fact["interval"]?.number
          else { return nil }
          guard interval > 0 else {
            return context.diagnostic(
              at: fact.location, in: code,
              "This timeline ends as it begins, so that WidgetKit is asked for the next one again and again",
              help:
                "write entries for later, or ask for the next timeline by .after(_:), \(floor) or more from now"
            )
          }
          return context.diagnostic(
            at: fact.location, in: code,
            "WidgetKit does not reload this timeline after \(TimeSpan(milliseconds: Int64(interval * 1_000)))",
            help: "write more entries, and ask for the next timeline after \(floor) or more")
        }
    }
  )
}
