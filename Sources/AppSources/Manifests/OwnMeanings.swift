/// What a manifest and its helpers give another meaning than Swift, the standard library and the descriptions of packages and projects.
struct OwnMeanings {
  /// The types that aliases stand for, by the names of the aliases; an empty path if a run alone tells the type.
  let aliases: [String: [String]]
  /// Whether the files interpolate texts in their own ways.
  let hasInterpolations: Bool
  /// The texts of the types that aliases stand for.
  private let textsOfAliases: [String: [String]]
  /// The paths of the types that the files declare, and not only extend.
  private let types: Set<[String]>
  /// The last names of protocols and classes, whose members other types have as well.
  private let inheritable: Set<String>
  /// The property wrappers and result builders of the files.
  private let wrappers: Set<String>
  /// The requirements of protocols that result builders change.
  private let builtRequirements: Set<String>
  /// Whether calls of objects run methods of the files.
  private let hasCallableTypes: Bool
  /// The modules that the files import.
  private let modules: Set<String>

  /// Attributes that change no value.
  private static let harmlessAttributes: Set<String> = [
    "available", "backDeployed", "discardableResult", "frozen", "inlinable", "inline", "MainActor",
    "preconcurrency", "Sendable", "usableFromInline", "objc", "nonobjc", "concurrent",
  ]

  /// Protocols of the standard library that types of the descriptions have.
  private static let protocols: Set<String> = [
    "Any", "AnyObject", "BidirectionalCollection", "CaseIterable", "Codable", "Collection", "Comparable",
    "CustomStringConvertible", "Decodable",
    "Encodable", "Equatable", "Error", "ExpressibleByArrayLiteral", "ExpressibleByDictionaryLiteral",
    "ExpressibleByStringInterpolation", "ExpressibleByStringLiteral", "Hashable", "Identifiable",
    "LosslessStringConvertible", "RangeReplaceableCollection", "RawRepresentable", "Sendable", "Sequence",
    "SetAlgebra",
    "StringProtocol",
  ]

  init(_ files: [FileIndex]) {
    let declared = files.flatMap(\.types).filter { $0.kind != .extension }
    types = Set(declared.map(\.path))
    inheritable = Self.protocols.union(
      declared.filter { [.protocol, .class].contains($0.kind) }.compactMap(\.path.last))
    wrappers = Set(
      declared.filter { type in
        type.context.attributes.contains {
          ["propertyWrapper", "resultBuilder", "_functionBuilder"].contains($0)
        }
      }.compactMap(\.path.last))
    var texts: [String: [String]] = [:]
    var aliases: [String: [String]] = [:]
    for alias in files.flatMap(\.aliases) {
      let path = Self.names(in: alias.type ?? "").first ?? []
      // An alias such as `Target = ProjectDescription.Target` keeps its meaning.
      guard path.last != alias.name else { continue }
      let isPlain = alias.type == path.joined(separator: ".")
      let isSame = aliases[alias.name].map { $0 == path } ?? true
      aliases[alias.name] = isPlain && isSame ? path : []
      texts[alias.name, default: []].append(alias.type ?? "")
    }
    self.aliases = aliases
    textsOfAliases = texts
    let functions = files.flatMap(\.functions)
    let contexts =
      functions.map { ($0.name, $0.context) } + files.flatMap(\.properties).map { ($0.name, $0.context) }
    let wrappers = wrappers
    builtRequirements = Set(
      contexts.filter { $0.1.isRequirement && !$0.1.identifiers.isDisjoint(with: wrappers) }.map(\.0))
    hasInterpolations = functions.contains { $0.name == "appendInterpolation" }
    hasCallableTypes =
      functions.contains { ["callAsFunction", "dynamicallyCall"].contains($0.name) }
      || declared.contains { $0.context.attributes.contains("dynamicCallable") }
    modules = Set(files.flatMap(\.imports).map(\.module)).union(["Swift"])
  }

