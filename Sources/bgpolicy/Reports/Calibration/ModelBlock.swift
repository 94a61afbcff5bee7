internal import PlatformFacts
internal import PolicyCalibration
internal import PolicyModel
internal import PolicySyntax

/// Measured values as the `model:` of a policy.
struct ModelBlock {
  private let parameters: [MeasuredParameter]

  init(_ parameters: [MeasuredParameter]) {
    self.parameters = parameters
  }

  /// The block by itself; empty where nothing was measured.
  var yaml: String {
    parameters.isEmpty ? "" : "model:\n" + parameters.map { "  \(Self.entry($0))\n" }.joined()
  }

  private static func entry(_ parameter: MeasuredParameter) -> String {
    "\(parameter.name): \(value(parameter))"
  }

  private static func value(_ parameter: MeasuredParameter) -> String {
    "{ value: \(parameter.text), confidence: measured, source: \(YAMLText.doubleQuoted(parameter.source)) }"
  }

  /// A policy with these values in its model; `nil` where it would no longer be the policy that it was.
  func inserted(into source: SourceText) -> [UInt8]? {
    var current = source
    for parameter in parameters {
      guard let next = Self.with(parameter, in: current) else { return nil }
      current = SourceText(name: source.name, bytes: next)
    }
    let before = PolicyReader.read(source)
    let after = PolicyReader.read(current)
    guard after.issues.count <= before.issues.count, let policy = after.policy else { return nil }
    let written = parameters.allSatisfy { parameter in
      policy.modelOverrides.contains {
        $0.name.value == parameter.name && $0.value?.value == parameter.text
          && $0.confidence?.value == .measured
      }
    }
    return written ? current.bytes : nil
  }

  private static func with(_ parameter: MeasuredParameter, in source: SourceText) -> [UInt8]? {
    var tree = NodeTree()
    guard let root = YAMLReader.read(source, into: &tree).root, tree.kind(of: root) == .mapping else {
      return nil
    }
    let model = tree.entries(of: root).first { tree.isText(of: $0.key, equalTo: "model") }?.value
    guard let model else {
      let end: [UInt8] =
        source.bytes.last == UInt8(ascii: "\n") || source.bytes.isEmpty ? [] : [UInt8(ascii: "\n")]
      return source.bytes + end + Array("model:\n  \(entry(parameter))\n".utf8)
    }
    guard tree.kind(of: model) == .mapping else { return nil }
    if let old = tree.entries(of: model).first(where: { tree.text(of: $0.key) == parameter.name }) {
      return apply([tree.replacement(of: old.value, withPlain: value(parameter))], to: source.bytes)
    }
    return apply(tree.insertion(of: entry(parameter), into: model), to: source.bytes)
  }

  private static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
    edits.sorted { $0.span.range.lowerBound > $1.span.range.lowerBound }.reduce(bytes) { bytes, edit in
      var bytes = bytes
      bytes.replaceSubrange(edit.span.range, with: Array(edit.replacement.utf8))
      return bytes
    }
  }
}
