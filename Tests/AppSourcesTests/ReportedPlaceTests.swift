import Testing

/// Methods and configurations in the wrong place, as in failures that developers reported. Some apps are correct but look similar.
@Suite struct ReportedPlaceTests {
  private static func app(
    _ name: String, modes: [String] = [], imports: [String] = [], delegate: String = "", scene: String = "",
    sceneTypes: String = "UIResponder, UIWindowSceneDelegate", members: String = "", found: [String] = [],
    silent: [String] = []
  ) -> SmallApp {
    .uikit(
      name, modes: modes, entitlements: ["aps-environment"], imports: imports,
      launch: "application.registerForRemoteNotifications()", delegate: delegate,
      members: """
        final class Scene: \(sceneTypes) {
          \(scene)
        }
        \(members)
        """, found: found, silent: silent)
  }

  // MARK: - Scene delegates

  private static let rule = "handler-scene-delegate"
  private static let push = """
    func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) { completionHandler(.noData) }
    """
  private static let asynchronous = """
    func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult { .noData }
    """
  private static let fetch = """
    func application(
      _ application: UIApplication,
      performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) { completionHandler(.noData) }
    """

  static let sceneApps = [
    app("a push of a scene", modes: ["remote-notification"], scene: push, found: [rule]),
    app(
      "an asynchronous push of a scene", modes: ["remote-notification"], scene: asynchronous, found: [rule]),
    app("a background fetch of a scene", modes: ["fetch"], scene: fetch, found: [rule]),
    app("a push of the app", modes: ["remote-notification"], delegate: push, silent: [rule]),
    app(
      "a push of a class for both", modes: ["remote-notification"], scene: push,
      sceneTypes: "UIResponder, UIWindowSceneDelegate, UIApplicationDelegate", silent: [rule]),
  ]

  @Test(arguments: sceneApps) func methodsAreOfTheApp(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Sessions for media

  private static let media = "session-asset-not-background"
  private static func assets(_ name: String, _ configuration: String, _ setUp: String = "", isFound: Bool)
    -> SmallApp
  {
    app(
      name, imports: ["AVFoundation"],
      members: """
        final class Media: NSObject, AVAssetDownloadDelegate {
          lazy var session: AVAssetDownloadURLSession = {
            \(setUp)
            return AVAssetDownloadURLSession(
              configuration: \(configuration), assetDownloadDelegate: self, delegateQueue: .main)
          }()
        }
        """, found: isFound ? [media] : [], silent: isFound ? [] : [media])
  }

  static let mediaApps = [
    assets("a default configuration", "URLSessionConfiguration.default", isFound: true),
    assets("an ephemeral configuration", ".ephemeral", isFound: true),
    assets(
      "a default configuration of a variable", "configuration",
      "let configuration = URLSessionConfiguration.default\nconfiguration.allowsCellularAccess = false",
      isFound: true),
    assets(
      "a background configuration", ".background(withIdentifier: \"com.example.app.media\")", isFound: false),
    assets(
      "a background configuration of a variable", "configuration",
      "let configuration = URLSessionConfiguration.background(withIdentifier: \"com.example.app.media\")",
      isFound: false),
  ]

  @Test(arguments: mediaApps) func mediaNeedABackgroundConfiguration(_ app: SmallApp) { app.expectFindings() }
}
