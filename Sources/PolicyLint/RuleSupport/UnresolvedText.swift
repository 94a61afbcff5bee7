internal import PolicyModel

extension String {
  /// Whether it contains a build setting without a value, which another rule reports: at build time it can be any text.
  ///
  /// Rules that compare texts don't report such a text, because the comparison may turn out well.
  var isUnresolved: Bool { contains(byte: UInt8(ascii: "$")) && (contains("$(") || contains("${")) }

  /// Whether it equals another string, or may after Xcode has replaced the unknown build settings.
  func mayBecome(_ other: String) -> Bool {
    isUnresolved ? Glob(BuildSettings.pattern(of: self)).matches(other) : isExactly(other)
  }

  private func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
