import AppFacts
import Testing

@testable import PolicyImport

/// Tests of the names and conditions that an import writes.
@Suite struct ImportPartsTests {
  @Test(arguments: [
    ("Save draft", "saveDraft"), ("URLUpload", "urlUpload"), ("URL", "url"),
    ("exposure-notification", "exposureNotification"),
    ("ShareExtension", "shareExtension"), ("MP3Import", "mp3Import"), ("3d", nil), ("…", nil), ("self", nil),
    ("x_y", "xY"),
  ])
  func keysAreNamesOfSwift(_ text: String, key: String?) {
    #expect(ImportNames.key(of: text) == key)
  }

  @Test func namesAreUnique() {
    var names = ImportNames()
    let identifiers = [
      "com.example.app.sync", "org.example.sync", "org.example.sync", "com.example.app.*", "…",
    ]
    let result = identifiers.map {
      names.name(
        ImportNames.candidates(identifier: $0, bundleIdentifier: "com.example.app"), otherwise: "task")
    }
    #expect(result == ["sync", "exampleSync", "orgExampleSync", "task", "task2"])
  }

  @Test func sourcesAreFoldersOfTheAppAlone() {
    func app(_ sources: [String]) -> ImportedApp {
      ImportedApp.all(
        in: AppFacts(targets: [TargetFact(name: "App", kind: .app, location: at("p"), sources: sources)]))[0]
    }
    let sources = ["Sources/App/A.swift", "Sources/App/Sub/B.swift", "Sources/Kit/C.swift", "main.m"]
    #expect(SourceFolders(app: app(sources), files: []).folders == ["Sources", "main.m"])
    #expect(
      SourceFolders(app: app(sources), files: Set(sources + ["Sources/Other/D.swift"])).folders
        == ["Sources/App", "Sources/Kit", "main.m"])
    #expect(SourceFolders(app: app(sources), files: ["main.m"]).folders == ["main.m"])
    let many = (1...9).map { "Sources/Part\($0)/A.swift" }
    #expect(
      SourceFolders(app: app(many), files: Set(many + ["Sources/Other/D.swift"])).folders == ["Sources"])
  }
}
