import AppFacts
import Testing

@testable import AppProjects

/// The standards of C and C++ that settings, flags and packages choose, and files that they give another language.
@Suite struct CodeLanguageTests {
  private static func languages(_ settings: String, flags: [String] = []) -> CodeLanguages {
    let reader = ConfigurationFileReader(ProjectFiles(MemoryTree(["App.xcconfig": settings])))
    let level = reader.level(of: "App.xcconfig", folder: "", reference: FactLocation(file: "project"))
    let scope = SettingsScope(
      levels: [level], conditions: SettingConditions(sdk: "iphoneos", configuration: "Release"),
      budget: StepBudget(1_000_000))
    return CodeLanguages([scope], fileFlags: flags)
  }

  private static let stated = "GCC_C_LANGUAGE_STANDARD = gnu17\nCLANG_CXX_LANGUAGE_STANDARD = gnu++20\n"

  static let settings: [(settings: String, dialects: CodeDialects)] = [
    ("", .unstated), (stated, [.c17, .cxx20]),
    ("GCC_C_LANGUAGE_STANDARD = ansi\nCLANG_CXX_LANGUAGE_STANDARD = c++98", [.c89, .cxx98]),
    ("GCC_C_LANGUAGE_STANDARD = gnu89\nCLANG_CXX_LANGUAGE_STANDARD = gnu++0x", [.c17, .cxx11]),
    ("GCC_C_LANGUAGE_STANDARD = gnu2x\nCLANG_CXX_LANGUAGE_STANDARD = c++14", [.c23, .cxx20]),
    ("GCC_C_LANGUAGE_STANDARD = compiler-default\nCLANG_CXX_LANGUAGE_STANDARD =", .unstated),
    ("GCC_C_LANGUAGE_STANDARD = c1000\nCLANG_CXX_LANGUAGE_STANDARD = c++20", [.c, .cxx20]),
    ("GCC_C_LANGUAGE_STANDARD = $(STANDARD)\nCLANG_CXX_LANGUAGE_STANDARD = $(OTHER)", [.c, .cxx]),
    (stated + "GCC_C_LANGUAGE_STANDARD[arch=arm64] = ansi", [.c, .cxx20]),
    (stated + "OTHER_CFLAGS = -ansi", [.c89, .c17, .cxx98, .cxx20]),
    (stated + "OTHER_CPLUSPLUSFLAGS = -std=c++11", [.c17, .cxx11, .cxx20]),
    (stated + "OTHER_CFLAGS = -Xclang --std=c89", [.c89, .c17, .cxx20]),
    (stated + "OTHER_CFLAGS = --std c89", [.c89, .c17, .cxx20]),
    (stated + "PER_VARIANT_CFLAGS = -std=c90", [.c89, .c17, .cxx20]),
    (stated + "OTHER_CFLAGS = $(inherited) $(FLAGS)", [.c, .cxx]),
  ]

  @Test(arguments: settings) func settingsChooseStandards(_ settings: String, dialects: CodeDialects) {
    #expect(Self.languages(settings).dialects == dialects, "\(settings)")
    #expect(!Self.languages(settings).areOpen)
  }

  @Test(arguments: ["-std=c89", "-w -std=iso9899:1990"]) func flagsOfFilesCount(_ flags: String) {
    #expect(Self.languages(Self.stated, flags: [flags]).dialects == [.c89, .c17, .cxx20])
  }

  @Test(arguments: [
    ("GCC_INPUT_FILETYPE = sourcecode.c.objc", true), ("GCC_INPUT_FILETYPE = automatic", false),
    ("GCC_INPUT_FILETYPE = $(TYPE)", true), ("OTHER_CFLAGS = -x objective-c", true),
    ("OTHER_CFLAGS = -xobjective-c++", true), ("OTHER_CPLUSPLUSFLAGS = -ObjC++", true),
    ("WARNING_CFLAGS = -ObjC", true), ("OTHER_LDFLAGS = -ObjC", false),
  ])
  func settingsGiveFilesOtherLanguages(_ settings: String, areOpen: Bool) {
    #expect(Self.languages(settings).areOpen == areOpen)
  }

  /// Types of a file in a project, and whether they differ from the type of the file's name.
  @Test(arguments: [
    ("A.mm", "sourcecode.c.objc", true), ("A.m", "sourcecode.cpp.objcpp", true),
    ("A.m", "sourcecode.c.objc", false), ("A.mm", "sourcecode.cpp.objcpp", false),
    ("A.swift", "sourcecode.swift", false),
  ])
  func typesOfFilesCount(_ name: String, type: String, isOther: Bool) {
    let project = """
      { objects = {
      P = {isa = PBXProject; mainGroup = G; buildConfigurationList = L; targets = (T);};
      G = {isa = PBXGroup; sourceTree = "<group>"; children = (A);};
      A = {isa = PBXFileReference; path = \(name); sourceTree = "<group>"; lastKnownFileType = \(type);};
      B = {isa = PBXBuildFile; fileRef = A;};
      T = {isa = PBXNativeTarget; name = App; buildConfigurationList = L; buildPhases = (S);};
      S = {isa = PBXSourcesBuildPhase; files = (B);};
      L = {isa = XCConfigurationList; buildConfigurations = (R);};
      R = {isa = XCBuildConfiguration; name = Release; buildSettings = {};};
      }; rootObject = P; }
      """
    let projects = AppProjects(MemoryTree(["App.xcodeproj/project.pbxproj": project, name: ""]))
    #expect(projects.targets.map(\.hasOtherLanguages) == [isOther])
  }
}
