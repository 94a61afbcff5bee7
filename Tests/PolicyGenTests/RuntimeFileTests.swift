import Foundation
import GenerationFixtures
import PlatformFacts
import PolicyModel
import TestSupport
import Testing

@testable import PolicyGen

/// The runtime: the files of a library, which compilations copy.
@Suite struct RuntimeFileTests {
  private static let folder = "Sources/BackgroundRuntime"

  /// The executable has the bytes of the library's files.
  @Test func theExecutableCarriesTheLibrary() throws {
    let names = try Project.names(in: Self.folder).filter { $0.hasSuffix(".swift") }.sorted()
    #expect(names == RuntimeFile.allCases.map { "\($0.rawValue).swift" })
    let texts = try names.map { (Self.member($0.dropLast(6)), try Project.text("\(Self.folder)/\($0)")) }
    Snapshot.check(Self.table(of: texts), against: "Sources/PolicyGen/Runtime/RuntimeFile+Text.swift")
    for (file, (_, text)) in zip(RuntimeFile.allCases, texts) {
      #expect(file.text == text, "\(file)")
      #expect(Provenance.isOfRuntime(Array(text.utf8)) && Provenance.isSigned(Array(text.utf8)))
    }
  }

  private static func member(_ name: Substring) -> String {
    name.prefix(1).lowercased() + name.dropFirst().filter { $0 != "+" }
  }

  /// The source file that carries the texts.
  private static func table(of files: [(member: String, text: String)]) -> String {
    let cases = files.map { "    case .\($0.member): Self.\($0.member)Text\n" }.joined()
    let texts = files.map { "\n  private static let \($0.member)Text = ##\"\"\"\n\($0.text)\n\"\"\"##\n" }
      .joined()
    return """
      // The files of Sources/BackgroundRuntime as text. RuntimeFileTests writes it: RECORD_SNAPSHOTS=1 swift test --filter RuntimeFileTests.
      // swift-format-ignore-file

      extension RuntimeFile {
        /// The text of the file, byte for byte.
        package var text: String {
          switch self {
      \(cases)    }
        }
      \(texts)}

      """
  }

  /// If two policies use the same file of the runtime, their copies are equal. No policy has a file that its code does not use.
  @Test(arguments: PolicyFile.compiled) func copiesWhatIsUsed(_ path: String) throws {
    var (policy, provenance) = try read(path)
    policy.generate.runtime = Setting(.inline)
    let files = Generator.files(for: policy, provenance: provenance)
    let (copies, own) = (files.filter(\.isOfRuntime), files.filter { !$0.isOfRuntime })
    for copy in copies {
      #expect(try copy.text == Project.text("\(Self.folder)/\(copy.name)"))
    }
    var used: Set<RuntimeFile> = []
    var code = Self.code(of: own.filter { $0.path.hasSuffix(".swift") }.map(\.text))
    while true {
      let more = RuntimeFile.allCases.filter { file in
        !used.contains(file) && Self.uses(file, in: code)
      }
      if more.isEmpty { break }
      used.formUnion(more)
      code.formUnion(Self.code(of: more.map(\.text)))
    }
    #expect(copies.map(\.path) == used.map(\.file.path).sorted())
  }

  /// If a policy uses the library, compilation copies no files of the runtime, and the other files differ only in their imports.
  @Test(arguments: PolicyFile.compiled) func importsTheLibrary(_ path: String) throws {
    var (policy, provenance) = try read(path)
    policy.generate.runtime = Setting(.inline)
    let inline = Generator.files(for: policy, provenance: provenance).filter { !$0.isOfRuntime }
    policy.generate.runtime = Setting(.package)
    let files = Generator.files(for: policy, provenance: provenance)
    #expect(files.map(\.path) == inline.map(\.path))
    let types = RuntimeFile.allCases.reduce(into: Set<String>()) { $0.formUnion(Self.types(of: $1)) }
    for (file, copy) in zip(files, inline) {
      let imports = file.text.contains("import BackgroundRuntime\n")
      #expect(file.text.replacing("import BackgroundRuntime\n", with: "").trimmed == copy.text.trimmed)
      let usesRuntime = file.path.hasSuffix(".swift") && !types.isDisjoint(with: Self.code(of: [file.text]))
      #expect(imports || !usesRuntime, "\(file.path)")
    }
  }

