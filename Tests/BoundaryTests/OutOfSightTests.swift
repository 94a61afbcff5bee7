import Foundation
import TestSupport
import Testing

/// A change that hides policies or code is the first finding of `gate --base` and `--changed`.
@Suite struct OutOfSightTests {
  private static let policy = """
    schema: 1
    app: { name: A, bundleIdentifier: com.example.a, deploymentTarget: { iOS: "16.0" }, sources: [Code] }
    sessions: { api: { type: default } }

    """
  private static let other = "schema: 1\napp: { name: B, bundleIdentifier: com.example.b }\n"
  /// The files of a repository with policies. Each change hides one policy.
  private static let start = [
    "bgpolicy.yaml": policy, "other.bgpolicy.yaml": other,
    "inner/deep/bgpolicy.yaml": other.replacing("b }", with: "c }")
      + "# bgpolicy:ignore bg-mode-unknown -- known\n"
      + "sessions:\n  api:\n    # bgpolicy:ignore bg-mode-unknown -- nested\n    type: default\n",
    "Code/A.swift": "let a = 1\n", "Empty/README": "# bgpolicy:ignore bg-mode-unknown -- in a document\n",
    "build/ignored.bgpolicy.yaml": "not: read",
    ".gitignore": "build/\n",
    "bgpolicy.config.yaml": "fail-on: warning\nthreshold: [completion.p95=+10%]\n",
    "strict.bgpolicy.yaml": other.replacing("b }", with: "s }") + """
      rules: { bg-submit-error-ignored: error }
      require: [{ id: no-cellular, for: sessions, must: { allowsCellularAccess: false } }]
      sessions: { up: { type: background, identifier: com.example.s.up, allowsCellularAccess: false } }
      transfers: { photos: { session: up, direction: upload, source: file, size: 4MB } }
      budgets: { photos: { completion: { p95: 1d }, energyPerDay: 100J } }
      model: { refresh.per_day: 3 }

      """,
    "Code/Old.swift":
      "// bgpolicy:ignore bg-mode-unknown -- moved\nsessions: { api: { type: default } }\n",
  ]
  private static let configuration = start["bgpolicy.config.yaml"] ?? ""
  private static let strict = start["strict.bgpolicy.yaml"] ?? ""

  /// A change of the policy with a budget, and what the gate says of the change.
  private static func limit(_ name: String, _ old: String, _ new: String, _ line: String) -> Change {
    Change(
      testDescription: name, files: ["strict.bgpolicy.yaml": strict.replacing(old, with: new)],
      rule: "gate-loosened",
      line: "strict.bgpolicy.yaml:\(line)", severity: "warning")
  }

