// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// An event of a background session's transfers.
  nonisolated public enum SessionEvent<Session: SessionIdentifying>: Sendable {
    /// The session has been created. The value contains its transfers that are not done.
    ///
    /// A transfer that is missing in the value may have ended, and the event of its end may come
    /// later: do not submit a missing transfer again before `delivered`. If the system has called
    /// the app for events of the session, this event comes after those events; otherwise it comes a
    /// second after the launch.
    case reconciled([TransferTask<Session>])

    /// A download is done. The handler moves or removes its file before it returns. The file of an item
    /// of a queue is removed then; any other file is in the caches folder, and a later process
    /// removes the file after a week.
    ///
    /// The system removes a downloaded file as soon as the delegate method returns (Downloading files
    /// in the background).
    case downloaded(TransferTask<Session>, URL)

    /// An upload is done, and the server has responded with a status from 200 to 299.
    case completed(TransferTask<Session>)

    /// A transfer has failed, the server has responded with another status, or an item could not be
    /// submitted.
    case failed(TransferTask<Session>, TransferFailure)

    /// All events for which the system called the app are handled. The event may not come while the
    /// app is in the foreground: don't wait for it there. Transfers that the handler submits now
    /// are submitted before the system's completion handler is called.
    case delivered
  }
#endif
