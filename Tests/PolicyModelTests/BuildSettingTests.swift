import PolicySyntax
import TestSupport
import Testing

@testable import PolicyModel

/// References to build settings are substituted in every configuration.
@Suite struct BuildSettingTests {
  private func reading(_ text: String) -> PolicyReading {
    PolicyReader.read(SourceText(name: "bgpolicy.yaml", text: text))
  }

  private func policy(_ app: String, _ rest: String = "") throws -> Policy {
    let reading = reading("schema: 1\napp:\n  name: A\n\(app.indented)\n\(rest)\n")
    try #require(reading.diagnostics == [], "\(reading.diagnostics.map(\.message))")
    return try #require(reading.policy)
  }

  private static let settings = """
    bundleIdentifier: com.example.photos$(SUFFIX)
    buildSettings:
      SUFFIX: { Debug: .dev, Beta: .beta, Release: "" }
      TEAM: ABCDE12345
      GROUP: group.$(PRODUCT_BUNDLE_IDENTIFIER)
      NAME: My Photos_7
    """

  @Test func configurationsAreThoseThatAreNamed() throws {
    let policy = try policy(Self.settings)
    #expect(policy.buildSettings.configurations.map(\.name) == ["Release", "Debug", "Beta"])
    #expect(
      policy.allVariants.map { $0.app?.value.bundleIdentifier?.value }
        == ["com.example.photos", "com.example.photos.dev", "com.example.photos.beta"])
  }

  /// A configuration without an entry has the identifier of the app.
  @Test func configurationsThatAreNotNamedAreOne() throws {
    let policy = try policy(
      "bundleIdentifier: com.example.photos\nconfigurations: { Debug: { bundleIdentifier: com.example.photos.dev } }"
    )
    #expect(policy.buildSettings.configurations.map(\.name) == [nil, "Debug"])
    #expect(
      policy.allVariants.map { $0.app?.value.bundleIdentifier?.value }
        == ["com.example.photos", "com.example.photos.dev"])
  }

  @Test func aPolicyWithoutSettingsHasOneConfiguration() throws {
    let policy = try policy("bundleIdentifier: com.example.photos")
    #expect(policy.buildSettings.configurations.map(\.name) == [nil])
    #expect(policy.variants.isEmpty)
  }

  @Test(arguments: [
    ("$(PRODUCT_BUNDLE_IDENTIFIER).refresh", "com.example.photos.refresh", "com.example.photos.dev.refresh"),
    ("${PRODUCT_BUNDLE_IDENTIFIER}.a", "com.example.photos.a", "com.example.photos.dev.a"),
    ("$(CFBundleIdentifier).a", "com.example.photos.a", "com.example.photos.dev.a"),
    ("$(GROUP)", "group.com.example.photos", "group.com.example.photos.dev"),
    ("$(TEAM).x$(SUFFIX)$(SUFFIX)", "ABCDE12345.x", "ABCDE12345.x.dev.dev"),
    ("$(NAME:rfc1034identifier:lower)", "my-photos-7", "my-photos-7"),
    ("$(NAME:identifier:upper)", "MY_PHOTOS_7", "MY_PHOTOS_7"),
    ("${UNKNOWN}.$(NAME:quote)", "$(UNKNOWN).$(NAME:quote)", "$(UNKNOWN).$(NAME:quote)"),
    ("$5 (and $ {no})", "$5 (and $ {no})", "$5 (and $ {no})"), ("a$", "a$", "a$"), ("$(", "$()", "$()"),
  ])
  func expand(_ text: String, _ release: String, _ debug: String) throws {
    let settings = try policy(Self.settings).buildSettings
    #expect(Array(settings.expansions(of: text, in: Policy.Target.app).prefix(2)) == [release, debug])
  }

  /// In a target, `PRODUCT_BUNDLE_IDENTIFIER` is the target's own bundle identifier.
  @Test func targetsHaveTheirOwnIdentifier() throws {
    let policy = try policy(
      Self.settings,
      """
      targets:
        share: { type: extension, bundleIdentifier: com.example.photos$(SUFFIX).share }
        watch:
          type: watchApp
          bundleIdentifier: com.example.photos.watch
          configurations: { Debug: { bundleIdentifier: com.example.dev.watch } }
      """)
    let settings = policy.buildSettings
    #expect(
      settings.expansions(of: "$(GROUP)", in: "share") == [
        "group.com.example.photos.share", "group.com.example.photos.dev.share",
        "group.com.example.photos.beta.share",
      ])
    #expect(
      settings.expansions(of: "$(CFBundleIdentifier)", in: "watch") == [
        "com.example.photos.watch", "com.example.dev.watch", "com.example.photos.watch",
      ])
  }

  @Test func theSettingOfTheBundleIdentifierIsTheApps() throws {
    let policy = try policy(
      """
      bundleIdentifier: $(PRODUCT_BUNDLE_IDENTIFIER)
      buildSettings: { PRODUCT_BUNDLE_IDENTIFIER: { Debug: com.example.dev, Release: com.example } }
      """)
    #expect(
      policy.allVariants.map { $0.app?.value.bundleIdentifier?.value } == ["com.example", "com.example.dev"])
  }

  @Test func everyValueOfTheCodeIsExpanded() throws {
    let policy = try policy(
      Self.settings + "\nappGroups: [$(GROUP)]",
      """
      permittedIdentifiers: [$(PRODUCT_BUNDLE_IDENTIFIER).a]
      sessions:
        s:
          identifier: $(TEAM).s
          sharedContainerIdentifier: $(GROUP)
          httpAdditionalHeaders: { X-App: $(CFBundleIdentifier) }
      tasks: { a: { type: continuedProcessing, identifier: $(CFBundleIdentifier).a, title: $(NAME), subtitle: $(TEAM) } }
      backgroundTasks: { b: { name: b$(SUFFIX) } }
      pushes: { p: { headers: { apns-topic: $(PRODUCT_BUNDLE_IDENTIFIER) } } }
      transfers: { t: { session: s, size: 1MB, endpoint: https://example.com/$(TEAM) } }
      """)
    let debug = policy.variants[0]
    #expect(debug.app?.value.appGroups?.value.map(\.value) == ["group.com.example.photos.dev"])
    #expect(debug.effectivePermittedIdentifiers.map(\.text) == ["com.example.photos.dev.a"])
    #expect(debug.effectivePermittedIdentifiers.map(\.written) == ["$(PRODUCT_BUNDLE_IDENTIFIER).a"])
    #expect(debug.sessions[0].identifier?.value.text == "ABCDE12345.s")
    #expect(debug.sessions[0].sharedContainerIdentifier?.value == "group.com.example.photos.dev")
    #expect(debug.sessions[0].httpAdditionalHeaders?.value[0].value.value == "com.example.photos.dev")
    #expect(debug.tasks[0].title?.value == "My Photos_7")
    #expect(debug.tasks[0].subtitle?.value == "ABCDE12345")
    #expect(debug.backgroundTasks[0].taskName?.value == "b.dev")
    #expect(debug.pushes[0].header("apns-topic")?.value.value == "com.example.photos.dev")
    #expect(debug.transfers[0].endpoint?.value == "https://example.com/ABCDE12345")
    #expect(policy.sessions[0].sharedContainerIdentifier?.value == "group.com.example.photos")
  }

  // MARK: - References without a value

  @Test(arguments: [
    "app:\n  name: A\n  bundleIdentifier: «$(PRODUCT_BUNDLE_IDENTIFIER)»",
    "app:\n  name: A\n  bundleIdentifier: «com.example.$(X)»",
    "app:\n  name: A\n  bundleIdentifier: com.example\n  appGroups: [«group.$(TEAM)»]",
    "app:\n  name: A\n  bundleIdentifier: com.example\n  buildSettings: { A: «$(B)» }\n  appGroups: [$(A)]",
    "app:\n  name: A\n  bundleIdentifier: com.example\n  buildSettings: { A: { Debug: 1 } }\n  appGroups: [«$(A)»]",
    "app:\n  name: A\n  bundleIdentifier: com.example\n  buildSettings: { A: 1 }\n  appGroups: [«$(A:quote)»]",
    "app:\n  name: A\n  bundleIdentifier: com.example\n  infoPlist: «$(SRCROOT)/Info.plist»",
    "app:\n  name: A\n  bundleIdentifier: com.example\n  configurations: { Debug: { bundleIdentifier: «$(X)» } }",
    "app: { name: A, bundleIdentifier: com.example }\ntargets: { t: { type: widget, appGroups: [«$(CFBundleIdentifier)»] } }",
    "app: { name: A, bundleIdentifier: com.example }\ntargets: { t: { type: widget, bundleIdentifier: «$(CFBundleIdentifier).t» } }",
    "app: { name: A, bundleIdentifier: com.example }\nsessions: { s: { identifier: a, httpAdditionalHeaders: { X: «${Y}» } } }",
    "app: { name: A, bundleIdentifier: com.example }\nsessions: { s: { identifier: a, protocolClasses: [«$(Y)»] } }",
    "app: { name: A, bundleIdentifier: com.example }\npushes: { p: { headers: { apns-topic: «$(X).voip» } } }",
    "app: { name: A, bundleIdentifier: com.example }\npushes: { p: { payload: { a: { b: «$(X)» } } } }",
    "app: { name: A, bundleIdentifier: com.example }\ngenerate: { output: «$(SRCROOT)/Generated» }",
  ])
  func referencesWithoutAValueAreErrors(_ text: String) throws {
    let text = "schema: 1\n" + text.replacingFlowBraces + "\n"
    let marked = MarkedText(text)
    let diagnostics = reading(marked.text).diagnostics
    #expect(diagnostics.map(\.rule) == [.identifierUnresolvedVariable], "\(diagnostics.map(\.message))")
    #expect(diagnostics.map { Int($0.span.lower)..<Int($0.span.upper) } == marked.spans)
  }

  @Test(arguments: [
    "rules: { require: warning } # $(X)",
    "backgroundModes: [{ mode: audio, because: costs $(X) }]",
    "pushes: { p: { payload: { body: \"${name} is here\" } } }",
    "sessions: { s: { identifier: a, httpAdditionalHeaders: { X: costs $5 } } }",
  ])
  func otherDollarsAreLeftAlone(_ rest: String) throws {
    _ = try policy("bundleIdentifier: com.example", rest)
  }

  @Test(arguments: [
    ("{ A: $(B), B: «$(A)» }", RuleName.buildSettingCycle), ("{ A: «$(A)» }", .buildSettingCycle),
    ("{ A: $(B), B: { Debug: $(C), Release: x }, C: «$(A)» }", .buildSettingCycle),
  ])
  func cyclesAreErrors(_ settings: String, _ rule: RuleName) throws {
    let marked = MarkedText(
      "schema: 1\napp:\n  name: A\n  bundleIdentifier: com.example\n  buildSettings: \(settings)\n  appGroups: [$(A)]\n"
    )
    let diagnostics = reading(marked.text).diagnostics
    #expect(diagnostics.map(\.rule) == [rule], "\(diagnostics.map(\.message))")
    #expect(diagnostics.map { Int($0.span.lower)..<Int($0.span.upper) } == marked.spans)
  }

  /// A long chain of references is resolved quickly, and so is a value whose length doubles at each step.
  @Test(arguments: [1, 2]) func longWaysAreErrors(_ references: Int) {
    let settings = (0..<200).map { number in
      "    S\(number): \(String(repeating: "$(S\(number + 1))", count: references))\n"
    }
    let text =
      "schema: 1\napp:\n  name: A\n  bundleIdentifier: com.example\n  buildSettings:\n\(settings.joined())    S200: xx\n"
    #expect(reading(text).diagnostics.contains { $0.rule == .policyBadValue })
  }

  // MARK: - Entries of property lists

  @Test(arguments: [
    ("$(CFBundleIdentifier).refresh", []), ("${PRODUCT_BUNDLE_IDENTIFIER}.refresh", []),
    ("com.example.photos$(SUFFIX).refresh", []), ("com.example.photos.refresh", ["Debug", "Beta"]),
    ("com.example.photos.$(SUFFIX).refresh", ["Release", "Debug", "Beta"]),
    ("$(OTHER).refresh", ["Release", "Debug", "Beta"]),
  ])
  func entriesAreComparedInEveryConfiguration(_ entry: String, _ missing: [String]) throws {
    let policy = try policy(
      Self.settings, "permittedIdentifiers: [$(PRODUCT_BUNDLE_IDENTIFIER).refresh]")
    let process = try #require(AppProcess.all(of: policy).first)
    guard case .list(let items) = process.infoPlist[0].value else { return }
    let strings = PropertyListStrings([entry], in: Policy.Target.app, policy.buildSettings)
    #expect(strings.configurations(without: items[0]).map(\.name) == missing)
    #expect(strings.configurations(inWhich: 0, isNoneOf: items).map(\.name) == missing)
  }
}

extension String {
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
  }

  /// The text with references in braces in quotes, because braces end a plain scalar in a flow mapping.
  fileprivate var replacingFlowBraces: String {
    split(separator: "«${Y}»", omittingEmptySubsequences: false).joined(separator: "«\"${Y}\"»")
  }
}
