import Testing

/// Reports of calls after pushes of PushKit, as in failures that developers reported. Some apps are correct but look similar.
@Suite struct ReportedCallTests {
  private static let late = "push-call-not-reported: only after"
  private static let forgotten = "push-call-not-reported: can end here"

  private static func calls(
    _ name: String, modes: [String] = ["voip"], imports: [String] = [], _ push: String, found: [String] = [],
    silent: [String] = []
  ) -> SmallApp {
    SmallApp.uikit(
      name, modes: modes, entitlements: ["aps-environment"], imports: ["CallKit", "PushKit"] + imports,
      launch: "Calls.shared.start()",
      members: """
        final class Calls: NSObject, PKPushRegistryDelegate {
          static let shared = Calls()
          let registry = PKPushRegistry(queue: .main)
          let provider = CXProvider(configuration: CXProviderConfiguration())
          func start() {
            registry.delegate = self
            registry.desiredPushTypes = [.voIP]
          }
          func pushRegistry(_ r: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {}
          \(push)
        }
        """, found: found, silent: silent)
  }

  private static func received(_ code: String, _ others: String = "") -> String {
    """
    func pushRegistry(
      _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
      completion: @escaping () -> Void
    ) {
      \(code)
    }
    \(others)
    """
  }

  private static let left = "push-call-not-reported: returns without a report"
  /// Code that shows a notification instead of a call.
  private static let notify = """
    let content = UNMutableNotificationContent()
    content.title = payload.dictionaryPayload["caller"] as? String ?? ""
    UNUserNotificationCenter.current().add(UNNotificationRequest(identifier: "call", content: content, trigger: nil))
    completion()
    """
  private static let report =
    "provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in completion() }"
  private static let ring = """
    func ring(_ completion: @escaping () -> Void) { \(report) }
    """

