import PlatformFacts
import PolicySyntax
import Testing

@testable import PolicyLint

/// A search for an error, a log line or a code leads to the rules about its cause.
@Suite struct SymptomTests {
  /// Texts as people paste them, each with the rule that comes first in the results.
  static let texts: [(text: String, rule: RuleName)] = [
    ("-995", "session-extension-missing-container"),
    ("Error Domain=NSURLErrorDomain Code=-995 \"(null)\"", "session-extension-missing-container"),
    ("ITMS-90771", "bg-mode-processing-no-identifiers"), ("90771", "bg-mode-processing-no-identifiers"),
    ("ERROR ITMS-90771: \"Missing Info.plist value\"", "bg-mode-processing-no-identifiers"),
    ("0x8badf00d", "uitask-unbalanced"), ("Termination Code: 0x8BADF00D", "uitask-unbalanced"),
    ("0xdead10cc", "code-shared-database-locked"), ("0xDEAD10CC", "code-shared-database-locked"),
    ("BGTaskSchedulerErrorDomain 1", "bg-register-in-extension"),
    ("(BGTaskSchedulerErrorDomain error 1.)", "bg-register-in-extension"),
    ("BGTaskSchedulerErrorDomain 2", "bg-too-many-refresh"),
    ("Error Domain=BGTaskSchedulerErrorDomain Code=3 \"(null)\"", "bg-identifier-not-permitted"),
    ("BGTaskScheduler.Error.notPermitted", "bg-identifier-not-permitted"),
    (
      """
      *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'All launch handlers must be \
      registered before application finishes launching'
      """, "bg-register-late"
    ), ("All launch handlers must be registered…", "bg-register-late"),
    (
      "Launch handler for task with identifier com.example.refresh has already been registered",
      "bg-registered-twice"
    ), ("No launch handler registered for task with identifier com.example.sync", "code-task-not-registered"),
    (
      "Completion handler blocks are not supported in background sessions. Use a delegate instead.",
      "session-completion-handler-task"
    ), ("Upload tasks from NSData are not supported in background sessions.", "session-upload-not-from-file"),
    ("TopicDisallowed", "push-topic-mismatch"), ("{\"reason\":\"TopicDisallowed\"}", "push-topic-mismatch"),
    (
      "Your app declares support for location in the UIBackgroundModes key in your Info.plist file but does not have any",
      "code-mode-unused"
    ),
    (
      """
      Can't end BackgroundTask: no background task exists with identifier 0 (0x0), or it may have already been ended. Break in \
      UIApplicationEndBackgroundTaskError() to debug.
      """, "uitask-identifier-overwritten"
    ),
    (
      "Can't endBackgroundTask: no background task exists with identifier 6c, or it may have already been ended.",
      "uitask-identifier-overwritten"
    ),
    (
      """
      Warning: Application delegate received call to -application:performFetchWithCompletionHandler: but the completion handler \
      was never called.
      """, "bg-legacy-fetch-deprecated"
    ),
    (
      """
      Error Domain=NSCocoaErrorDomain Code=3000 "no valid “aps-environment” entitlement string found for application" \
      UserInfo={NSLocalizedDescription=no valid “aps-environment” entitlement string found for application}
      """, "push-aps-environment"
    ), ("no valid 'aps-environment' entitlement string found for application", "push-aps-environment"),
    ("NSCocoaErrorDomain Code=3000", "push-aps-environment"),
    ("ITMS-90078: Missing Push Notification Entitlement", "push-aps-environment"),
    ("Lost connection to background transfer service", "session-data-task"),
    (
      "BackgroundSession <96751838-47CB-451D-BF2D-1B9FCF60CAA0> connection to background transfer daemon interrupted",
      "session-data-task"
    ), ("{\"reason\":\"MissingTopic\"}", "push-topic-mismatch"),
    (
      "runningboardd [xpcservice<com.example.app.Share>:740] suspended with locked system files:",
      "code-shared-database-locked"
    ), ("Guideline 2.5.4 - Performance - Software Requirements", "code-mode-unused"),
    (
      """
      CLIENT OF UIKIT REQUIRES UPDATE: This process does not adopt UIScene lifecycle. This will become an assert in a future version.
      """, "code-delegate-not-called"
    ),
    (
      "UIScene lifecycle will soon be required. Failure to adopt will result in an assert in the future.",
      "code-delegate-not-called"
    ),
    (
      """
      Background Fetch has not been configured. To enable it, add `fetch` to `UIBackgroundModes` in the application's Info.plist file.
      """, "code-dependency-mode-missing"
    ), ("{\"reason\":\"BadExpirationDate\"}", "policy-bad-value"),
    ("410 Unregistered", "push-topic-mismatch"),
    ("{\"reason\":\"BadDeviceToken\"}", "push-aps-environment"),
    (
      """
      Task <7CD7B0DD>.<7> load failed with error Error Domain=NSPOSIXErrorDomain Code=53 "Software caused connection abort"
      """, "bg-completed-early"
    ),
    (
      "nw_read_request_report [C1] Receive failed with error \"Software caused connection abort\"",
      "bg-completed-early"
    ),
    (
      "*** Terminating app, reason: 'Upload tasks in background sessions must be from a file'",
      "session-upload-not-from-file"
    ),
    (
      "Fatal error: Incorrect actor executor assumption; Expected same executor as MainActor.",
      "bg-handler-main-actor"
    ),
    (
      """
      reason: 'State restoration of CBCentralManager is only allowed for applications that have specified the \
      "bluetooth-central" background mode'
      """, "code-bluetooth-mode-missing"
    ),
    (
      """
      You've implemented -[<UIApplicationDelegate> application:performFetchWithCompletionHandler:], but you still need to add \
      "fetch" to the list of your supported UIBackgroundModes in your Info.plist.
      """, "code-legacy-fetch-undeclared"
    ), ("Termination Reason: Namespace RUNNINGBOARD, Code 3735883980", "code-shared-database-locked"),
    ("Termination Reason: Namespace FRONTBOARD, Code 2343432205", "uitask-unbalanced"),
    ("com.example.app has active assertions beyond permitted time", "uitask-unbalanced"),
    (
      "*** Terminating app due to uncaught exception 'NSGenericException', reason: 'Task created in a session that has been invalidated'",
      "session-used-after-invalidation"
    ),
    (
      "Error Domain=NSURLErrorDomain Code=-999 \"cancelled\" UserInfo={NSURLErrorBackgroundTaskCancelledReasonKey=0}",
      "task-survives-force-quit"
    ),
    ("Error Domain=NSURLErrorDomain Code=-1005 \"The network connection was lost.\"", "bg-completed-early"),
    (
      "BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on queue [com.apple.main-thread]",
      "bg-handler-main-actor"
    ), ("Termination Reason: RUNNINGBOARD 0xbada5e47", "uitask-unbalanced"),
    ("Termination Reason: Namespace CAROUSEL, Code 0xc51bad01", "watch-task-not-completed"),
    ("Termination Reason: Namespace CAROUSEL, Code c51bad03", "watch-task-not-completed"),
    ("EXC_RESOURCE RESOURCE_TYPE_CPU CPU limit exceeded", "bg-processing-power-default"),
    (
      "BUG IN CLIENT OF CLOUDKIT: CloudKit push notifications require the 'remote-notification' background mode in your info plist.",
      "push-mode-missing"
    ),
    (
      "Killing app because it never posted an incoming call to the system after receiving a PushKit VoIP push callback.",
      "push-call-not-reported"
    ), ("Exception Code: 0xbaadca11", "bg-mode-voip-unexplained"),
    (
      "Fatal error: Alamofire does not support background URLSessionConfigurations.",
      "session-client-in-background"
    ), ("OSStatus -25308", "bg-file-protection"),
    (
      "No task request with identifier <decode: missing data> has been scheduled",
      "code-task-not-submitted"
    ), ("{\"reason\":\"BadCertificateEnvironment\"}", "push-aps-environment"),
    (
      "The app declares support for bluetooth-central in the UIBackgroundModes key in the Info.plist file, but we are unable to locate",
      "code-mode-unused"
    ),
    (
      "*** Assertion failure in -[BGTaskScheduler _unsafe_registerForTaskWithIdentifier:usingQueue:launchHandler:], BGTaskScheduler.m:185",
      "bg-register-late"
    ),
  ]

