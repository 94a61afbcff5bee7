internal import AppFacts
internal import PlatformFacts
internal import Quantities

/// The files of an app in languages that are not read, as the search for project files finds them.
struct OtherLanguages {
  /// The paths of the files, by language.
  private var paths: [PluginFunction.Language: [String]] = [:]
  /// The project files of .NET.
  private(set) var projectsInCSharp: [String] = []
  /// The files that may be the configuration of Capacitor.
  private var capacitorConfigurations: [String] = []

  /// The folders of Kotlin Multiplatform whose code is compiled for Apple's systems.
  private static let appleSourceSets = ["iosMain", "appleMain", "nativeMain", "darwinMain"]

  /// Counts a file if the app may be written in the file's language.
  mutating func add(_ path: String, _ fileExtension: String) {
    if CapacitorRunner.configurations.contains(AppPath.name(of: path)) {
      capacitorConfigurations.append(path)
    }
    let language: PluginFunction.Language
    switch fileExtension {
    case "kt":
      let folders = path.pathNames.dropLast()
      guard
        folders.contains(where: { folder in
          Self.appleSourceSets.contains { folder == $0 }
            || folder.hasPrefix("ios") && folder.hasSuffix("Main")
        })
      else { return }
      language = .kotlin
    case "dart": language = .dart
    case "js", "jsx", "ts", "tsx": language = .javaScript
    case "cs": language = .cSharp
    case "csproj":
      projectsInCSharp.append(path)
      return
    default: return
    }
    paths[language, default: []].append(path)
  }

  /// The languages that the app is written in, in the order of their names.
  func facts(_ manifests: PackageManifests, _ files: ProjectFiles) -> [LanguageFact] {
    PluginFunction.Language.allCases.compactMap { language in
      guard let own = paths[language], let first = own.first else { return nil }
      switch language {
      case .dart: guard manifests.isFlutter else { return nil }
      case .javaScript: guard manifests.isJavaScript else { return nil }
      case .cSharp: guard projectsInCSharp.contains(where: { Self.isForIOS($0, files) }) else { return nil }
      case .kotlin: break
      }
      let runner =
        language == .javaScript
        ? CapacitorRunner.calls(in: capacitorConfigurations, scripts: own, manifests, files) : []
      return LanguageFact(
        language, count: own.count, at: FactLocation(file: first),
        calls: ScriptCalls.all(in: own, language, files) + runner)
    }
  }

  /// Whether a project file of .NET is for iOS.
  static func isForIOS(_ path: String, _ files: ProjectFiles) -> Bool {
    guard let file = files.file(of: path) else { return false }
    let text = String(decoding: file.bytes, as: UTF8.self)
    return text.contains("-ios") || text.contains("Xamarin.iOS")
  }
}
