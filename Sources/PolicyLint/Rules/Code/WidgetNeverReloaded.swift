internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let widgetNeverReloaded = Rule(
    "BGP815", "widget-never-reloaded", .code, .warning,
    summary: "A widget with data that WidgetKit asks for once, and that the app never reloads",
    why: """
      After a timeline with the policy never, WidgetKit asks for the next one only if the app calls reloadTimelines(ofKind:) or \
      reloadAllTimelines().
      """,
    guide: RuleGuide(
      symptom: "The widget goes on showing its first data.",
      ignoreWhen: "The data never changes.",
      swift: "WidgetCenter.shared.reloadAllTimelines()",
      related: ["widget-reload-often"]),
    citations: [.widgetUpdates],
    triggers: [
      .withWidget(
        RuleExample.library,
        """
        import WidgetKit

        struct Provider: TimelineProvider {
          func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
            let state = UserDefaults(suiteName: "group.com.example")?.integer(forKey: "state")
            completion(«Timeline»(entries: [Entry(date: Date(), state: state)], policy: .‹never→atEnd›))
          }
        }
        """)
    ],
    passes: [
      .withWidget(
        RuleExample.library,
        """
        import WidgetKit

        struct Provider: TimelineProvider {
          func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
            completion(Timeline(entries: [Entry(date: Date())], policy: .never))
          }
        }
        """)
    ],
    check: .code { code, _, context in
      guard code.isComplete, let fact = code.facts(.widgetTimeline).first(where: { $0[.endsForGood] == true })
      else { return [] }
      return [
        context.diagnostic(
          at: fact.location, in: code,
          "WidgetKit never asks for another timeline, and no code of the app reloads this one",
          help: "reload the timeline when the data changes, or use the policy atEnd or after(_:)",
          severity: code.severityOfAbsence)
      ].compactMap(\.self)
    }
  )
}
