internal import PolicyModel

/// The file with which code finds the build configuration of its process.
enum BuildConfigurationFile {
  /// The file. `nil` for a policy whose other files are the same in every configuration.
  static func file(in context: GenerationContext, besides others: [GeneratedFile]) -> GeneratedFile? {
    let configured = context.configured
    // Only some apps have a record.
    let hasRecord = others.contains { $0.path == context.processes.shared("\(context.name)Record.swift") }
    let values = configured.values.filter { hasRecord || $0.swiftName != ConfiguredValues.recordedApp }
    guard !values.isEmpty else { return nil }
    var writer = context.swiftFile(importing: ["Foundation"], usesRuntime: false)
    writeConfigurations(configured.configurations, in: context, to: &writer)
    writer.line()
    writer.documentation(
      "The values in the code of \(context.name) that differ between build configurations.")
    writer.block("nonisolated \(context.access)enum \(context.configuredType)") { writer in
      for (index, value) in values.enumerated() {
        if index > 0 { writer.line() }
        write(value, configured.configurations, in: context, to: &writer)
      }
    }
    return GeneratedFile(
      path: context.processes.shared("\(context.name)BuildConfiguration.swift"), text: writer.text)
  }

  private static func writeConfigurations(
    _ configurations: [ConfiguredValues.Configuration], in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    let fallback = configurations[0]
    let escaped = SwiftName.escaped(fallback.swiftName)
    writer.documentation(
      "A build configuration of \(context.name) whose values differ from those of the others.",
      "Xcode expands build settings in property lists, but not in Swift. The bundle identifier of the process shows the configuration in which it was built."
    )
    writer.block("nonisolated \(context.access)enum \(context.name)BuildConfiguration: Sendable") { writer in
      for configuration in configurations {
        writer.documentation(description(of: configuration))
        writer.line("case \(SwiftName.escaped(configuration.swiftName))")
      }
      writer.line()
      writer.documentation("The configuration of this process.")
      writer.line(
        "\(context.access)static let current = Self(bundleIdentifier: Bundle.main.bundleIdentifier)")
      writer.line()
      writer.documentation(
        "The configuration in which the app, or a target of it, has a bundle identifier.",
        "With any other identifier, such as that of a test runner, it is `\(fallback.swiftName)`.")
      writer.block("\(context.access)init(bundleIdentifier: String?)") { writer in
        writer.line("switch bundleIdentifier {")
        for configuration in configurations.dropFirst() {
          for identifier in configuration.bundleIdentifiers {
            writer.line("case \(SwiftText.literal(identifier)):")
            writer.line("  self = .\(SwiftName.escaped(configuration.swiftName))")
          }
        }
        writer.line("default:")
        writer.line("  self = .\(escaped)")
        writer.line("}")
      }
    }
  }

  private static func description(of configuration: ConfiguredValues.Configuration) -> String {
    configuration.name.map { "The configuration `\(SwiftText.comment($0))`." } ?? "Every other configuration."
  }

  private static func write(
    _ value: ConfiguredValues.Value, _ configurations: [ConfiguredValues.Configuration],
    in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation(value.summary)
    writer.block("\(context.access)static var \(value.swiftName): String") { writer in
      writer.line("switch \(context.name)BuildConfiguration.current {")
      for (configuration, text) in zip(configurations, value.texts) {
        writer.line("case .\(SwiftName.escaped(configuration.swiftName)):")
        writer.line("  return \(SwiftText.literal(text))")
      }
      writer.line("}")
    }
  }
}

extension GenerationContext {
  /// The type of the values that differ between build configurations.
  var configuredType: String { "\(name)BuildValue" }

  /// A string of the policy in Swift: a literal, or the value that differs between build configurations.
  func literal(_ text: String, at node: PolicyNode?) -> String {
    guard let value = node.flatMap(configured.value) else { return SwiftText.literal(text) }
    return "\(configuredType).\(value.swiftName)"
  }

  /// A string of the policy in Swift.
  func literal(_ text: Located<String>) -> String { literal(text.value, at: text.node) }
}
