import Foundation
import JSON
import TestSupport
import Testing

@testable import bgpolicy

/// Defaults in `bgpolicy.config.yaml`.
@Suite struct ConfigurationFileTests {
  private static let warned = """
    schema: 1
    app: { name: Good, bundleIdentifier: com.example.good }
    backgroundModes: [fetch]

    """

  /// A repository with a policy that has a warning, a policy in a folder, and a configuration.
  private func repository(_ configuration: String) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write("", to: ".git/HEAD")
    try folder.write(Self.warned, to: "App/bgpolicy.yaml")
    try folder.write("schema: 2\n", to: "App/old/bgpolicy.yaml")
    try folder.write(configuration, to: "bgpolicy.config.yaml")
    return folder
  }

  private func lint(_ words: String..., in folder: String) throws -> Shell.Result {
    try TestSupport.Tool.run(words: ["lint", "--format", "gcc"] + words, in: folder)
  }

  @Test func valuesAreDefaults() throws {
    let repository = try repository("fail-on: warning\nexclude: [/App/old/]\n")
    for folder in [repository.path, repository.path("App")] {
      let result = try lint(in: folder)
      #expect(result.status == 1 && result.output.contains("bg-mode-fetch-unused"), "\(result.errors)")
      #expect(!result.output.contains("old/"))
      #expect(try lint("--fail-on", "error", in: folder).status == 0)
      let isolated = try lint("--isolated", in: folder)
      #expect(isolated.status == 1 && isolated.output.contains("old/bgpolicy.yaml:1:9"))
      // Only options of the command line can be reported as ineffective.
      #expect(try lint("--exit-zero", in: folder).status == 0)
    }
  }

  @Test func pathsAreRelativeToTheFile() throws {
    let repository = try repository("baseline: lint/known.json\nexclude: [old]\nfail-on: warning\n")
    try FileManager.default.createDirectory(
      atPath: repository.path("lint"), withIntermediateDirectories: true)
    let written = try TestSupport.Tool.run("baseline", "write", in: repository.path("App"))
    #expect(written.status == 0, "\(written.errors)")
    #expect(FileManager.default.fileExists(atPath: repository.path("lint/known.json")))
    #expect(try lint(in: repository.path("App")).status == 0)
  }

  @Test func valuesOfOtherCommandsAreIgnored() throws {
    let repository = try repository("scenario: lab\nruns: 3\nexclude: [old]\napp: App\n")
    #expect(try TestSupport.Tool.run("rules", in: repository.path).status == 0)
    let check = try TestSupport.Tool.run("compile", "--check", in: repository.path)
    #expect(check.status == 1 && check.errors.contains("Run `bgpolicy compile`"), "\(check.errors)")
    let estimate = try TestSupport.Tool.run("estimate", "App/bgpolicy.yaml", in: repository.path)
    #expect(estimate.output.contains("scenario lab"), "\(estimate.errors)")
    // The option with this name has another meaning for `calibrate`.
    let calibrate = try TestSupport.Tool.run("calibrate", "no.log", in: repository.path)
    #expect(calibrate.errors.contains("Can't read no.log"), "\(calibrate.errors)")
  }

  @Test func repositoryEndsTheSearch() throws {
    let repository = try repository("fail-on: warning\n")
    try repository.write("", to: "App/.git/HEAD")
    #expect(!(try lint(in: repository.path("App")).output.isEmpty))
    #expect(try lint("bgpolicy.yaml", in: repository.path("App")).status == 0)
  }

  @Test(arguments: [
    ("fial-on: warning\n", "bgpolicy.config.yaml:1:1: There is no key fial-on, did you mean fail-on?"),
    ("nonsense: 1\n", "bgpolicy.config.yaml:1:1: There is no key nonsense; there are fail-on, baseline"),
    ("runs: 3\nexclude: old\n", "bgpolicy.config.yaml:2:10: exclude must be a list of patterns"),
    ("fail-on: [error]\n", "bgpolicy.config.yaml:1:10: fail-on must be a severity"),
    ("exclude: ['']\n", "bgpolicy.config.yaml:1:11: exclude must be a list of patterns"),
    ("- a\n", "bgpolicy.config.yaml:1:1: The configuration must be a mapping"),
    ("fail-on: [\n", "bgpolicy.config.yaml:"),
    (
      "\nfail-on: fatal\n",
      "bgpolicy.config.yaml:2: --fail-on expects info, warning or error; found \"fatal\""
    ),
  ]) func mistakesAreLocated(_ text: String, _ message: String) throws {
    let repository = try repository(text)
    let result = try lint(in: repository.path)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(try TestSupport.Tool.run("--version", in: repository.path).status == 0)
  }

  @Test(arguments: ["", "# nothing\n", "{}\n"]) func emptyFileSetsNothing(_ text: String) throws {
    let repository = try repository(text)
    let result = try lint("App/bgpolicy.yaml", in: repository.path)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func schemaHasEveryKey() throws {
    let schema = try JSONReader.read(Array(try Project.text("Schemas/config.schema.json").utf8))
    guard case .object(let keys)? = schema["properties"] else {
      Issue.record("The schema has no properties")
      return
    }
    #expect(keys.map(\.name).sorted() == ConfigurationKey.allCases.map(\.rawValue).sorted())
    for key in ConfigurationKey.allCases {
      let commands = bgpolicy.Tool.commands.filter { command in
        Arguments.declarations(of: command).contains {
          $0.name == key.option && $0.value?.placeholder == key.placeholder
        }
      }
      #expect(!commands.isEmpty, "No command has the option of \(key.rawValue)")
    }
  }
}
