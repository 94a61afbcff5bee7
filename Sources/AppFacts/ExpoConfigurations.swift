/// The files that configure an app of Expo, from which `npx expo prebuild` writes the Xcode project.
package enum ExpoConfigurations {
  /// The names of configurations that are data.
  package static let names: Set<String> = ["app.json", "app.config.json"]
  /// The names of configurations that are programs.
  package static let programs: Set<String> = ["app.config.js", "app.config.ts"]
  /// The names of all configurations.
  package static let all = names.union(programs)
}
