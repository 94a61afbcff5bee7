import Foundation
import TestSupport
import Testing

/// Paths in a policy can't lead out of the policy's repository, unless the command line allows this.
@Suite struct RepositoryBoundaryTests {
  private static let app = "schema: 1\napp: { name: A, bundleIdentifier: com.example.a"
  private static let reason = "It is outside of the repository, which takes --allow-outside"
  private static let list = "<plist version=\"1.0\"><dict/></plist>\n"

  /// A folder with a repository and files outside of the repository.
  private func folder(isRepository: Bool = true) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(isRepository ? "app/.git" : "app/sub"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: folder.path("app/inner"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: folder.path("code"), withIntermediateDirectories: true)
    try folder.write("schema: 1\nTOKEN: s3cr3t\n", to: "secret.yaml")
    try folder.write("schema: 1\n", to: "app/base.yaml")
    try folder.write(Self.list, to: "Info.plist")
    try folder.write(
      "e -l objc -- (void)[[BGTaskScheduler sharedScheduler] _simulateLaunchForTaskWithIdentifier:@\"s3cr3t\"]\n",
      to: "code/App.swift")
    let linked = try Shell.run(
      ["sh", "-c", "ln -s ../secret.yaml app/link.yaml; ln -s .. app/up; ln -s base.yaml app/near.yaml"],
      in: folder.path)
    try #require(linked.status == 0)
    return folder
  }

  @Test(arguments: [
    "../secret.yaml", "link.yaml", "up/secret.yaml", "inner/../../secret.yaml", "/etc/passwd",
  ])
  func baseOutside(_ base: String) throws {
    let folder = try folder()
    try folder.write("\(Self.app) }\nextends: \"\(base)\"\n", to: "app/bgpolicy.yaml")
    for (words, directory) in [(["bgpolicy.yaml"], "app"), (["app/bgpolicy.yaml"], "")] {
      let run = try Tool.run(
        words: ["lint", "--format", "gcc"] + words,
        in: directory.isEmpty ? folder.path : folder.path(directory))
      #expect(run.status == 1)
      #expect(run.output.contains("can't be read: \(Self.reason) [policy-extends]"), "\(run.output)")
      #expect(!run.output.contains("TOKEN") && !run.output.contains("root"))
    }
    let allowed = try Tool.run(
      "lint", "--allow-outside", "--format", "gcc", "bgpolicy.yaml", in: folder.path("app"))
    #expect(!allowed.output.contains(Self.reason))
  }

  @Test(arguments: ["base.yaml", "near.yaml", "./inner/../base.yaml", "up/app/base.yaml"])
  func baseInside(_ base: String) throws {
    let folder = try folder()
    try folder.write("\(Self.app) }\nextends: \"\(base)\"\n", to: "app/bgpolicy.yaml")
    for directory in ["app", "app/inner"] {
      let path = directory == "app" ? "bgpolicy.yaml" : "../bgpolicy.yaml"
      let run = try Tool.run("lint", path, in: folder.path(directory))
      #expect(run.status == 0, "\(run.output)")
    }
  }

  /// Without a repository, paths have no boundary.
  @Test func noRepository() throws {
    let folder = try folder(isRepository: false)
    try folder.write("schema: 1\n", to: "team.yaml")
    try folder.write(
      "\(Self.app), infoPlist: ../Info.plist }\nextends: ../team.yaml\nbackgroundModes: [audio]\ngenerate: { output: ../out }\n",
      to: "app/bgpolicy.yaml")
    let run = try Tool.run("compile", "--merge", "--no-estimate", in: folder.path("app"))
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: folder.path("out/AInfo.plist")))
  }

  /// A link marks a repository as well, wherever the link leads.
  @Test func gitThatLeadsNowhere() throws {
    let folder = try folder(isRepository: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("app/.git"), withDestinationPath: "../nowhere")
    try folder.write("\(Self.app) }\nextends: ../secret.yaml\n", to: "app/bgpolicy.yaml")
    let run = try Tool.run("lint", "--format", "gcc", in: folder.path("app"))
    #expect(run.output.contains("can't be read: \(Self.reason) [policy-extends]"), "\(run.output)")
    #expect(!run.output.contains("TOKEN"))
  }

  @Test func filesOfTheApp() throws {
    let folder = try folder()
    try folder.write(
      "\(Self.app), infoPlist: ../Info.plist, sources: [../code] }\nbackgroundModes: [audio]\n",
      to: "app/bgpolicy.yaml")
    let lint = try Tool.run("lint", "--format", "gcc", "bgpolicy.yaml", in: folder.path("app"))
    #expect(lint.output.contains("../Info.plist: \(Self.reason) [app-file-unreadable]"), "\(lint.output)")
    #expect(lint.output.contains("../code: \(Self.reason) [app-file-unreadable]"), "\(lint.output)")
    #expect(!lint.output.contains("s3cr3t"))
    let merge = try Tool.run("compile", "--merge", "--no-estimate", "bgpolicy.yaml", in: folder.path("app"))
    #expect(merge.status != 0)
    #expect(try String(contentsOfFile: folder.path("Info.plist"), encoding: .utf8) == Self.list)
  }

  @Test(arguments: ["../out", "up/out", "/tmp/../tmp/bgpolicy-outside"])
  func outputFolder(_ output: String) throws {
    let folder = try folder()
    try folder.write(
      "\(Self.app) }\nbackgroundModes: [audio]\ngenerate: { output: \"\(output)\" }\n",
      to: "app/bgpolicy.yaml")
    for words in [["compile", "--no-estimate"], ["compile", "--check"], ["gate"], ["compile", "--prune"]] {
      let run = try Tool.run(words: words, in: folder.path("app"))
      #expect(run.status == 2, "\(words): \(run.output)")
      #expect(run.errors.contains(Self.reason), "\(words): \(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
    // The call may name any folder.
    let named = try Tool.run("compile", "--no-estimate", "--output", "../named", in: folder.path("app"))
    #expect(named.status == 0, "\(named.errors)")
  }

  /// The configuration of a repository can't allow paths outside.
  @Test func configurationCannotAllow() throws {
    let folder = try folder()
    try folder.write("allow-outside: true\n", to: "app/bgpolicy.config.yaml")
    try folder.write("\(Self.app) }\nextends: ../secret.yaml\n", to: "app/bgpolicy.yaml")
    let run = try Tool.run("lint", "bgpolicy.yaml", in: folder.path("app"))
    #expect(run.status != 0)
    #expect(!run.output.contains("TOKEN"))
  }
}
