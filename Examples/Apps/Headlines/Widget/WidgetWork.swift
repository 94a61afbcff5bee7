import Foundation

/// The work of the widget: one small picture.
///
/// In the configuration of the widget, `onBackgroundURLSessionEvents` passes the events on:
/// `.onBackgroundURLSessionEvents { WidgetWork.handleEvents(of: $0, completionHandler: $1) }`.
actor WidgetWork: HeadlinesWidgetBackgroundHandler {
  @MainActor
  static func handleEvents(of session: String, completionHandler: @escaping () -> Void) {
    HeadlinesWidgetBackground.start(WidgetWork())
      .handleEvents(forSession: session, completionHandler: completionHandler)
  }

  func widget(_ event: HeadlinesSessionEvent) async {
    guard case .downloaded(_, let file) = event else { return }
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("thumbnail")
    try? FileManager.default.removeItem(at: place)
    try? FileManager.default.moveItem(at: file, to: place)
  }
}
