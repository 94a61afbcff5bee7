import AppFacts
import Testing

@testable import AppProjects

/// Code in the repository that projects copy, or take for another type than code.
@Suite struct LeftOutCodeTests {
  private static func sources(_ files: [String: String]) -> [String] {
    AppProjects(MemoryTree(files)).targets.first?.sources ?? []
  }

  /// Sources and options of a spec, and the sources that the app compiles.
  @Test(arguments: [
    ("[Sources]", "", ["Sources/A.swift", "Sources/B.m", "Sources/C.old/C.swift", "Sources/C.txt/C.swift"]),
    ("[Sources]", "fileTypes: { swift: { buildPhase: none } }", ["Sources/B.m"]),
    ("[Sources]", "fileTypes: { swift: { file: true } }", ["Sources/B.m"]),
    (
      "[Sources]", "fileTypes: { swift: { buildPhase: sources }, old: { buildPhase: none } }",
      ["Sources/A.swift", "Sources/B.m", "Sources/C.txt/C.swift"]
    ),
    (
      "[{ path: Sources, buildPhase: sources }]", "fileTypes: { swift: { buildPhase: none } }",
      ["Sources/A.swift", "Sources/B.m", "Sources/C.old/C.swift", "Sources/C.txt/C.swift"]
    ),
    ("[{ path: Sources, type: folder }]", "", []),
    ("[{ path: Sources, type: file }]", "", []),
    ("[Sources/A.swift]", "defaultSourceDirectoryType: folder", ["Sources/A.swift"]),
    ("[Sources]", "defaultSourceDirectoryType: folder", []),
    (
      "[{ path: Sources/C.old, type: group }]", "defaultSourceDirectoryType: folder",
      ["Sources/C.old/C.swift"]
    ),
    ("[Sources/C.old]", "", []),
    (
      "[{ path: Sources, type: syncedFolder }]", "",
      [
        "Sources/A.swift", "Sources/B.m", "Sources/C.old/C.swift", "Sources/C.txt/C.swift",
        "Sources/en.lproj/D.swift",
      ]
    ),
  ])
  func specsLeaveCodeOut(_ sources: String, options: String, expected: [String]) {
    let spec = """
      name: App
      options: { \(options) }
      targets: { App: { type: application, platform: iOS, sources: \(sources) } }
      """
    let files = [
      "Sources/A.swift", "Sources/B.m", "Sources/C.old/C.swift", "Sources/C.txt/C.swift",
      "Sources/C.bundle/C.swift",
      "Sources/en.lproj/D.swift", "Sources/E.framework/E.swift",
    ]
    let all = Dictionary(uniqueKeysWithValues: [("project.yml", spec)] + files.map { ($0, "") })
    #expect(Self.sources(all) == expected)
  }

  private static func project(_ type: String, _ folder: String) -> String {
    """
    { objects = {
    P = {isa = PBXProject; mainGroup = G; buildConfigurationList = L; targets = (T);};
    G = {isa = PBXGroup; sourceTree = "<group>"; children = (A, Y);};
    A = {isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; \(type)};
    B = {isa = PBXBuildFile; fileRef = A;};
    Y = {isa = PBXFileSystemSynchronizedRootGroup; path = Own; sourceTree = "<group>"; \(folder)};
    T = {isa = PBXNativeTarget; name = App; buildConfigurationList = L; buildPhases = (S);
      fileSystemSynchronizedGroups = (Y);};
    S = {isa = PBXSourcesBuildPhase; files = (B);};
    L = {isa = XCConfigurationList; buildConfigurations = (R);};
    R = {isa = XCBuildConfiguration; name = Release; buildSettings = {};};
    }; rootObject = P; }
    """
  }

  /// Keys of a file and of a synchronized folder, and the sources that the app compiles.
  @Test(arguments: [
    ("", "", ["A.swift", "Own/B.m", "Own/C/C.swift"]),
    ("lastKnownFileType = sourcecode.swift;", "", ["A.swift", "Own/B.m", "Own/C/C.swift"]),
    ("lastKnownFileType = text;", "", ["Own/B.m", "Own/C/C.swift"]),
    ("lastKnownFileType = sourcecode.swift; explicitFileType = text;", "", ["Own/B.m", "Own/C/C.swift"]),
    ("", "explicitFolders = (C);", ["A.swift", "Own/B.m"]),
    ("", "explicitFileTypes = {C/C.swift = text;};", ["A.swift", "Own/B.m"]),
    ("", "explicitFileTypes = {B.m = sourcecode.c.h;};", ["A.swift", "Own/C/C.swift"]),
    ("", "explicitFileTypes = {B.m = sourcecode.cpp.objcpp;};", ["A.swift", "Own/B.m", "Own/C/C.swift"]),
  ])
  func projectsLeaveCodeOut(_ type: String, folder: String, expected: [String]) {
    let files = [
      "App.xcodeproj/project.pbxproj": Self.project(type, folder), "A.swift": "", "Own/B.m": "",
      "Own/C/C.swift": "",
      "Own/D.bundle/D.swift": "", "Own/E.xcdatamodel/E.swift": "",
    ]
    #expect(Self.sources(files) == expected)
  }
}
