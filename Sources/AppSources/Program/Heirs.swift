internal import AppFacts

/// The types of a program by their superclasses and protocols.
final class Heirs {
  /// The paths of types, by the last name of a superclass or protocol as written.
  private var paths: [String: [(path: [String], file: FileIndex)]] = [:]
  private var known: [[String]: [(path: [String], file: FileIndex)]] = [:]

  init(_ files: [FileIndex]) {
    for file in files {
      for type in file.types {
        for name in type.inherited {
          guard let last = Program.plain(name).split(separator: ".").last else { continue }
          paths[String(last), default: []].append((type.path, file))
        }
      }
    }
  }

  /// The types that directly name a type as their superclass or protocol.
  private func direct(of path: [String], in program: Program) -> [(path: [String], file: FileIndex)] {
    guard let last = path.last, let named = paths[last], program.budget.take(named.count) else { return [] }
    return named.filter { heir in
      program.inherited(by: heir.path, from: heir.file).contains {
        Program.plain($0).hasSuffix(last) && program.type(named: $0, in: heir.path) == path
      }
    }
  }

  /// The direct and indirect subtypes of a type without duplicates, including protocols and types that conform in an extension.
  func all(of path: [String], in program: Program) -> [(path: [String], file: FileIndex)] {
    if let found = known[path] { return found }
    var found: [(path: [String], file: FileIndex)] = []
    var seen: Set<[String]> = [path]
    var open = [path]
    while let next = open.popLast() {
      for heir in direct(of: next, in: program) where seen.insert(heir.path).inserted {
        found.append(heir)
        open.append(heir.path)
      }
    }
    known[path] = found
    return found
  }

  /// The last names of the subtypes of a type.
  func names(below path: [String], in program: Program) -> Set<String> {
    Set(all(of: path, in: program).compactMap(\.path.last))
  }
}

extension Program {
  /// Replaces each requirement of a protocol among members by its implementations.
  ///
  /// A requirement stays if a conforming type has no implementation in the sources, because that implementation is unknown.
  func implemented(_ members: [Body], _ find: ([String], FileIndex) -> [Body]) -> [Body] {
    guard members.contains(where: \.isRequirement) else { return members }
    var found: [Body] = []
    func add(_ body: Body) { if !found.contains(where: { $0 === body }) { found.append(body) } }
    for member in members {
      guard member.isRequirement else {
        add(member)
        continue
      }
      var own: [Body] = []
      var isComplete = true
      for heir in heirs.all(of: member.types, in: self) {
        let declarations = declarations(of: heir.path, from: heir.file)
        guard !declarations.contains(where: { $0.value.kind == .protocol }) else { continue }
        let candidates = find(heir.path, heir.file).filter { !$0.isRequirement }
        if candidates.isEmpty { isComplete = false }
        own += candidates
      }
      guard isComplete, !own.isEmpty else {
        add(member)
        continue
      }
      own.forEach(add)
    }
    return found
  }

  /// The initializers of a type, including the initializers that a class inherits.
  func initializers(of path: [String], from file: FileIndex, depth: Int = 0) -> [Body] {
    let own = functions(named: "init", of: path, from: file)
    let isOwn = own.contains { !($0.context?.modifiers.contains("convenience") ?? false) }
    let isClass = declarations(of: path, from: file).contains { $0.value.kind == .class }
    guard isClass, !isOwn, depth < 6, budget.take() else { return own }
    for one in inherited(by: path, from: file) {
      guard let next = type(named: one, in: path), next != path,
        declarations(of: next, from: file).contains(where: { $0.value.kind == .class })
      else { continue }
      return own + initializers(of: next, from: file, depth: depth + 1)
    }
    return own
  }
}

extension Body {
  /// Whether the body is a requirement of a protocol, which has no code.
  var isRequirement: Bool { context?.isRequirement ?? false }
}
