internal import PolicyModel

extension String {
  /// Whether the string contains a build setting without a value, so that the string can be any text at build
  /// time. Another rule reports the build setting.
  ///
  /// Rules that compare texts don't report such a string, because the texts may be equal at build time.
  var isUnresolved: Bool { utf8.contains(UInt8(ascii: "$")) && (contains("$(") || contains("${")) }

  /// Whether the string equals another string, or may equal it after Xcode has replaced the unknown build
  /// settings.
  func mayBecome(_ other: String) -> Bool {
    isUnresolved ? Glob(BuildSettings.pattern(of: self)).matches(other) : isExactly(other)
  }

  private func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