  /// No app name gives a generated type the name of a type of the runtime.
  @Test func noGeneratedNameIsOneOfTheRuntime() throws {
    let types = RuntimeFile.allCases.reduce(into: Set<String>()) { $0.formUnion(Self.types(of: $1)) }
    // A file of extensions declares no types.
    #expect(types.count >= RuntimeFile.allCases.count { !$0.rawValue.contains("+") })
    for path in PolicyFile.compiled {
      let (policy, provenance) = try read(path)
      let name = try #require(policy.app?.value.name?.value)
      let files = Generator.files(for: policy, provenance: provenance).filter { !$0.isOfRuntime }
      for file in files where file.path.hasSuffix(".swift") {
        for match in file.text.matches(of: /\n *(?:[a-z@()]+ )*(?:struct|class|enum|protocol|actor) (\w+)/) {
          let suffix = String(match.1.trimmingPrefix(name))
          guard match.1.hasPrefix(name), !suffix.isEmpty else { continue }
          #expect(!types.contains { $0.hasSuffix(suffix) && $0 != suffix }, "\(match.1)")
        }
      }
    }
  }

  /// The library's documentation of Apple's systems has the sentences of the facts.
  @Test(arguments: [
    (RuntimeFile.retryAdvice, PlatformFacts.forceQuitCancels.sentence),
    (.transferFailure, PlatformFacts.cancelReasons.sentence),
    (.sessionRouter, PlatformFacts.sessionRecreated.sentence),
    (.sessionRouter, PlatformFacts.sessionInOneProcess.sentence),
    (.sessionRouter, PlatformFacts.downloadIsTemporary.sentence),
    (.sessionRouter, PlatformFacts.sessionInvalidation.sentence),
    (.sessionRouterDelivery, PlatformFacts.eventsCompletion.sentence),
    (.sessionRouterDelivery, PlatformFacts.extensionSessionEvents.sentence),
    (.pushReceiver, PlatformFacts.pushHandler.sentence),
    (.sessionRouterCleanSlate, PlatformFacts.cleanSlate.sentence),
    (.transferItems, PlatformFacts.uploadsFromFiles.sentence),
    (.transferItems, PlatformFacts.submitTogether.sentence),
    (.transferItems, PlatformFacts.byteCountsSchedule.sentence),
    (.transferItems, PlatformFacts.uploadsAreChecked.sentence),
  ]) func citesTheFacts(_ file: RuntimeFile, _ sentence: String) {
    let text = file.text.split(separator: "\n").map { $0.trimmingPrefix(/\ *\/\/\/ ?/) }.joined(
      separator: " ")
    #expect(text.contains(sentence))
  }

  /// The limits of pending requests equal the limits of the facts.
  @Test func limitsAreThoseOfTheFacts() {
    let (refresh, processing) = (
      PlatformFacts.pendingRefreshRequests, PlatformFacts.pendingProcessingRequests
    )
    let kinds = RuntimeFile.scheduledTaskKinds.text
    #expect(kinds.contains("\"BGAppRefreshTask\", limit: \(refresh.value),"))
    #expect(kinds.contains("\"BGProcessingTask\", limit: \(processing.value),"))
    let research = RuntimeFile.scheduledTaskHealthResearch.text
    #expect(research.contains("\"BGHealthResearchTask\", limit: \(processing.value),"))
    for citation in refresh.citations + processing.citations { #expect(kinds.contains(citation.title)) }
  }

  // MARK: Names

  /// Whether code uses a file of the runtime. Code uses a file if it names a type of the file or, for a file of extensions, the extended
  /// type. Code uses a file for tests only if it calls a function of the file.
  private static func uses(_ file: RuntimeFile, in code: Set<String>) -> Bool {
    guard let plus = file.rawValue.firstIndex(of: "+") else {
      return !types(of: file).isDisjoint(with: code)
    }
    let members = Set(file.text.matches(of: /public func (\w+)/).map { String($0.1) })
    return code.contains(String(file.rawValue[..<plus]))
      && (!file.rawValue.hasSuffix("+Testing") || !members.isDisjoint(with: code))
  }

  /// The types that a file declares for other files.
  private static func types(of file: RuntimeFile) -> Set<String> {
    Set(
      file.text.matches(
        of: /\n(?:  )?(?:nonisolated )?(?:public )?(?:final )?(?:struct|class|enum|protocol) (\w+)/
      ).map { String($0.1) })
  }

  /// The words of code, without comments.
  private static func code(of texts: [String]) -> Set<String> {
    Set(
      texts.flatMap { text in
        text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.flatMap { line in
          line.matches(of: /\w+/).map { String($0.0) }
        }
      })
  }
}

extension String {
  /// The text without empty lines, which depend on whether a file has imports.
  fileprivate var trimmed: String { split(separator: "\n").joined(separator: "\n") }
}
