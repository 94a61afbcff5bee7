/// A package for JavaScript or Dart that saves items in the keychain.
package struct PluginStorage: Sendable {
  /// The language of the code that calls the package.
  package let language: PluginFunction.Language
  /// The package that a file has to import.
  package let package: String
  /// The type whose objects save and read items; `nil` if functions of the package do so.
  package var type: String?
  /// The functions or methods that save an item.
  package let writes: Set<String>
  /// The functions or methods that read an item.
  package let reads: Set<String>
  /// The label of the argument with the options; `nil` for the third argument.
  package var options: String?
  /// The option that states when an item is accessible. Without the option, an item is accessible while the device is unlocked.
  package let option: String
  /// The values of the option with which an item can't be read while the device is locked.
  package let lockedValues: Set<String>
}

extension PlatformFacts {
  /// The packages that save items in the keychain, which are accessible while the device is unlocked unless the call says otherwise.
  package static let pluginStorages: [Fact<PluginStorage>] = [
    Fact(
      PluginStorage(
        language: .javaScript, package: "expo-secure-store", writes: ["setItem", "setItemAsync"],
        reads: ["getItem", "getItemAsync"], option: "keychainAccessible",
        lockedValues: [
          "WHEN_UNLOCKED", "WHEN_UNLOCKED_THIS_DEVICE_ONLY", "WHEN_PASSCODE_SET_THIS_DEVICE_ONLY",
        ]), .reported, .expoSecureStore),
    Fact(
      PluginStorage(
        language: .dart, package: "flutter_secure_storage", type: "FlutterSecureStorage", writes: ["write"],
        reads: ["read", "readAll"], options: "iOptions", option: "accessibility",
        lockedValues: ["passcode", "unlocked", "unlocked_this_device"]), .reported, .flutterSecureStorage),
  ]
}

extension PluginFunction {
  /// Whether the system or the package runs the function that the call passes, also while the app is in the background.
  package var runsInBackground: Bool {
    definesTask || isGlobal || runsApart || counterpart != nil || callback != nil
  }
}
