import Foundation
import TestSupport
import Testing

/// Git runs no program that a repository names, and does not read a name as an option or as several revisions.
@Suite struct GitSettingsTests {
  private static let policy = "schema: 1\napp: { name: A, bundleIdentifier: com.example.a }\n"
  private static let gate = ["gate", "--skip", "generated", "--skip", "budgets"]

  /// Settings that run a program in a call of Git. A clone can't contain such settings.
  static let settings = [
    "core.fsmonitor", "core.pager", "core.sshCommand", "diff.external", "diff.x.textconv", "diff.x.command",
    "filter.x.clean",
    "filter.x.process", "gpg.program", "alias.diff",
  ]

  @Test(arguments: settings) func noSettingRunsAProgram(_ setting: String) throws {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy, to: "bgpolicy.yaml")
    try repository.folder.write("* filter=x diff=x\n", to: ".gitattributes")
    try repository.commit("first")
    let program = try repository.folder.script("touch '\(repository.folder.path("ran"))'; cat", to: "program")
    try repository.git("config", setting, program)
    try repository.folder.write(Self.policy + "# more\n", to: "bgpolicy.yaml")
    for words in [
      Self.gate + ["--changed", "git:main"], Self.gate + ["--base", "git:main"],
      ["diff", "git:main", "bgpolicy.yaml"],
    ] {
      let run = try Tool.run(words: words, in: repository.folder.path)
      #expect(run.status == 0, "\(words): \(run.output)\(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: repository.folder.path("ran")))
  }

  /// A team may install bgpolicy into a folder of the checkout, where a change can add a program of its own.
  @Test func noProgramBesideTheToolRuns() throws {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy, to: "bgpolicy.yaml")
    try repository.commit("first")
    let tool = repository.folder.path("tool/bgpolicy")
    _ = try repository.folder.write("", to: "tool/keep")
    try FileManager.default.copyItem(atPath: Tool.path, toPath: tool)
    _ = try repository.folder.script("touch '\(repository.folder.path("ran"))'; exit 1", to: "tool/git")
    for option in ["--changed", "--base"] {
      let run = try Shell.run([tool] + Self.gate + [option, "git:main"], in: repository.folder.path)
      #expect(run.status == 0, "\(option): \(run.output)\(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: repository.folder.path("ran")))
  }

  /// A `.git` that leads to another repository of the user would show the files of that repository.
  @Test(arguments: ["file", "link", "commondir"]) func noOtherRepositoryIsRead(_ form: String) throws {
    let other = try ScratchRepository()
    try other.folder.write(Self.policy.replacing("name: A", with: "name: Secret"), to: "bgpolicy.yaml")
    try other.commit("first")
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    let target = other.folder.path(".git")
    switch form {
    case "file": try folder.write("gitdir: \(target)\n", to: ".git")
    case "link":
      try FileManager.default.createSymbolicLink(atPath: folder.path(".git"), withDestinationPath: target)
    default:
      for (file, text) in [
        ("HEAD", "ref: refs/heads/main\n"), ("commondir", "\(target)\n"), ("gitdir", ".git\n"),
      ] {
        try folder.write(text, to: ".git/\(file)")
      }
    }
    for words in [Self.gate + ["--base", "git:main"], ["diff", "git:main", "bgpolicy.yaml"]] {
      let run = try Tool.run(words: words, in: folder.path)
      #expect(run.status == 2, "\(words): \(run.output)\(run.errors)")
      #expect(!run.output.contains("Secret"), "\(run.output)")
    }
  }

