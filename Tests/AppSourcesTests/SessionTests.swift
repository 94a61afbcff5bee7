import AppFacts
import AppSources
import Testing

@Suite struct SessionTests {
  static let sessions: [FactCase] = [
    FactCase(
      "a lazy property with its value on the next line", [.session],
      """
      final class Downloader: NSObject, URLSessionDownloadDelegate {
        private lazy var session: URLSession =
          {
            let configuration = «URLSessionConfiguration.background(withIdentifier: "com.example.downloads")»
            configuration.isDiscretionary = true
            configuration.sessionSendsLaunchEvents = true
            configuration.timeoutIntervalForResource = 2 * 24 * 60 * 60
            configuration.networkServiceType = .background
            configuration.httpAdditionalHeaders = ["Accept": "audio/mpeg"]
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()
      }
      """,
      "session type=background identifier=com.example.downloads isDiscretionary=true sessionSendsLaunchEvents=true timeoutIntervalForResource=172800 networkServiceType=background httpAdditionalHeaders=[Accept:audio/mpeg] delegate=Downloader delegateQueue=null lifetime=lazy name=session"
    ),
    FactCase(
      "a static property of an extension, and the session in another file", [.session],
      [
        (
          "A.swift",
          """
          extension URLSessionConfiguration {
            static var uploads: URLSessionConfiguration {
              let configuration = «URLSessionConfiguration.background(withIdentifier: "com.example.uploads")»
              configuration.allowsCellularAccess = false
              return configuration
            }
          }
          """
        ),
        (
          "B.swift",
          """
          class Uploader: NSObject {
            static let session = URLSession(
              configuration: URLSessionConfiguration.uploads, delegate: Receiver(), delegateQueue: .main)
          }
          class Receiver: NSObject, URLSessionDelegate {}
          """
        ),
      ],
      "session (unreached) type=background identifier=com.example.uploads allowsCellularAccess=false delegate=Receiver delegateQueue=main lifetime=static name=session"
    ),
    FactCase(
      "a configuration that a function sets", [.session],
      """
      class Loader: Base {
        var session: URLSession?
        override init() {
          let configuration = «URLSessionConfiguration.ephemeral»
          prepare(configuration)
          session = URLSession(configuration: configuration)
        }
        private func prepare(_ configuration: URLSessionConfiguration) {
          configuration.waitsForConnectivity = true
        }
      }
      """, "session type=ephemeral waitsForConnectivity=true delegate=null lifetime=stored name=session"),
    FactCase(
      "a function that passes its argument to a closure, for several objects", [.session],
      """
      func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
        var value = value
        change(&value)
        return value
      }
      class Loader: Base {
        override func load() {
          let label = with(Label()) { $0.text = "a" }
          let configuration = with(«URLSessionConfiguration.ephemeral») { $0.waitsForConnectivity = true }
          label.isHidden = true
          session = URLSession.init(configuration: configuration)
        }
      }
      """, "session type=ephemeral waitsForConnectivity=true delegate=null"),
    FactCase(
      "implicit members, and members of the same name", [.session],
      """
      class Loader: Base {
        override func load() {
          let session = URLSession(configuration: «.default»)
          let center = NotificationCenter.default
          let other = Store(configuration: .default)
        }
      }
      """, "session type=default delegate=null lifetime=local name=session"),
    FactCase(
      "a family of sessions", [.session],
      #"""
      class Loader: Base {
        override func load(account: Account) {
          let configuration = «URLSessionConfiguration.background(withIdentifier: "com.example.sync.\(account.id)")»
          _ = URLSession(configuration: configuration, delegate: nil, delegateQueue: nil)
        }
      }
      """#, "session type=background identifier=?com.example.sync.{account} delegate=null delegateQueue=null"),
    FactCase(
      "an asset download session", [.assetDownloadSession, .session],
      """
      class Films: Base {
        override func load() {
          let configuration = «URLSessionConfiguration.background(withIdentifier: "com.example.films")»
          let session = AVAssetDownloadURLSession(
            configuration: configuration, assetDownloadDelegate: self, delegateQueue: .main)
        }
      }
      """,
      "assetDownloadSession type=background identifier=com.example.films delegateQueue=main lifetime=local name=session"
    ),
  ]

  @Test(arguments: sessions) func readsSessions(_ one: FactCase) { one.check() }

  static let transfers: [FactCase] = [
    FactCase(
      "tasks of a session", [.transfer, .header],
      """
      class Loader: Base {
        let session = URLSession(configuration: .background(withIdentifier: "com.example.downloads"))
        override func load(url: URL) {
          var request = URLRequest(url: url)
          «request.setValue("Bearer x", forHTTPHeaderField: "Authorization")»
          let task = «session.downloadTask(with: request)»
          task.countOfBytesClientExpectsToReceive = 200 * 1024
          task.earliestBeginDate = Date().addingTimeInterval(60 * 60)
          task.resume()
          «session.uploadTask(with: request, fromFile: url) { _, _, _ in }».resume()
        }
      }
      """,
      """
      header field=Authorization value=Bearer x
      transfer task=download session=App.swift:2 from=request countOfBytesClientExpectsToReceive=204800 earliestBeginDate=3600 headers=[Authorization]
      transfer task=upload session=App.swift:2 from=file completionHandler=true headers=[Authorization]
      """),
    FactCase(
      "the delegate's methods", [.sessionDelegate, .backgroundEvents],
      """
      class Loader: NSObject, URLSessionDownloadDelegate {
        «func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
          keep(location)
        }»
        private func keep(_ file: URL) { try? FileManager.default.moveItem(at: file, to: destination) }
        «func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
          Thread.sleep(forTimeInterval: 1)
        }»
        «func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
          DispatchQueue.main.async { AppDelegate.shared.completion?() }
        }»
      }
      class AppDelegate: UIResponder, UIApplicationDelegate {
        static let shared = AppDelegate()
        var completion: (() -> Void)?
        «func application(
          _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
          completionHandler: @escaping () -> Void
        ) {
          completion = completionHandler
        }»
      }
      """,
      """
      sessionDelegate method=urlSession(_:downloadTask:didFinishDownloadingTo:) type=Loader keepsFile=moves
      sessionDelegate method=urlSession(_:task:didCompleteWithError:) type=Loader blocks=Thread.sleep(forTimeInterval: 1)
      sessionDelegate method=urlSessionDidFinishEvents(forBackgroundURLSession:) type=Loader
      backgroundEvents handler=stored storage=completion called=true matches=false onMain=true
      """),
    FactCase(
      "a handler that is taken out of a dictionary", [.backgroundEvents],
      """
      class AppDelegate: UIResponder, UIApplicationDelegate, URLSessionDelegate {
        var handlers: [String: () -> Void] = [:]
        var handler: (() -> Void)?
        «func application(
          _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
          completionHandler: @escaping () -> Void
        ) {
          handlers[identifier] = completionHandler
        }»
        func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
          DispatchQueue.main.async { self.handlers.removeValue(forKey: "a")?() }
        }
      }
      """,
      """
      backgroundEvents handler=stored storage=handlers dictionary=true called=true matches=true onMain=true
      """),
    FactCase(
      "a handler that is called off the main queue", [.backgroundEvents],
      """
      class AppDelegate: UIResponder, UIApplicationDelegate, URLSessionDelegate {
        var handlers: [String: () -> Void] = [:]
        var handler: (() -> Void)?
        «func application(
          _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
          completionHandler: @escaping () -> Void
        ) {
          handler = completionHandler
        }»
        func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { handler?() }
      }
      """,
      """
      backgroundEvents handler=stored storage=handler called=true matches=false onMain=false
      """),
    FactCase(
      "a handler that is called on the main actor", [.backgroundEvents],
      """
      class AppDelegate: UIResponder, UIApplicationDelegate, URLSessionDelegate {
        var handlers: [String: () -> Void] = [:]
        var handler: (() -> Void)?
        «func application(
          _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
          completionHandler: @escaping () -> Void
        ) {
          handler = completionHandler
        }»
        @MainActor func finish() { handler?() }
      }
      """,
      """
      backgroundEvents handler=stored storage=handler called=true matches=false onMain=true
      """),
    FactCase(
      "a handler that is called in a task of the main actor", [.backgroundEvents],
      """
      class AppDelegate: UIResponder, UIApplicationDelegate, URLSessionDelegate {
        var handler: (() -> Void)?
        «func application(
          _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
          completionHandler: @escaping () -> Void
        ) {
          handler = completionHandler
        }»
        func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
          Task { @MainActor in
            guard let delegate = UIApplication.shared.delegate as? AppDelegate, let handler = delegate.handler else { return }
            handler()
          }
        }
      }
      """,
      """
      backgroundEvents handler=stored storage=handler called=true matches=false
      """),
    FactCase(
      "a handler that is called for sessions of others", [.backgroundEvents],
      """
      class AppDelegate: UIResponder, UIApplicationDelegate {
        «func application(
          _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
          completionHandler: @escaping () -> Void
        ) {
          if Uploads.owns(identifier) {
            Uploads.shared.keep(completionHandler)
          } else {
            completionHandler()
          }
        }»
      }
      """,
      """
      backgroundEvents handler=called matches=true
      """),
    FactCase(
      "a handler that a variable keeps in between", [.backgroundEvents],
      """
      class AppDelegate: UIResponder, UIApplicationDelegate, URLSessionDelegate {
        var handlers: [String: () -> Void] = [:]
        var handler: (() -> Void)?
        «func application(
          _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
          completionHandler: @escaping () -> Void
        ) {
          handler = completionHandler
        }»
        func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
          let kept = handler
          OperationQueue.main.addOperation { kept?() }
        }
      }
      """,
      """
      backgroundEvents handler=stored storage=handler called=true matches=false
      """),
    FactCase(
      "a constant of the type itself", [.session],
      """
      class Uploads: NSObject, URLSessionDelegate {
        static let group = "group.com.example"
        func make() -> URLSession {
          let configuration = «URLSessionConfiguration.background(withIdentifier: "com.example.uploads")»
          configuration.sharedContainerIdentifier = Self.group
          return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        }
      }
      """,
      """
      session type=background identifier=com.example.uploads sharedContainerIdentifier=group.com.example delegate=Uploads delegateQueue=null
      """),
  ]

  @Test(arguments: transfers) func readsTransfers(_ one: FactCase) { one.check() }

  static let others: [FactCase] = [
    FactCase(
      "other ways to run",
      [
        .backgroundTask, .expiringActivity, .minimumBackgroundFetchInterval, .healthDelivery, .location,
        .audioSession, .bluetooth, .pushRegistry, .backgroundActivityScheduler,
        .remoteNotificationRegistration,
      ],
      """
      class Work: Base {
        override func run(application: UIApplication) {
          let id = «application.beginBackgroundTask(withName: "Save", expirationHandler: nil)»
          application.endBackgroundTask(id)
          «ProcessInfo.processInfo.performExpiringActivity(withReason: "Save") { _ in }»
          «application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)»
          «application.registerForRemoteNotifications()»
          «store.enableBackgroundDelivery(for: steps, frequency: .hourly) { _, _ in }»
          «manager.allowsBackgroundLocationUpdates» = true
          try? «AVAudioSession.sharedInstance().setCategory(.playback)»
          try? «AVAudioSession.sharedInstance().setCategory(.ambient)»
          central = «CBCentralManager(
            delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "com.example.central"])»
          «registry.desiredPushTypes» = [.voIP]
          let activity = «NSBackgroundActivityScheduler(identifier: "com.example.backup")»
          activity.interval = 60 * 60
          activity.repeats = true
          activity.qualityOfService = .utility
        }
      }
      """,
      """
      backgroundTask name=Save expirationHandler=null ends=true
      expiringActivity reason=Save
      minimumBackgroundFetchInterval interval=minimum
      remoteNotificationRegistration
      healthDelivery type=? frequency=hourly observed=false
      location method=allowsBackgroundLocationUpdates value=true
      audioSession category=playback
      audioSession category=ambient
      bluetooth identifier=com.example.central role=central restores=false
      pushRegistry types=[voIP]
      backgroundActivityScheduler identifier=com.example.backup interval=3600 repeats=true qualityOfService=utility
      """),
    FactCase(
      "delegates", [.entryPoint, .performFetch, .remoteNotification],
      """
      «@main class AppDelegate: UIResponder, UIApplicationDelegate {
        «func application(_ a: UIApplication, performFetchWithCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void) {
          guard isReady else { return }
          load { done(.newData) }
        }»
        «func application(_ a: UIApplication, didReceiveRemoteNotification i: [AnyHashable: Any]) async -> UIBackgroundFetchResult {
          .noData
        }»
      }»
      """,
      """
      entryPoint type=UIApplicationDelegate name=AppDelegate style=uikit
      performFetch completes=sometimes exit=true
      remoteNotification completes=always returns=true
      """),
  ]

  @Test(arguments: others) func readsOthers(_ one: FactCase) { one.check() }
}
