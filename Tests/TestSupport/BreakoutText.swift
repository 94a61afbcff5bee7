/// Texts that could break out of a literal, a comment or a property list.
package enum BreakoutText {
  /// The texts.
  package static let all = [
    #"quote " backslash \ interpolation \(1+1) end"#, "line\nfeed\rreturn\ttab", "*/ // /* comment",
    "</string><true/> & ]]> --",
    "right-to-left \u{202E}mark\u{200F}", "combining e\u{301} 👨‍👩‍👧‍👦", "#\"raw\"#", "\u{7F}\u{85}\u{2028}\u{2029}",
    "'''\"\"\"",
  ]

  /// A text as a YAML scalar that is always read as the same text.
  package static func quoted(_ text: String) -> String {
    let escapes = text.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic
        ? String(scalar) : "\\U" + String(0x1_0000_0000 + UInt64(scalar.value), radix: 16).dropFirst()
    }
    return "\"\(escapes.joined())\""
  }
}
