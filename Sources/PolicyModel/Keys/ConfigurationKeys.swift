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
  /// A mapping of names to values, each a text or a mapping from configuration to text.
  static var buildSettings: Shape {
    let text = Shape<String>.scalarText
    let byConfiguration: JSONValue = ["type": "object", "additionalProperties": text.schema()]
    return Shape(
      schema: ["type": "object", "additionalProperties": ["anyOf": [text.schema(), byConfiguration]]]
    ) { place, lowering in
      lowering.lowerFreeKeys(at: place) { name, place, lowering in
        guard BuildSettingReference.isName(name) else {
          lowering.report(
            .policyBadValue, at: .key(place), "\(name) is not the name of a build setting",
            help: "write letters, digits and _, for example APP_SUFFIX")
          return nil
        }
        return lowering.buildSetting(name, at: place, text)
      }
    }
  }
}

extension Lowering {
  fileprivate mutating func buildSetting(
    _ name: String, at place: Place, _ text: Shape<String>
  ) -> BuildSetting? {
    guard tree.kind(of: places.node(at: place)) == .mapping else {
      return text.lower(place, &self).map {
        BuildSetting(name: Placed(name, at: place), value: .same(Placed($0, at: place)))
      }
    }
    return lowerFreeKeys(at: place) { configuration, place, lowering in
      text.lower(place, &lowering).map { (configuration: configuration, value: Placed($0, at: place)) }
    }.map { BuildSetting(name: Placed(name, at: place), value: .byConfiguration($0)) }
  }
}
