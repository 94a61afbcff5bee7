import AppFacts
import Testing

@testable import AppProjects

/// Projects of Xcode beside the specs that write them.
@Suite struct WrittenTargetsTests {
  private static let project = """
    // !$*UTF8*$!
    { rootObject = P; objects = {
      P = {isa = PBXProject; mainGroup = G; targets = (T); };
      G = {isa = PBXGroup; sourceTree = "<group>"; children = (A);};
      A = {isa = PBXFileReference; path = Sources/App.swift; sourceTree = "<group>";};
      B = {isa = PBXBuildFile; fileRef = A;};
      S = {isa = PBXSourcesBuildPhase; files = (B);};
      T = {isa = PBXNativeTarget; name = Diary; productType = "com.apple.product-type.application";
        buildConfigurationList = L; buildPhases = (S);};
      L = {isa = XCConfigurationList; buildConfigurations = (D, R); defaultConfigurationName = Release;};
      D = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
        SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 16.0; INFOPLIST_FILE = Info.plist;
        PRODUCT_BUNDLE_IDENTIFIER = com.example.diary; SWIFT_ACTIVE_COMPILATION_CONDITIONS = DEBUG;};};
      R = {isa = XCBuildConfiguration; name = Release; buildSettings = {
        SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 16.0; INFOPLIST_FILE = Info.plist;
        PRODUCT_BUNDLE_IDENTIFIER = com.example.diary;};};
    }; }
    """
  private static let spec = """
    name: Diary
    options: { deploymentTarget: { iOS: "16.0" } }
    targets:
      Diary:
        type: application
        platform: iOS
        sources: [Sources/App.swift]
        settings: { base: { PRODUCT_BUNDLE_IDENTIFIER: com.example.diary, INFOPLIST_FILE: Info.plist } }
    """

  private static func facts(_ spec: String) -> AppProjects {
    AppProjects(
      MemoryTree([
        "Diary.xcodeproj/project.pbxproj": project, "project.yml": spec, "Sources/App.swift": "",
        "Sources/More.swift": "",
        "Info.plist":
          "{ UIBackgroundModes = (fetch); CFBundleIdentifier = \"$(PRODUCT_BUNDLE_IDENTIFIER)\"; }",
        "Other.plist": "{ UIBackgroundModes = (); CFBundleIdentifier = \"$(PRODUCT_BUNDLE_IDENTIFIER)\"; }",
        "Same.plist":
          "{ CFBundleIdentifier = \"$(PRODUCT_BUNDLE_IDENTIFIER)\"; UIBackgroundModes = (fetch); }",
      ]))
  }

  @Test(arguments: [
    "",
    "    info: { path: Info.plist, properties: { CFBundleIdentifier: $(PRODUCT_BUNDLE_IDENTIFIER), UIBackgroundModes: [fetch] } }",
  ])
  func projectThatAgreesIsRead(_ line: String) throws {
    let facts = Self.facts("\(Self.spec)\n\(line)")
    #expect(facts.unread.isEmpty)
    let target = try #require(facts.targets.first)
    #expect(facts.targets.count == 1)
    #expect(target.location.file == "Diary.xcodeproj/project.pbxproj")
    #expect(target.sources == ["Sources/App.swift"])
    #expect(target.configurations.map(\.compilationConditions) == [["DEBUG"], []])
    #expect(target.configurations.flatMap(\.undecidedConditions).isEmpty)
  }

  /// Texts of the spec with their replacements, and the code, the names that may be defined in a release, and
  /// the dependencies that the target then has.
  @Test(arguments: [
    ("[Sources/App.swift]", "[Sources]", ["Sources/App.swift", "Sources/More.swift"], [], []),
    ("base: {", "base: { SWIFT_ACTIVE_COMPILATION_CONDITIONS: STORE,", ["Sources/App.swift"], ["STORE"], []),
    (
      "    sources:", "    dependencies: [{ target: Kit }]\n    sources:", ["Sources/App.swift"], [], ["Kit"]
    ),
    ("base: {", "base: { OTHER_LDFLAGS: -framework Kit,", ["Sources/App.swift"], [], ["Kit"]),
  ])
  func codeOfTheSpecIsAdded(
    _ text: String, _ other: String, sources: [String], undecided: [String], dependencies: [String]
  ) throws {
    let kit = "\n  Kit: { type: framework, platform: iOS, sources: [Kit] }"
    let facts = Self.facts(Self.spec.replacing(text, with: other) + kit)
    #expect(facts.unread.isEmpty)
    #expect(facts.targets.map(\.name) == ["Diary", "Kit"])
    let target = try #require(facts.targets.first)
    #expect(target.sources == sources)
    #expect(target.configurations.last?.undecidedConditions == undecided)
    #expect(target.dependencies == dependencies)
  }

  /// Texts of the spec with their replacements, and what the release then has differently.
  @Test(arguments: [
    ("INFOPLIST_FILE: Info.plist", "INFOPLIST_FILE: Other.plist", "Info.plist"),
    ("INFOPLIST_FILE: Info.plist", "INFOPLIST_FILE: Same.plist", nil),
    ("iOS: \"16.0\"", "iOS: \"15.0\"", "deployment target"),
    ("com.example.diary", "com.example.other", "bundle identifier"),
    ("com.example.diary", "$(UNKNOWN)", nil),
  ])
  func valuesThatDifferAreRefused(_ text: String, _ other: String, subject: String?) {
    let facts = Self.facts(Self.spec.replacing(text, with: other))
    #expect(
      facts.unread.filter(\.isRefused).map(\.reason)
        == (subject.map {
          ["The \($0) of Diary in Release is another than in Diary.xcodeproj/project.pbxproj"]
        } ?? []))
  }

  /// The action of a scheme that archives, and the configurations of the project that are for releases.
  @Test(arguments: [
    ("<ArchiveAction\n  buildConfiguration = \"Release\"\n  a = \"b\">", ["Release"]),
    ("<ArchiveAction buildConfiguration='Debug'/>", ["Debug"]),
    ("<TestAction buildConfiguration = \"Debug\">", []),
    (
      "<ArchiveAction buildConfiguration = \"Debug\"><ArchiveAction buildConfiguration = \"Release\">",
      ["Release"]
    ),
  ])
  func schemesNameReleases(_ action: String, _ released: [String]) throws {
    for owner in ["Diary.xcodeproj", "Diary.xcworkspace"] {
      let facts = AppProjects(
        MemoryTree([
          "Diary.xcodeproj/project.pbxproj": Self.project, "Sources/App.swift": "",
          "\(owner)/xcshareddata/xcschemes/A.xcscheme": action,
        ]))
      let target = try #require(facts.targets.first)
      #expect(target.configurations.filter(\.isForRelease).map(\.name) == released)
    }
  }

  @Test func targetOfAnotherTypeIsAnother() {
    let facts = Self.facts(Self.spec.replacing("type: application", with: "type: framework"))
    #expect(facts.targets.map(\.kind) == [.app, .framework])
  }
}
