import AppFacts
import Testing

@testable import AppProjects

/// Settings of configuration files, resolved.
@Suite struct SettingsTests {
  /// The settings of the files' `App.xcconfig`, for the iPhone in a configuration.
  private static func scope(_ files: [String: String], _ configuration: String = "Debug") -> SettingsScope {
    let reader = ConfigurationFileReader(ProjectFiles(MemoryTree(files)))
    let level = reader.level(of: "App.xcconfig", folder: "", reference: FactLocation(file: "project"))
    return SettingsScope(
      levels: [level], conditions: SettingConditions(sdk: "iphoneos", configuration: configuration),
      budget: StepBudget(1_000_000))
  }

  @Test(arguments: [
    ("A = b", "b"), ("A=b", "b"), ("  A\t=\tb c  ", "b c"), ("A = b;", "b"), ("A = b // comment", "b"),
    ("A = https://example.com", "https:"), ("A = a \\\n  b", "a b"), ("A = 1\nA = 2", "2"),
    ("A = 1\nA = $(inherited) 2", "1 2"), ("A = 1\nA = $(A) 2", "1 2"), ("A = $(B)\nB = x", "x"),
    ("A = ${B}.y\nB = x", "x.y"), ("A = $B.y\nB = x", "x.y"), ("A = $(B_$(C))\nB_x = 1\nC = x", "1"),
    ("A = $(B:lower)\nB = XyZ", "xyz"), ("A = $(B:upper)\nB = xYz", "XYZ"),
    ("A = $(B:rfc1034identifier)\nB = 1 My_App.x", "--My-App-x"),
    ("A = $(B:c99extidentifier)\nB = 1 My-App", "__My_App"), ("A = $(B:default=x)", "x"),
    ("A = $(B:default=$(C))\nC = y", "y"), ("A = $(B:default=x)\nB = z", "z"),
    ("A = $(B:lower:default=x)\nB = Q", "q"), ("A = $(B)", "?"), ("A = a.$(B).c", "?a.{B}.c"),
    ("A = $(B:unknown)\nB = x", "?"), ("A = $(C)\nC = a.$(B)", "?a.{B}"), ("A = a$(B_SUFFIX)", "a"),
    ("A = $(A)x", "?{A}x"), ("A = y\n// \u{2028}A = x", "x"),
    ("A = y\u{2029}A = x", "x"), ("A = y\n// \u{85}A = x", "y"),
    ("A = y\n// \u{B}A = x", "y"),
    ("A = y\r\nA = x", "x"), ("A[sdk=iphoneos*] = x", "x"), ("A = y\nA[sdk=iphoneos*] = x", "x"),
    ("A = y\nA[sdk=macosx*] = x", "y"),
    ("A = y\nA[sdk=*] = x", "x"), ("A = y\nA[sdk=iphoneos18.0] = x", "?"), ("A = y\nA[arch=arm64] = x", "?"),
    ("A = y\nA[sdk=iphoneos*][config=Debug] = x", "x"), ("A = y\nA[config=Rel*] = x", "y"),
    ("A = y\nA[sdk=iphonesimulator*] = x", "y"), ("A = y\nA[sdk=iphoneos*] = $(inherited)x", "yx"),
    ("A[sdk=iphoneos*] = x\nA = y", "y"), ("// A = x\n\n#include \"no\"\nA = y", "y"),
    ("A = y\n#include \"no\"", "?"), ("A = y\n#include \"Flutter/Generated.xcconfig\"", "y"),
    ("A = $(FLUTTER_ROOT)\n#include \"Flutter/Generated.xcconfig\"", "?"),
    ("A = y\n#include? \"no\"", "y"),
    ("A = y\n#include \"Pods/Target Support Files/Pods-App/App.xcconfig\"", "y"),
    ("A = y\n#include \"Pods/Target Support Files/Pods-App/App.xcconfig\"\nB = $(PODS_ROOT)", "y"),
    ("A = $(B)\nB = $(A)", "?"),
    ("A = $(unclosed", "$(unclosed"), ("A = 5$", "5$"), ("A =", nil), ("B = x", nil),
    ("A = com.$(B).app\nB =", "?com.{B}.app"), ("A = com.$(B)\nB =", "?com.{B}"),
    ("A = com.app$(B)\nB =", "com.app"),
    ("A = $(DEVELOPMENT_TEAM).x\nDEVELOPMENT_TEAM = ABCDE12345", "ABCDE12345.x"),
    ("A = $(DEVELOPMENT_TEAM).x\nDEVELOPMENT_TEAM = ##TEAM##", "?{DEVELOPMENT_TEAM}.x"),
    ("A = x.$(DEVELOPMENT_TEAM)\nDEVELOPMENT_TEAM =", "?x.{DEVELOPMENT_TEAM}"),
  ])
  func settingHasItsValue(_ file: String, value: String?) {
    #expect(Self.scope(["App.xcconfig": file]).fact(of: "A")?.short == value)
  }

