import PolicySyntax
import Testing

@testable import PolicyLint

/// A failure in a person's own words leads to the rules about its causes.
@Suite struct RuleSearchTests {
  /// Descriptions of failures, each with a rule that the search has to find.
  static let descriptions: [(text: String, rule: RuleName)] = [
    ("uploads fail after the app has exited", "session-upload-not-from-file"),
    ("upload stops when the app is in the background", "code-transfer-suspended"),
    ("background refresh never comes", "bg-identifier-not-permitted"),
    ("silent push not delivered", "code-push-not-registered"),
    ("silent pushes do not arrive", "code-cloud-subscription-silent"),
    ("location updates stop after a while", "code-location-updates-paused"),
    ("app rejected because of UIBackgroundModes audio", "code-mode-unused"),
    ("download does not continue after force quit", "task-survives-force-quit"),
    ("bluetooth stops in background", "code-bluetooth-mode-missing"),
    ("upload in share extension fails", "session-extension-missing-container"),
    ("background fetch is no longer called", "code-legacy-fetch-dead"),
    ("Live Activity stops updating", "push-live-activity-budget"),
    ("the watch app is killed after 15 seconds", "watch-task-not-completed"),
    ("a download for which a person waits does not start", "session-discretionary-for-person"),
    ("refresh runs only once", "bg-refresh-not-rescheduled"),
    ("crash when a task is registered twice", "bg-registered-twice"),
    ("registered when the scene becomes active", "bg-register-late"),
    ("widget", "widget-reload-often"),
  ]

  @Test(arguments: descriptions) func findsTheRule(_ text: String, _ rule: RuleName) {
    let found = RuleSearch().rules(for: text)
    #expect(found.contains(rule), "\(found)")
  }

  @Test(arguments: ["", "…", "xyzzy plugh", "quick brown foxes"]) func findsNothing(_ text: String) {
    #expect(RuleSearch().rules(for: text) == [])
  }

  /// An ending and the case of letters make no difference.
  @Test func ignoresEndings() {
    let search = RuleSearch()
    let found = search.rules(for: "upload stop in background")
    #expect(search.rules(for: "Uploads STOPPED in backgrounds") == found && !found.isEmpty)
    #expect(search.rules(for: "beginBackgroundTask ended early") != [])
  }
}
