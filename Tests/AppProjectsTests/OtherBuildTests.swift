import AppFacts
import Testing

@testable import AppProjects

/// Code that a build leaves out, compiles for another system, or has a program make.
@Suite struct OtherBuildTests {
  private static let all = ["Sources/A.swift", "Sources/B.swift", "Sources/Debug/C.swift"]

  private static func facts(
    sources: String = "[Sources]", settings: String = "A: b", more: String = "", files: [String: String] = [:]
  ) -> AppProjects {
    let spec = """
      name: App
      targets:
        App:
          type: application
          platform: iOS
          sources: \(sources)
          settings: { base: { \(settings) } }
      \(more)
      """
    let own = [
      "project.yml": spec, "Sources/A.swift": "", "Sources/B.swift": "", "Sources/Debug/C.swift": "",
    ]
    return AppProjects(MemoryTree(own.merging(files) { $1 }))
  }

  /// Whether code was left out, and whether some of it was refused.
  private static func unread(in facts: AppProjects) -> (isLeftOut: Bool, isRefused: Bool) {
    (facts.unread.contains(where: \.leavesOutCode), facts.unread.contains(where: \.isRefused))
  }

  /// Settings, the sources that a release compiles, and whether a source may be left out.
  @Test(arguments: [
    ("EXCLUDED_SOURCE_FILE_NAMES: A.swift", ["Sources/B.swift", "Sources/Debug/C.swift"], false),
    ("EXCLUDED_SOURCE_FILE_NAMES: \"A.* */B.swift\"", ["Sources/Debug/C.swift"], false),
    ("EXCLUDED_SOURCE_FILE_NAMES: \"Sources/*\"", ["Sources/Debug/C.swift"], false),
    (
      "EXCLUDED_SOURCE_FILE_NAMES: \"*.swift\", INCLUDED_SOURCE_FILE_NAMES: Debug/*",
      ["Sources/Debug/C.swift"], false
    ),
    (
      "\"EXCLUDED_SOURCE_FILE_NAMES[sdk=iphoneos*]\": A.swift", ["Sources/B.swift", "Sources/Debug/C.swift"],
      false
    ),
    (
      "\"EXCLUDED_SOURCE_FILE_NAMES[arch=arm64]\": A.swift",
      ["Sources/A.swift", "Sources/B.swift", "Sources/Debug/C.swift"], true
    ),
    (
      "\"EXCLUDED_SOURCE_FILE_NAMES[config=Debug]\": A.swift",
      ["Sources/A.swift", "Sources/B.swift", "Sources/Debug/C.swift"], false
    ),
    (
      "EXCLUDED_SOURCE_FILE_NAMES: ./A.swift Sources/./B.swift A.swift/ /Sources/A.swift Sources//A.swift",
      all, false
    ),
    (
      "EXCLUDED_SOURCE_FILE_NAMES: $(SRCROOT)/Sources/A.swift", ["Sources/B.swift", "Sources/Debug/C.swift"],
      false
    ),
    ("\"EXCLUDED_SOURCE_FILE_NAMES[sdk=iphoneos*,config=Release]\": A.swift", all, true),
    (
      "EXCLUDED_SOURCE_FILE_NAMES: \"*.storyboard\"",
      ["Sources/A.swift", "Sources/B.swift", "Sources/Debug/C.swift"], false
    ),
  ])
  func sourcesAreLeftOut(_ settings: String, sources: [String], isUncertain: Bool) throws {
    let facts = Self.facts(settings: settings)
    #expect(try #require(facts.targets.first).sources == sources)
    let (isLeftOut, isRefused) = Self.unread(in: facts)
    #expect(isLeftOut == isUncertain)
    #expect(!isRefused)
  }

  /// Sources of a spec, and the condition under which `A.swift` is compiled.
  @Test(arguments: [
    ("[Sources]", nil),
    ("[{ path: Sources, destinationFilters: [macOS] }]", "os(macOS)"),
    ("[{ path: Sources, destinationFilters: [iOS, macOS] }]", nil),
    (
      "[{ path: Sources, destinationFilters: [tvOS, macCatalyst] }]",
      "os(tvOS) || targetEnvironment(macCatalyst)"
    ),
    ("[{ path: Sources, destinationFilters: [macOS] }, Sources/A.swift]", nil),
    ("[{ path: Sources, destinationFilters: [other] }]", nil),
  ])
  func sourcesHaveSystems(_ sources: String, condition: String?) throws {
    let target = try #require(Self.facts(sources: sources).targets.first)
    #expect(target.conditionsOfFiles["Sources/A.swift"] == condition)
  }

