import SwiftUI

@main
struct AlmanacApp: App {
  @Environment(\.scenePhase) private var phase
  private let index = SearchIndex()

  init() {
    index.register()
  }

  var body: some Scene {
    WindowGroup {
      DayView()
    }
    .onChange(of: phase) {
      if phase == .background {
        Days.scheduleRefresh()
        index.schedule()
      }
    }
    .backgroundTask(.appRefresh(Days.refreshIdentifier)) {
      Days.scheduleRefresh()
      await Days.shared.refresh()
    }
    .backgroundTask(.urlSession(MapDownloads.identifier)) {
      await MapDownloads.shared.finishEvents()
    }
  }
}

struct DayView: View {
  var body: some View {
    VStack {
      Text("Today")
      Button("Download the map") {
        MapDownloads.shared.download("map")
      }
      Button("Export the year") {
        YearExport.shared.start()
      }
    }
  }
}
