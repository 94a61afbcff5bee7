internal import AppFacts

/// The protocols whose code runs only if a type that adopts them is in use.
struct Adoptions {
  /// The names of the adoptions that are in use as soon as a type is in use, by the name of the type.
  private(set) var byType: [String: Set<String>] = [:]
  private let program: Program
  /// The name of a protocol's adoption by the protocol's path; `nil` if the protocol may be adopted otherwise.
  private var known: [[String]: String?] = [:]
  /// The names in aliases of types; an alias may stand for a protocol together with other types.
  private let aliased: Set<String>
  /// Whether the sources have the beginning of an app. Otherwise, code outside of the sources may adopt public protocols.
  private let isWhole: Bool

  init(_ program: Program) {
    self.program = program
    aliased = program.files.reduce(into: []) { names, file in
      for alias in file.aliases { names.formUnion(alias.identifiers) }
    }
    isWhole =
      program.files.contains { file in file.types.contains(where: \.context.isMain) }
  }

  /// The name that has to be in use for a member of a protocol's extension to run; `nil` for any other member.
  mutating func name(for body: Body, _ types: inout EnclosingTypes) -> String? {
    guard let last = body.types.last, !body.isRequirement, let context = body.context else { return nil }
    let path = body.types
    let name: String?
    if let found = known[path] {
      name = found
    } else {
      name = adoption(of: path, last, from: body.file, &types)
      known[path] = .some(name)
    }
    // `extension Style where Self == Plain { static var plain: Plain … }` is used without a mention of the type.
    let heirs = name == nil ? [] : program.heirs.names(below: path, in: program)
    return context.identifiers.isDisjoint(with: heirs) ? name : nil
  }

  private mutating func adoption(
    of path: [String], _ last: String, from file: FileIndex, _ types: inout EnclosingTypes
  ) -> String? {
    let declarations = program.declarations(of: path, from: file).map(\.value)
    guard let own = declarations.first(where: { $0.kind == .protocol }), !aliased.contains(last) else {
      return nil
    }
    guard !own.context.isExposed || isWhole && own.context.modifiers.contains("public") else { return nil }
    let heirs = program.heirs.all(of: path, in: program)
    // The system creates objects of its own classes, and of types that it knows by a protocol or by their name.
    let isMadeByCode = heirs.allSatisfy { heir in
      let surroundings = types[heir.path, from: heir.file]
      return !surroundings.isForeign && !surroundings.isExposed && surroundings.supertypes.isEmpty
    }
    guard !heirs.isEmpty, isMadeByCode else { return nil }
    let name = "adoption of " + path.joined(separator: ".")
    for heir in heirs { if let type = heir.path.last { byType[type, default: []].insert(name) } }
    return name
  }
}