  /// The paths of names in the text of a type: `["Target", "Dependency"]` for `[Target.Dependency]?`.
  private static func names(in type: String) -> [[String]] {
    type.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
      .map { $0.split(separator: ".").map(String.init) }.filter { !$0.isEmpty }
  }

  /// The path of a type without aliases, modules and `Self`; `nil` if the files don't tell the type.
  func resolved(_ path: [String], in types: [String]) -> [String]? {
    var path = path.first == "Self" ? types + path.dropFirst() : path
    for _ in 0..<8 {
      if let first = path.first, modules.contains(first), !self.types.contains([first]) {
        path.removeFirst()
      }
      guard let index = path.firstIndex(where: { aliases[$0] != nil }) else { return path }
      guard let type = aliases[path[index]], !type.isEmpty else { return nil }
      path = type + path[(index + 1)...]
    }
    return nil
  }

  /// Whether a path names a type that the files declare, seen from inside of some types.
  func declares(_ path: [String], in around: [String]) -> Bool {
    !path.isEmpty && (0...around.count).contains { types.contains(around.prefix($0) + path) }
  }

  /// Whether the text of a type names a type of the files.
  func mentions(_ type: String?, in around: [String], depth: Int = 8) -> Bool {
    guard let type, depth > 0 else { return false }
    return Self.names(in: type).contains { path in
      declares(path, in: around)
        || path.last.flatMap { textsOfAliases[$0] }?.contains {
          mentions($0, in: around, depth: depth - 1)
        } ?? false
    }
  }

  /// Whether other types may have the members of a type.
  func mayBeInherited(from types: [String]) -> Bool { types.last.map(inheritable.contains) ?? false }

  /// Whether attributes may change the value of a property or the result of a function.
  func mayAlter(_ name: String, _ context: DeclarationContext) -> Bool {
    !context.attributes.allSatisfy(Self.harmlessAttributes.contains)
      || !context.identifiers.isDisjoint(with: wrappers) || builtRequirements.contains(name)
  }

  /// Whether a literal or `.init(…)` makes a value of a type of the files, so that the value is not the literal.
  func converts(_ expression: Expression, to type: String?, in around: [String]) -> Bool {
    guard let type, mentions(type, in: around) else { return false }
    switch expression.core.form {
    case .array(let elements) where type.contains("["):
      return elements.contains { converts($0, to: type, in: around) }
    case .text, .number, .bool, .null, .array, .dictionary: return true
    case .call(let callee, _): return callee.core.lastName == "init"
    default: return false
    }
  }

  /// Whether an expression is cast to a type of the files.
  func casts(_ expression: Expression, in around: [String]) -> Bool {
    switch expression.form {
    case .cast(let inner, _, let type): mentions(type, in: around) || casts(inner, in: around)
    case .unwrapped(let inner, _), .attempt(_, let inner), .await(let inner): casts(inner, in: around)
    default: false
    }
  }

  /// Whether the value of a property may be called like a function.
  func mayBeCalled(_ property: Property) -> Bool {
    if let type = property.type {
      return type.contains("->") || hasCallableTypes
        || Self.names(in: type).contains { $0.last.map { aliases[$0] != nil } ?? false }
    }
    switch property.value?.core.form {
    case .text, .number, .bool, .null, .array, .dictionary: return false
    case .call(let callee, _):
      let name = callee.core.lastName ?? ""
      return hasCallableTypes || !(name == "init" || name.first?.isUppercase ?? false)
    default: return true
    }
  }
}

/// The texts of expressions that have no known value, each of which is composed once.
final class Summaries {
  private var known: [ObjectIdentifier: String] = [:]

  /// The text of an expression, as ``Expression/summary`` has it.
  func summary(of expression: Expression) -> String {
    let id = ObjectIdentifier(expression)
    if let summary = known[id] { return summary }
    let summary = expression.summary
    known[id] = summary
    return summary
  }
}
