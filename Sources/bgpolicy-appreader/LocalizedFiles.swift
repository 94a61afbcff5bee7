internal import AppProjects
internal import AppSources
internal import JSON

/// The string catalogs and `.strings` files of an app.
struct LocalizedFiles {
  /// The texts in the languages that the app is developed in.
  private(set) var texts = LocalizedTexts()
  /// The files that were read.
  private(set) var paths: [String] = []
  private let languages: Set<String>

  init(_ disk: DiskTree, languages: Set<String>) {
    // Without a project, as Xcode creates them.
    self.languages = languages.isEmpty ? ["en"] : languages
    visit("", disk, depth: 0)
  }

  private mutating func visit(_ folder: String, _ disk: DiskTree, depth: Int) {
    guard depth < 64, folder.isEmpty || !disk.isLink(folder) else { return }
    for name in disk.names(in: folder) ?? []
    where !name.hasPrefix(".") && !CodeFiles.skipped.contains(name) {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if name.hasSuffix(".xcstrings") {
        if let bytes = disk.bytes(of: path) { addCatalog(bytes, name.dropLast(".xcstrings".count), path) }
      } else if name.hasSuffix(".lproj") {
        let language = String(name.dropLast(".lproj".count))
        guard language == "Base" || languages.contains(language) else { continue }
        for file in disk.names(in: path) ?? [] where file.hasSuffix(".strings") {
          guard let bytes = disk.bytes(of: "\(path)/\(file)"), let texts = StringsFile.texts(bytes) else {
            continue
          }
          paths.append("\(path)/\(file)")
          for (key, text) in texts {
            self.texts.add(text, for: key, in: String(file.dropLast(".strings".count)))
          }
        }
      } else if !name.contains(".") || !Self.endings.contains(where: name.hasSuffix) {
        visit(path, disk, depth: depth + 1)
      }
    }
  }

  private static let endings = [
    ".swift", ".m", ".h", ".mm", ".png", ".jpg", ".pdf", ".svg", ".json", ".plist", ".xib", ".storyboard",
    ".md",
    ".txt", ".xcassets", ".strings", ".xml", ".kt", ".js", ".ts",
  ]

  /// Adds the texts that a catalog has in its own source language; one with variations has no single text.
  private mutating func addCatalog(_ bytes: [UInt8], _ table: Substring, _ path: String) {
    let json: JSONValue
    do { json = try JSONReader.read(bytes) } catch { return }
    guard case .string(let language)? = json["sourceLanguage"], case .object(let members)? = json["strings"]
    else {
      return
    }
    paths.append(path)
    for member in members {
      guard let localization = member.value["localizations"]?[language] else { continue }
      var text: String?
      if case .string(let value)? = localization["stringUnit"]?["value"] { text = value }
      texts.add(text, for: member.name, in: String(table))
    }
  }
}
