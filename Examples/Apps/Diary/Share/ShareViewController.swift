import UIKit

/// Uploads the photos that a person shares, and leaves.
final class ShareViewController: UIViewController {
  private let background = DiaryShareBackground.start(ShareWork())

  /// Submits photos, which go on after the extension has ended.
  ///
  /// - Parameter photos: Copies in the container of the app group, as the files of an item provider are gone when its block returns.
  ///
  /// - Returns: The files that could not be submitted.
  func upload(_ photos: [URL]) -> [URL] {
    var request = URLRequest(url: DiaryEndpoint.shared)
    request.httpMethod = "POST"
    let uploads = photos.map { UploadItem(id: $0.lastPathComponent, request: request, file: $0) }
    let result = background.sessions.submitShared(uploads)
    // The session takes no items while it is being created again.
    return (result.rejected.map(\.item) + result.rest).map(\.file)
  }
}

/// The work of the extension; what ends later comes to the app.
actor ShareWork: DiaryShareBackgroundHandler {
  func share(_ event: DiarySessionEvent) async {}
}
