internal import AppFacts

/// The ways in which code may use a type's members, from the declarations of the type. Each type is looked up once.
struct EnclosingTypes {
  /// The properties of a type that decide how code may use its members, from its declaration and extensions.
  struct Surroundings {
    /// Whether the sources only extend the type.
    var isForeign = false
    /// The superclasses and protocols that the sources do not declare, and that may call members by themselves.
    var supertypes: Set<String> = []
    /// Whether a declaration other than a public one may be used by code outside of the sources.
    var mayBeExposed = false
    /// Whether Objective-C or subclasses outside of the sources may use the members.
    var isExposed = false
    /// Whether the type is a private class that inherits from a class or protocol of the system, so that no code outside of the file can
    /// create an object of the class.
    var isHidden = false
  }

  private let program: Program
  private var known: [MemberName: Surroundings] = [:]
  private var named: [String: Bool] = [:]
  /// The types with the launch of an app's delegate.
  private let launched: Set<[String]>

  /// Superclasses and protocols that do not call methods of a type by themselves.
  private static let plain: Set<String> = [
    "NSObject", "ObservableObject", "Sendable", "Equatable", "Hashable", "Codable", "Decodable", "Encodable",
    "Identifiable", "String", "Int", "Error", "LocalizedError", "CaseIterable", "AnyObject", "Actor",
    "RawRepresentable", "CustomStringConvertible", "Comparable", "@unchecked Sendable", "NSCopying",
    "PreviewProvider",
  ]

  /// The types of a program.
  init(_ program: Program) {
    self.program = program
    launched = Set(
      (program.functions["application"] ?? []).filter { EntryMoments.moment(of: $0, program) == .launch }
        .map(\.types))
  }

  /// The properties of the type that a path of names means in a file.
  subscript(path: [String], from file: FileIndex) -> Surroundings {
    mutating get {
      let key = MemberName(name: file.target ?? "", types: path)
      if let known = known[key] { return known }
      let found = surroundings(of: path, from: file)
      known[key] = found
      return found
    }
  }

  private func surroundings(of path: [String], from file: FileIndex) -> Surroundings {
    let declarations = program.declarations(of: path, from: file).map(\.value)
    var found = Surroundings()
    found.isForeign = declarations.allSatisfy { $0.kind == .extension }
    for one in declarations {
      let foreign = one.inherited.filter {
        !Self.plain.contains(Program.plain($0)) && program.type(named: $0, in: path) == nil
      }
      found.supertypes.formUnion(foreign.map(Program.plain))
      let context = one.context
      if one.kind == .class, !context.isExposed, !foreign.isEmpty,
        context.modifiers.contains(where: { $0 == "private" || $0 == "fileprivate" })
      {
        found.isHidden = true
      }
      guard context.isExposed, !context.modifiers.contains("public") else { continue }
      found.mayBeExposed = true
      if context.attributes.contains(where: { $0.hasPrefix("objc") }) || context.modifiers.contains("open") {
        found.isExposed = true
      }
    }
    return found
  }

  /// The name of a member's type if the type is hidden; `nil` for any other member.
  mutating func namesOfHiddenTypes(around body: Body) -> Set<String>? {
    guard let last = body.types.last, !body.types.contains(where: { program.types[$0] == nil }) else {
      return nil
    }
    return self[body.types, from: body.file].isHidden ? [last] : nil
  }

  /// Whether code that uses a member of a type mentions the type. A type outside of the sources needs no mention: code may use a member of
  /// its extension as `.member`. The system creates the app's delegate.
  mutating func hasToBeNamed(_ name: String) -> Bool {
    if let known = named[name] { return known }
    let declarations = (program.types[name] ?? []).map(\.value)
    let found =
      declarations.contains { $0.kind != .extension }
      && !DelegateMethods.isDelegate(Set(declarations.flatMap(\.inherited).map(Program.plain)))
    named[name] = found
    return found
  }

  /// Whether the sources have the launch of the app's delegate. Without the launch, the sources are only a part of the app.
  func areWhole(_ types: [String]) -> Bool { launched.contains(types) }
}
