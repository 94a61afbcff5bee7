internal import PolicyEditing
internal import PolicyGen
internal import PolicyLint
internal import PolicyModel
internal import PolicyPipeline
internal import PolicySyntax
internal import Quantities

/// A background policy as text, with its diagnostics, completions, generated files and estimates.
///
/// A document is a value: a change returns a new document.
///
/// ```swift
/// let document = PolicyDocument(text: yaml)
/// for diagnostic in document.diagnostics { print(diagnostic) }
/// let fixed = document.fixed()
/// ```
public struct PolicyDocument: Sendable {
  /// The name of the text in diagnostics, such as its path.
  public let name: String
  /// The text, which is YAML.
  public let text: String
  /// The findings about the text, its shape and all rules, in the order of the text, including suppressed findings.
  public let diagnostics: [PolicyDiagnostic]

  let reading: PolicyReading
  private let surroundings: Surroundings

  /// The base policies and the date, which a document gets from its caller.
  private struct Surroundings: Sendable {
    let base: @Sendable (_ path: String) throws -> String
    let today: String?
  }

  /// Reads and lints a policy.
  ///
  /// - Parameters:
  ///   - text: The policy, as YAML or JSON.
  ///   - name: The name for diagnostics. Paths in `extends` are relative to the folder of this name.
  ///   - today: The day in UTC on which to check whether suppressions have expired, such as `2026-11-22`. With `nil`, no
  ///     suppression has expired.
  ///   - base: Returns the text of the base policy at a path. A thrown error becomes a diagnostic.
  public init(
    text: String, name: String = "bgpolicy.yaml", today: String? = nil,
    base: @escaping @Sendable (_ path: String) throws -> String = { _ in throw MissingFile() }
  ) {
    self.init(text: text, name: name, Surroundings(base: base, today: today))
  }

  /// The error that reports that a base policy is not available, because the document has no access to files.
  public struct MissingFile: Error, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// The reason, without a full stop.
    public var description: String { "it is not available" }
  }

  private init(text: String, name: String, _ surroundings: Surroundings) {
    self.name = name
    self.text = text
    self.surroundings = surroundings
    let pipeline = Pipeline(basePolicy: { path in
      do {
        return .success(Array(try surroundings.base(path).utf8))
      } catch {
        return .failure(UnreadableFile("\(error)"))
      }
    })
    let reading = pipeline.read(SourceText(name: name, text: text))
    let findings = pipeline.lint(reading, on: surroundings.today.flatMap { CalendarDate($0) })
    self.reading = reading
    let tables = reading.sources.map { LineTable($0.bytes) }
    diagnostics = findings.map { PolicyDiagnostic($0, in: reading.sources, lines: tables) }
  }

  private func with(_ text: String) -> PolicyDocument {
    PolicyDocument(text: text, name: name, surroundings)
  }

  /// Whether the document can be compiled and estimated: the text is a policy without errors, except suppressed errors.
  public var isValid: Bool {
    reading.policy != nil && !diagnostics.contains { $0.severity == .error && !$0.isSuppressed }
  }
}

// MARK: - Fixes

extension PolicyDocument {
  /// The document after a fix. If the fix belongs to another document and doesn't fit the text, the document is unchanged.
  public func applying(_ fix: PolicyFix) -> PolicyDocument {
    let source = SourceID(index: 0)
    let bytes = Array(text.utf8)
    guard fix.edits.allSatisfy({ $0.range.upperBound <= bytes.count }) else { return self }
    let edits = fix.edits.map { Edit(replacing: Span(source: source, $0.range), with: $0.replacement) }
    return with(String(decoding: edits.applied(to: bytes, of: source), as: UTF8.self))
  }

  /// The document after all safe fixes, and optionally after unsafe fixes. A fix that makes the policy worse is not applied.
  public func fixed(includingUnsafe: Bool = false) -> PolicyDocument {
    let result = FixResult(
      SourceText(name: name, text: text), allowing: includingUnsafe ? .all : .safe,
      on: surroundings.today.flatMap { CalendarDate($0) }, read: { with($0.string).reading })
    return with(result.source.string)
  }
}

extension SourceText {
  /// The text as a string.
  fileprivate var string: String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: - Editing

extension PolicyDocument {
  /// The key or value at a UTF-8 offset; `nil` if no key or value is at the offset.
  public func entry(at offset: Int) -> PolicyEntry? {
    guard let node = reading.nodes.node(atByte: offset) else { return nil }
    return PolicyEntry(node, in: reading.nodes)
  }

  /// The keys, values and names that fit at a UTF-8 offset; the text need not be complete.
  public func completions(at offset: Int) -> [PolicyCompletion] {
    Completions(at: offset, in: SourceText(name: name, text: text), LanguageReference()).all.map {
      PolicyCompletion($0)
    }
  }
}

// MARK: - Compiling

extension PolicyDocument {
  /// The Swift, property lists and other files that the policy compiles to, sorted by path.
  ///
  /// - Throws: `PolicyError.invalid` if the document isn't valid.
  public func generatedFiles() throws(PolicyError) -> [GeneratedFile] {
    guard isValid, let policy = reading.policy else { throw .invalid }
    return Pipeline().compile(policy, Provenance(policy: name)).map {
      GeneratedFile(path: $0.path, text: $0.text)
    }
  }
}

/// A file that a policy compiles to.
public struct GeneratedFile: Hashable, Sendable {
  /// The path within the output folder.
  public let path: String
  /// The whole content, as it is written to disk.
  public let text: String
}

/// A reason why a document can't be compiled or estimated.
public enum PolicyError: Error, Hashable, Sendable {
  /// The document has errors; its diagnostics report them.
  case invalid
  /// The policy and the library have no scenario with a name; `known` contains the names of existing scenarios.
  case unknownScenario(String, known: [String])
  /// An estimate would simulate more than its limits of events and memory allow.
  case tooMuchWork
}
