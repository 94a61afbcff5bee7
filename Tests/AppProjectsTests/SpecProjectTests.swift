import AppFacts
import Testing

@testable import AppProjects

/// Targets of XcodeGen's specs.
@Suite struct SpecProjectTests {
  private static let files: [String: String] = [
    "project.yml": """
    name: Notes
    include:
      - path: Shared/extensions.yml
      - path: Shared/more.yml
        enable: false
    options:
      bundleIdPrefix: com.example
      deploymentTarget:
        iOS: 16.0
    configs:
      Debug: debug
      Beta: release
      Release: release
    configFiles:
      Beta: Config/Beta.xcconfig
    settingGroups:
      signing:
        DEVELOPMENT_TEAM: ABCDE12345
        APP_GROUP: group.$(APP_ID)
    settings:
      base:
        APP_ID: com.example.notes
      configs:
        debug:
          APP_ID: com.example.notes.dev
    targets:
      Notes:
        type: application
        platform: iOS
        sources:
          - Notes
          - path: Common
            excludes: ["**/*Tests.swift", Old]
          - path: Resources
            buildPhase: resources
        settings:
          groups: [signing]
          base:
            PRODUCT_BUNDLE_IDENTIFIER: $(APP_ID)
            SUPPORTS_MACCATALYST: YES
        info:
          path: Notes/Info.plist
          properties:
            UIBackgroundModes: [fetch, processing]
            BGTaskSchedulerPermittedIdentifiers:
              - $(PRODUCT_BUNDLE_IDENTIFIER).sync
            UIApplicationExitsOnSuspend: NO
        entitlements:
          path: Notes/Notes.entitlements
          properties:
            com.apple.security.application-groups: [$(APP_GROUP)]
        dependencies:
          - target: Share
          - package: Feeds
          - package: Tools
            products: [ToolsUI, ToolsCore]
      Watch_App:
        type: application
        platform: watchOS
        deploymentTarget: "9.0"
        sources: Watch
    """,
    "Shared/extensions.yml": """
    targetTemplates:
      Extension:
        type: app-extension
        platform: iOS
        sources:
          - ../${target_name}
        settings:
          PRODUCT_BUNDLE_IDENTIFIER: $(APP_ID).${suffix}
        info:
          path: ../${target_name}/Info.plist
          properties:
            NSExtension:
              NSExtensionPointIdentifier: ${point}
    targets:
      Share:
        templates: [Extension]
        templateAttributes:
          suffix: share
          point: com.apple.share-services
        sources:
          - ../Common/Model.swift
    """,
    "Config/Beta.xcconfig": "APP_ID = com.example.notes.beta\nIPHONEOS_DEPLOYMENT_TARGET = 17.0",
    "Notes/App.swift": "", "Notes/Info.plist": "no property list", "Notes/Notes.entitlements": "",
    "Common/Model.swift": "",
    "Common/ModelTests.swift": "", "Common/Old/Model.swift": "", "Common/Deep/ATests.swift": "",
    "Resources/code.swift": "", "Share/Info.plist": "", "Share/ShareViewController.swift": "",
    "Watch/App.swift": "",
    "Watch/Info.plist": "{ WKApplication = YES; }",
  ]
  private static let facts = AppProjects(MemoryTree(files))

  private static func configuration(_ name: String, _ target: String) throws -> ConfigurationFact {
    let target = try #require(facts.targets.first { $0.name == target })
    return try #require(target.configurations.first { $0.name == name })
  }

