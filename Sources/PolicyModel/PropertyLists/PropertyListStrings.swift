internal import PropertyList

/// The strings of an array in one of the app's own property lists, with their values in every build configuration.
///
/// Two strings are the same entry if they are equal after Xcode has substituted the build settings:
/// `$(PRODUCT_BUNDLE_IDENTIFIER).refresh` and `com.example.photos.refresh`.
package struct PropertyListStrings: Sendable {
  /// The strings as written in the file.
  package let written: [String]
  /// For each string, its values in all configurations.
  private let texts: [[String]]
  private let configurations: [BuildSettings.Configuration]

  /// The strings of an array in a file of a process.
  package init(_ strings: [String], in process: String, _ settings: BuildSettings) {
    written = strings
    texts = strings.map { settings.expansions(of: $0, in: process) }
    configurations = settings.configurations
  }

  /// The configurations in which no string equals an item of the policy; empty if every configuration has an equal string.
  package func configurations(without item: ListItem) -> [BuildSettings.Configuration] {
    configurations.indices.filter { index in
      !texts.contains { $0[index].isExactly(item.texts[index]) }
    }.map { configurations[$0] }
  }

  /// The configurations in which the string at an index equals no item of the policy.
  package func configurations(inWhich index: Int, isNoneOf items: [ListItem]) -> [BuildSettings.Configuration]
  {
    configurations.indices.filter { configuration in
      !items.contains { $0.texts[configuration].isExactly(texts[index][configuration]) }
    }.map { configurations[$0] }
  }
}