  /// A change of files, and the first line of the report.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The new texts. `nil` deletes a file.
    let files: [String: String?]
    let rule: String
    /// The location and a part of the message, in the format of compilers.
    let line: String
    var severity = "error"
  }

  static let changes = [
    Change(
      testDescription: "an ignored policy", files: [".gitignore": "build/\n\n/bgpolicy.yaml\n"],
      rule: "policy-out-of-sight",
      line:
        ".gitignore:3:1: error: The change takes bgpolicy.yaml out of sight: the gate checked it at git:main"),
    Change(
      testDescription: "an ignored folder", files: ["inner/.gitignore": "de*\n"], rule: "policy-out-of-sight",
      line: "inner/.gitignore:1:1: error: The change takes inner/deep/bgpolicy.yaml out of sight"),
    Change(
      testDescription: "an excluded policy",
      files: ["bgpolicy.config.yaml": "\(configuration)exclude:\n- x/\n- other.*\n"],
      rule: "policy-out-of-sight",
      line: "bgpolicy.config.yaml:5:1: error: The change takes other.bgpolicy.yaml out of sight"),
    Change(
      testDescription: "a deleted policy", files: ["other.bgpolicy.yaml": nil], rule: "policy-out-of-sight",
      line: "other.bgpolicy.yaml:1:1: warning: The change takes other.bgpolicy.yaml away, which git:main has",
      severity: "warning"),
    Change(
      testDescription: "a policy without its name", files: ["other.bgpolicy.yaml": nil, "other.yaml": other],
      rule: "policy-out-of-sight",
      line: "other.bgpolicy.yaml:1:1: warning: The change takes other.bgpolicy.yaml away",
      severity: "warning"),
    Change(
      testDescription: "sources that are gone",
      files: ["bgpolicy.yaml": policy.replacing(", sources: [Code]", with: "")],
      rule: "code-out-of-sight",
      line: "bgpolicy.yaml:2:1: error: The change takes the code in Code out of sight"),
    Change(
      testDescription: "other sources", files: ["bgpolicy.yaml": policy.replacing("[Code]", with: "[Empty]")],
      rule: "code-out-of-sight",
      line: "bgpolicy.yaml:2:85: error: The change takes the code in Code out of sight"),
    Change(
      testDescription: "another app", files: ["bgpolicy.config.yaml": "\(configuration)app: Empty\n"],
      rule: "code-out-of-sight",
      line: "bgpolicy.config.yaml:3:1: error: The change takes the code in . out of sight"),
    Change(
      testDescription: "a higher limit",
      files: ["bgpolicy.config.yaml": "threshold: [completion.p95=+10%]\nfail-on: error\n"],
      rule: "gate-loosened",
      line:
        "bgpolicy.config.yaml:2:1: warning: The change decides what fails: bgpolicy.config.yaml had fail-on: warning at git:main, and now has error",
      severity: "warning"),
    Change(
      testDescription: "no configuration", files: ["bgpolicy.config.yaml": nil], rule: "gate-loosened",
      line: "bgpolicy.config.yaml:1:1: warning: The change decides what fails", severity: "warning"),
    Change(
      testDescription: "a check that is left out",
      files: ["bgpolicy.config.yaml": "\(configuration)skip: [budgets]\n"], rule: "gate-loosened",
      line:
        "bgpolicy.config.yaml:3:1: warning: The change decides what fails: bgpolicy.config.yaml had no skip at git:main",
      severity: "warning"),
    Change(
      testDescription: "a rule that is off",
      files: ["bgpolicy.yaml": policy + "rules: { session-connections-multiply: off }\n"],
      rule: "gate-loosened",
      line:
        "bgpolicy.yaml:4:10: warning: The change decides what fails: session-connections-multiply was info at git:main, and is off in bgpolicy.yaml",
      severity: "warning"),
    Change(
      testDescription: "a severity that is not raised any longer",
      files: [
        "strict.bgpolicy.yaml": (start["strict.bgpolicy.yaml"] ?? "").replacing(
          "rules: { bg-submit-error-ignored: error }\n", with: "")
      ],
      rule: "gate-loosened",
      line:
        "strict.bgpolicy.yaml:1:1: warning: The change decides what fails: bg-submit-error-ignored was error at git:main, and is warning in strict.bgpolicy.yaml",
      severity: "warning"),
    Change(
      testDescription: "a requirement that is gone",
      files: [
        "strict.bgpolicy.yaml": (start["strict.bgpolicy.yaml"] ?? "").replacing(
          "require: [{ id: no-cellular, for: sessions, must: { allowsCellularAccess: false } }]\n", with: "")
      ],
      rule: "gate-loosened",
      line:
        "strict.bgpolicy.yaml:1:1: warning: The change decides what fails: the requirement no-cellular of git:main is gone in strict.bgpolicy.yaml",
      severity: "warning"),
    Change(
      testDescription: "a requirement that says less",
      files: [
        "strict.bgpolicy.yaml": (start["strict.bgpolicy.yaml"] ?? "").replacing(
          "allowsCellularAccess: false", with: "allowsCellularAccess: { present: true }")
      ],
      rule: "gate-loosened",
      line:
        "strict.bgpolicy.yaml:1:1: warning: The change decides what fails: the requirement no-cellular of git:main is another one",
      severity: "warning"),
    limit(
      "a higher limit of a budget", "100J", "9kJ",
      "7:12: warning: The change decides what fails: the budget of photos had a stricter limit of energyPerDay at git:main in strict.bgpolicy.yaml"
    ),
    limit(
      "a budget without a limit", "completion: { p95: 1d }, ", "",
      "7:12: warning: The change decides what fails: the budget of photos had a limit of completion.p95 at git:main"
    ),
    limit(
      "a budget that only warns", "100J", "100J, severity: warning",
      "7:12: warning: The change decides what fails: the budget of photos was an error at git:main"),
    limit(
      "a budget that is gone", "budgets: { photos: { completion: { p95: 1d }, energyPerDay: 100J } }\n", "",
      "1:1: warning: The change decides what fails: the budget of photos is gone, which git:main has"),
    limit(
      "another value of the model", "per_day: 3", "per_day: 30",
      "8:10: warning: The change decides what fails: the value of refresh.per_day in the model is another one than at git:main"
    ),
    limit(
      "a new value of the model", "per_day: 3", "per_day: 3, wifi.tail_W: 0.0001",
      "8:30: warning: The change decides what fails: the value of wifi.tail_W in the model is new since git:main"
    ),
    limit(
      "a value of the model that is gone", "model: { refresh.per_day: 3 }\n", "",
      "1:1: warning: The change decides what fails: the value of refresh.per_day in the model is gone since git:main"
    ),
    Change(
      testDescription: "a comment of another declaration",
      files: [
        "inner/deep/bgpolicy.yaml": (start["inner/deep/bgpolicy.yaml"] ?? "").replacing(
          "api:", with: "other:")
      ],
      rule: "gate-loosened",
      line:
        "inner/deep/bgpolicy.yaml:6:1: warning: The change suppresses findings in inner/deep/bgpolicy.yaml",
      severity: "warning"),
    Change(
      testDescription: "a comment of code that is gone",
      files: [
        "Code/Old.swift": nil,
        "bgpolicy.yaml": policy.replacing(
          "sessions:", with: "# bgpolicy:ignore bg-mode-unknown -- moved\nsessions:"),
      ],
      rule: "gate-loosened",
      line: "bgpolicy.yaml:3:1: warning: The change suppresses findings in bgpolicy.yaml",
      severity: "warning"),
    Change(
      testDescription: "a rule that is off in a new policy",
      files: [
        "new.bgpolicy.yaml": other.replacing("b }", with: "d }") + "rules: { bg-expiration-missing: off }\n"
      ],
      rule: "gate-loosened",
      line:
        "new.bgpolicy.yaml:3:10: warning: The change decides what fails: bg-expiration-missing was error at git:main, and is off in new.bgpolicy.yaml",
      severity: "warning"),
    Change(
      testDescription: "a policy in the place of another app's policy",
      files: ["bgpolicy.yaml": nil, "other.bgpolicy.yaml": policy],
      rule: "policy-out-of-sight",
      line:
        "other.bgpolicy.yaml:1:1: warning: The change writes the policy of another app over the policy in other.bgpolicy.yaml, which git:main has",
      severity: "warning"),
    Change(
      testDescription: "a comment in a policy",
      files: ["bgpolicy.yaml": policy + "# bgpolicy:ignore bg-mode-unknown -- quiet\n"],
      rule: "gate-loosened",
      line:
        "bgpolicy.yaml:4:1: warning: The change suppresses findings in bgpolicy.yaml, which then don't count: bgpolicy:ignore bg-mode-unknown -- quiet",
      severity: "warning"),
    Change(
      testDescription: "a comment as another file has it",
      files: ["other.bgpolicy.yaml": other + "# bgpolicy:ignore bg-mode-unknown -- known\n"],
      rule: "gate-loosened",
      line: "other.bgpolicy.yaml:3:1: warning: The change suppresses findings in other.bgpolicy.yaml",
      severity: "warning"),
    Change(
      testDescription: "a comment that moves to another line of its file",
      files: [
        "inner/deep/bgpolicy.yaml": "schema: 1\n# bgpolicy:ignore bg-mode-unknown -- known\n"
          + (start["inner/deep/bgpolicy.yaml"] ?? "").split(separator: "\n")[1] + "\n"
      ],
      rule: "gate-loosened",
      line:
        "inner/deep/bgpolicy.yaml:2:1: warning: The change suppresses findings in inner/deep/bgpolicy.yaml",
      severity: "warning"),
    Change(
      testDescription: "a comment of a document that is gone",
      files: [
        "Empty/README": nil,
        "other.bgpolicy.yaml": other + "# bgpolicy:ignore bg-mode-unknown -- in a document\n",
      ],
      rule: "gate-loosened", line: "other.bgpolicy.yaml:3:1: warning: The change suppresses findings",
      severity: "warning"),
    Change(
      testDescription: "another threshold",
      files: ["bgpolicy.config.yaml": "fail-on: warning\nthreshold: [completion.p95=+90%]\n"],
      rule: "gate-loosened", line: "bgpolicy.config.yaml:2:1: warning: The change decides what fails",
      severity: "warning"),
  ]

  private func repository(_ files: [String: String?]) throws -> ScratchRepository {
    let repository = try ScratchRepository()
    for (name, text) in Self.start { try repository.folder.write(text, to: name) }
    try repository.commit("first")
    for (name, text) in files {
      if let text {
        try repository.folder.write(text, to: name)
      } else {
        try FileManager.default.removeItem(atPath: repository.folder.path(name))
      }
    }
    try repository.git("add", "-A", "-f")
    return repository
  }

  /// Runs the gate. No app is read, because the findings do not need an app.
  private func gate(_ repository: ScratchRepository, _ words: [String]) throws -> Shell.Result {
    let reader = try repository.folder.script("echo '{}'", to: "reader")
    return try Tool.run(
      words: ["gate", "--skip", "generated", "--skip", "budgets"] + words, in: repository.folder.path,
      environment: ["BGPOLICY_APPREADER": reader])
  }

  @Test(arguments: changes) func isTheFirstFinding(_ change: Change) throws {
    let repository = try repository(change.files)
    for option in ["--base", "--changed"] {
      let run = try gate(repository, [option, "git:main", "--format", "gcc", "--fail-on", "error"])
      let first = run.output.split(separator: "\n").first ?? ""
      #expect(
        first.hasPrefix(change.line) && first.hasSuffix("[\(change.rule)]"),
        "\(option): \(run.output)\(run.errors)")
      if change.severity == "error" { #expect(run.status == 1) }
      let ignored = try gate(repository, [option, "git:main", "--format", "gcc", "--ignore", change.rule])
      #expect(!ignored.output.contains(change.rule), "\(ignored.output)")
    }
  }

  @Test(arguments: ["text", "markdown", "html", "json", "sarif", "github", "gitlab", "junit", "rdjson"])
  func everyFormatBeginsWithIt(_ format: String) throws {
    let repository = try repository([
      ".gitignore": "/bgpolicy.yaml\n", "other.bgpolicy.yaml": Self.other + "unknown: 1\n",
    ])
    let run = try gate(repository, ["--base", "git:main", "--format", format])
    #expect(run.status == 1)
    let hidden = try #require(run.output.range(of: "out of sight: the gate checked it"), "\(run.output)")
    let unknown = try #require(run.output.range(of: "policy has no key unknown"), "\(run.output)")
    #expect(hidden.lowerBound < unknown.lowerBound, "\(run.output)")
  }

  @Test func aCallWithoutPoliciesNamesThoseOfTheBase() throws {
    let repository = try repository([".gitignore": "*.yaml\n"])
    let run = try gate(repository, ["--changed", "git:main"])
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.output.contains("Failed: 4 findings about the change, 0 policies passed"), "\(run.output)")
  }

  /// Usual changes hide nothing.
  @Test(
    arguments: [
      ["other.bgpolicy.yaml": nil, "inner/bgpolicy.yaml": other],
      ["inner/deep/bgpolicy.yaml": nil, "inner/bgpolicy.yaml": start["inner/deep/bgpolicy.yaml"]],
      ["README.md": "hello\n", ".gitignore": "build/\n*.log\n"],
      ["bgpolicy.yaml": policy.replacing("[Code]", with: "[Code, Empty]")],
      [
        "bgpolicy.config.yaml":
          "fail-on: info\nthreshold: [completion.p95=+10%, energyPerDay=+1J]\nexclude: [nothing/]\n"
      ],
      [
        "bgpolicy.yaml": policy.replacing("[Code]", with: "[Moved]"), "Code/A.swift": nil,
        "Moved/A.swift": "let a = 1\n",
      ],
    ] as [[String: String?]])
  func ordinaryChangesAreSilent(_ files: [String: String?]) throws {
    let repository = try repository(files)
    if files["Moved/A.swift"] != nil {
      try FileManager.default.removeItem(atPath: repository.folder.path("Code"))
    }
    for option in ["--base", "--changed"] {
      let run = try gate(repository, [option, "git:main", "--format", "json"])
      #expect(run.output.contains("\"outOfSight\": []"), "\(option): \(run.output)\(run.errors)")
    }
  }

  @Test func acceptedFindingsAreCounted() throws {
    let repository = try repository([
      "other.bgpolicy.yaml": Self.other + "sessions: { a: { identifier: x } }\n"
    ])
    #expect(try repository.bgpolicy("baseline", "write", "--baseline", "accepted.json").status == 0)
    let run = try gate(repository, ["--base", "git:main", "--baseline", "accepted.json", "--format", "gcc"])
    #expect(
      run.output.hasPrefix("accepted.json:1:1: warning: The change accepts "), "\(run.output)\(run.errors)")
    try repository.commit("accepted")
    let later = try gate(
      repository, ["--base", "git:HEAD", "--baseline", "accepted.json", "--format", "gcc"])
    #expect(!later.output.contains("gate-loosened"), "\(later.output)")
  }
}
