internal import AppFacts

/// The Info.plist of a target in a configuration: its file, and the keys that Xcode generates.
struct InfoPlist {
  /// The values by key.
  let values: [FactEntry]
  /// The bundle identifier of the product.
  let bundleIdentifier: FactValue?
  /// The texts that may refer to settings.
  let texts: [String]

  /// The keys of `PropertyListKey` that `GENERATE_INFOPLIST_FILE` takes from settings named `INFOPLIST_KEY_…`.
  ///
  /// https://github.com/swiftlang/swift-build: `InfoPlistProcessorTaskAction.swift`
  private static let generatedKeys = [
    "NSSupportsLiveActivities", "WKApplication", "WKRunsIndependentlyOfCompanionApp",
  ]

  /// Reads an Info.plist; `file` is the root of its file, or `nil` if no file can be read.
  init(file: ValueNode?, scope: SettingsScope, productType: String?, files: ProjectFiles) {
    let isGenerated = scope.isTrue("GENERATE_INFOPLIST_FILE")
    let entries = file?.entries ?? []
    let identifier = entries.last { $0.key == "CFBundleIdentifier" }?.value
    let setting = scope.fact(of: "PRODUCT_BUNDLE_IDENTIFIER")

    var scope = scope
    if let text = identifier?.string,
      SettingExpression(text).loneReference?.name.literal != "CFBundleIdentifier"
    {
      scope.overrides["CFBundleIdentifier"] = scope.text(resolving: text)
    } else if let text = setting?.string {
      scope.overrides["CFBundleIdentifier"] = text
    }

    // A generated identifier replaces the identifier of the file.
    if isGenerated, setting != nil {
      bundleIdentifier = setting
    } else if let identifier, let text = identifier.string, !text.isEmpty {
      let isSetting =
        SettingExpression(text).loneReference?.name.literal == "PRODUCT_BUNDLE_IDENTIFIER" && setting != nil
      let value = isSetting ? setting : identifier.fact(in: scope)
      // Xcode leaves out an empty identifier.
      bundleIdentifier = value?.string == "" ? nil : value
    } else {
      bundleIdentifier = setting
    }

    let known = entries.filter { PropertyListKey.infoPlist.contains($0.key) }
    var values = ValueNode.facts(of: known, in: scope)
    Self.replaceValues(&values, byKeysOfDevicesIn: entries, scope, files)
    if isGenerated {
      for (key, value) in Self.generated(scope, productType: productType) {
        let own = values.first { $0.key == key }?.value
        values.removeAll { $0.key == key }
        values.append(FactEntry(key, own.map(value.merged) ?? value))
      }
      if let bundleIdentifier {
        values.removeAll { $0.key == "CFBundleIdentifier" }
        values.append(FactEntry("CFBundleIdentifier", bundleIdentifier))
      }
      Self.noteIgnoredKeys(scope, files)
    }
    self.values = values
    texts = known.flatMap(\.value.texts)
  }

  /// Makes a value unresolved that some devices read from another key, such as `UIBackgroundModes~ipad`, unless both keys have the value.
  private static func replaceValues(
    _ values: inout [FactEntry], byKeysOfDevicesIn entries: [ValueEntry], _ scope: SettingsScope,
    _ files: ProjectFiles
  ) {
    for entry in entries {
      guard let key = PropertyListKey.replacedKey(by: entry.key) else { continue }
      let value = entry.value.fact(in: scope)
      let own = values.first { $0.key == key }?.value
      if let own, own.content != nil, own.isSame(as: value) { continue }
      values.removeAll { $0.key == key }
      values.append(
        FactEntry(key, FactValue(nil, .unresolved, at: value.location, expression: entry.key)))
      files.leaveOutCode(
        entry.value.location, "Some devices read \(entry.key) in place of \(key), with another value")
    }
  }

  private static func generated(
    _ scope: SettingsScope, productType: String?
  ) -> [(key: String, value: FactValue)] {
    var generated: [(key: String, value: FactValue)] = []
    for key in generatedKeys {
      guard let value = scope.fact(of: "INFOPLIST_KEY_\(key)") else { continue }
      generated.append((key, value.asBoolean))
    }
    let scenes = "INFOPLIST_KEY_UIApplicationSceneManifest_Generation"
    if scope.isTrue(scenes), let place = scope.fact(of: scenes)?.location {
      let entries = [
        FactEntry("UIApplicationSupportsMultipleScenes", FactValue(.bool(true), .expression, at: place)),
        FactEntry("UISceneConfigurations", FactValue(.dictionary([]), .expression, at: place)),
      ]
      generated.append(
        ("UIApplicationSceneManifest", FactValue(.dictionary(entries), .expression, at: place)))
    }
    if productType == "com.apple.product-type.application.watchapp2",
      let place = scope.fact(of: "GENERATE_INFOPLIST_FILE")?.location
    {
      generated.append(("WKWatchKitApp", FactValue(.bool(true), .expression, at: place)))
    }
    return generated
  }

  /// Notes settings that seem to state a key of the Info.plist, but have no effect.
  private static func noteIgnoredKeys(_ scope: SettingsScope, _ files: ProjectFiles) {
    for key in PropertyListKey.infoPlist where !generatedKeys.contains(key) {
      guard case .assigned(let assignment, _) = scope.value(of: "INFOPLIST_KEY_\(key)") else { continue }
      files.note(
        assignment.location, "The setting INFOPLIST_KEY_\(key) has no effect: Xcode does not generate \(key)")
    }
  }
}

extension SettingsScope {
  /// The text with its references resolved; `nil` if a reference is not known.
  func text(resolving source: String) -> String? {
    var evaluation = SettingEvaluation(scope: self)
    let text = evaluation.text(of: SettingExpression(source))
    return text.isResolved ? text.text : nil
  }
}

extension FactValue {
  /// A generated dictionary, with the missing entries taken from the file's dictionary; any other value unchanged.
  fileprivate func merged(into own: FactValue) -> FactValue {
    guard case .dictionary(let entries)? = content, case .dictionary(let others)? = own.content else {
      return self
    }
    let kept = others.filter { other in !entries.contains { $0.key == other.key } }
    return FactValue(.dictionary(kept + entries), resolution, at: location)
  }

  /// `YES` and `NO` as a truth value; any other value unchanged.
  fileprivate var asBoolean: FactValue {
    switch string {
    case "YES"?: FactValue(.bool(true), resolution, at: location, expression: expression)
    case "NO"?: FactValue(.bool(false), resolution, at: location, expression: expression)
    default: self
    }
  }
}
