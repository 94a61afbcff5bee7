import AppFacts
import AppSources
import PolicyImport
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// A mistake in one file of the app of Objective-C and Swift, with the findings of drift.
struct RadioDefect: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let file: String
  /// The text to replace, which occurs once.
  let text: String
  let replacement: String
  /// The findings, each as `file:line rule`.
  let findings: [String]

  init(
    _ description: String, in file: String, _ text: String, with replacement: String, finds findings: [String]
  ) {
    testDescription = description
    self.file = file
    self.text = text
    self.replacement = replacement
    self.findings = findings.sorted()
  }
}

private let delegate = "App/AppDelegate.m"
private let cleanup = "App/EpisodeCleanup.m"
private let downloads = "App/EpisodeDownloads.m"
private let constants = "App/RadioConstants.m"
private let player = "App/Player.m"

/// An app of Objective-C and Swift agrees with the policy that import writes for it, and every mistake in it is found at its line.
@Suite(.enabled(if: CodeReader.readsObjectiveC)) struct RadioTests {
  @Test func importWritesTheRecordedPolicy() {
    let policies = PolicyImport.policies(of: RadioApp.original.facts)
    #expect(policies.map(\.file) == [RadioApp.policyName])
    Snapshot.check(policies.first?.yaml ?? "", against: "\(RadioApp.folder)/\(RadioApp.policyName)")
    #expect(policies.first?.summary.todos.map(\.reason) == [])
  }

  @Test func appAgreesWithItsPolicy() {
    #expect(RadioApp.original.findings == [])
  }

  @Test(arguments: defects) func defectIsFoundAtItsLine(_ defect: RadioDefect) throws {
    let original = try #require(RadioApp.original.files[defect.file], "There is no file \(defect.file)")
    #expect(original.ranges(of: defect.text).count == 1, "The text is not there once")
    let changed = original.replacing(defect.text, with: defect.replacement)
    #expect(RadioApp.original.changing(defect.file, to: changed).findings.sorted() == defect.findings)
  }

  @Test func commentSuppressesAFindingInObjectiveC() throws {
    let original = try #require(RadioApp.original.files[cleanup])
    let line = "  if (![[BGTaskScheduler sharedScheduler] submitTaskRequest:request error:&error]) {\n"
    let ignored = line.replacing("error:&error", with: "error:nil")
    #expect(original.contains(line))
    let comment = "  // bgpolicy:ignore bg-submit-error-ignored -- the next launch submits it again\n"
    let changed = original.replacing(line, with: comment + ignored)
    #expect(RadioApp.original.changing(cleanup, to: changed).findings == [])
  }

  static let defects = [
    RadioDefect(
      "no expiration handler", in: cleanup,
      "  task.expirationHandler = ^{\n    [weakSelf.queue cancelAllOperations];\n  };\n",
      with: "",
      finds: ["App/EpisodeCleanup.m:32 bg-expiration-missing"]),
    RadioDefect(
      "a way out without completion", in: cleanup, "  NSDate *date = [NSDate",
      with: "  if (self.queue.operationCount > 0) return;\n  NSDate *date = [NSDate",
      finds: ["App/EpisodeCleanup.m:45 bg-completion-missing"]),
    RadioDefect(
      "registered when the app becomes active", in: delegate,
      "application:(UIApplication *)application\n    didFinishLaunchingWithOptions:(NSDictionary<UIApplicationLaunchOptionsKey, id> *)options {",
      with: "applicationDidBecomeActive:(UIApplication *)application {",
      finds: ["App/EpisodeCleanup.m:32 bg-register-late", "App/ProgrammeRefresh.swift:9 bg-register-late"]),
    RadioDefect(
      "registered twice", in: cleanup, "- (void)registerTask {\n",
      with:
        "- (void)registerTask {\n  [BGTaskScheduler.sharedScheduler registerForTaskWithIdentifier:kIdentifier usingQueue:nil launchHandler:^(BGTask *task) {\n    [self runTask:(BGProcessingTask *)task];\n  }];\n",
      finds: ["App/EpisodeCleanup.m:35 bg-registered-twice"]),
    RadioDefect(
      "an error that nobody sees", in: cleanup, "submitTaskRequest:request error:&error]",
      with: "submitTaskRequest:request error:nil]",
      finds: ["App/EpisodeCleanup.m:56 bg-submit-error-ignored"]),
    RadioDefect(
      "another identifier", in: cleanup, "RADIO_PREFIX @\".cleanup\"",
      with: "RADIO_PREFIX @\".clean-up\"",
      finds: [
        "App/EpisodeCleanup.m:6 code-task-undeclared",
        "Radio.bgpolicy.yaml:36 code-task-not-registered", "Radio.bgpolicy.yaml:36 code-task-not-submitted",
      ]),
    RadioDefect(
      "another constant, which Swift uses", in: constants, "@\".refresh\"",
      with: "@\".reload\"",
      finds: [
        "App/RadioConstants.m:3 code-task-undeclared",
        "Radio.bgpolicy.yaml:42 code-task-not-registered", "Radio.bgpolicy.yaml:42 code-task-not-submitted",
      ]),
    RadioDefect(
      "another type of request", in: cleanup,
      "BGProcessingTaskRequest *request = [[BGProcessingTaskRequest alloc]",
      with: "BGAppRefreshTaskRequest *request = [[BGAppRefreshTaskRequest alloc]",
      finds: ["App/EpisodeCleanup.m:52 code-task-type-differs"]),
    RadioDefect(
      "a session of another name", in: constants, "@\"com.example.radio.episodes\"",
      with: "@\"com.example.radio.shows\"",
      finds: [
        "App/RadioConstants.m:4 code-session-undeclared", "Radio.bgpolicy.yaml:27 code-session-not-created",
      ]),
    RadioDefect(
      "a session that gives up earlier", in: downloads, "RADIO_DAYS(3)",
      with: "RADIO_DAYS(1)",
      finds: ["App/EpisodeDownloads.m:35 code-session-differs"]),
    RadioDefect(
      "a session that is not discretionary", in: downloads, "configuration.discretionary = YES;",
      with: "configuration.discretionary = NO;",
      finds: ["App/EpisodeDownloads.m:33 code-session-differs"]),
    RadioDefect(
      "a session without a delegate", in: downloads,
      "sessionWithConfiguration:configuration delegate:self delegateQueue:nil]",
      with: "sessionWithConfiguration:configuration]",
      finds: ["App/EpisodeDownloads.m:32 session-delegate-required"]),
    RadioDefect(
      "a transfer with a completion handler", in: downloads, "downloadTaskWithRequest:request]",
      with:
        "downloadTaskWithRequest:request completionHandler:^(NSURL *file, NSURLResponse *response, NSError *error) {}]",
      finds: [
        "App/AppDelegate.m:38 push-completed-early",
        "App/EpisodeDownloads.m:46 session-completion-handler-task",
      ]),
    RadioDefect(
      "a header of the system", in: downloads, "@\"Accept\"",
      with: "@\"Content-Length\"",
      finds: ["App/EpisodeDownloads.m:45 code-reserved-header"]),
    RadioDefect(
      "a download that is not moved", in: downloads,
      "  if (![[NSFileManager defaultManager] moveItemAtURL:location toURL:episode error:&error]) {",
      with: "  if (episode == nil) {",
      finds: ["App/EpisodeDownloads.m:51 handler-download-not-moved"]),
    RadioDefect(
      "a delegate that waits", in: downloads, "  if (error == nil) return;\n",
      with: "  [NSThread sleepForTimeInterval:1];\n  if (error == nil) return;\n",
      finds: ["App/EpisodeDownloads.m:62 session-delegate-blocks"]),
    RadioDefect(
      "a completion handler that is dropped", in: delegate,
      "  [[EpisodeDownloads sharedDownloads].completionHandlers setObject:[completionHandler copy] forKey:identifier];\n",
      with: "",
      finds: ["App/AppDelegate.m:23 handler-completion-missing"]),
    RadioDefect(
      "a completion handler that is called on another queue", in: downloads,
      "  dispatch_async(dispatch_get_main_queue(), ^{\n    void",
      with: "  dispatch_async(dispatch_get_global_queue(0, 0), ^{\n    void",
      finds: ["App/AppDelegate.m:23 handler-completion-not-main"]),
    RadioDefect(
      "no method for a session's events", in: delegate, "handleEventsForBackgroundURLSession:",
      with: "handleEventsForSession:",
      finds: ["App/EpisodeDownloads.m:32 session-launch-events-unhandled"]),
    RadioDefect(
      "a background task without an expiration handler", in: player,
      "expirationHandler:^{\n                                   [self end];\n                                 }];",
      with: "expirationHandler:nil];",
      finds: ["App/Player.m:23 uitask-expiry-missing"]),
    RadioDefect(
      "a background task that nothing ends", in: player,
      "  [[UIApplication sharedApplication] endBackgroundTask:_task];\n",
      with: "",
      finds: ["App/Player.m:23 uitask-expiry-missing", "App/Player.m:23 uitask-unbalanced"]),
    RadioDefect(
      "a push that is not completed on every path", in: delegate,
      "    completionHandler(UIBackgroundFetchResultNoData);\n    return;",
      with: "    return;",
      finds: ["App/AppDelegate.m:34 push-completion-missing"]),
    RadioDefect(
      "a session that is new at each launch", in: downloads,
      "backgroundSessionConfigurationWithIdentifier:RadioEpisodesIdentifier]",
      with: "backgroundSessionConfigurationWithIdentifier:[NSUUID UUID].UUIDString]",
      finds: ["App/EpisodeDownloads.m:32 session-identifier-unstable"]),
  ]
}
