import AppFacts
import AppSources
import Testing

/// Values that the system or Swift copies: a change after the copy does not affect the copy.
@Suite struct CopyTests {
  static let cases: [FactCase] = [
    FactCase(
      "a session copies its configuration", [.session],
      """
      class Loader: Base {
        var session: URLSession?
        override func load() {
          let configuration = «URLSessionConfiguration.background(withIdentifier: "com.example.a")»
          configuration.isDiscretionary = true
          session = URLSession(configuration: configuration)
          configuration.allowsCellularAccess = false
          session?.configuration.waitsForConnectivity = true
        }
      }
      """,
      "session type=background identifier=com.example.a isDiscretionary=true delegate=null lifetime=stored name=session"
    ),
    FactCase(
      "two sessions of one configuration differ", [.session],
      """
      class Loader: Base {
        override func load() {
          let configuration = «URLSessionConfiguration.ephemeral»
          configuration.isDiscretionary = true
          let first = URLSession(configuration: configuration)
          configuration.allowsCellularAccess = false
          let second = URLSession(configuration: configuration)
        }
      }
      """,
      "session type=ephemeral isDiscretionary=true allowsCellularAccess=? delegate=null lifetime=local name=first"
    ),
    FactCase(
      "a request that is changed after its submission", [.taskRequest],
      """
      class Loader: Base {
        override func load() throws {
          let request = «BGProcessingTaskRequest(identifier: "com.example.a")»
          request.requiresNetworkConnectivity = true
          try BGTaskScheduler.shared.submit(request)
          request.requiresExternalPower = true
        }
      }
      """,
      "taskRequest identifier=com.example.a task=processing requiresNetworkConnectivity=true requiresExternalPower=?"
    ),
    FactCase(
      "structures: a variable that is changed, and declared values of initializers", [.session],
      """
      struct Options {
        let identifier: String
        var isHeavy = false
        var rest: TimeInterval = 600
      }
      struct Limits {
        let identifier: String
        let rest: TimeInterval
        init(identifier: String, rest: TimeInterval = 60) {
          self.identifier = identifier
          self.rest = rest
        }
      }
      class Loader: Base {
        override func load() {
          var options = Options(identifier: "com.example.a", isHeavy: false)
          options.isHeavy = true
          open(options)
          open(Options(identifier: "com.example.b", rest: 30))
          limit(Limits(identifier: "com.example.c"))
        }
        private func open(_ options: Options) {
          let configuration = «URLSessionConfiguration.background(withIdentifier: options.identifier)»
          configuration.isDiscretionary = options.isHeavy
          configuration.timeoutIntervalForRequest = options.rest
          _ = URLSession(configuration: configuration)
        }
        private func limit(_ limits: Limits) {
          let configuration = «URLSessionConfiguration.background(withIdentifier: limits.identifier)»
          configuration.timeoutIntervalForRequest = limits.rest
          _ = URLSession(configuration: configuration)
        }
      }
      """,
      """
      session type=background identifier=com.example.a isDiscretionary=? timeoutIntervalForRequest=600 delegate=null
      session type=background identifier=com.example.b isDiscretionary=? timeoutIntervalForRequest=30 delegate=null
      session type=background identifier=com.example.c timeoutIntervalForRequest=60 delegate=null
      """),
    FactCase(
      "constants of one name that are private to two files", [.taskRegistration],
      [
        (
          "A.swift",
          """
          private let identifier = "com.example.a"
          class A: Base { override func load() { BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { $0.setTaskCompleted(success: true) } } }
          """
        ),
        (
          "B.swift",
          """
          private let identifier = "com.example.b"
          class B: Base { override func load() { BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { $0.setTaskCompleted(success: true) } } }
          """
        ),
      ].map { ($0.0, $0.1.replacing("BGTask", with: "«BGTask").replacing(") } } }", with: ") }» } }")) },
      """
      taskRegistration identifier=com.example.a api=BGTaskScheduler queue=nil completes=always synchronous=true idle=true
      taskRegistration identifier=com.example.b api=BGTaskScheduler queue=nil completes=always synchronous=true idle=true
      """),
    FactCase(
      "a variable that the class alone may set is read from other files", [.taskRegistration],
      [
        ("A.swift", "enum Tasks { private(set) static var refresh = \"com.example.a\" }"),
        (
          "B.swift",
          """
          class B: Base {
            override func load() {
              «BGTaskScheduler.shared.register(forTaskWithIdentifier: Tasks.refresh, using: nil) { $0.setTaskCompleted(success: true) }»
            }
          }
          """
        ),
      ],
      "taskRegistration identifier=com.example.a api=BGTaskScheduler queue=nil completes=always synchronous=true idle=true"
    ),
    FactCase(
      "variables that change without an assignment", [.session],
      """
      final class Settings: ObservableObject {
        static let shared = Settings()
        @Published var isCheap = true
        var isHeavy = false
        var rest = 30.0
        var launches = true
        var cache = false
        let most = 4
      }
      struct SettingsView: View {
        @ObservedObject var settings = Settings.shared
        var body: some View {
          Toggle("Wi-Fi only", isOn: $settings.isCheap)
          Button("Heavy") { settings.isHeavy.toggle() }
          Stepper { change(&settings.rest) }
          Cell(\\Settings.cache) { settings[keyPath: $0] = true }
        }
      }
      class Loader: Base {
        override func load() {
          let settings = Settings.shared
          let configuration = «URLSessionConfiguration.background(withIdentifier: "com.example.a")»
          configuration.allowsCellularAccess = settings.isCheap
          configuration.isDiscretionary = settings.isHeavy
          configuration.timeoutIntervalForRequest = settings.rest
          configuration.sessionSendsLaunchEvents = settings.launches
          configuration.httpMaximumConnectionsPerHost = settings.most
          configuration.shouldUseExtendedBackgroundIdleMode = settings.cache
          var waits = true
          waits.toggle()
          configuration.waitsForConnectivity = waits
          _ = URLSession(configuration: configuration)
        }
      }
      """,
      """
      session type=background identifier=com.example.a allowsCellularAccess=? isDiscretionary=? timeoutIntervalForRequest=? sessionSendsLaunchEvents=true httpMaximumConnectionsPerHost=4 shouldUseExtendedBackgroundIdleMode=? waitsForConnectivity=? delegate=null
      """),
  ]

  @Test(arguments: cases) func readsCopies(_ one: FactCase) { one.check() }
}
