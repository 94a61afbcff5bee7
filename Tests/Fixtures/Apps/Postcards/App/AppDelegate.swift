import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private let refresh = CardRefresh()
  private let cleanup = AlbumCleanup()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    refresh.register()
    cleanup.register()
    application.registerForRemoteNotifications()
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    refresh.schedule()
    cleanup.schedule()
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Inbox.shared.fetch { hasNewCards in
      completionHandler(hasNewCards ? .newData : .noData)
    }
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    CardUploads.shared.completionHandlers[identifier] = completionHandler
  }

  func applicationWillResignActive(_ application: UIApplication) {
    Drafts.shared.save()
  }
}
