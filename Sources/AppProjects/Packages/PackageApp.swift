internal import AppFacts

/// An app of Swift Playgrounds, which the manifest of a Swift package describes as a product.
struct PackageApp {
  private let product: ManifestValue
  private let package: ManifestValue
  private let folder: String

  /// Takes a product `iOSApplication` of the package in a folder.
  init(_ product: ManifestValue, of package: ManifestValue, in folder: String) {
    self.product = product
    self.package = package
    self.folder = folder
  }

  /// The app as a target with the sources of its targets.
  func description(sources: [String]) -> TargetDescription {
    let name = product["name"]?.string ?? package["name"]?.string ?? "App"
    return TargetDescription(
      name: name, productType: "com.apple.product-type.application", location: product.location,
      folder: folder,
      projectName: name, configurations: [ConfigurationDescription(name: "Release", levels: [settings])],
      sources: Set(sources).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, dependencies: [],
      packageProducts: [])
  }

  private var settings: SettingLevel {
    var level = SettingLevel()
    func set(_ name: String, _ value: String?, at location: FactLocation) {
      guard let value else { return }
      level.append(SettingAssignment(name: name, conditions: [], value: value, location: location))
    }
    set("SDKROOT", "iphoneos", at: product.location)
    for (setting, key) in [
      ("PRODUCT_BUNDLE_IDENTIFIER", "bundleIdentifier"),
      ("INFOPLIST_FILE", "additionalInfoPlistContentFilePath"),
    ] {
      guard let value = product[key] else { continue }
      set(setting, value.string, at: value.location)
      if value.string == nil { level.append(SettingGap(location: value.location, of: setting)) }
    }
    let system = package["platforms"]?.list.first { $0.name == "iOS" }
    if let system, let version = system.arguments.first?.value {
      set(
        "IPHONEOS_DEPLOYMENT_TARGET", version.string ?? version.name.flatMap(Self.version),
        at: system.location)
    }
    return level
  }

  /// The version of a constant such as `v16`, or `v16_4`.
  private static func version(of constant: String) -> String? {
    guard constant.hasPrefix("v") else { return nil }
    let numbers = constant.dropFirst().split(separator: "_")
    return numbers.count == 1 ? "\(numbers[0]).0" : numbers.joined(separator: ".")
  }
}
