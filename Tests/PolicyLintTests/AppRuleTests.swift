import PlatformFacts
import PolicyLint
import PolicySyntax
import Testing

/// bgpolicy covers every rule that Apple documents: either lint checks the rule, or a list gives the reason why lint can't.
@Suite struct AppRuleTests {
  /// All known rules about background execution, including rules that a policy can't decide.
  private static let known = """
    session-identifier-empty session-identifier-duplicate session-identifier-shared-across-targets
    session-identifier-dynamic session-relaunch-drift session-too-many-background
    session-waits-for-connectivity-noop session-discretionary-noop
    session-discretionary-false-in-background session-large-not-discretionary session-launch-events-noop
    session-launch-events-redundant session-launch-events-disabled session-launch-events-unhandled
    session-launch-events-appkit session-delegate-required session-completion-handler-task
    session-task-delegate session-data-task session-stream-or-websocket-task
    session-upload-not-from-file session-scheme-unsupported session-cleartext-http
    session-custom-protocol-classes session-redirect-policy-ignored session-extension-missing-container
    session-container-not-entitled session-container-prefix session-request-timeout-misread
    session-request-timeout-exceeds-resource session-resource-timeout-short-discretionary
    session-resource-timeout-implicit session-discretionary-on-constrained
    session-expensive-off-constrained-on session-constrained-off-no-wait
    session-cellular-instead-of-expensive session-request-loosens-policy
    session-ultra-constrained-availability session-ultra-constrained-large
    session-ultra-constrained-entitlement session-multipath-entitlement session-multipath-aggregate
    session-multipath-platform session-extended-idle-deprecated session-pipelining-deprecated
    session-tls-legacy-property session-tls-range session-service-voip-deprecated
    session-service-interactive-on-discretionary session-slicing-entitlements session-cache-policy-noop
    session-reserved-header session-early-data-classic session-early-data-replay
    session-proxy-dictionary session-connections-multiply session-property-availability
    task-earliest-begin-foreground task-earliest-begin-exact-time task-earliest-begin-past-timeout
    task-byte-counts-missing task-priority-range task-chained-in-background task-thousands
    task-survives-force-quit task-cancel-reason-literal task-retry-after-force-quit
    handler-completion-not-main handler-completion-missing handler-download-not-moved
    handler-scene-delegate handler-widget-session bg-identifier-not-permitted
    bg-identifier-without-handler bg-identifier-registered-twice bg-identifier-not-reverse-dns
    bg-wildcard-wrong-type bg-wildcard-position bg-continued-bundle-prefix bg-continued-static-id
    bg-continued-submits-wildcard bg-continued-availability bg-continued-platform
    bg-continued-earliest-begin bg-continued-title-missing bg-continued-not-user-initiated
    bg-continued-no-progress bg-continued-gpu-entitlement bg-continued-gpu-unchecked
    bg-continued-queue-loses bg-refresh-mode-missing bg-processing-mode-missing
    bg-mode-processing-no-identifiers bg-mode-fetch-unused bg-mode-processing-unused bg-mode-unknown
    bg-mode-legacy bg-mode-platform bg-mode-macos bg-wk-mode-exclusive bg-too-many-refresh
    bg-too-many-processing bg-earliest-begin-too-far bg-earliest-begin-exact bg-refresh-over-budget
    bg-refresh-has-constraints bg-processing-network-default bg-processing-power-default
    bg-file-protection bg-expiration-missing bg-completion-missing bg-refresh-not-rescheduled
    bg-register-late bg-register-in-extension bg-submit-on-main-at-launch bg-submit-deprecated
    bg-submit-task-request-main bg-legacy-fetch-conflict bg-legacy-fetch-deprecated
    bg-health-entitlement bg-health-availability bg-private-simulate bg-macos-appkit
    swiftui-task-availability swiftui-processing-availability swiftui-bare-app-refresh
    swiftui-identifier-mismatch swiftui-throwing-action uitask-expiry-missing uitask-unbalanced
    uitask-unnamed uitask-over-30s uitask-logic-on-remaining uitask-in-extension uitask-begun-too-late
    push-priority push-type-missing push-user-visible-keys push-content-available push-mode-missing
    push-aps-environment push-rate push-guaranteed push-handler-budget push-payload-size
    watch-session-spacing watch-default-session-background
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  @Test func knownRulesAreAllDifferent() {
    #expect(Self.known.count == 147)
    #expect(Set(Self.known).count == Self.known.count)
  }

  @Test(arguments: known) func knownRuleIsCheckedOrListedAndNeverBoth(_ name: String) {
    let isChecked = Catalog.rule(name) != nil
    let isListed = Catalog.needsApp(name) != nil
    #expect(isChecked != isListed, isChecked ? "it is in both" : "it is in neither")
  }

  @Test func listHoldsNothingElse() {
    let names = Catalog.needsApp.map(\.name.text)
    #expect(Set(names).subtracting(Self.known) == [])
    #expect(Set(names).count == names.count)
  }

  /// The list is in the order of the files that a reader has to examine.
  @Test func listIsInTheOrderOfNeeds() {
    let needs = Catalog.needsApp.map(\.need)
    #expect(AppRule.Need.allCases.flatMap { need in needs.filter { $0 == need } } == needs)
    #expect(Set(needs) == Set(AppRule.Need.allCases))
  }

  @Test(arguments: Catalog.needsApp.map(\.name.text)) func appRuleIsComplete(_ name: String) throws {
    let rule = try #require(Catalog.needsApp(name))
    #expect(!rule.summary.isEmpty && !rule.summary.hasSuffix("."))
    #expect(rule.why.hasSuffix("."))
    #expect(!rule.look.isEmpty && !rule.look.hasSuffix("."))
    #expect(rule.prevention?.hasSuffix(".") != false)
    #expect(!rule.citations.isEmpty)
    if rule.confidence == .assumed || rule.confidence == .reported { #expect(rule.severity != .error) }
  }
}
