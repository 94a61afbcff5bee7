import Foundation

/// The work of the diary in the background: it backs up photos.
actor DiaryWork: DiaryBackgroundHandler {
  private let photos: PhotoStore
  /// The photos that could not be uploaded, to be shown to a person.
  private(set) var failed: [String] = []

  init(_ photos: PhotoStore) {
    self.photos = photos
  }

  /// Adds the photos that the server does not have, and waits until the session has the first of them. The queue leaves out those that it
  /// has already.
  func sync() async throws {
    let missing = await photos.missing()
    try Task.checkCancellation()
    _ = try await DiaryBackground.current?.sessions.photosQueue.submit(missing)
  }

  func photosItem(_ id: String, after failure: TransferFailure?) async throws -> UploadItem? {
    guard let file = await photos.file(of: id) else { return nil }
    var request = URLRequest(url: DiaryEndpoint.photos)
    request.httpMethod = "POST"
    return UploadItem(id: id, request: request, file: file)
  }

  func backup(_ event: DiarySessionEvent) async {
    switch event {
    case .completed(let task):
      do {
        try await photos.note(task.id)
        failed.removeAll { $0 == task.id }
      } catch {
        failed.append(task.id)
      }
    case .failed(let task, _):
      failed.append(task.id)
    case .reconciled, .downloaded, .delivered:
      break
    }
  }

  /// The share extension's uploads, which may end when it is not running.
  func share(_ event: DiarySessionEvent) async {
    if case .failed(let task, _) = event { failed.append(task.id) }
  }

  /// Forgets all photos that wait, when a person signs out.
  func signOut() {
    DiaryBackground.current?.sessions.photosQueue.removeAll()
    failed = []
  }
}