  /// A linked worktree has a `.git` that leads to the repository which lists the worktree.
  @Test func aLinkedWorktreeIsRead() throws {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy, to: "bgpolicy.yaml")
    try repository.commit("first")
    let folder = try ScratchFolder()
    try repository.git("worktree", "add", "-q", "-b", "other", folder.path("tree"))
    let run = try Tool.run(words: Self.gate + ["--base", "git:main"], in: folder.path("tree"))
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  /// Git's messages show lines of files that links in `.git` lead to.
  @Test(arguments: ["info/attributes", "objects/info/alternates", "shallow", "info/grafts"])
  func noMessageOfGitIsRelayed(_ file: String) throws {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy, to: "bgpolicy.yaml")
    try repository.commit("first")
    let secret = try ScratchFolder()
    try secret.write("secret:/of-the-user x+y=z secret+name\n", to: "hosts")
    let place = repository.folder.path(".git/\(file)")
    try? FileManager.default.removeItem(atPath: place)
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: secret.path("hosts"))
    for words in [Self.gate + ["--base", "git:main"], Self.gate + ["--changed", "git:main"]] {
      let run = try Tool.run(words: words, in: repository.folder.path)
      #expect(!(run.output + run.errors).contains("secret"), "\(words): \(run.output)\(run.errors)")
    }
  }

  /// A submodule has settings of its own, which a clone doesn't contain either.
  @Test(arguments: ["core.fsmonitor", "filter.x.clean", "filter.x.process"])
  func noSettingOfASubmoduleRunsAProgram(_ setting: String) throws {
    let module = try ScratchRepository()
    try module.folder.write("let a = 1\n", to: "A.swift")
    try module.folder.write("* filter=x\n", to: ".gitattributes")
    try module.commit("first")
    let repository = try ScratchRepository()
    try repository.folder.write(
      Self.policy.replacing(" }", with: ", sources: [Code/Inner] }"), to: "bgpolicy.yaml")
    try repository.git(
      "-c", "protocol.file.allow=always", "submodule", "add", "-q", module.folder.path, "Code/Inner")
    try repository.commit("first")
    let program = try repository.folder.script("touch '\(repository.folder.path("ran"))'; cat", to: "program")
    try repository.git("-C", "Code/Inner", "config", setting, program)
    let words = Self.gate + ["--changed", "git:main", "--format", "json"]
    let reader = ["BGPOLICY_APPREADER": try repository.folder.script("exit 1", to: "reader")]
    try repository.folder.write("let a = 2\n", to: "Code/Inner/A.swift")
    let changed = try Tool.run(words: words, in: repository.folder.path, environment: reader)
    #expect(changed.output.contains("\"unaffected\": 0"), "\(changed.output)\(changed.errors)")
    #expect(!FileManager.default.fileExists(atPath: repository.folder.path("ran")))
  }

  /// A clone can contain a folder with the files of a Git repository, including settings that run a program.
  @Test func aFolderThatLooksLikeARepositoryIsNone() throws {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy, to: "ios/bgpolicy.yaml")
    let ran = repository.folder.path("ran")
    for (name, text) in [
      "HEAD": "ref: refs/heads/main\n", "objects/keep": "", "refs/keep": "",
      "config": "[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = \"touch '\(ran)'\"\n",
    ] { try repository.folder.write(text, to: "ios/\(name)") }
    try repository.commit("first")
    for option in ["--changed", "--base"] {
      let run = try Tool.run(words: Self.gate + [option, "git:main"], in: repository.folder.path("ios"))
      #expect(run.status == 0, "\(option): \(run.output)\(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: ran))
  }

  /// A partial clone lacks the content of the base, and Git must not fetch the content. The base is therefore unknown, and the gate fails.
  @Test func aCloneWithoutTheContentOfTheBaseIsAnError() throws {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy, to: "bgpolicy.yaml")
    try repository.commit("first")
    try repository.git("tag", "start")
    try repository.folder.write(Self.policy + "# more\n", to: "bgpolicy.yaml")
    try repository.commit("second")
    try repository.git("config", "uploadpack.allowFilter", "true")
    let clone = try ScratchFolder()
    let words = [
      "clone", "-q", "--filter=blob:none", "file://\(repository.folder.path)", clone.path("clone"),
    ]
    #expect(try Shell.run(["git"] + words, in: clone.path).status == 0)
    for option in ["--base", "--changed"] {
      let run = try Tool.run(words: Self.gate + [option, "git:start"], in: clone.path("clone"))
      #expect(run.status == 2, "\(option): \(run.output)\(run.errors)")
      #expect(run.errors.contains("this clone lacks files of the revision"), "\(run.errors)")
    }
  }

  /// To get an object that the clone lacks, Git runs the program `git-remote-NAME` for an address such as `NAME::address`, and opens a
  /// connection for other addresses.
  @Test(arguments: ["evil::x", "ext::program", "ftp://127.0.0.1:9/x"])
  func nothingIsFetched(_ address: String) throws {
    let (repository, _) = try partialClone()
    _ = try repository.folder.script("touch '\(repository.folder.path("ran"))'", to: "bin/git-remote-evil")
    for (key, value) in [
      ("remote.origin.url", address), ("protocol.ftp.allow", "always"), ("protocol.evil.allow", "always"),
      ("protocol.ext.allow", "always"),
    ] { try repository.git("config", key, value) }
    let path = [repository.folder.path("bin"), ProcessInfo.processInfo.environment["PATH"] ?? ""]
    let run = try Tool.run(
      words: Self.gate + ["--base", "git:HEAD~1"], in: repository.folder.path,
      environment: ["PATH": path.joined(separator: ":")])
    #expect(run.status == 2, "\(run.output)\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: repository.folder.path("ran")))
  }

  /// A partial clone that has only the files of its last commit, and the repository that it was cloned from.
  private func partialClone() throws -> (clone: ScratchRepository, origin: ScratchRepository) {
    let origin = try ScratchRepository()
    try origin.folder.write(Self.policy, to: "bgpolicy.yaml")
    try origin.folder.write("a picture\n", to: "picture.png")
    try origin.commit("first")
    try origin.folder.write(Self.policy + "# more\n", to: "bgpolicy.yaml")
    try origin.folder.write("another picture\n", to: "picture.png")
    try origin.commit("second")
    try origin.git("config", "uploadpack.allowFilter", "true")
    let clone = try ScratchRepository()
    try clone.git("remote", "add", "origin", "file://\(origin.folder.path)")
    try clone.git("fetch", "-q", "--filter=blob:none", "origin", "main")
    try clone.git("checkout", "-q", "-B", "main", "FETCH_HEAD")
    return (clone, origin)
  }

  /// If an attribute in the repository has an invalid name, Git's message contains the name. A line that begins with two colons would be a
  /// command to GitHub's runner.
  @Test(arguments: ["--changed", "--base"]) func messagesOfGitAreEscaped(_ option: String) throws {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy, to: "bgpolicy.yaml")
    try repository.commit("first")
    try repository.folder.write("* ::add-mask::Failed\n* \u{1B}[31mred\n", to: ".gitattributes")
    try repository.folder.write(
      "# bgpolicy:ignore policy-unknown-key -- quiet\n" + Self.policy, to: "bgpolicy.yaml")
    let run = try Tool.run(words: Self.gate + [option, "git:main"], in: repository.folder.path)
    #expect(
      !run.errors.contains("\u{1B}") && !run.errors.split(separator: "\n").contains { $0.hasPrefix("::") })
  }

  @Test func aFileMayHaveTheNameOfARevision() throws {
    let repository = try ScratchRepository()
    for name in ["main", "HEAD", "-p", ":(exclude)*"] { try repository.folder.write("", to: name) }
    try repository.folder.write(Self.policy, to: "bgpolicy.yaml")
    try repository.commit("first")
    try repository.folder.write(Self.policy + "unknown: 1\n", to: "bgpolicy.yaml")
    for words in [["--changed", "git:main"], ["--base", "git:main"], ["--base", "git:HEAD"]] {
      let run = try Tool.run(words: Self.gate + words, in: repository.folder.path)
      #expect(
        run.status == 1 && run.output.contains("policy-unknown-key"), "\(words): \(run.output)\(run.errors)")
    }
  }

  @Test(arguments: ["^main", "main..main", "main...main", "--all", "main^{tree}", "nothing"])
  func anythingButOneRevisionIsRefused(_ revision: String) throws {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy, to: "bgpolicy.yaml")
    try repository.commit("first")
    for option in ["--changed", "--base"] {
      let run = try Tool.run(words: Self.gate + [option, "git:\(revision)"], in: repository.folder.path)
      #expect(run.status == 2 && !run.errors.contains("fatal"), "\(option): \(run.output)\(run.errors)")
    }
  }

  @Test(arguments: [
    ("main:Code", "it is a folder there"), ("main:link.yaml", "it is a link there"),
    ("main:nothing", "git does not have it"), ("main:../x", "it is not in the repository"),
  ])
  func anythingButAFileIsRefused(_ place: String, _ reason: String) throws {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy, to: "bgpolicy.yaml")
    try repository.folder.write("", to: "Code/A.swift")
    try FileManager.default.createSymbolicLink(
      atPath: repository.folder.path("link.yaml"), withDestinationPath: "bgpolicy.yaml")
    try repository.commit("first")
    let run = try repository.bgpolicy("diff", "git:\(place)", "bgpolicy.yaml")
    #expect(run.status == 2 && run.errors.contains(reason), "\(run.output)\(run.errors)")
  }
}