  @Test(arguments: [
    (
      ["App.xcconfig": "#include \"Base.xcconfig\"\nA = $(B).app", "Base.xcconfig": "B = com.example"],
      "com.example.app"
    ),
    (
      [
        "App.xcconfig": "#include \"Shared/Base\"", "Shared/Base.xcconfig": "#include \"More.xcconfig\"",
        "Shared/More.xcconfig": "A = x",
      ], "x"
    ),
    (["App.xcconfig": "A = x\n#include \"Base.xcconfig\"", "Base.xcconfig": "A = y"], "y"),
    (
      [
        "App.xcconfig": "#include \"Base.xcconfig\"\nA = x",
        "Base.xcconfig": "#include \"App.xcconfig\"\nA = y",
      ], "x"
    ),
    (["App.xcconfig": "#include \"../Base.xcconfig\"\nA = x"], "x"),
    (["App.xcconfig": "A = x\n#include \"/Base.xcconfig\""], "?"),
  ])
  func includesAreFollowed(_ files: [String: String], value: String) {
    #expect(Self.scope(files).fact(of: "A")?.short == value)
  }

  // MARK: - Names of compilers

  /// Settings with the names that they define for Swift and for Objective-C; a name that may be defined or not has a `?`.
  static let names: [(settings: String, swift: String, objectiveC: String)] = [
    ("SWIFT_ACTIVE_COMPILATION_CONDITIONS = A B $(inherited)", "A B", ""),
    ("SWIFT_ACTIVE_COMPILATION_CONDITIONS = $(OTHER) A", "A *?", ""),
    ("SWIFT_ACTIVE_COMPILATION_CONDITIONS[arch=arm64] = DEBUG", "*?", ""),
    (
      "SWIFT_ACTIVE_COMPILATION_CONDITIONS = A\nSWIFT_ACTIVE_COMPILATION_CONDITIONS[sdk=macosx*] = DEBUG",
      "A? DEBUG?", ""
    ),
    ("SWIFT_ACTIVE_COMPILATION_CONDITIONS[config=Debug] = DEBUG", "", ""),
    ("#include \"Keys.xcconfig\"", "", ""), ("#include \"flags.xcconfig\"", "*?", "*?"),
    ("OTHER_SWIFT_FLAGS = -D A -DB -O", "A B", ""), ("OTHER_SWIFT_FLAGS = '-DDEBUG'", "DEBUG", ""),
    ("OTHER_SWIFT_FLAGS = -D\\DEBUG", "DEBUG", ""), ("OTHER_SWIFT_FLAGS = \"-D\" \"A\"", "A", ""),
    ("OTHER_SWIFT_FLAGS = -Xfrontend -D -Xfrontend DEBUG", "DEBUG?", ""),
    ("OTHER_SWIFT_FLAGS = -Xfrontend -warn-long-function-bodies=100", "", ""),
    ("OTHER_SWIFT_FLAGS = @flags.rsp", "*?", ""), ("OTHER_SWIFT_FLAGS = $(OTHER)", "*?", ""),
    ("OTHER_SWIFT_FLAGS = -I $(OTHER) -Xcc -DDEBUG", "", "DEBUG?"),
    ("GCC_PREPROCESSOR_DEFINITIONS = A=1 B C=2 DEBUG=0 D=$(OTHER)", "", "A B C=2 DEBUG=0 D={OTHER}"),
    ("GCC_PREPROCESSOR_DEFINITIONS = A=1 A=0", "", "A A=0 A?"),
    ("PER_VARIANT_CFLAGS = -DDEBUG", "", "DEBUG?"), ("OTHER_CFLAGS = -D$(NOTHING)DEBUG", "", "*?"),
    ("OTHER_CFLAGS = -DDEBUG=1", "", "DEBUG?"), ("OTHER_CPLUSPLUSFLAGS = -UDEBUG", "", "DEBUG?"),
    ("WARNING_CFLAGS = -Wall -Wp,-DDEBUG", "", "DEBUG?"), ("OTHER_CFLAGS = -include More.h", "", "*?"),
    ("OTHER_CFLAGS = --define-macro=DEBUG -isystem $(OTHER)", "", "DEBUG?"),
  ]

