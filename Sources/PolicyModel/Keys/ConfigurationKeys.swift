internal import JSON
internal import PolicySyntax

extension BuildConfiguration {
  static let keys = KeyTable(
    "configuration", { BuildConfiguration(name: .unnamed) },
    [
      Key(
        "bundleIdentifier", .string,
        "The bundle identifier in this configuration, for example com.example.photos.dev."
      ) { $0.bundleIdentifier = $1 }
    ])
}

extension Shape<[BuildSetting]> {
  /// A mapping from names to values, each a string or a mapping from configurations to strings.
  static var buildSettings: Shape {
    let text = Shape<String>.scalarText
    let byConfiguration: JSONValue = ["type": "object", "additionalProperties": text.schema()]
    return Shape(
      schema: ["type": "object", "additionalProperties": ["anyOf": [text.schema(), byConfiguration]]]
    ) { node, lowering in
      lowering.lowerFreeKeys(at: node) { name, node, lowering in
        guard BuildSettingReference.isName(name) else {
          lowering.report(
            .policyBadValue, at: .key(node), "\(name) is not the name of a build setting",
            help: "use letters, digits and _, for example APP_SUFFIX")
          return nil
        }
        return lowering.buildSetting(name, at: node, text)
      }
    }
  }
}

extension Lowering {
  fileprivate mutating func buildSetting(
    _ name: String, at node: PolicyNode, _ text: Shape<String>
  ) -> BuildSetting? {
    guard tree.kind(of: nodes.syntax(of: node)) == .mapping else {
      return text.lower(node, &self).map {
        BuildSetting(name: Located(name, at: node), value: .same(Located($0, at: node)))
      }
    }
    return lowerFreeKeys(at: node) { configuration, node, lowering in
      text.lower(node, &lowering).map { (configuration: configuration, value: Located($0, at: node)) }
    }.map { BuildSetting(name: Located(name, at: node), value: .byConfiguration($0)) }
  }
}