  @Test(arguments: texts) func leadsToTheRule(_ text: String, _ rule: RuleName) {
    #expect(Symptom.found(in: text).first?.rules.first == rule, "\(Symptom.found(in: text).map(\.text))")
  }

  @Test(arguments: [
    "", "…", "code", "1", "3", "-99", "9951", "ITMS", "photos", "0x8bad", "the error",
    "NSCocoaErrorDomain Code=257", "Background Task", "entitlement",
  ])
  func othersLeadNowhere(_ text: String) {
    #expect(Symptom.found(in: text).isEmpty, "\(Symptom.found(in: text).map(\.text))")
  }

  /// Each symptom is found by its own text and by every spelling, and comes first.
  @Test func symptomsAreFoundByTheirTexts() {
    for symptom in Symptom.table {
      for text in [symptom.text] + symptom.spellings {
        #expect(Symptom.found(in: text).contains { $0.text == symptom.text }, "\(text)")
      }
    }
    #expect(Set(Symptom.table.map(\.text)).count == Symptom.table.count)
  }

  @Test(arguments: Symptom.table.map(\.text)) func namesRulesAndSources(_ text: String) throws {
    let symptom = try #require(Symptom.table.first { $0.text == text })
    #expect(!symptom.rules.isEmpty && !symptom.citations.isEmpty)
    for rule in symptom.rules {
      #expect(Catalog.rule(named: rule) != nil || Catalog.needsApp(rule.text) != nil, "\(rule)")
    }
    #expect(Set(symptom.rules).count == symptom.rules.count)
    #expect(symptom.meaning.hasSuffix(".") && !symptom.meaning.contains("\n"))
  }

  /// If a rule quotes a crash, a log or a mail, a search for the quotation finds the rule.
  @Test func quotedTextsLeadToTheirRules() {
    var quotes = 0
    for rule in Catalog.rules {
      let symptom = rule.guide.symptom ?? ""
      for part in symptom.split(separator: "“").dropFirst() {
        let quote = String(part.prefix { $0 != "”" })
        guard !quote.contains("…"), quote.split(separator: " ").count > 2 else { continue }
        quotes += 1
        let found = Symptom.found(in: quote).flatMap(\.rules) + Symptom.rules(describing: quote).map(\.name)
        #expect(found.contains(rule.name), "\(quote)")
      }
    }
    #expect(quotes > 20)
  }
}
