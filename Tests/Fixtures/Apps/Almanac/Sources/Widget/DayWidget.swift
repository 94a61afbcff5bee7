import SwiftUI
import WidgetKit

@main
struct DayWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "day", provider: DayProvider()) { entry in
      Text(entry.date, style: .date)
    }
    .onBackgroundURLSessionEvents(matching: Pictures.identifier) { _, completion in
      Pictures.shared.completion = completion
    }
  }
}

struct DayEntry: TimelineEntry {
  let date: Date
}

struct DayProvider: TimelineProvider {
  func placeholder(in context: Context) -> DayEntry { DayEntry(date: .now) }

  func getSnapshot(in context: Context, completion: @escaping (DayEntry) -> Void) {
    completion(DayEntry(date: .now))
  }

  func getTimeline(in context: Context, completion: @escaping (Timeline<DayEntry>) -> Void) {
    Pictures.shared.download()
    completion(Timeline(entries: [DayEntry(date: .now)], policy: .after(.now.addingTimeInterval(3_600))))
  }
}
