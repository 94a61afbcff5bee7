// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os) && DEBUG
  public import Foundation

  nonisolated extension SessionRouter {
    /// Cancels the transfers that an earlier build left in the sessions, and creates the sessions
    /// again.
    ///
    /// Xcode installs a build in a new folder, and transfers of an earlier build can disturb the
    /// next debugging session (Quinn, Testing Background Session Code, Apple Developer Forums).
    /// Until a session has been created again, `session(_:)` returns `nil`.
    ///
    /// - Parameter path: The folder of the installed app; nothing happens if the folder is the same
    /// as at the last launch.
    ///
    /// - Parameter defaults: The store that keeps the path of the last launch.
    ///
    /// - Returns: Whether the path has changed.
    @discardableResult
    public func startClean(
      whenMovedFrom path: String = Bundle.main.bundlePath,
      defaults: UserDefaults = .standard
    ) -> Bool {
      let key = "bgpolicy.\(table.app).installPath"
      let last = defaults.string(forKey: key)
      defaults.set(path, forKey: key)
      guard let last, last != path else { return false }
      let closing = lock.withLock {
        open.keys.filter(table.isOwned).compactMap { identifier in
          open[identifier]?.isClosing = true
          open[identifier]?.isMadeAgain = true
          return open[identifier]?.session
        }
      }
      for session in closing {
        session.invalidateAndCancel()
      }
      return true
    }
  }
#endif
