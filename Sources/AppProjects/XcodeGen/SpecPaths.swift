internal import Quantities

/// Functions on the paths that a spec contains.
enum SpecPaths {
  /// An included spec, with the folder of its file prepended to the paths of its targets.
  static func prefixed(_ spec: ValueNode, with folder: String) -> ValueNode {
    func path(_ value: ValueNode) -> ValueNode {
      guard let text = value.string, !text.isAbsolutePath else { return value }
      return ValueNode(.string("\(folder)/\(text)"), in: value.file, at: value.offset)
    }
    func file(_ value: ValueNode) -> ValueNode { value.mapping(["path"], path) }
    func sources(_ value: ValueNode) -> ValueNode {
      switch value.content {
      case .list(let items):
        ValueNode(
          .list(items.map { $0.string == nil ? file($0) : path($0) }), in: value.file, at: value.offset)
      case .dictionary: file(value)
      default: path(value)
      }
    }
    func target(_ value: ValueNode) -> ValueNode {
      value.mapping(["sources"], sources).mapping(["info", "entitlements"], file)
        .mapping(["configFiles"]) { $0.mappingAll(path) }
    }
    func list(_ value: ValueNode) -> ValueNode {
      guard case .list(let items) = value.content else { return path(value) }
      return ValueNode(.list(items.map(path)), in: value.file, at: value.offset)
    }
    return spec.mapping(["targets", "targetTemplates"]) { $0.mappingAll(target) }
      .mapping(["configFiles"]) { $0.mappingAll(path) }
      .mapping(["packages", "projectReferences"]) { $0.mappingAll(file) }
      .mapping(["localPackages"], list)
  }
}