  @Test func targetsAreRead() throws {
    let targets = Self.facts.targets
    #expect(targets.map(\.name) == ["Share", "Notes", "Watch_App"])
    #expect(targets.map(\.kind) == [.appExtension, .app, .watchApp])
    #expect(targets.map(\.platforms) == [["iOS"], ["iOS", "macCatalyst"], ["watchOS"]])
    #expect(
      targets.map(\.location.short) == [
        "Shared/extensions.yml:15:3", "project.yml:27:3", "project.yml:57:3",
      ])
    #expect(targets[0].sources == ["Common/Model.swift", "Share/ShareViewController.swift"])
    #expect(targets[0].extensionPoint == "com.apple.share-services")
    #expect(targets[1].configurations.map(\.name) == ["Beta", "Debug", "Release"])
    #expect(targets[1].sources == ["Common/Model.swift", "Notes/App.swift"])
    #expect(targets[1].dependencies == ["Share"])
    #expect(targets[1].packageProducts == ["Feeds", "ToolsUI", "ToolsCore"])
    #expect(targets[2].sources == ["Watch/App.swift"])
    #expect(Self.facts.unread.isEmpty)
  }

  @Test(arguments: [
    ("Notes", "Debug", "com.example.notes.dev", "16.0"), ("Notes", "Beta", "com.example.notes", "16.0"),
    ("Notes", "Release", "com.example.notes", "16.0"),
    ("Share", "Debug", "com.example.notes.dev.share", "16.0"),
    ("Share", "Release", "com.example.notes.share", "16.0"),
    ("Watch_App", "Release", "com.example.Watch-App", "9.0"),
  ])
  func settingsAreResolved(_ target: String, _ name: String, identifier: String, version: String) throws {
    let configuration = try Self.configuration(name, target)
    #expect(configuration.bundleIdentifier?.short == identifier)
    // The options of the spec do not replace a version that a configuration file states.
    let isInFile = name == "Beta"
    #expect(configuration.deploymentTargets.map(\.value.short) == [isInFile ? "17.0" : version])
    #expect(configuration.compilationConditions == (name == "Debug" ? ["DEBUG"] : []))
  }

  @Test func propertyListsOfTheSpecAreRead() throws {
    let debug = try Self.configuration("Debug", "Notes")
    #expect(debug.infoPlist?.short == "Notes/Info.plist")
    #expect(
      debug.infoPlistValues.short == [
        "CFBundleIdentifier=com.example.notes.dev", "UIBackgroundModes=[fetch, processing]",
        "BGTaskSchedulerPermittedIdentifiers=[com.example.notes.dev.sync]",
        "UIApplicationExitsOnSuspend=false",
      ])
    #expect(
      debug.entitlementValues.short == ["com.apple.security.application-groups=[group.com.example.notes.dev]"]
    )
    #expect(
      debug.settings.short == [
        "APP_GROUP=group.com.example.notes.dev", "APP_ID=com.example.notes.dev",
        "PRODUCT_BUNDLE_IDENTIFIER=com.example.notes.dev",
      ])
    #expect(try Self.configuration("Release", "Watch_App").infoPlist?.short == "Watch/Info.plist")
  }

  /// A part of a spec that may define names in the release, with the names that may be defined for Swift and Objective-C.
  @Test(arguments: [
    ("sources: [{ path: S, compilerFlags: -DDEBUG=1 }]", "DEBUG", "DEBUG"),
    ("sources: [{ path: S, compilerFlags: [-w, -DDEBUG] }]", "DEBUG", "DEBUG"),
    ("sources: [{ path: S, compilerFlags: -fno-objc-arc }]", "", ""),
    ("sources: [{ path: S, compilerFlags: '@flags' }]", "*", "*"),
    ("settings: { 'SWIFT_ACTIVE_COMPILATION_CONDITIONS[arch=arm64]': DEBUG }", "*", ""),
    ("settings: { OTHER_SWIFT_FLAGS: '@flags' }", "*", ""),
    ("settings: { configs: { Release: { OTHER_CFLAGS: -DDEBUG } } }", "", "DEBUG"),
    ("settings: { configs: { Debug: { OTHER_CFLAGS: -DDEBUG } } }", "", ""),
  ])
  func namesAreLeftOpen(_ part: String, swift: String, objectiveC: String) throws {
    let facts = AppProjects(
      MemoryTree([
        "project.yml": "name: A\ntargets: { A: { type: application, platform: iOS, \(part) } }", "S/a.m": "",
      ]))
    let release = try #require(facts.targets.first?.configurations.last)
    #expect(release.name == "Release")
    #expect(release.undecidedConditions.joined(separator: " ") == swift)
    #expect(release.undecidedDefinitions.joined(separator: " ") == objectiveC)
    #expect(facts.unread.contains(where: \.leavesOutCode) == part.contains("@flags"))
  }

  @Test func headersOfSettingsAreRead() throws {
    let spec = """
      name: A
      targets: { A: { type: application, platform: iOS, settings: { GCC_PREFIX_HEADER: S/A.txt, SWIFT_OBJC_BRIDGING_HEADER: $(SRCROOT)/B.h } } }
      """
    #expect(AppProjects(MemoryTree(["project.yml": spec])).targets.first?.includes == ["B.h", "S/A.txt"])
    let other = AppProjects(MemoryTree(["project.yml": spec.replacing("$(SRCROOT)", with: "$(OTHER)")]))
    #expect(other.unread.map(\.leavesOutCode).contains(true))
  }

  @Test func typesOfConfigurationsAreRead() throws {
    let notes = try #require(Self.facts.targets.first { $0.name == "Notes" })
    #expect(notes.configurations.map(\.isForDebugging) == [false, true, false])
  }

  /// Schemes with the configurations that they archive, and the configurations that are for releases.
  @Test(arguments: [
    ([], ["Release"]), (["Store"], ["Release", "Store"]), (["Debug", "Release"], ["Release"]),
    (["Debug"], ["Debug", "Release"]),
  ])
  func archivedConfigurationsAreForReleases(_ archived: [String], _ released: [String]) throws {
    let schemes = archived.map { "  \($0): { archive: { config: \($0) } }" }.joined(separator: "\n")
    let spec = """
      name: A
      configs: { Debug: debug, Store: debug, Release: release }
      targets: { A: { type: application, platform: iOS, sources: [] } }
      """
    let facts = AppProjects(MemoryTree(["project.yml": "\(spec)\nschemes:\n\(schemes)"]))
    let target = try #require(facts.targets.first)
    #expect(target.configurations.filter(\.isForRelease).map(\.name) == released)
    #expect(target.configurations.allSatisfy { $0.isForRelease != $0.isForDebugging })
  }

  /// The policy can't name a file that does not exist.
  @Test func fileThatTheSpecWillWriteIsNoted() throws {
    var files = Self.files
    files["Notes/Info.plist"] = nil
    let facts = AppProjects(MemoryTree(files))
    #expect(facts.unread.map(\.location.file) == ["Notes/Info.plist"])
    let notes = try #require(facts.targets.first { $0.name == "Notes" })
    #expect(
      notes.configurations[1].infoPlistValues.short.contains("UIBackgroundModes=[fetch, processing]"))
  }

  @Test func projectOfTheSpecPrevails() {
    var files = ExampleProject.files
    files["ios/project.yml"] = """
      name: Diary
      targets:
        Diary: { type: application, platform: iOS, sources: Diary }
        Fresh: { type: framework, platform: iOS, sources: Widgets }
      """
    let facts = AppProjects(MemoryTree(files))
    #expect(facts.targets.map(\.name) == ["Diary", "Widgets", "Fresh"])
    #expect(
      facts.targets.map { AppPath.name(of: $0.location.file) } == [
        "project.pbxproj", "project.pbxproj", "project.yml",
      ])
  }

  @Test(arguments: [
    ("name: A\ninclude: project.yml\ntargets: {}", "The file includes itself"),
    ("name: A\ninclude: other.yml\ntargets: {}", "The included file other.yml is missing"),
    ("name: A\ninclude: [\"${A}.yml\"]\ntargets: {}", "The included file ${A}.yml is missing"),
    ("name: [", nil),
    ("name: A\ntargets:\n  B: {templates: [C]}", "The template C is missing"),
    ("name: A\ntargets:\n  B: {sources: ../../x}", "The sources ../../x are outside of the folder"),
  ])
  func damageIsReported(_ spec: String, reason: String?) {
    let facts = AppProjects(MemoryTree(["project.yml": spec]))
    #expect(facts.unread.count == 1)
    if let reason { #expect(facts.unread.first?.reason == reason) }
  }

  /// A second key or document, which another reader may prefer.
  @Test(arguments: [
    ("name: A\ntargets: { A: { sources: [B] } }\ntargets: { A: { sources: [C] } }", true),
    ("name: A\ntargets:\n  A: { sources: [B], sources: [C] }", true), ("targets: {}\n---\ntargets: {}", true),
    ("name: A\ninclude: more.yml", true), ("kind: A\nkind: B", false), ("kind: A\n---\nkind: B", false),
  ])
  func secondValueIsRefused(_ spec: String, isRefused: Bool) {
    let facts = AppProjects(MemoryTree(["project.yml": spec, "more.yml": "options: {}\noptions: {}"]))
    #expect(facts.unread.count == 1)
    #expect(facts.unread.first?.isRefused == isRefused)
  }

  /// Includes and excludes of a folder, with whether its file is compiled or known to be left out.
  @Test(arguments: [
    ("excludes: [b.swift]", "a.swift", true, false), ("excludes: [a.swift]", "a.swift", false, false),
    ("excludes: [./a.swift]", "a.swift", true, false), ("excludes: [/a.swift]", "a.swift", true, false),
    ("excludes: [a.swift/]", "a.swift", true, false), ("excludes: [b/../a.swift]", "a.swift", true, false),
    ("includes: ['*.${A}']", "a.swift", true, true), ("includes: ['[[:alpha:]]*']", "a.swift", true, true),
    ("includes: ['[[=a=]].swift', b]", "a.swift", true, true), ("excludes: ['$(A)']", "a.swift", true, true),
    ("", ".a.swift", true, false), ("", ".b/a.swift", true, false), ("", "b.json/a.swift", true, true),
    ("", "b.h/a.swift", true, true), ("", "a.swift.orig", false, false),
  ])
  func patternsLeaveOutFiles(_ patterns: String, _ path: String, isCompiled: Bool, isNoted: Bool) {
    let facts = AppProjects(
      MemoryTree([
        "project.yml": """
        name: A
        targets: { A: { type: application, platform: iOS, sources: [{ path: S\(patterns.isEmpty ? "" : ", \(patterns)") }] } }
        """, "S/\(path)": "",
      ]))
    #expect(facts.targets.flatMap(\.sources) == (isCompiled ? ["S/\(path)"] : []))
    #expect(facts.unread.contains(where: \.leavesOutCode) == isNoted)
  }

  @Test(arguments: [
    ("*.swift", "a.swift", true), ("*.swift", "b/a.swift", false), ("**/*.swift", "a.swift", true),
    ("**/*.swift", "c/b/a.swift", true), ("b", "b/a.swift", true), ("b/**", "b/c/a.swift", true),
    ("**/b/*", "a/b/c.swift", true), ("b/?.swift", "b/a.swift", true), ("b/?.swift", "b/aa.swift", false),
    ("*.{swift,m}", "a.swift", true), ("*.{swift,m}", "a.mm", false), ("{a,b/{c,d}}/*", "b/d/e.swift", true),
    ("{a,b/{c,d}}/*", "b/e.swift", false), ("{}a.swift", "a.swift", true), ("{a.swift", "{a.swift", true),
    ("\\{a,b}.swift", "{a,b}.swift", true), ("*.[s]wift", "a.swift", true), ("[a-c].swift", "b.swift", true),
    ("[!a-c].swift", "b.swift", false), ("[^a].swift", "b.swift", true), ("[]a].swift", "].swift", true),
    ("[a.swift", "[a.swift", true), ("a[-]b.swift", "a-b.swift", true), ("\\*.swift", "a.swift", false),
    ("\\*.swift", "*.swift", true),
  ])
  func patternsMatch(_ pattern: String, _ path: String, isMatch: Bool) throws {
    #expect(try #require(GlobPattern(pattern)).matches(path) == isMatch)
  }

  @Test(arguments: [
    String(repeating: "{a,b}", count: 12), String(repeating: "{", count: 10_000),
    "{" + String(repeating: ",", count: 600) + "}",
    String(repeating: "{", count: 2000) + String(repeating: "}", count: 2000),
  ])
  func patternBeyondALimitIsRefused(_ pattern: String) {
    #expect(GlobPattern(pattern) == nil)
    let facts = AppProjects(
      MemoryTree([
        "project.yml": """
        name: A
        targets: { A: { type: application, platform: iOS, sources: [{ path: S, includes: ["\(pattern)"] }] } }
        """, "S/a.swift": "",
      ]))
    #expect(facts.unread.map(\.isRefused) == [true])
  }

  /// The targets and templates of a spec beside `c.yml`, and the files that the target compiles; `nil` if they are not known.
  @Test(arguments: [
    ("templates: [A, B]", ["A", "C"]), ("sources: ['${target_name}']", nil),
    ("templates: [D], templateAttributes: { d: A }", ["A"]),
    ("templates: [D], templateAttributes: { d: A, n: 1 }", nil),
    ("templates: [D], templateAttributes: { d: A, n: 1.5 }", nil),
    ("templates: [D], templateAttributes: { d: A, n: '1.5' }", ["A"]),
    ("sources: A, 'sources:REPLACE': C", nil),
    ("templates: [D], templateAttributes: { d: A, s: sources }, '${s}': C", nil), ("templates: [E]", ["App"]),
  ])
  func partsAreMergedOnce(_ parts: String, _ folders: [String]?) throws {
    let spec = """
      name: A
      include: [a.yml, b.yml]
      "targets:REPLACE": { App: { type: application, platform: iOS, \(parts) } }
      """
    var files = [
      "project.yml": spec, "a.yml": "include: c.yml", "b.yml": "include: [c.yml]",
      "c.yml": """
      targetTemplates:
        C: { sources: [C] }
        A: { templates: [C], sources: [A] }
        B: { templates: [C] }
        D: { sources: ["${d}"] }
        E: { sources: ["${target_name}"] }
      """,
    ]
    for folder in ["A", "C", "App"] { files["\(folder)/a.swift"] = "" }
    let facts = AppProjects(MemoryTree(files))
    #expect(facts.unread.contains(where: \.leavesOutCode) == (folders == nil), "\(facts.unread)")
    guard let folders else { return }
    #expect(facts.targets.first?.sources == folders.map { "\($0)/a.swift" })
  }
}