  static let apps = [
    calls(
      "no report of a call", received("completion()"), found: ["push-call-not-reported: nothing in its code"]),
    calls(
      "a notification, and a report that nothing leads to", imports: ["UserNotifications"],
      received(notify, ring), found: [left]),
    calls(
      "a notification in another method, and a report that nothing leads to", imports: ["UserNotifications"],
      received(
        "show(payload)\ncompletion()", "func show(_ payload: PKPushPayload) { print(payload) }\n\(ring)"),
      found: [left]),
    calls("only a log", received("print(payload)\ncompletion()", ring), found: [left]),
    calls(
      "a property with the push, which other code reports",
      received(
        "pending = payload\ncompletion()", "var pending: PKPushPayload? { didSet { ring { } } }\n\(ring)"),
      silent: ["*"]),
    calls(
      "a notification of the push, which other code reports",
      received("NotificationCenter.default.post(name: .pushed, object: nil)\ncompletion()", ring),
      silent: ["*"]),
    calls(
      "a delegate that may report the call",
      received("delegate?.received(payload)\ncompletion()", "weak var delegate: PushDelegate?\n\(ring)"),
      silent: ["*"]),
    calls(
      "a closure that may report the call",
      received("onPush?(payload)\ncompletion()", "var onPush: ((PKPushPayload) -> Void)?\n\(ring)"),
      silent: ["*"]),
    calls(
      "a list of closures that may report the call",
      received(
        "handlers.forEach { $0(payload) }\ncompletion()",
        "var handlers: [(PKPushPayload) -> Void] = []\n\(ring)"
      ), silent: ["*"]),
    calls(
      "a function that is passed on, and reports the call",
      received("queue.async(execute: show)\ncompletion()", "func show() { ring { } }\n\(ring)"), silent: ["*"]
    ),
    calls(
      "a package that gets the push, and may report the call", imports: ["VoiceKit"],
      received("Voice.shared.handle(payload.dictionaryPayload)\ncompletion()", ring), silent: ["*"]),
    calls(
      "an older method for pushes, which the system does not call",
      received(
        report,
        "func pushRegistry(_ r: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType) { print(payload) }"
      ), silent: ["*"]),
    calls("a report in a task", received("Task { \(report) }"), found: [late]),
    calls("a report on the main queue", received("DispatchQueue.main.async { \(report) }"), found: [late]),
    calls(
      "a report after a download, in another method",
      received(
        "URLSession.shared.dataTask(with: address) { _, _, _ in self.ring(completion) }.resume()", ring),
      found: [late]),
    calls("a report at once", received(report), silent: ["*"]),
    calls("a report in another method", received("ring(completion)", ring), silent: ["*"]),
    calls(
      "a report at once, and work after it", received("\(report)\nTask { await refresh() }"), silent: ["*"]),
    calls("a report in a synchronous closure", received("lock.sync { \(report) }"), silent: ["*"]),
    calls(
      "a package that may report the call", imports: ["VoiceKit"], received("completion()"),
      silent: ["push-call-not-reported"]),
    calls(
      "a push for a call that has ended",
      received(
        "guard payload.dictionaryPayload[\"ended\"] == nil else { manager.endAllCalls(); return completion() }\n\(report)"
      ),
      found: [forgotten]),
    calls(
      "a push for a call that is reported, and has ended",
      received(
        "guard payload.dictionaryPayload[\"ended\"] == nil else { \(report); manager.endAllCalls(); return }\n\(report)"
      ),
      silent: ["*"]),
    calls(
      "a push without a number",
      received("guard payload.dictionaryPayload[\"id\"] != nil else { return completion() }\n\(report)"),
      found: [forgotten]),
    calls(
      "a push without a number, in another method",
      received(
        "ring(payload, completion)",
        ring.replacing("ring(", with: "ring(_ payload: PKPushPayload, ").replacing(
          "{ provider", with: "{\nif payload.dictionaryPayload.isEmpty { return }\nprovider")),
      found: [forgotten]),
    calls(
      "a push that can't be decoded",
      received("do {\nlet name = try decode(payload)\nring(completion)\n} catch { print(error) }", ring),
      found: [forgotten]),
    calls(
      "a call that has ended", received("if payload.dictionaryPayload[\"ended\"] == nil { \(report) }"),
      found: [forgotten]),
    calls(
      "a push that only ends a call",
      received(
        """
        if payload.dictionaryPayload["ended"] != nil {
          provider.reportCall(with: id, endedAt: nil, reason: .remoteEnded)
          return completion()
        }
        \(report)
        """), found: [forgotten]),
    calls(
      "a push that only changes a call",
      received(
        "if payload.dictionaryPayload[\"name\"] != nil {\nprovider.reportCall(with: id, updated: CXCallUpdate())\n} else { \(report) }"
      ),
      found: [forgotten]),
    calls(
      "a push that only ends a call, in another method",
      received(
        "if payload.dictionaryPayload[\"ended\"] != nil { return end(completion) }\n\(report)",
        "func end(_ done: () -> Void) {\nprovider.reportCall(with: id, endedAt: Date(), reason: .remoteEnded)\ndone()\n}"
      ),
      found: [forgotten]),
    calls(
      "a call that is reported, and ended at once",
      received("\(report)\nprovider.reportCall(with: id, endedAt: nil, reason: .remoteEnded)"), silent: ["*"]),
    calls(
      "an unknown function that reports a call",
      received(
        "guard payload.dictionaryPayload.isEmpty else { return center.reportCall(payload) }\n\(report)"),
      silent: ["*"]),
    calls(
      "a push of another type", received("guard type == .voIP else { return completion() }\n\(report)"),
      silent: ["*"]),
    calls(
      "a report on each way",
      received("if payload.dictionaryPayload.isEmpty { ring(completion) } else { \(report) }", ring),
      silent: ["*"]),
    calls(
      "a report in a loop, and one after the loop",
      received("for account in accounts {\nif account.isOpen {\n\(report)\nreturn\n}\n}\n\(report)"),
      silent: ["*"]),
    calls(
      "a report after a function that found none",
      received(
        "if !rang(payload) { \(report) }",
        "func rang(_ p: PKPushPayload) -> Bool {\nif p.dictionaryPayload.isEmpty { return false }\n\(report)\nreturn true\n}"
          .replacing("completion()", with: "print()")),
      silent: ["*"]),
    calls(
      "a report after a function that may report another call later",
      received(
        "poll()\n\(report)",
        "func poll() {\nguard isOn else { return }\nTask { await fetch()\nring { print() } }\n}\n\(ring)"),
      silent: ["*"]),
    calls(
      "a way that calls an unknown function for calls",
      received(
        "guard !payload.dictionaryPayload.isEmpty else { return center.handleUnknownCall() }\n\(report)"),
      silent: ["*"]),
    calls(
      "pushes for calls without the mode", modes: [], received(report), found: ["code-voip-mode-missing"]),
    objectiveC("a report in Objective-C", "[self ring:completion];", silent: ["*"]),
    objectiveC(
      "a way without a report in Objective-C",
      "if (payload.dictionaryPayload.count == 0) { completion();\nreturn; }\n[self ring:completion];",
      found: [forgotten]),
    objectiveC(
      "a report in Objective-C on another queue",
      "dispatch_async(dispatch_get_main_queue(), ^{ [self ring:completion]; });", found: [late]),
  ]

