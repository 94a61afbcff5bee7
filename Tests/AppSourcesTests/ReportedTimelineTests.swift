import Testing

/// Timelines of widgets that end as they begin, as in failures that developers reported. Some timelines are correct but look similar.
@Suite struct ReportedTimelineTests {
  private static func ending(_ name: String, _ timeline: String, _ statements: String = "", isFound: Bool)
    -> SmallApp
  {
    let rule = "widget-reload-often"
    return SmallApp(
      testDescription: name,
      code: """
        import UIKit
        import WidgetKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {}
        struct Provider: AppIntentTimelineProvider {
          func timeline(for configuration: Intent, in context: Context) async -> Timeline<Entry> {
            \(statements)
            return \(timeline)
          }
        }
        """, found: isFound ? ["\(rule): ends as it begins"] : [], silent: isFound ? [] : [rule])
  }

  static let endingApps = [
    ending(
      "an entry of now", "Timeline(entries: [Entry(date: Date(), a: 1)], policy: .atEnd)", isFound: true),
    ending(
      "an entry of now by constants", "Timeline(entries: [entry], policy: .atEnd)",
      "let now = Date()\nlet entry = Entry(date: now, a: await load())", isFound: true),
    ending(
      "an entry of later", "Timeline(entries: [entry], policy: .atEnd)",
      "let entry = Entry(date: Date().addingTimeInterval(3600), a: 1)", isFound: false),
    ending(
      "an entry of run time", "Timeline(entries: [entry], policy: .atEnd)",
      "let entry = Entry(date: next(), a: 1)", isFound: false),
    ending(
      "an entry of now, and no end", "Timeline(entries: [Entry(date: .now, a: 1)], policy: .never)",
      isFound: false),
    ending(
      "two entries",
      "Timeline(entries: [Entry(date: .now, a: 1), Entry(date: .now + 3600, a: 2)], policy: .atEnd)",
      isFound: false),
    ending(
      "entries of a variable", "Timeline(entries: entries, policy: .atEnd)",
      "var entries = [Entry(date: .now, a: 1)]\nfor hour in 1..<5 { entries.append(entry(of: hour)) }",
      isFound: false),
    ending(
      "an entry of now before a failure", "Timeline(entries: [Entry(date: .now, a: 1)], policy: .atEnd)",
      "guard ready else { return Timeline(entries: [], policy: .after(.now + 3600)) }", isFound: false),
  ]

  @Test(arguments: endingApps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
