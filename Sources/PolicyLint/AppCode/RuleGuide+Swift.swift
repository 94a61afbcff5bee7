/// The Swift that several rules about code mean.
extension RuleGuide {
  /// The handlers of a session's events, with the completion handler of each session kept by itself.
  static let sessionEventsHandlers = """
    func application(
      _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
      completionHandler: @escaping () -> Void
    ) {
      completionHandlers[identifier] = completionHandler
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
      DispatchQueue.main.async {
        guard let identifier = session.configuration.identifier else { return }
        self.completionHandlers.removeValue(forKey: identifier)?()
      }
    }
    """

  /// The handler of a background push, which completes in each case.
  static let remoteNotificationHandler = """
    func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      refresh { success in completionHandler(success ? .newData : .failed) }
    }
    """
}
