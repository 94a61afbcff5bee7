import Foundation

extension URLSession {
  /// The session that uploads photos, also while the app doesn't run; made at each launch of the app.
  public static func photoUploads(delegate: any URLSessionTaskDelegate) -> URLSession {
    URLSession(configuration: BackupSessionConfiguration.photos, delegate: delegate, delegateQueue: nil)
  }
}
