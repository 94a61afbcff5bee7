internal import AppFacts
internal import Quantities

/// The task of Capacitor's background runner, which the configuration of Capacitor names.
enum CapacitorRunner {
  /// The package of the background runner.
  private static let package = "@capacitor/background-runner"
  /// The files that may be the configuration of Capacitor.
  static let configurations: Set<String> = [
    "capacitor.config.json", "capacitor.config.ts", "capacitor.config.js",
  ]

  /// The tasks that the runner requests when the app is launched, in apps that list the runner as a package, and the listeners of the
  /// runner's own script.
  static func calls(
    in paths: [String], scripts: [String], _ manifests: PackageManifests, _ files: ProjectFiles
  ) -> [PluginCall] {
    let folders = manifests.packages.filter { $0.name == package }
      .map { AppPath.folder(of: $0.location.file) }
    return paths.filter { folders.contains(AppPath.folder(of: $0)) }.flatMap { path -> [PluginCall] in
      guard let configuration = files.file(of: path), configuration.bytes.count <= ScriptCalls.mostBytesOfFile
      else { return [] }
      return calls(in: path, configuration.bytes) { source in
        script(source, below: AppPath.folder(of: path), among: scripts).flatMap { script in
          files.file(of: script).flatMap { file in
            file.bytes.count <= ScriptCalls.mostBytesOfFile
              ? RunnerListeners(file.bytes, package, path: script) : nil
          }
        }
      }
    }
  }

  /// The script of the runner among the scripts of an app. The build copies the script from another folder; copies don't count.
  private static func script(_ source: String, below folder: String, among scripts: [String]) -> String? {
    let copies: Set<Substring> = ["android", "build", "dist", "ios", "www"]
    let stem = source.hasSuffix(".js") ? String(source.dropLast(3)) : source
    let names = [".js", ".ts"].map { "/\(stem.drop { $0 == "." || $0 == "/" })\($0)" }
    let found = scripts.filter { path in
      (folder.isEmpty || path.isBelow(folder)) && names.contains { "/\(path)".hasSuffix($0) }
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return found.first { copies.isDisjoint(with: $0.pathNames.dropLast()) } ?? found.first
  }

  /// The task that the text of a configuration states: `BackgroundRunner: { label: 'com.example.task', autoStart: true }`.
  private static func calls(
    in path: String, _ bytes: [UInt8], listeners: (String) -> RunnerListeners?
  ) -> [PluginCall] {
    let tokens = ScriptTokens(bytes).tokens
    let brackets = ScriptBrackets(tokens)
    guard
      let name = tokens.indices.first(where: { index in
        isKey("BackgroundRunner", at: index, tokens) && index + 2 < tokens.count
          && tokens[index + 2].text == "{"
      }), let end = brackets.ends[name + 2]
    else { return [] }
    let members = (name + 3)..<end
    func value(of key: String) -> ScriptTokens.Token? {
      members.first { isKey(key, at: $0, tokens) && $0 + 2 < end }.map { tokens[$0 + 2] }
    }
    func text(of key: String) -> String? {
      if case .text(let text)? = value(of: key)?.kind { text } else { nil }
    }
    let listeners = text(of: "src").flatMap(listeners)
    let found = listeners?.calls ?? []
    guard value(of: "autoStart")?.text == "true", let label = value(of: "label") else { return found }
    let location = FactLocation(file: path, line: label.line, column: label.column)
    let identifier =
      if case .text(let text?) = label.kind {
        FactValue(.string(text), .literal, at: location)
      } else {
        FactValue(nil, .unresolved, at: location, expression: label.text)
      }
    // Without a script, nothing shows whether the script handles the event.
    let event = listeners.flatMap { _ in value(of: "event") }.map { token in
      let place = FactLocation(file: path, line: token.line, column: token.column)
      return text(of: "event").map { FactValue(.string($0), .literal, at: place) }
        ?? FactValue(nil, .unresolved, at: place, expression: token.text)
    }
    return found + [
      PluginCall(package, "BackgroundRunner", identifier: identifier, task: event, at: location)
    ]
  }

  /// Whether a token is the key of a member: `label:` or `"label":`.
  private static func isKey(_ key: String, at index: Int, _ tokens: [ScriptTokens.Token]) -> Bool {
    guard index + 1 < tokens.count, tokens[index + 1].text == ":" else { return false }
    return tokens[index].kind == .name && tokens[index].text == key || tokens[index].kind == .text(key)
  }
}
