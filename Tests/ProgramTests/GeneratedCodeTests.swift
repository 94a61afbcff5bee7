import Foundation
import GenerationFixtures
import PolicyGen
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// Generated code that the compiler, `swift format` and the readers of property lists check.
@Suite struct GeneratedCodeTests {
  /// Each policy is compiled separately, so that no file depends on the imports of another policy's files.
  @Test(arguments: PolicyFile.compiled.sampled) func compiles(_ policy: String) async throws {
    let swift = try generatedFiles(of: policy).filter { $0.path.hasSuffix(".swift") }
    #expect(!swift.isEmpty)
    try await compile(swift, mode: .six)
  }

  /// All policies are compiled at once, because starting the compiler takes longer than a policy. An app's
  /// own types have common names.
  @Test func compilesInTheOlderMode() async throws {
    let files = try PolicyFile.compiled.flatMap(generatedFiles).filter { $0.path.hasSuffix(".swift") }
    let own = ["Task", "Logger"].map { GeneratedFile(path: "\($0).swift", text: "public struct \($0) {}\n") }
    try await compile(files + own, mode: .five)
  }

  /// A build gets all code as one file, in which no name may occur twice. A module has the runtime once, so these files import it.
  @Test(arguments: StubModules.Mode.allCases) func compilesAsOneFile(mode: StubModules.Mode) async throws {
    try await compile(
      try PolicyFile.compiled.enumerated().map {
        try singleFile(of: $1, named: "\($0).swift", runtime: .package)
      }, mode: mode)
  }

  /// One file has the code of a policy and the runtime that it uses.
  @Test(arguments: StubModules.Mode.allCases) func compilesWithTheRuntimeAsOneFile(mode: StubModules.Mode)
    async throws
  {
    let file = try singleFile(of: "Examples/Photos/bgpolicy.yaml", named: "Photos.swift")
    try await compile([file], mode: mode)
  }

  private func singleFile(
    of policy: String, named name: String, runtime: RuntimeDelivery = .inline
  ) throws -> GeneratedFile {
    var (policy, provenance) = try read(policy)
    policy.generate.runtime = Setting(runtime)
    return Generator.singleFile(for: policy, named: name, provenance: provenance)
  }

  private func compile(_ files: [GeneratedFile], mode: StubModules.Mode) async throws {
    let folder = try ScratchFolder()
    // Several policies share the runtime.
    let paths = Set(try files.map { try folder.write($0.text, to: $0.path) }).sorted()
    let result = try await StubModules.built.compile(paths, mode: mode)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// One call of the formatter reads and writes all files, as in `NameLengthTests`.
  @Test func isAFixedPointOfSwiftFormat() throws {
    let folder = try ScratchFolder()
    var texts: [(path: String, text: String)] = []
    for file in try PolicyFile.compiled.flatMap(generatedFiles) where file.path.hasSuffix(".swift") {
      texts.append((try folder.write(file.formattable, to: file.path), file.formattable))
    }
    for (index, policy) in PolicyFile.compiled.enumerated() {
      let file = try singleFile(of: policy, named: "\(index).swift")
      #expect(file.text.split(separator: "\n").count { $0.hasSuffix("import Foundation") } == 1)
      texts.append((try folder.write(file.formattable, to: file.path), file.formattable))
    }
    let result = try Shell.run(
      ["swift", "format", "-i", "-r", "--parallel", "--configuration", #"{"version":1}"#, folder.path])
    #expect(result.status == 0, "\(result.errors)")
    for (path, text) in texts {
      let formatted = try String(contentsOfFile: path, encoding: .utf8)
      #expect(formatted == text, "\(path) is laid out otherwise")
    }
  }

  /// A member with the name of a key can't hide a type, because the member's name in Swift gets an underscore.
  @Test func noKeyHidesAType() throws {
    var words: Set<String> = []
    var declared: Set<String> = ["DEBUG"]
    for file in try PolicyFile.compiled.flatMap(generatedFiles)
    where file.path.hasSuffix(".swift") && !file.isOfRuntime {
      let lines = file.text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      let code = lines.joined(separator: "\n").replacing(/"""(?s:.*?)"""/, with: "")
        .replacing(/"(\\.|[^"\\])*"/, with: "")
      for match in code.matches(of: /(?:struct|class|enum|protocol|typealias|func|var|let|case)\s+`?(\w+)/) {
        declared.insert(String(match.1))
      }
      // The label of a target's handler.
      for match in code.matches(of: /(\w+) handler: any/) { declared.insert(String(match.1)) }
      for match in code.matches(of: /(^|[^\w.`])([A-Z]\w*)/) { words.insert(String(match.2)) }
    }
    let types = words.subtracting(declared)
    #expect(types.count > 60)
    #expect(types.filter { SwiftName.of($0) == $0 }.sorted() == [])
  }

