/// A value of a manifest that is written in Swift, such as `Package.swift`, as far as the value is known without running the manifest.
package struct ManifestValue: Sendable {
  /// The value as data.
  package indirect enum Content: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case list([ManifestValue])
    /// Keys with their values, in the order of the text.
    case dictionary([(key: ManifestValue, value: ManifestValue)])
    /// A function, an initializer or a case by its name, with its arguments: `target` for `.target(name: "App")`.
    case call(String, [Argument])
    /// The text of an expression that only a run of the manifest evaluates.
    case unknown(String)
  }

  /// An argument of a call.
  package struct Argument: Sendable {
    /// The label; `nil` if the argument has no label.
    package let label: String?
    /// The value that the call passes for the argument.
    package let value: ManifestValue

    /// An argument with its label.
    package init(_ label: String?, _ value: ManifestValue) {
      self.label = label
      self.value = value
    }
  }

  /// The value as data.
  package let content: Content
  /// The place where the value is written.
  package let location: FactLocation

  /// A value at the place where it is written.
  package init(_ content: Content, at location: FactLocation) {
    self.content = content
    self.location = location
  }
}

extension ManifestValue {
  /// The label of an argument that no manifest writes: statements may define names in the settings of a package's targets.
  package static let changedSettings = "settings that statements change"

  /// The label of an argument that no manifest writes: the modules that the manifest and its helpers import.
  package static let importedModules = "modules that are imported"

  /// The text; `nil` if the value is not a text.
  package var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The elements; empty if the value is not a list.
  package var list: [ManifestValue] {
    if case .list(let values) = content { values } else { [] }
  }

  /// The name of the function, initializer or case; `nil` if the value is not a call.
  package var name: String? {
    if case .call(let name, _) = content { name } else { nil }
  }

  /// The arguments of a call; empty if the value is not a call.
  package var arguments: [Argument] {
    if case .call(_, let arguments) = content { arguments } else { [] }
  }

  /// The argument with a label; for `nil`, the first argument without a label.
  package subscript(_ label: String?) -> ManifestValue? { arguments.first { $0.label == label }?.value }

  /// The expression that only a run evaluates; `nil` if the value is known.
  package var unknown: String? {
    if case .unknown(let text) = content { text } else { nil }
  }
}
