import SwiftUI

@main
struct HeadlinesApp: App {
  private let background = HeadlinesBackground.start(HeadlinesWork(StoryStore()))

  var body: some Scene {
    WindowGroup { Text("Headlines") }
      .headlinesBackgroundTasks(background)
  }
}
