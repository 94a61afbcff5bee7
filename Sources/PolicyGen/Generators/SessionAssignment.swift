internal import PlatformFacts
internal import PolicyModel

/// An assignment to a property of a configuration.
struct SessionAssignment {
  private enum Value {
    case expression(String)
    case dictionary([(key: String, value: String)])
  }

  /// The property that is set.
  let property: SessionProperty
  private let value: Value

  /// The property's effect, with its source.
  var documentation: String? {
    property.effect.map { "`\(property.name)`: \($0) (\(CitationText.titles(property.citations)))." }
  }

  /// The protocol through which deprecated properties are set without a compiler warning.
  static let deprecatedProtocol = "DeprecatedSessionConfiguration"

  /// Writes the assignment.
  func write(to writer: inout CodeWriter) {
    let receiver =
      property.isDeprecated ? "(configuration as any \(Self.deprecatedProtocol))" : "configuration"
    switch value {
    case .expression(let text): writer.assignment("\(receiver).\(property.name)", text)
    case .dictionary(let entries): writer.dictionary("\(receiver).\(property.name) =", entries)
    }
  }

  /// The deprecated properties that at least one of the sessions sets.
  static func deprecated(in sessions: [Policy.Session], in context: GenerationContext) -> [SessionProperty] {
    context.sessionProperties.filter { property in
      property.isDeprecated && sessions.contains { property.value(in: $0) != nil }
    }
  }

  /// The assignments of a session, in the order of Apple's table.
  ///
  /// Background sessions always set `sessionSendsLaunchEvents`, because sources disagree about its default.
  /// Properties whose types belong to other frameworks are linted but not set.
  static func all(of session: Policy.Session, in context: GenerationContext) -> [SessionAssignment] {
    context.sessionProperties.compactMap { property in
      property.value(in: session).flatMap { value($0, in: context) }.map {
        SessionAssignment(property: property, value: $0)
      }
    }
  }

  private static func value(_ value: SessionPropertyValue, in context: GenerationContext) -> Value? {
    switch value {
    case .literal(let text): .expression(text)
    case .seconds(let span): .expression(SwiftText.seconds(span))
    case .member(let name): .expression(".\(SwiftName.escaped(name))")
    case .string(let text): .expression(context.literal(text.value, at: text.node))
    case .none: .expression("nil")
    case .shared(let type): .expression("\(type).shared")
    case .runtime(let node): context.settings.member(at: node).map { .expression($0) }
    case .headers(let headers):
      .dictionary(
        headers.filter { !$0.isRuntime }.map { (SwiftText.literal($0.name), context.literal($0.value)) })
    }
  }
}

extension SessionProperty {
  fileprivate var isDeprecated: Bool { availability.deprecated != nil }
}
