internal import PolicySyntax

/// The declarations of all files, which decide how bodies are read.
struct ObjectiveCSymbols: Sendable {
  /// The names of properties, of Objective-C and Swift.
  private(set) var properties: Set<String> = []
  /// The names of methods without parameters that return something.
  private(set) var getters: Set<String> = []
  /// The selectors of methods, such as setters.
  private(set) var selectors: Set<String> = []
  /// The names of Swift functions, by selector; `nil` for a selector that several functions have.
  private(set) var swiftMethods: [String: SwiftName?] = [:]
  /// The names of types that the sources declare.
  private(set) var types: Set<String> = []
  /// The classes whose `@interface` the sources contain.
  private(set) var interfaces: Set<String> = []
  private(set) var spelling = TypeSpelling()

  init(_ files: [FileIndex]) {
    for file in files {
      for type in file.types where type.kind != .extension { types.insert(type.path.last ?? "") }
      guard let outline = file.outline else {
        add(swift: file)
        continue
      }
      interfaces.formUnion(outline.interfaces)
      for variable in outline.variables where variable.isProperty { properties.insert(variable.name) }
      for callable in outline.callables where callable.isMethod {
        selectors.insert(callable.selector)
        guard callable.body != nil, !callable.selector.contains(":"),
          callable.returnType.first?.text != "void"
        else { continue }
        getters.insert(callable.selector)
      }
    }
    for file in files { for alias in file.outline?.aliases ?? [] { add(alias.name, alias.type) } }
  }

  private mutating func add(_ name: String, _ type: ArraySlice<CToken>) {
    guard !SystemTypes.keeps(name), let text = spelling.type(type), text != name else { return }
    spelling.aliases[name] = text
  }

  private mutating func add(swift file: FileIndex) {
    for property in file.properties where !property.context.types.isEmpty { properties.insert(property.name) }
    for function in file.functions where !function.context.types.isEmpty && !function.parameters.isEmpty {
      let name = SwiftName(name: function.name, labels: function.parameters.map(\.label))
      let selector = name.selector
      if let known = swiftMethods[selector], known != name {
        swiftMethods[selector] = .some(nil)
      } else {
        swiftMethods[selector] = name
      }
    }
  }
}
