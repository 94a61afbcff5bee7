internal import AppFacts

/// The systems that a target is built for, by its settings.
enum TargetPlatforms {
  /// A system: its name in the policy language, its SDKs, and the setting for its deployment target.
  private struct System {
    let name: String
    let sdks: [String]
    let deploymentTarget: String
  }

  private static let systems = [
    System(
      name: "iOS", sdks: ["iphoneos", "iphonesimulator"], deploymentTarget: "IPHONEOS_DEPLOYMENT_TARGET"),
    System(name: "macOS", sdks: ["macosx"], deploymentTarget: "MACOSX_DEPLOYMENT_TARGET"),
    System(
      name: "tvOS", sdks: ["appletvos", "appletvsimulator"], deploymentTarget: "TVOS_DEPLOYMENT_TARGET"),
    System(
      name: "watchOS", sdks: ["watchos", "watchsimulator"], deploymentTarget: "WATCHOS_DEPLOYMENT_TARGET"),
    System(name: "visionOS", sdks: ["xros", "xrsimulator"], deploymentTarget: "XROS_DEPLOYMENT_TARGET"),
  ]

  /// The SDKs of Xcode, without their versions.
  static let sdks = systems.flatMap(\.sdks) + ["driverkit"]

  /// The SDK by which conditions of settings are decided: the target's own SDK, or else the first supported SDK, with iOS first; `nil` if
  /// the SDK is not known.
  static func mainSDK(of scope: SettingsScope) -> String? {
    if let sdk = sdk(of: scope) { return sdk }
    let supported = supportedSDKs(of: scope)
    return systems.first { system in system.sdks.contains(where: supported.contains) }?.sdks.first
  }

  /// The SDK that `SDKROOT` names, without its version; `nil` for `auto`.
  private static func sdk(of scope: SettingsScope) -> String? {
    guard let root = scope.text(of: "SDKROOT") else { return nil }
    return systems.lazy.flatMap(\.sdks).first { sdk in
      root.hasPrefix(sdk) && root.dropFirst(sdk.count).allSatisfy { $0.isNumber || $0 == "." }
    }
  }

  private static func supportedSDKs(of scope: SettingsScope) -> Set<String> {
    Set(scope.text(of: "SUPPORTED_PLATFORMS").map(SettingWords.split) ?? [])
  }

  /// The systems, by their names in the policy language; empty if the systems are not known.
  static func names(of scope: SettingsScope) -> [String] {
    let own = sdk(of: scope)
    var supported = supportedSDKs(of: scope)
    // A target is built for its own SDK at least.
    if supported.isEmpty, let own { supported = [own] }
    var names = systems.filter { $0.sdks.contains(where: supported.contains) }.map(\.name)
    if names.contains("iOS"), scope.isTrue("SUPPORTS_MACCATALYST") {
      // On a Mac, a target is built for either macOS or Mac Catalyst.
      if own != "macosx" { names.removeAll { $0 == "macOS" } }
      names.insert("macCatalyst", at: (names.firstIndex(of: "macOS") ?? names.firstIndex(of: "iOS") ?? 0) + 1)
    }
    return names
  }

  /// The settings under the conditions of each SDK for which the target is built, the given settings first.
  static func scopes(of scope: SettingsScope, for names: [String]) -> [SettingsScope] {
    let sdks = systems.filter { system in
      names.contains(system.name) || system.name == "macOS" && names.contains("macCatalyst")
    }.compactMap(\.sdks.first)
    return [scope]
      + sdks.filter { $0 != scope.conditions.sdk }.map { sdk in
        var other = scope
        other.conditions.sdk = sdk
        other.overrides["PLATFORM_NAME"] = sdk
        return other
      }
  }

  /// The oldest version of each system.
  static func deploymentTargets(of scope: SettingsScope, for names: [String]) -> [FactEntry] {
    systems.compactMap { system in
      guard names.contains(system.name), let version = scope.fact(of: system.deploymentTarget) else {
        return nil
      }
      return FactEntry(system.name, version)
    }
  }
}
