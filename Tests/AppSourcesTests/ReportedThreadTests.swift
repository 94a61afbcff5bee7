import Testing

/// Code on threads and in handlers where it never runs, or for which the system ends the app, as in failures that developers reported. Some
/// apps are correct but look similar.
@Suite struct ReportedThreadTests {
  // MARK: - Timers

  private static let timer = "code-timer-without-run-loop"
  private static let schedule =
    "Timer.scheduledTimer(withTimeInterval: 5, repeats: false) { _ in print(\"late\") }"

  private static func timed(
    _ name: String, imports: [String] = [], launch: String, members: String = "", isFound: Bool
  ) -> SmallApp {
    .uikit(
      name, imports: imports, launch: launch, members: members, found: isFound ? [timer] : [],
      silent: isFound ? [] : [timer])
  }

  private static func objectiveC(_ name: String, _ code: String, isFound: Bool) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        #import <UIKit/UIKit.h>
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @end
        @implementation AppDelegate
        - (void)applicationDidBecomeActive:(UIApplication *)application { \(code) }
        - (void)stop { NSLog(@"stop"); }
        @end
        """, isObjectiveC: true, found: isFound ? [timer] : [], silent: isFound ? [] : [timer])
  }

  private static let message =
    "[NSTimer scheduledTimerWithTimeInterval:5 target:self selector:@selector(stop) userInfo:nil repeats:NO];"

  static let timers = [
    timed("a timer of a global queue", launch: "DispatchQueue.global().async { \(schedule) }", isFound: true),
    timed(
      "a timer of a method that only a queue runs", launch: "Poll.shared.start()",
      members: """
        final class Poll {
          static let shared = Poll()
          private let queue = DispatchQueue(label: "poll")
          func start() { queue.async { self.run() } }
          private func run() { \(schedule) }
        }
        """, isFound: true),
    timed(
      "a timer of a completion handler",
      launch:
        "URLSession.shared.dataTask(with: URL(string: \"https://example.com\")!) { _, _, _ in \(schedule) }.resume()",
      isFound: true),
    timed("a timer of a detached task", launch: "Task.detached { \(schedule) }", isFound: true),
    objectiveC(
      "a timer of a queue of Objective-C",
      "dispatch_async(dispatch_get_global_queue(0, 0), ^{ \(message) });", isFound: true),
    objectiveC(
      "a delayed message of a queue",
      "dispatch_async(dispatch_get_global_queue(0, 0), ^{ [self performSelector:@selector(stop) withObject:nil afterDelay:5]; });",
      isFound: true),
    objectiveC(
      "a timer of the main queue of Objective-C",
      "dispatch_async(dispatch_get_global_queue(0, 0), ^{ dispatch_async(dispatch_get_main_queue(), ^{ \(message) }); });",
      isFound: false),
    timed(
      "a timer of the main queue",
      launch: "DispatchQueue.global().async { DispatchQueue.main.async { \(schedule) } }",
      isFound: false),
    timed(
      "a timer of a thread that runs its run loop",
      launch: "DispatchQueue.global().async { \(schedule); RunLoop.current.run() }", isFound: false),
    timed(
      "a timer that code adds to the main run loop",
      launch:
        "DispatchQueue.global().async { RunLoop.main.add(Timer(timeInterval: 5, repeats: true) { _ in print(1) }, forMode: .common) }",
      isFound: false),
    timed(
      "a timer of a method that other code may run, too", launch: "Poll.shared.start(); Poll.shared.run()",
      members: """
        final class Poll {
          static let shared = Poll()
          func start() { DispatchQueue.global().async { self.run() } }
          func run() { \(schedule) }
        }
        """, isFound: false),
    timed(
      "a queue of run time", launch: "queue(of: application).async { \(schedule) }",
      members: "func queue(of application: UIApplication) -> DispatchQueue { .main }", isFound: false),
  ]

  @Test(arguments: timers) func timersFire(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Loads

  private static let load = "code-main-thread-loads"

  private static func loads(_ name: String, _ launch: String, _ members: String = "", isFound: Bool)
    -> SmallApp
  {
    .uikit(
      name, launch: launch, members: members, found: isFound ? [load] : [], silent: isFound ? [] : [load])
  }

  static let loads = [
    loads(
      "data at launch", #"print(try? Data(contentsOf: URL(string: "https://example.com/a")!))"#, isFound: true
    ),
    loads(
      "data of a constant address at launch", "Settings.load()",
      """
      enum Settings {
        static let address = URL(string: "https://example.com/a")!
        static func load() { print(try? Data(contentsOf: address)) }
      }
      """, isFound: true),
    loads(
      "a text at launch",
      #"let url = URL(string: "http://example.com/\(application)")!; print(try? String(contentsOf: url))"#,
      isFound: true),
    loads(
      "data of a file at launch",
      #"print(try? Data(contentsOf: Bundle.main.url(forResource: "a", withExtension: "json")!))"#,
      isFound: false),
    loads(
      "data that a queue loads at launch",
      #"DispatchQueue.global().async { print(try? Data(contentsOf: URL(string: "https://example.com/a")!)) }"#,
      isFound: false),
    loads(
      "data that a person asks for", "",
      #"class Page: UIViewController { @IBAction func load() { print(try? Data(contentsOf: URL(string: "https://example.com")!)) } }"#,
      isFound: false),
  ]

  @Test(arguments: loads) func launchesAreShort(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Expiration

  private static let wait = "code-expiration-waits"

  private static func expires(_ name: String, _ handler: String, work: String = "", isFound: Bool) -> SmallApp
  {
    .uikit(
      name,
      members: """
        final class Export {
          private let queue = DispatchQueue(label: "export")
          private let group = DispatchGroup()
          private let operations = OperationQueue()
          private var id = UIBackgroundTaskIdentifier.invalid
          func start() {
            guard id == .invalid else { return }
            id = UIApplication.shared.beginBackgroundTask(withName: "export") { [self] in
              \(handler)
              UIApplication.shared.endBackgroundTask(id)
              id = .invalid
            }
            \(work)
          }
        }
        final class Page: UIViewController {
          let export = Export()
          @IBAction func tap() { export.start() }
        }
        """, found: isFound ? [wait] : [], silent: isFound ? [] : [wait])
  }

  static let handlers = [
    expires("a group in an expiration handler", "group.wait()", isFound: true),
    expires(
      "operations in an expiration handler", "operations.waitUntilAllOperationsAreFinished()", isFound: true),
    expires(
      "a queue that works in an expiration handler", "queue.sync { print(\"state\") }",
      work: "queue.async { self.group.wait() }", isFound: true),
    expires(
      "cancelled operations in an expiration handler",
      "operations.cancelAllOperations()\noperations.waitUntilAllOperationsAreFinished()", isFound: false),
    expires(
      "a queue for state in an expiration handler", "queue.sync { print(\"state\") }",
      work: "queue.async { print(\"state\") }", isFound: false),
    expires("a short wait in an expiration handler", "_ = group.wait(timeout: .now() + 0.5)", isFound: false),
    expires("a wait of the work", "print(1)", work: "queue.async { self.group.wait() }", isFound: false),
  ]

  @Test(arguments: handlers) func expirationHandlersReturn(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Silence

  private static let silence = "code-audio-silent"

  private static func player(
    _ name: String, modes: [String] = ["audio"], file: String = "rain", loops: String = "-1",
    _ settings: String,
    isFound: Bool
  ) -> SmallApp {
    .uikit(
      name, modes: modes, imports: ["AVFoundation"],
      delegate:
        "let sound = Sound()\nfunc applicationDidEnterBackground(_ application: UIApplication) { sound.start() }",
      members: """
        final class Sound {
          private var player: AVAudioPlayer?
          func start() {
            try? AVAudioSession.sharedInstance().setCategory(.playback, options: .mixWithOthers)
            guard let url = Bundle.main.url(forResource: "\(file)", withExtension: "wav") else { return }
            player = try? AVAudioPlayer(contentsOf: url)
            player?.numberOfLoops = \(loops)
            \(settings)
            player?.play()
          }
        }
        """, found: isFound ? [silence] : [], silent: isFound ? [] : [silence])
  }

  static let players = [
    player("a player without volume", "player?.volume = 0", isFound: true),
    player("a player that nobody hears", "player?.volume = 0.01", isFound: true),
    player("a file with silence", file: "silence", "", isFound: true),
    player("a blank file", file: "blank", "player?.prepareToPlay()", isFound: true),
    player("a player of rain", "player?.volume = 0.8", isFound: false),
    player(
      "a player that fades in", "player?.volume = 0\nplayer?.setVolume(1, fadeDuration: 2)", isFound: false),
    player("silence that ends", file: "silence", loops: "2", "", isFound: false),
    player("silence without the mode", modes: [], file: "silence", "", isFound: false),
  ]

  @Test(arguments: players) func playersAreHeard(_ app: SmallApp) { app.expectFindings() }
}