  private static func objectiveC(
    _ name: String, _ code: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["voip"], entitlements: ["aps-environment"],
      code: """
        #import <CallKit/CallKit.h>
        #import <PushKit/PushKit.h>
        #import <UIKit/UIKit.h>
        @interface AppDelegate : UIResponder <UIApplicationDelegate, PKPushRegistryDelegate>
        @property (nonatomic, strong) PKPushRegistry *registry;
        @property (nonatomic, strong) CXProvider *provider;
        @end
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
          self.registry = [[PKPushRegistry alloc] initWithQueue:dispatch_get_main_queue()];
          self.registry.delegate = self;
          self.registry.desiredPushTypes = [NSSet setWithObject:PKPushTypeVoIP];
          return YES;
        }
        - (void)ring:(void (^)(void))completion {
          [self.provider reportNewIncomingCallWithUUID:[NSUUID UUID] update:[CXCallUpdate new]
            completion:^(NSError *error) { completion(); }];
        }
        - (void)pushRegistry:(PKPushRegistry *)registry didReceiveIncomingPushWithPayload:(PKPushPayload *)payload
            forType:(PKPushType)type withCompletionHandler:(void (^)(void))completion {
          \(code)
        }
        @end
        """, isObjectiveC: true, found: found, silent: silent)
  }

  /// An app of React Native whose native code passes pushes on to JavaScript.
  private static func react(_ name: String, _ code: String, found: [String] = [], silent: [String] = [])
    -> SmallApp
  {
    SmallApp(
      testDescription: name, modes: ["voip"], entitlements: ["aps-environment"],
      code: """
        #import <PushKit/PushKit.h>
        #import <UIKit/UIKit.h>
        #import "RNCallKeep.h"
        #import "RNVoipPushNotificationManager.h"
        @interface AppDelegate : UIResponder <UIApplicationDelegate, PKPushRegistryDelegate>
        @end
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
          [RNVoipPushNotificationManager voipRegistration];
          return YES;
        }
        - (void)pushRegistry:(PKPushRegistry *)registry didReceiveIncomingPushWithPayload:(PKPushPayload *)payload
            forType:(PKPushType)type withCompletionHandler:(void (^)(void))completion {
          [RNVoipPushNotificationManager addCompletionHandler:payload.dictionaryPayload[@"uuid"] completionHandler:completion];
          [RNVoipPushNotificationManager didReceiveIncomingPushWithPayload:payload forType:(NSString *)type];
          \(code)
        }
        @end
        """, isObjectiveC: true,
      files: [
        "package.json": """
        { "dependencies": { "react-native": "0.72.0", "react-native-callkeep": "4.3.0",
          "react-native-voip-push-notification": "3.3.0" } }
        """, "index.js": "import RNCallKeep from 'react-native-callkeep';",
      ], found: found, silent: silent)
  }

  static let reactApps = [
    react("a push that only JavaScript gets", "", found: [left]),
    react(
      "a push that JavaScript gets, with a log", "NSLog(@\"%@\", payload.dictionaryPayload);", found: [left]),
    react(
      "a push that JavaScript gets, and a report",
      "[RNCallKeep reportNewIncomingCall:@\"x\" handle:@\"y\" handleType:@\"generic\" hasVideo:NO fromPushKit:YES];",
      silent: ["*"]),
    react(
      "a push that another package gets, too", "[Voice.shared handle:payload.dictionaryPayload];",
      silent: ["*"]),
  ]

  @Test(arguments: reactApps) func appOfReactHasItsFindings(_ app: SmallApp) { app.expectFindings() }

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
