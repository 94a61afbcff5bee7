internal import AppFacts

/// The names of classes and methods that code looks up by texts, when it runs.
enum LookedUpNames {
  /// The functions that find a class by its name.
  static let ofClasses = [
    "NSClassFromString", "objc_getClass", "objc_lookUpClass", "objc_getRequiredClass", "_typeByName",
    "classNamed",
  ]
  /// The functions that find a method of Objective-C by its name. Swift's methods for Objective-C need no look-up to be in use.
  static let ofMethods = ["Selector", "NSSelectorFromString", "sel_registerName", "sel_getUid"]

  /// The names that may be looked up: the names in texts that are written out, and all names if another text
  /// is computed.
  static func all(in program: Program) -> Set<String> {
    var (names, areComplete) = texts(of: ofClasses, program)
    if !areComplete {
      for file in program.files {
        for type in file.types where type.kind == .class { names.formUnion(type.path) }
      }
    }
    let methods = texts(of: ofMethods, program)
    names.formUnion(methods.names)
    names.formUnion(program.resources.names(in: program))
    names.formUnion(namesOfSymbols(in: program))
    if !methods.areComplete {
      for body in program.bodies where !body.types.isEmpty && !body.file.path.hasSuffix(".swift") {
        if let name = body.function?.name { names.formUnion([name] + body.types) }
      }
    }
    return names
  }

  /// The names of all functions of Swift if a declaration names a symbol, because the symbol may mean any of
  /// these functions.
  private static func namesOfSymbols(in program: Program) -> Set<String> {
    let attributes: Set<String> = ["_silgen_name", "_extern"]
    let namesSymbol = program.bodies.contains { !attributes.isDisjoint(with: $0.context?.attributes ?? []) }
    guard namesSymbol else { return [] }
    return program.bodies.filter { $0.file.path.hasSuffix(".swift") }.reduce(into: []) { names, body in
      if let name = body.function?.name { names.formUnion([name] + body.types) }
    }
  }

  /// The names in the arguments of some functions, and whether all of these arguments are texts that are written out.
  private static func texts(of functions: [String], _ program: Program) -> (
    names: Set<String>, areComplete: Bool
  ) {
    var names: Set<String> = []
    var areComplete = true
    for call in functions.flatMap({ program.callsByName[$0] ?? [] }) {
      guard let value = call.arguments.first?.value.core else { continue }
      guard case .text(let parts) = value.form else {
        areComplete = false
        continue
      }
      for part in parts {
        guard case .string(let text) = part else {
          areComplete = false
          continue
        }
        // A name with which the linker knows a type contains the lengths of its parts.
        if ["_T", "$s", "_$s"].contains(where: text.hasPrefix) { areComplete = false }
        names.formUnion(
          text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
      }
    }
    return (names, areComplete)
  }
}
