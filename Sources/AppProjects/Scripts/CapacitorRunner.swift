internal import AppFacts

/// The task of Capacitor's background runner, which the configuration of Capacitor names.
enum CapacitorRunner {
  /// The package of the background runner.
  private static let package = "@capacitor/background-runner"
  /// The files that may be the configuration of Capacitor.
  static let configurations: Set<String> = [
    "capacitor.config.json", "capacitor.config.ts", "capacitor.config.js",
  ]

  /// The tasks that the runner requests when the app is launched, in apps that list the runner as a package.
  static func calls(in paths: [String], _ manifests: PackageManifests, _ files: ProjectFiles) -> [PluginCall]
  {
    let folders = manifests.packages.filter { $0.name == package }
      .map { AppPath.folder(of: $0.location.file) }
    return paths.filter { folders.contains(AppPath.folder(of: $0)) }.compactMap { path in
      files.file(of: path).flatMap { call(in: path, $0.bytes) }
    }
  }

  /// The task that the text of a configuration states: `BackgroundRunner: { label: 'com.example.task', autoStart: true }`.
  private static func call(in path: String, _ bytes: [UInt8]) -> PluginCall? {
    let tokens = ScriptTokens(bytes).tokens
    let brackets = ScriptBrackets(tokens)
    guard
      let name = tokens.indices.first(where: { index in
        isKey("BackgroundRunner", at: index, tokens) && index + 2 < tokens.count
          && tokens[index + 2].text == "{"
      }), let end = brackets.ends[name + 2]
    else { return nil }
    let members = (name + 3)..<end
    func value(of key: String) -> ScriptTokens.Token? {
      members.first { isKey(key, at: $0, tokens) && $0 + 2 < end }.map { tokens[$0 + 2] }
    }
    guard value(of: "autoStart")?.text == "true", let label = value(of: "label") else { return nil }
    let location = FactLocation(file: path, line: label.line, column: label.column)
    let identifier =
      if case .text(let text?) = label.kind {
        FactValue(.string(text), .literal, at: location)
      } else {
        FactValue(nil, .unresolved, at: location, expression: label.text)
      }
    return PluginCall(package, "BackgroundRunner", identifier: identifier, at: location)
  }

  /// Whether a token is the key of a member: `label:` or `"label":`.
  private static func isKey(_ key: String, at index: Int, _ tokens: [ScriptTokens.Token]) -> Bool {
    guard index + 1 < tokens.count, tokens[index + 1].text == ":" else { return false }
    return tokens[index].kind == .name && tokens[index].text == key || tokens[index].kind == .text(key)
  }
}