  /// A string that the code logs at run time is one line, even if it has several lines in the source.
  @Test(arguments: PolicyFile.compiled) func messagesAreOneLine(_ policy: String) throws {
    for file in try generatedFiles(of: policy) where file.path.hasSuffix(".swift") {
      let texts = file.text.components(separatedBy: "\"\"\"").enumerated().filter { $0.offset % 2 == 1 }
      for (_, text) in texts {
        let lines = text.split(separator: "\n").dropLast()
        #expect(lines.dropLast().allSatisfy { $0.hasSuffix(" \\") }, "\(file.path) breaks:\(text)")
      }
    }
  }

  /// An app may contain the code of several policies. The first policy's code must not report to the code of the other policies that the
  /// app has not moved.
  @Test func eachPolicyRemembersTheInstallPathItself() throws {
    let keys = RuntimeFile.allCases.flatMap { file in
      file.text.split(separator: "\n").filter { $0.contains("installPath") }
    }
    #expect(keys.count == 1 && keys.allSatisfy { $0.contains("\\(table.app)") })
    let apps = try PolicyFile.compiled.flatMap(generatedFiles).filter { !$0.isOfRuntime }.flatMap { file in
      file.text.split(separator: "\n").filter { $0.contains("Self(app: ") }
    }
    #expect(!apps.isEmpty)
    #expect(Set(apps).count == apps.count)
  }

  @Test(arguments: PolicyFile.compiled) func propertyListsAreValid(_ policy: String) throws {
    let folder = try ScratchFolder()
    for file in try generatedFiles(of: policy) where isPropertyList(file) {
      let path = try folder.write(file.text, to: file.path)
      let result = try Shell.run(["plutil", "-lint", path])
      #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
  }

  /// The output folders of the examples hold exactly the files that the policy compiles to.
  @Test(arguments: PolicyFile.compiled.filter { $0.hasPrefix("Examples/") }) func examplesAreCurrent(
    _ policy: String
  )
    throws
  {
    let folder = RelativePath.folder(of: policy) + "Generated"
    for file in try generatedFiles(of: policy) {
      let committed = try? Project.text("\(folder)/\(file.path)")
      #expect(
        committed == file.text, "run `swift run bgpolicy compile \(policy)` and commit \(folder)/\(file.path)"
      )
    }
  }
}

/// Texts that could end a literal or a property list early arrive unchanged.
@Suite struct BreakoutTests {
  @Test func arriveInSwift() throws {
    let policy = try policy()
    let files = Generator.files(
      for: policy, provenance: Provenance(policy: "policy.yaml"))
    let sessions = try #require(files.first { $0.path == "HostileSessions.swift" })
    // The test needs only the identifiers, whose code uses no API of Darwin.
    let start = try #require(sessions.text.range(of: "struct HostileSessionIdentifier"))
    let end = try #require(sessions.text.range(of: "\n}\n", range: start.lowerBound..<sessions.text.endIndex))
    let prints = BreakoutText.all.indices.map { "show(HostileSessionIdentifier.s\($0).rawValue)\n" }.joined()
    let folder = try ScratchFolder()
    let main = try folder.write(
      "func show(_ text: String) { print(Array(text.utf8)) }\n"
        + "protocol SessionIdentifying: Hashable { init(rawValue: String) }\n"
        + sessions.text[start.lowerBound..<end.upperBound] + prints, to: "main.swift")
    let build = try Shell.run(["swiftc", "-o", folder.path("main"), main])
    #expect(build.status == 0, "\(build.errors)")
    let run = try Shell.run([folder.path("main")])
    #expect(run.output == BreakoutText.all.map { "\(Array($0.utf8))\n" }.joined())
  }

