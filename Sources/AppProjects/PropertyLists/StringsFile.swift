internal import PropertyList

/// A `.strings` file, which is a property list of keys and texts.
package enum StringsFile {
  /// The texts by key; `nil` if the file is damaged or exceeds a limit. `refuse` receives the limit.
  package static func texts(_ bytes: [UInt8], refuse: (String) -> Void) -> [(key: String, text: String)]? {
    do {
      let list = try PropertyListFile(bytes)
      guard case .dictionary(let entries) = list.root.content else { return nil }
      return entries.compactMap { entry in
        if case .string(let text) = entry.value.content { (entry.key, text) } else { nil }
      }
    } catch {
      if error.isLimit { refuse(error.message) }
      return nil
    }
  }
}
