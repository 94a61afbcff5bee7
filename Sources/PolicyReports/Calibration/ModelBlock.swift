internal import PlatformFacts
package import PolicyCalibration
package import PolicyModel
package import PolicySyntax

/// Measured values as the `model:` of a policy.
package struct ModelBlock {
  private let parameters: [MeasuredParameter]

  /// A block with an entry for each parameter, in the order of the parameters.
  package init(_ parameters: [MeasuredParameter]) {
    self.parameters = parameters
  }

  /// The block as YAML. Empty if nothing was measured.
  package var yaml: String {
    parameters.isEmpty ? "" : "model:\n" + parameters.map { "  \(Self.entry($0))\n" }.joined()
  }

  private static func entry(_ parameter: MeasuredParameter) -> String {
    "\(parameter.name): \(value(parameter))"
  }

  private static func value(_ parameter: MeasuredParameter) -> String {
    let range = parameter.range.map { "range: \($0), " } ?? ""
    return "{ value: \(parameter.text), \(range)confidence: measured, "
      + "source: \(YAMLText.doubleQuoted(parameter.source)) }"
  }

  /// A policy with the measured values in its `model:`.
  package func inserted(into source: SourceText) throws(PolicyEdit.EditError) -> SourceText {
    try parameters.map { PolicyEdit(PolicyPath("model", $0.name), .set(Self.value($0))) }.applied(to: source)
  }
}
