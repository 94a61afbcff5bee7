internal import PolicyModel

/// Several sessions whose identifiers differ only in a value.
struct SessionFamily {
  /// The name of the value in the policy.
  let per: String
  /// The placeholder of the value in the identifier, such as `{account}`.
  let placeholder: String
  /// The part of the identifiers before the value.
  let prefix: String
  /// The part of the identifiers after the value.
  let suffix: String
  /// The member of the identifier type that returns the value.
  let member: String

  /// The label of the parameter for the value. Only a few keywords need backticks as labels.
  var label: String { Self.label(per) }

  /// A name as the label of a parameter.
  static func label(_ name: String) -> String {
    ["inout", "let", "var"].contains(name) ? SwiftName.escaped(name) : name
  }

  /// A name as the label of an argument in a call, where the compiler warns of backticks around `let` and `var`.
  static func argumentLabel(_ name: String) -> String {
    name == "inout" ? SwiftName.escaped(name) : name
  }

  /// The name of the value inside functions.
  var local: String { isTaken ? documentedName : SwiftName.escaped(per) }

  /// The parameter for the value.
  var parameter: String { isTaken ? "\(label) \(local): String" : "\(label): String" }

  /// The parameter's name in comments, without backticks.
  var documentedName: String { isTaken ? "\(per)Value" : per }

  /// The argument that passes the value on.
  var argument: String { "\(Self.argumentLabel(per)): \(local)" }

  private var isTaken: Bool { Self.locals.contains(per) }

  /// The names of other variables in functions with the parameter.
  private static let locals: Set = [
    "configuration", "downloads", "encoded", "event", "identifier", "item", "parts", "pattern", "prefix",
    "request", "session", "settings", "submitted", "suffix", "task", "uploads", "value",
  ]
}

extension Policy.Session {
  /// The family that the session declares. `nil` if the session has no instances.
  var family: SessionFamily? {
    guard let affixes = instanceAffixes, let instances = instances?.value, let per = instances.per?.value,
      let placeholder = instances.placeholder
    else { return nil }
    let name = SwiftName.of(name.value) ?? "_"
    return SessionFamily(
      per: per, placeholder: placeholder, prefix: affixes.prefix, suffix: affixes.suffix,
      member: name + per.prefix(1).uppercased() + per.dropFirst())
  }

  /// The expression for the session, in code in which the value of the instance is available: `library`, or
  /// `library(account: account)`.
  var reference: String {
    family.map { "\(swiftName)(\($0.argument))" } ?? swiftName
  }
}

extension Policy.Session {
  /// The expression for the configuration, in code in which the settings and the value of the instance are
  /// available.
  var configurationReference: String {
    let arguments =
      (family.map { [$0.argument] } ?? []) + (takesRuntimeValues ? ["settings: settings"] : [])
    return arguments.isEmpty ? swiftName : "\(swiftName)(\(arguments.joined(separator: ", ")))"
  }
}

/// The code for the identifiers of families.
enum SessionFamilyCode {
  /// Writes the functions that create an identifier from a value and extract the value from an identifier.
  static func writeIdentifier(
    of session: Policy.Session, _ family: SessionFamily, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    let name = "`\(SwiftText.comment(session.name.value))`"
    let type = "\(context.name)SessionIdentifier"
    let placeholder = SwiftText.literal(family.placeholder)
    writer.documentation(
      "The session \(name) of one \(family.per).",
      "- Parameter \(family.documentedName): A string that is not empty and the same at each launch."
    )
    writer.function(
      "\(context.access)static func \(session.swiftName)", parameters: [family.parameter],
      effects: "-> \(type)"
    ) { writer in
      if let pattern = context.pattern(of: session) {
        writer.assignment("let pattern", pattern)
        writer.line("let value = encoded(\(family.local))")
        return writer.call(
          after: "return ", to: type,
          arguments: ["rawValue: pattern.replacingOccurrences(of: \(placeholder), with: value)"])
      }
      writer.assignment("let prefix", SwiftText.literal(family.prefix))
      let suffix = family.suffix.isEmpty ? "" : " + suffix"
      if !family.suffix.isEmpty { writer.assignment("let suffix", SwiftText.literal(family.suffix)) }
      writer.call(
        after: "return ", to: type, arguments: ["rawValue: prefix + encoded(\(family.local))\(suffix)"])
    }
    writer.line()
    writer.documentation(
      "The \(family.per) of an identifier of the session \(name); `nil` for any other identifier.")
    writer.block("\(context.access)var \(family.member): String?") { writer in
      if let pattern = context.pattern(of: session) {
        writer.assignment("let pattern", pattern)
        writer.line("let parts = pattern.components(separatedBy: \(placeholder))")
        writer.line("guard parts.count == 2 else { return nil }")
        return writer.line("return value(after: parts[0], before: parts[1])")
      }
      writer.assignment("let prefix", SwiftText.literal(family.prefix))
      writer.assignment("let suffix", SwiftText.literal(family.suffix))
      writer.line("return value(after: prefix, before: suffix)")
    }
  }

  /// The functions that encode and decode values.
  static let coding = """
    /// A value as a part of an identifier: anything but ASCII letters, digits, `-` and `_` is
    /// percent-encoded.
    private static func encoded(_ value: String) -> String {
      let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
      let allowed = CharacterSet(charactersIn: letters + "0123456789-_")
      return value.addingPercentEncoding(withAllowedCharacters: allowed) ?? value
    }

    private func value(after prefix: String, before suffix: String) -> String? {
      guard rawValue.hasPrefix(prefix) else { return nil }
      let rest = rawValue.dropFirst(prefix.count)
      guard rest.hasSuffix(suffix) else { return nil }
      let encoded = String(rest.dropLast(suffix.count))
      guard let value = encoded.removingPercentEncoding, !value.isEmpty,
        Self.encoded(value) == encoded
      else { return nil }
      return value
    }
    """
}

extension GenerationContext {
  /// A family's identifier in Swift, with the placeholder in it. `nil` if the identifier is equal in all
  /// build configurations.
  fileprivate func pattern(of session: Policy.Session) -> String? {
    guard let identifier = session.identifier, configured.value(at: identifier.node) != nil else {
      return nil
    }
    return literal(identifier.value.text, at: identifier.node)
  }
}
