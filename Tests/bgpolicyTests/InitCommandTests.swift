import Foundation
import TestSupport
import Testing

@testable import bgpolicy

/// The starter policy of a project.
@Suite struct InitCommandTests {
  @Test func starterIsSoundAndCompiles() throws {
    let folder = try ScratchFolder()
    let run = try Tool.run("init", in: folder.path)
    #expect(run.status == 0)
    #expect(run.output == "Wrote bgpolicy.yaml\n")
    let text = try String(contentsOfFile: folder.path("bgpolicy.yaml"), encoding: .utf8)
    Snapshot.check(text, against: "Tests/Fixtures/Init/bgpolicy.yaml")
    #expect(text.utf8.split(separator: UInt8(ascii: "\n")).allSatisfy { $0.count <= 110 })

    let lint = try Tool.run("lint", in: folder.path)
    #expect(lint.status == 0)
    #expect(
      lint.output + lint.errors == "Nothing found in 1 policy\nNot compared with the code: `bgpolicy drift`\n"
    )

    #expect(try Tool.run("compile", "--runs", "10", in: folder.path).status == 0)
  }

  /// The settings of editors are the files in Editors, which Scripts/editors.sh tests.
  @Test(arguments: [
    ("neovim", "neovim/bgpolicy.lua"), ("emacs", "emacs/bgpolicy.el"), ("helix", "helix/languages.toml"),
    ("zed", "zed/settings.json"), ("sublime", "sublime/LSP.sublime-settings"),
    ("vscode", "vscode/settings.json"),
  ])
  func editorSettingsAreFiles(_ editor: String, _ file: String) throws {
    let run = try Tool.run("init", "--editor", editor)
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("For "))
    Snapshot.check(run.output, against: "Editors/\(file)")
    #expect(try Tool.run("init", "--editor", editor, "--name", "A").status == 2)
  }

  /// The skill is the page for coding agents, with a description before it. A file with another text is not
  /// overwritten.
  @Test func skillForAgentsIsThePage() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: ".git/HEAD")
    try folder.write("", to: "App/README.md")
    let run = try Tool.run("init", "--agents", in: folder.path("App"))
    #expect(run.status == 0, "\(run.errors)")
    let files = AgentSkill.files
    #expect(run.output == files.map { "Wrote ../\($0)\n" }.joined())
    let texts = try files.map { try String(contentsOfFile: folder.path($0), encoding: .utf8) }
    #expect(Set(texts).count == 1)
    let parts = texts[0].split(separator: "---\n", maxSplits: 2, omittingEmptySubsequences: false)
    #expect(parts[0] == "" && parts[1].hasPrefix("name: bgpolicy\ndescription: "))
    // The description is one line, at most 1,024 characters long.
    #expect(parts[1].split(separator: "\n").count == 2 && parts[1].count < 1_024)
    Snapshot.check(String(parts[2].dropFirst()), against: "Documentation/agents.md")

    #expect(try Tool.run("init", "--agents", in: folder.path).errors == "The skill is current\n")
    try folder.write("mine\n", to: files[1])
    let refused = try Tool.run("init", "--agents", in: folder.path)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("\(files[1]) already exists with another text"), "\(refused.errors)")
  }

  @Test(arguments: [["--name", "A"], ["--output", "a.yaml"], ["--editor", "zed"]])
  func skillTakesNoOptionsOfOthers(_ words: [String]) throws {
    #expect(try Tool.run(words: ["init", "--agents"] + words).status == 2)
  }

  struct Names: Sendable, CustomTestStringConvertible {
    let words: [String]
    let lines: [String]
    var testDescription: String { words.joined(separator: " ") }
  }

  /// Names that are not plain scalars in YAML are quoted.
  static let names = [
    Names(words: [], lines: ["name: MyApp", "bundleIdentifier: com.example.myapp"]),
    Names(words: ["--name", "Photos"], lines: ["name: Photos", "bundleIdentifier: com.example.photos"]),
    Names(
      words: ["--name", "yes", "--bundle-identifier", "org.example.Yes-1"],
      lines: ["name: 'yes'", "bundleIdentifier: org.example.Yes-1"]),
  ]

  @Test(arguments: names) func namesComeThrough(_ names: Names) throws {
    let folder = try ScratchFolder()
    let path = folder.path("app.bgpolicy.yaml")
    let run = try Shell.run([Tool.path, "init", "--output", path] + names.words)
    #expect(run.status == 0, "\(run.errors)")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    for line in names.lines { #expect(lines.contains(line)) }
    #expect(
      try Tool.run("lint", path).output
        == "Nothing found in 1 policy\nNot compared with the code: `bgpolicy drift`\n")
  }

  /// A name that generated code can't use is rejected before anything is written.
  @Test(arguments: ["1Photos", "My App", "", "a\nschema: 2", "\u{1B}[2J"])
  func unusableNameIsRefused(_ name: String) throws {
    let folder = try ScratchFolder()
    let run = try Tool.run("init", "--name", name, in: folder.path)
    #expect(run.status == 2)
    #expect(run.errors.contains("Swift identifier"), "\(run.errors)")
    #expect(!run.errors.contains("\u{1B}"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("bgpolicy.yaml")))
  }

  @Test func nothingIsOverwritten() throws {
    let folder = try ScratchFolder()
    try folder.write("mine\n", to: "bgpolicy.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.yaml"), withDestinationPath: "nowhere.yaml")
    for output in ["bgpolicy.yaml", "link.yaml", "."] {
      let run = try Tool.run("init", "--output", output, in: folder.path)
      #expect(run.status == 2)
      #expect(run.errors.contains("\(output) already exists"))
    }
    #expect(try String(contentsOfFile: folder.path("bgpolicy.yaml"), encoding: .utf8) == "mine\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("nowhere.yaml")))
  }

  @Test func folderThatIsNotThereIsNamed() throws {
    let folder = try ScratchFolder()
    let run = try Tool.run("init", "--output", "missing/bgpolicy.yaml", in: folder.path)
    #expect(run.status == 2)
    #expect(run.errors.contains("Can't write missing/bgpolicy.yaml: No such file or directory"))
  }
}
