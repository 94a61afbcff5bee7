internal import AppProjects
internal import AppSources
internal import JSON

/// The string catalogs and `.strings` files of an app.
struct LocalizedFiles {
  /// The texts in the languages that the app is developed in.
  private(set) var texts = LocalizedTexts()
  /// The files that were read.
  private(set) var paths: [String] = []
  private var languages: Set<String> = []
  /// The paths without links of the files that were opened.
  private var real: Set<String> = []

  /// The texts of no files.
  init() {}

  /// The files below a folder.
  init(_ disk: DiskTree, languages: Set<String>) {
    // Without a project, the app's language is English, as in new projects of Xcode.
    self.languages = languages.isEmpty ? ["en"] : languages
    visit("", disk, depth: 0)
  }

  private mutating func visit(_ folder: String, _ disk: DiskTree, depth: Int) {
    guard depth < 64, folder.isEmpty || !disk.isLink(folder) else { return }
    for name in disk.names(in: folder) ?? []
    where !name.hasPrefix(".") && !CodeFiles.skipped.contains(name) {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if name.hasSuffix(".xcstrings") {
        addCatalog(path, name.dropLast(".xcstrings".count), disk)
      } else if name.hasSuffix(".lproj") {
        let language = String(name.dropLast(".lproj".count))
        guard language == "Base" || languages.contains(language) else { continue }
        for file in disk.names(in: path) ?? [] where file.hasSuffix(".strings") {
          addStrings("\(path)/\(file)", file.dropLast(".strings".count), disk)
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

  private mutating func addStrings(_ path: String, _ table: Substring, _ disk: DiskTree) {
    guard let bytes = bytes(of: path, disk),
      let texts = StringsFile.texts(bytes, refuse: { disk.refuse(path, $0) })
    else { return }
    paths.append(path)
    for (key, text) in texts { self.texts.add(text, for: key, in: String(table)) }
  }

  /// The bytes of a file; `nil` if the file can't be read, or if it has been read already through another link.
  private mutating func bytes(of path: String, _ disk: DiskTree) -> [UInt8]? {
    real.insert(disk.realPath(of: path)).inserted ? disk.bytes(of: path) : nil
  }

  /// The maximum number of values and names in a catalog. Catalogs of large apps have a few hundred thousand.
  private static let mostValues = 2_000_000

  /// Adds the texts of a catalog in the catalog's source language. A text with variations has no single value.
  private mutating func addCatalog(_ path: String, _ table: Substring, _ disk: DiskTree) {
    guard let bytes = bytes(of: path, disk) else { return }
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONReader.read(bytes, mostValues: Self.mostValues)
    } catch {
      if error.isLimit { disk.refuse(path, error.message) }
      return
    }
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
