package import AppFacts

/// Reads a variable of a manifest that is written in Swift. The first file is the manifest; the other files are its helpers.
///
/// A reader of project files without such a function ignores packages and manifests in Swift.
package typealias ManifestReading = (_ name: String, _ files: [(path: String, bytes: [UInt8])])
  throws(UnreadFact) -> ManifestValue?

extension UnreadFact: Error {}

extension ProjectFiles {
  /// The value of a variable of a manifest; `nil` if the manifest can't be read.
  func manifest(_ path: String, _ name: String, helpers: [String] = []) -> ManifestValue? {
    guard let manifests else { return nil }
    let texts = ([path] + helpers).compactMap { path in text(of: path).map { (path, $0.bytes) } }
    guard texts.first?.0 == path else { return nil }
    do throws(UnreadFact) { return try manifests(name, texts) } catch {
      refuse(error.location, error.reason)
      return nil
    }
  }
}

extension ManifestValue {
  /// The value as a value of a project file; `nil` if a part of the value is not known without running the manifest.
  func node(_ files: ProjectFiles) -> ValueNode? {
    guard let file = files.text(of: location.file) else { return nil }
    let offset = file.offset(of: location)
    func make(_ content: ValueNode.Content) -> ValueNode { ValueNode(content, in: file, at: offset) }
    switch content {
    case .null: return make(.null)
    case .bool(let isTrue): return make(.bool(isTrue))
    case .number(let number): return make(.number(number))
    case .string(let text): return make(.string(text))
    case .list(let values):
      let items = values.compactMap { $0.node(files) }
      return items.count == values.count ? make(.list(items)) : nil
    case .dictionary(let entries):
      var result: [ValueEntry] = []
      for entry in entries {
        guard let key = entry.key.string, let value = entry.value.node(files) else { return nil }
        result.append(ValueEntry(key, at: file.offset(of: entry.key.location), value))
      }
      return make(.dictionary(result))
    // `.string("YES")`, `.array(["a"])`, `.boolean(true)`, and `true` as a setting.
    case .call(let name, let arguments):
      guard ["string", "array", "boolean", "integer", "dictionary", "real"].contains(name),
        arguments.count == 1
      else { return nil }
      return arguments.first?.value.node(files)
    case .unknown: return nil
    }
  }

  /// The texts of a list or a single text, and whether all texts are known.
  var texts: (known: [ManifestValue], isComplete: Bool) {
    switch content {
    case .string: ([self], true)
    case .list(let values): (values.filter { $0.string != nil }, values.allSatisfy { $0.string != nil })
    case .call("relativeToRoot", let arguments), .call("relativeToManifest", let arguments):
      (arguments.map(\.value).filter { $0.string != nil }, arguments.allSatisfy { $0.value.string != nil })
    default: ([], false)
    }
  }
}
