import BackgroundTasks

/// The index of all days, which is built while the device charges.
final class SearchIndex {
  private static let identifier = "com.example.almanac.index"

  func register() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.identifier, using: nil) { task in
      let work = Task {
        await self.build()
        task.setTaskCompleted(success: !Task.isCancelled)
      }
      task.expirationHandler = { work.cancel() }
    }
  }

  func schedule() {
    let request = BGProcessingTaskRequest(identifier: Self.identifier)
    request.requiresExternalPower = true
    request.requiresNetworkConnectivity = false
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("The index was not scheduled: \(error)")
    }
  }

  private func build() async {}
}
