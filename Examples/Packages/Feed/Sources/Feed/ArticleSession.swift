import Foundation

/// The session that downloads articles, also while the app doesn't run.
public enum ArticleSession {
  /// Makes the session as the policy has it, at each launch of the app.
  public static func make(delegate: any URLSessionDownloadDelegate) -> URLSession {
    URLSession(configuration: FeedSessionConfiguration.articles, delegate: delegate, delegateQueue: nil)
  }

  /// Whether the events that the system announces are this session's.
  public static func hasEvents(ofSession identifier: String) -> Bool {
    identifier == FeedSessionIdentifier.articles.rawValue
  }
}
