import AppFacts
import Testing

@testable import AppProjects

@Suite struct XcodeProjectTests {
  private static let facts = AppProjects(MemoryTree(ExampleProject.files))

  private static func target(_ name: String) throws -> TargetFact {
    try #require(facts.targets.first { $0.name == name })
  }

  private static func configuration(_ name: String, _ target: String) throws -> ConfigurationFact {
    try #require(try self.target(target).configurations.first { $0.name == name })
  }

  @Test func targetsAreRead() throws {
    #expect(Self.facts.targets.map(\.name) == ["Diary", "Widgets"])
    let app = try Self.target("Diary")
    #expect(app.kind == .app)
    #expect(app.platforms == ["iOS", "macCatalyst"])
    #expect(app.defaultConfiguration == "Release")
    #expect(app.configurations.map(\.name) == ["Debug", "Release"])
    #expect(app.dependencies == ["Widgets"])
    #expect(app.packageProducts == ["Feeds"])
    #expect(
      app.sources == [
        "ios/Diary/AppDelegate.swift", "ios/Diary/Store/Entry.swift", "ios/Diary/Store/Old.m",
        "ios/Widgets/Shared.swift",
      ])
    let widgets = try Self.target("Widgets")
    #expect(widgets.kind == .widget)
    #expect(widgets.extensionPoint == "com.apple.widgetkit-extension")
    #expect(widgets.sources == ["ios/Widgets/Bundle.swift", "ios/Widgets/Shared.swift"])
  }

  /// Most Macs find a file although the project spells its folder with other letters.
  @Test func sourcesMayBeSpelledInAnotherCase() throws {
    var files = ExampleProject.files
    files["ios/Diary/store/Old.m"] = files.removeValue(forKey: "ios/Diary/Store/Old.m")
    files["ios/Diary/Store/Entry.swift"] = nil
    let app = try #require(AppProjects(MemoryTree(files)).targets.first { $0.name == "Diary" })
    #expect(app.sources.contains("ios/Diary/store/Old.m"))
    #expect(app.sources.contains("ios/Diary/Store/Entry.swift"))
  }

  @Test(arguments: [
    ("Diary", "Debug", "com.example.diary.dev", "ios/Config/Debug.xcconfig:3:29"),
    ("Diary", "Release", "com.example.diary", "ios/Config/Release.xcconfig:2:29"),
    ("Widgets", "Debug", "com.example.diary.dev.widgets", "ios/Diary.xcodeproj/project.pbxproj:28:36"),
    ("Widgets", "Release", "com.example.diary.widgets", "ios/Diary.xcodeproj/project.pbxproj:31:35"),
  ])
  func bundleIdentifierIsResolved(
    _ target: String, _ configuration: String, identifier: String, place: String
  ) throws {
    let value = try #require(try Self.configuration(configuration, target).bundleIdentifier)
    #expect(value.short == identifier)
    #expect(value.location.short == place)
  }

  @Test func propertyListsAreRead() throws {
    let debug = try Self.configuration("Debug", "Diary")
    #expect(debug.infoPlist?.short == "ios/Diary/Info.plist")
    #expect(debug.entitlements?.short == "ios/Diary/Diary.entitlements")
    #expect(
      debug.infoPlistValues.short == [
        "CFBundleIdentifier=com.example.diary.dev",
        """
        BGTaskSchedulerPermittedIdentifiers=[com.example.diary.dev.refresh, com.example.diary.cleanup, \
        com.example.diary.dev.index, ?{UNKNOWN}.x]
        """,
        "UIBackgroundModes=[fetch]",
      ])
    #expect(debug.infoPlistValues[1].value.list?[1].location.short == "ios/Diary/Info.plist:9:13")
    #expect(
      debug.entitlementValues.short == [
        "aps-environment=development", "com.apple.security.application-groups=[group.com.example.diary]",
        "keychain-access-groups=[?{AppIdentifierPrefix}shared]",
      ])
    #expect(
      debug.settings.short == [
        "BASE_ID=com.example.diary", "ID_SUFFIX=.dev", "PRODUCT_BUNDLE_IDENTIFIER=com.example.diary.dev",
      ])
    #expect(debug.compilationConditions == ["DEBUG", "LOGS"])
    // The setting `MORE` is not known, and `TRACING` is a flag of the compiler's frontend alone.
    #expect(debug.undecidedConditions == ["*", "TRACING"])
    #expect(debug.deploymentTargets.short == ["iOS=16.0"])

    let release = try Self.configuration("Release", "Diary")
    #expect(release.entitlements == nil)
    #expect(release.deploymentTargets.short == ["iOS=17.0"])
    #expect(release.infoPlistValues[1].value.list?.first?.short == "com.example.diary.refresh")
  }

  /// If the files of one configuration refer to a setting, the facts of the other configurations have its value, too.
  @Test func settingsOfOneConfigurationAreStatedForAll() throws {
    let release = try Self.configuration("Release", "Diary")
    #expect(release.entitlements == nil)
    #expect(
      release.settings.short == ["BASE_ID=com.example.diary", "PRODUCT_BUNDLE_IDENTIFIER=com.example.diary"])
    var files = ExampleProject.files
    files["ios/Diary/Diary.entitlements"] = files["ios/Diary/Diary.entitlements"]?.replacing(
      "group.$(BASE_ID)", with: "group.v$(MARKETING_VERSION)")
    let target = try #require(AppProjects(MemoryTree(files)).targets.first { $0.name == "Diary" })
    #expect(
      target.configurations.map { $0.settings.short.contains("MARKETING_VERSION=2.1") } == [true, true])
  }

  @Test func generatedKeysAreAdded() throws {
    let widgets = try Self.configuration("Release", "Widgets")
    #expect(
      widgets.infoPlistValues.short == [
        "NSExtension={NSExtensionPointIdentifier: com.apple.widgetkit-extension}",
        "CFBundleIdentifier=com.example.diary.widgets",
      ])
    #expect(
      Self.facts.unread.map { "\($0.location.short) \($0.reason)" } == [
        """
        ios/Diary.xcodeproj/project.pbxproj:28:93 The setting INFOPLIST_KEY_UIBackgroundModes has no effect: \
        Xcode does not generate UIBackgroundModes
        """
      ])
  }

  @Test(arguments: [
    ("", "[fetch, MODE]", nil),
    ("INFOPLIST_PREPROCESSOR_DEFINITIONS = \"MODE=audio X\";", "[fetch, ?]", "may replace"),
    ("INFOPLIST_PREPROCESSOR_DEFINITIONS = \"$(FLAGS)\";", "[fetch, ?]", "may replace"),
    ("INFOPLIST_PREPROCESSOR_DEFINITIONS = OTHER;", "[fetch, MODE]", nil),
    ("INFOPLIST_PREFIX_HEADER = Diary/Macros.h;", "[fetch, ?]", "may replace"),
  ])
  func preprocessedValuesAreUnresolved(_ setting: String, modes: String, reason: String?) throws {
    var files = ExampleProject.files
    files["ios/Diary.xcodeproj/project.pbxproj"] = files["ios/Diary.xcodeproj/project.pbxproj"]?
      .replacing(
        "INFOPLIST_FILE = Diary", with: "INFOPLIST_PREPROCESS = YES; \(setting) INFOPLIST_FILE = Diary")
    files["ios/Diary/Info.plist"] = "{ UIBackgroundModes = (fetch, MODE); }"
    files["ios/Diary/Macros.h"] = "#define MODE audio\n"
    let facts = AppProjects(MemoryTree(files))
    #expect(
      facts.targets.first?.configurations.first?.infoPlistValues.short == ["UIBackgroundModes=\(modes)"])
    let reasons = facts.unread.filter { $0.location.file == "ios/Diary/Info.plist" }.map(\.reason)
    #expect(reasons.count == (reason == nil ? 0 : 1))
    if let reason { #expect(reasons.first?.contains(reason) == true) }
  }

  /// Keys of a property list that some devices read in place of other keys, and the values that are known.
  @Test(arguments: [
    ("\"UIBackgroundModes~ipad\" = (fetch, audio);", "?", true),
    ("\"UIBackgroundModes-iphoneos~ipad\" = (audio);", "?", true),
    ("\"UIBackgroundModes~ipad\" = (fetch);", "[fetch]", false),
    ("UIBackgroundModesOld = (audio); \"MinimumOSVersion~ipad\" = 15;", "[fetch]", false),
  ])
  func keysOfDevicesAreNoted(_ entry: String, modes: String, isNoted: Bool) {
    var files = ExampleProject.files
    files["ios/Diary/Info.plist"] = "{ UIBackgroundModes = (fetch); \(entry) }"
    let facts = AppProjects(MemoryTree(files))
    #expect(
      facts.targets.first?.configurations.first?.infoPlistValues.short == ["UIBackgroundModes=\(modes)"])
    let noted = facts.unread.filter { $0.location.file == "ios/Diary/Info.plist" }
    #expect(noted.count == (isNoted ? 1 : 0) && noted.allSatisfy(\.leavesOutCode), "\(noted)")
  }

  /// Lines of a property list with flags and a header, and whether the preprocessor may make another list of them than the reader.
  @Test(arguments: [
    ("", "", "", false), ("#ifndef A // why", "", "", false),
    ("<!-- http://a -->", "-traditional", "", false),
    ("<string>\"a // b\"</string>", "", "", false), ("<string>a/b*c</string>", "", "", false),
    ("<!-- // -->", "", "", true), ("<!-- /* -->", "-traditional", "", true), ("/**/#if 0", "", "", true),
    ("%:if 0", "", "", true), ("#\\\nif 0", "", "", true), ("<!-- \\ \n-->", "", "", true),
    ("#define fetch audio", "", "", true), ("#include \"a.h\"", "", "", true), ("#elifndef A", "", "", true),
    ("#else/**/", "", "", true), ("\u{c}#if 0", "", "", true), ("<true/>\r#if 0", "", "", true),
    ("", "-trigraphs", "", true), ("", "-include a.h", "", true), ("", "-DUIBackgroundModes=A", "", true),
    ("", "-DA -UB -Wno-a -P", "", false), ("", "", "/* A\n B */\n// C\n#define A 1\n#if B\n#endif\n", false),
    ("", "", "#define A 1 /* \n", true), ("", "", "#include \"a.h\"\n", true), ("", "", "<!-- a\n", true),
    ("", "", "#define UIBackgroundModes A\n", true), ("", "", "/* */ #define fetch A\n", true),
  ])
  func whatIsNotFollowedIsRefused(_ line: String, _ flags: String, _ header: String, isRefused: Bool) {
    var files = ExampleProject.files
    let setting = """
      INFOPLIST_PREPROCESS = YES; INFOPLIST_OTHER_PREPROCESSOR_FLAGS = "\(flags)"; INFOPLIST_PREFIX_HEADER = Diary/A.h;
      """
    files["ios/Diary.xcodeproj/project.pbxproj"] = files["ios/Diary.xcodeproj/project.pbxproj"]?
      .replacing("INFOPLIST_FILE = Diary", with: "\(setting) INFOPLIST_FILE = Diary")
    files["ios/Diary/A.h"] = header
    files["ios/Diary/Info.plist"] = """
      <plist><dict><key>UIBackgroundModes</key><array><string>fetch</string>
      \(line.contains("<") ? line : "<!--\n\(line)\n-->")
      </array></dict></plist>
      """
    let refused = AppProjects(MemoryTree(files)).unread.filter(\.isRefused)
    #expect(refused.isEmpty != isRefused, "\(refused)")
  }

  /// Conditions on names that the compiler or a header may define are open.
  @Test(arguments: ["__clang__", "_LP64", "TARGET_OS_IOS", "OF_HEADER"])
  func namesThatMayBeDefinedAreOpen(_ name: String) throws {
    var files = ExampleProject.files
    files["ios/Diary.xcodeproj/project.pbxproj"] = files["ios/Diary.xcodeproj/project.pbxproj"]?.replacing(
      "INFOPLIST_FILE = Diary",
      with: "INFOPLIST_PREPROCESS = YES; INFOPLIST_PREFIX_HEADER = Diary/A.h; INFOPLIST_FILE = Diary")
    files["ios/Diary/A.h"] = "#if 0\n#define OF_HEADER\n#endif\n"
    files["ios/Diary/Info.plist"] = """
      <plist><dict><key>UIBackgroundModes</key><array>
      #ifdef \(name)
      <string>fetch</string>
      #else
      <string>audio</string>
      #endif
      </array></dict></plist>
      """
    let projects = AppProjects(MemoryTree(files))
    let values = try #require(projects.targets.first?.configurations.first?.infoPlistValues)
    #expect(values.short == ["UIBackgroundModes=[?, ?]"])
    // The gate names the values that it does not know.
    #expect(projects.unread.filter(\.leavesOutCode).map(\.location.line) == [3, 5])
  }

  @Test(arguments: [
    ("", "[fetch, location, audio]"),
    ("INFOPLIST_PREPROCESSOR_DEFINITIONS = NO_LOCATION;", "[fetch, processing]"),
    ("INFOPLIST_PREPROCESSOR_DEFINITIONS = \"$(FLAGS)\";", "[fetch, ?, ?, ?]"),
  ])
  func conditionsDecideOnValues(_ setting: String, modes: String) throws {
    var files = ExampleProject.files
    files["ios/Diary.xcodeproj/project.pbxproj"] = files["ios/Diary.xcodeproj/project.pbxproj"]?
      .replacing(
        "INFOPLIST_FILE = Diary", with: "INFOPLIST_PREPROCESS = YES; \(setting) INFOPLIST_FILE = Diary")
    files["ios/Diary/Info.plist"] = """
      <plist><dict><key>UIBackgroundModes</key><array>
      <string>fetch</string>
      #ifndef NO_LOCATION
      <string>location</string>
      <string>audio</string>
        #else
      <string>processing</string>
      #endif
      </array></dict></plist>
      """
    let facts = AppProjects(MemoryTree(files))
    let values = try #require(facts.targets.first?.configurations.first?.infoPlistValues)
    #expect(values.short == ["UIBackgroundModes=\(modes)"])
  }

  @Test func damagedProjectsAreReported() throws {
    let path = "ios/Diary.xcodeproj/project.pbxproj"
    var files = MemoryTree(ExampleProject.files)
    let whole = try #require(files.files[path])
    for end in stride(from: 0, to: whole.count, by: 97) {
      files.files[path] = Array(whole[..<end])
      let facts = AppProjects(files)
      #expect(facts.targets.isEmpty)
      #expect(facts.unread.count == 1)
    }
    // A group that contains itself has no path.
    files.files[path] = Array(
      String(decoding: whole, as: UTF8.self)
        .replacing("children = (F1, F2)", with: "children = (F1, F2, G0)").utf8)
    #expect(AppProjects(files).targets.count == 2)
  }

  @Test func orderOfFilesChangesNothing() {
    let again = AppProjects(MemoryTree(ExampleProject.files))
    #expect(again.targets == Self.facts.targets)
    #expect(again.unread == Self.facts.unread)
    #expect(again.files == Self.facts.files)
  }
}
