import BackgroundTasks

/// Deletes the pictures that no card shows any more.
final class AlbumCleanup {
  static let identifier = "\(Bundle.main.bundleIdentifier ?? "").cleanup"

  private let queue = OperationQueue()

  func register() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.identifier, using: .main) { task in
      guard let task = task as? BGProcessingTask else { return }
      self.run(task)
    }
  }

  func schedule() {
    let request = BGProcessingTaskRequest(identifier: Self.identifier)
    request.requiresExternalPower = true
    request.earliestBeginDate = Date(timeIntervalSinceNow: 24 * 60 * 60)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("The cleanup was not scheduled: \(error)")
    }
  }

  private func run(_ task: BGProcessingTask) {
    let operation = BlockOperation { Album.removeUnusedPictures() }
    task.expirationHandler = { operation.cancel() }
    operation.completionBlock = {
      task.setTaskCompleted(success: !operation.isCancelled)
    }
    queue.addOperation(operation)
  }
}

enum Album {
  static func removeUnusedPictures() {}
}
