/// Swift code that several rules about code recommend.
extension RuleGuide {
  /// The handlers of a session's events. The completion handler of each session is kept separately.
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

  /// The handler of a background push. Each path through it calls the completion handler.
  static let remoteNotificationHandler = """
    func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      refresh { success in completionHandler(success ? .newData : .failed) }
    }
    """
}
