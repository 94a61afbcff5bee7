import Foundation
import SwiftUI

extension WidgetConfiguration {
  /// The configuration of a widget that shows the picture, to which the system delivers the events of its session.
  func showingPicture() -> some WidgetConfiguration {
    headlinesWidgetBackgroundEvents(HeadlinesWidgetBackground.start(WidgetWork()))
  }
}

/// The work of the widget: one small picture.
actor WidgetWork: HeadlinesWidgetBackgroundHandler {
  func widget(_ event: HeadlinesSessionEvent) async {
    guard case .downloaded(_, let file) = event else { return }
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("thumbnail")
    try? FileManager.default.removeItem(at: place)
    try? FileManager.default.moveItem(at: file, to: place)
  }
}