  /// Settings that may have the compiler read other code, and whether the code is left open.
  @Test(arguments: [
    ("CC: ./cc", true), ("SWIFT_EXEC: \"$(SRCROOT)/swiftc\"", true), ("CC: clang", false),
    ("LD: \"\"", false),
    ("CC: /usr/bin/clang", false), ("OTHER_SWIFT_FLAGS: -load-plugin-executable a#B", true),
    ("OTHER_SWIFT_FLAGS: -plugin-path a", true), ("OTHER_CFLAGS: -fplugin=a.dylib", true),
    ("OTHER_SWIFT_FLAGS: \"-driver-use-frontend-path $(SRCROOT)/a\"", true),
    ("OTHER_SWIFT_FLAGS: -tools-directory a", true), ("OTHER_SWIFT_FLAGS: -tools-directory /usr/bin", false),
    ("OTHER_CFLAGS: -Btools", true), ("OTHER_LDFLAGS: -fuse-ld=lld", false),
    ("OTHER_LDFLAGS: -fuse-ld=./ld", true),
    ("OTHER_SWIFT_FLAGS: -Xclang-linker -fuse-ld=a/ld", true),
    ("OTHER_LDFLAGS: -rpath @executable_path/Frameworks", false), ("OTHER_LDFLAGS: -ObjC -lz", false),
    ("SWIFT_TOOLS_DIR: tools", true), ("SWIFT_TOOLS_DIR: \"$(TOOLCHAIN_DIR)/usr/bin\"", false),
    ("TOOLCHAINS: com.apple.dt.toolchain.XcodeDefault", false), ("TOOLCHAINS: $(SRCROOT)/a", true),
  ])
  func programsAreNoted(_ settings: String, isNoted: Bool) {
    let facts = Self.facts(settings: settings)
    let (isLeftOut, isRefused) = Self.unread(in: facts)
    #expect(isLeftOut == isNoted)
    #expect(!isRefused)
  }

  /// Settings, and the names that they may define.
  @Test(arguments: [
    ("SWIFT_OPTIMIZATION_LEVEL: \"-O -DDEBUG\"", ["DEBUG"]), ("SWIFT_OPTIMIZATION_LEVEL: \"-O\"", []),
    ("PREFIX_FLAGS: \"-D A\"", ["A"]), ("OTHER_LDFLAGS: \"-DA\"", []), ("SWIFT_VERSION: \"$(B)\"", []),
    ("GCC_OPTIMIZATION_LEVEL: \"$(B)\", B: \"0 -DA\"", ["A"]),
  ])
  func otherSettingsHaveFlags(_ settings: String, names: [String]) throws {
    let target = try #require(Self.facts(settings: settings).targets.first)
    #expect(Set(target.configurations.map(\.undecidedConditions)) == [names])
  }

  /// Rules of a spec, and whether their code is certainly not read.
  @Test(arguments: [
    ("{ filePattern: \"*.abc\", script: make }", false),
    ("{ filePattern: \"*.abc\", compilerSpec: com.apple.xcode.tools.swift.compiler }", true),
    ("{ fileType: sourcecode.swift, script: make }", false),
  ])
  func rulesAreNoted(_ rule: String, isRefused: Bool) {
    let facts = Self.facts(more: "    buildRules: [\(rule)]")
    #expect(facts.unread.map(\.isRefused) == [isRefused])
    let (isLeftOut, _) = Self.unread(in: facts)
    #expect(isLeftOut)
  }

  @Test(arguments: ["[sources]", "[sources/a.swift, SOURCES/B.swift, Sources/debug/C.swift]"])
  func foldersInOtherCaseAreFound(_ sources: String) throws {
    let target = try #require(Self.facts(sources: sources).targets.first)
    #expect(target.sources == ["Sources/A.swift", "Sources/B.swift", "Sources/Debug/C.swift"])
  }

  /// A dependency whose name targets of two specs have, and the file of each target.
  @Test func dependenciesHaveFiles() throws {
    let kit = "name: Kit\ntargets: { Kit: { type: framework, platform: iOS, sources: [Code] } }\n"
    let facts = Self.facts(
      more:
        "    dependencies: [{ target: Other/Kit }]\nprojectReferences: { Other: { path: B/Kit.xcodeproj } }",
      files: ["A/project.yml": kit, "A/Code/A.swift": "", "B/project.yml": kit, "B/Code/B.swift": ""])
    let app = try #require(facts.targets.first { $0.name == "App" })
    #expect(app.filesOfDependencies == ["Kit": ["B/Kit.xcodeproj/project.pbxproj"]])
  }
}
