import AppFacts
import AppSources
import Testing

/// Functions that make an object for each of several callers, and code that several callers use differently.
@Suite struct SeveralCallerTests {
  static let cases: [FactCase] = [
    FactCase(
      "a session that is in the background for some callers only", [.session, .transfer],
      """
      struct Channel {
        let session: URLSession
        init(identifier: String, inBackground: Bool) {
          let configuration: URLSessionConfiguration
          if inBackground {
            configuration = «.background(withIdentifier: identifier)»
          } else {
            configuration = «.ephemeral»
          }
          session = URLSession(configuration: configuration)
        }
      }
      class Sender: Base {
        var channel: Channel { Channel(identifier: name, inBackground: isLong) }
        override func send(_ request: URLRequest, _ data: Data) {
          «channel.session.uploadTask(with: request, from: data) { _, _, _ in }».resume()
        }
      }
      """,
      """
      session type=background identifier=? delegate=null lifetime=stored name=session
      session type=ephemeral delegate=null lifetime=stored name=session
      transfer task=upload from=data completionHandler=true
      """),
    FactCase(
      "a session in one case of a choice", [.session, .transfer],
      """
      class Loader: Base {
        override func load(_ url: URL) {
          let configuration =
            isLong ? «URLSessionConfiguration.background(withIdentifier: "com.example.a")» : «.default»
          let session = URLSession(configuration: configuration)
          «session.downloadTask(with: url)».resume()
        }
      }
      """,
      """
      session type=background identifier=com.example.a delegate=null lifetime=local name=session
      session type=default delegate=null lifetime=local name=session
      transfer task=download from=request
      """),
    FactCase(
      "a variable with the caller's session, or else another", [.session, .transfer],
      """
      class Uploader: Base {
        lazy var session = URLSession(configuration: «.background(withIdentifier: "com.example.b")»)
        override func upload(_ request: URLRequest, _ file: URL, on other: URLSession?) {
          var chosen = other
          if chosen == nil { chosen = session }
          «chosen?.uploadTask(with: request, fromFile: file)»?.resume()
        }
      }
      """,
      """
      session type=background identifier=com.example.b delegate=null lifetime=lazy name=session
      transfer task=upload from=file
      """),
    FactCase(
      "a configuration to which one caller adds", [.session],
      """
      extension URLSessionConfiguration {
        class func plain() -> URLSessionConfiguration {
          let configuration = «URLSessionConfiguration.ephemeral»
          configuration.timeoutIntervalForRequest = 60
          return configuration
        }
        class func saving() -> URLSessionConfiguration {
          let configuration = plain()
          configuration.allowsCellularAccess = false
          return configuration
        }
      }
      class Loader: Base {
        let fast = URLSession(configuration: URLSessionConfiguration.plain())
        let slow = URLSession(configuration: URLSessionConfiguration.saving())
      }
      """,
      "session type=ephemeral timeoutIntervalForRequest=60 allowsCellularAccess=? delegate=null lifetime=stored name=slow"
    ),
    FactCase(
      "a closure that completes the task in a function", [.taskRegistration],
      """
      class AppDelegate: UIApplicationDelegate {
        func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
          «BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { self.run($0) }»
        }
        private func run(_ task: BGTask) {
          let finish = { (isDone: Bool) in self.store.save { self.complete(task, isDone) } }
          let stop = { DispatchQueue.main.async { finish(false) } }
          task.expirationHandler = { stop() }
          guard isReady else { return stop() }
          work(then: finish)
          stop()
        }
        private func complete(_ task: BGTask, _ isDone: Bool) { task.setTaskCompleted(success: isDone) }
      }
      """,
      "taskRegistration identifier=a api=BGTaskScheduler queue=nil handler=AppDelegate.run(_:) completes=always expirationHandler=true mainActor=true"
    ),
  ]

  @Test(arguments: cases) func readsWhatAllCallersShare(_ one: FactCase) { one.check() }

  /// A transfer that other code also starts may run at any moment.
  @Test(arguments: [
    ("", true), ("class Model { func next() { Loader.shared.load() } }", false),
    ("class View: Base { override func appear() { Loader.shared.load() } }", false),
  ])
  func momentsAreKnownIfAllCallersAre(_ other: String, isKnown: Bool) {
    let text = """
      class Loader {
        static let shared = Loader()
        func load() { session.downloadTask(with: request).resume() }
      }
      struct ListView: View { var body: some View { Button("Load") { Loader.shared.load() } } }
      \(other)
      """
    let facts = CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)])
    let transfers = facts.filter { $0.kind == .transfer }
    #expect(transfers.map(\.moments) == [[.userAction]])
    #expect(transfers.map { $0["knowsMoments"]?.bool ?? false } == [isKnown])
  }

  /// The handler is a parameter of the function that registers it.
  @Test(arguments: [
    "{ handler($0 as! BGProcessingTask) }", "{ task in DispatchQueue.main.async { handler(task) } }",
  ])
  func momentsComeThroughAHandlerThatIsPassedOn(_ closure: String) {
    let text = """
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
          Export.register({ Export.shared.run($0) })
        }
      }
      class Export {
        static let shared = Export()
        static func register(_ handler: @escaping (BGProcessingTask) -> Void) -> Bool {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) \(closure)
        }
        func run(_ task: BGProcessingTask) {
          schedule()
          load { task.setTaskCompleted(success: true) }
        }
        func schedule() { try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "a")) }
      }
      """
    let facts = CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)])
    #expect(facts.filter { $0.kind == .taskSubmission }.map(\.moments) == [[.handlerStart]])
  }
}