  @Test(arguments: names.indices) func settingsDefineNames(_ index: Int) {
    let (settings, swift, objectiveC) = Self.names[index]
    let scope = Self.scope(["App.xcconfig": settings, "Flags.xcconfig": ""], "Release")
    let scopes = TargetPlatforms.scopes(of: scope, for: ["iOS", "macOS"])
    func text(_ names: DefinedNames) -> String {
      (names.certain + names.undecided.sorted().map { $0 + "?" }).joined(separator: " ")
    }
    #expect(text(.ofSwift(scopes)) == swift, "\(settings)")
    #expect(text(.ofObjectiveC(scopes)) == objectiveC, "\(settings)")
  }

  /// Settings, with the name of the compiler or the SDK that they change.
  @Test(arguments: [
    ("GCC_PREPROCESSOR_DEFINITIONS = A=1 TARGET_OS_OSX=1", "TARGET_OS_OSX"),
    (
      "GCC_PREPROCESSOR_DEFINITIONS_NOT_USED_IN_PRECOMPS = TARGET_IPHONE_SIMULATOR", "TARGET_IPHONE_SIMULATOR"
    ),
    ("OTHER_CFLAGS = -U__OBJC__", "__OBJC__"), ("WARNING_CFLAGS = -Wp,-UTARGET_OS_MAC", "TARGET_OS_MAC"),
    ("OTHER_CPLUSPLUSFLAGS = -D TARGET_OS_IOS=0", "TARGET_OS_IOS"),
    ("OTHER_SWIFT_FLAGS = -Xcc -DTARGET_OS_TV=1", "TARGET_OS_TV"),
    ("GCC_PREPROCESSOR_DEFINITIONS[sdk=iphoneos*] = TARGET_OS_OSX=1", "TARGET_OS_OSX"),
    ("GCC_PREPROCESSOR_DEFINITIONS = false=1", "false"),
    ("GCC_PREPROCESSOR_DEFINITIONS = TARGET=1 OS_OSX=1", nil),
    ("SWIFT_ACTIVE_COMPILATION_CONDITIONS = TARGET_OS_OSX", nil),
  ])
  func namesOfThePlatformAreFound(_ settings: String, name: String?) {
    let scope = Self.scope(["App.xcconfig": settings], "Release")
    let scopes = TargetPlatforms.scopes(of: scope, for: ["iOS", "macOS"])
    #expect(DefinedNames.ofObjectiveC(scopes).nameOfPlatform == name)
  }

  @Test(arguments: [
    ("-x c", ["-x c"]), ("-xc++", ["-x c++"]), ("-x objective-c++", []), ("-xobjective-c", []),
    ("-Xclang -x -Xclang c", ["-x c"]),
  ])
  func flagsOfOtherLanguagesAreRefused(_ flags: String, sources: [String]) {
    #expect(CompilerFlags(SettingWords.split(flags)).sources == sources)
  }

  @Test(arguments: [
    ("YES", true), ("yes", true), ("true", true), ("1", true), ("NO", false), ("0", false), ("", false),
  ])
  func truthIsReadAsByXcode(_ text: String, isTrue: Bool) {
    #expect(Self.scope(["App.xcconfig": "A = \(text)"]).isTrue("A") == isTrue)
  }

  @Test(arguments: [
    ("A = x", "literal", "App.xcconfig:1:5"), ("A = $(B)\nB   =  x", "constant", "App.xcconfig:2:8"),
    ("A = $(B)\nB = $(C)\nC = x", "constant", "App.xcconfig:3:5"),
    ("A = $(B).y\nB = x", "expression", "App.xcconfig:1:5"),
    ("\n A = $(B)", "unresolved", "App.xcconfig:2:6"),
  ])
  func factsHaveTheirPlaces(_ file: String, resolution: String, place: String) throws {
    let fact = try #require(Self.scope(["App.xcconfig": file]).fact(of: "A"))
    #expect(fact.resolution.rawValue == resolution)
    #expect(fact.location.short == place)
  }

  @Test func settingsThatGrowAreGivenUp() {
    let doubling = (0..<60).map { "A\($0) = $(A\($0 + 1))$(A\($0 + 1))" }.joined(separator: "\n")
    let scope = Self.scope(["App.xcconfig": "A = $(A0)\n" + doubling + "\nA60 = x"])
    #expect(scope.fact(of: "A")?.resolution == .unresolved)
    let nested = String(repeating: "$(", count: 5000) + "A" + String(repeating: ")", count: 5000)
    #expect(Self.scope(["App.xcconfig": "A = \(nested)"]).fact(of: "A") != nil)
  }
}