  @Test func arriveInPropertyLists() throws {
    let files = Generator.files(
      for: try policy(), provenance: Provenance(policy: "policy.yaml"))
    let plist = try #require(files.first { $0.path == "HostileInfo.plist" })
    let list = try PropertyListSerialization.propertyList(from: Data(plist.text.utf8), format: nil)
    let identifiers = (list as? [String: [String]])?["BGTaskSchedulerPermittedIdentifiers"]
    // XML can't represent most control characters.
    #expect(identifiers == BreakoutText.all)
  }

  @Test func arriveInJSON() throws {
    let files = Generator.files(
      for: try policy(), provenance: Provenance(policy: "policy.yaml"))
    let file = try #require(files.first { $0.path == "HostilePushes.json" })
    let json = try JSONSerialization.jsonObject(with: Data(file.text.utf8)) as? [String: Any]
    let pushes = try #require(json?["pushes"] as? [String: [String: [String: Any]]])
    for (index, hostile) in BreakoutText.all.enumerated() {
      let push = try #require(pushes["p\(index)"])
      #expect(push["headers"]?["apns-topic"] as? String == hostile)
      #expect(push["payload"]?["text"] as? String == hostile)
    }
  }

  /// Names and headers occur in all parts of the generated code, which has to compile with any of them.
  @Test func compileEverywhere() async throws {
    let folder = try ScratchFolder()
    let files = Generator.files(
      for: try policy(), provenance: Provenance(policy: "policy.yaml"))
    let swift = files.filter { $0.path.hasSuffix(".swift") }
    let paths = try swift.map { try folder.write($0.text, to: $0.path) }
    let result = try await StubModules.built.compile(paths, mode: .six)
    #expect(result.status == 0, "\(result.errors)")
    for file in swift { #expect(try swiftFormat(file.formattable) == file.formattable) }
  }

  private func policy() throws -> Policy {
    var text = "schema: 1\napp: { name: Hostile, bundleIdentifier: com.example }\nsessions:\n"
    for (index, hostile) in BreakoutText.all.enumerated() {
      text += "  s\(index): { identifier: \(BreakoutText.quoted(hostile)) }\n"
      text += "  \(BreakoutText.quoted("name \(index) \(hostile)")): { identifier: com.example.\(index) }\n"
    }
    text += "backgroundTasks:\n"
    for (index, hostile) in BreakoutText.all.enumerated() {
      text +=
        "  \(BreakoutText.quoted("task \(index) \(hostile)")): { name: \(BreakoutText.quoted(hostile)) }\n"
    }
    text += "transfers:\n"
    for (index, hostile) in BreakoutText.all.enumerated() {
      text += "  \(BreakoutText.quoted("transfer \(index) \(hostile)")): { session: s\(index), size: 1MB }\n"
    }
    text += "pushes:\n"
    for (index, hostile) in BreakoutText.all.enumerated() {
      let quoted = BreakoutText.quoted(hostile)
      text += "  p\(index): { headers: { apns-topic: \(quoted) }, payload: { text: \(quoted) } }\n"
      text += "  \(BreakoutText.quoted("push \(index) \(hostile)")): {}\n"
    }
    text +=
      "permittedIdentifiers: [" + BreakoutText.all.map(BreakoutText.quoted).joined(separator: ", ") + "]\n"
    let reading = PolicyReader.read(SourceText(name: "policy.yaml", text: text))
    #expect(reading.diagnostics == [])
    return try #require(reading.policy)
  }
}

private func isPropertyList(_ file: GeneratedFile) -> Bool {
  file.path.hasSuffix(".plist") || file.path.hasSuffix(".entitlements")
}

/// A text as `swift format` writes it with its default configuration.
private func swiftFormat(_ text: String) throws -> String {
  let result = try Shell.run(["swift", "format", "--configuration", #"{"version":1}"#], input: text)
  #expect(result.status == 0, "\(result.errors)")
  return result.output
}
