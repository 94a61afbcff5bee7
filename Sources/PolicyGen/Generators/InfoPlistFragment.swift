internal import PolicyModel

/// The part of an Info.plist that a policy decides.
enum InfoPlistFragment {
  /// The file.
  static func file(of policy: Policy, _ target: GenerationTarget) -> GeneratedFile {
    var writer = PropertyListWriter(comment: target.provenance.lines)
    // Xcode puts the build setting in place, so the policy's own spelling can stay.
    writer.array("BGTaskSchedulerPermittedIdentifiers", policy.effectivePermittedIdentifiers.map(\.written))
    writer.array("UIBackgroundModes", policy.effectiveBackgroundModes)
    return GeneratedFile(path: "\(target.name)Info.plist", text: writer.text)
  }
}

/// Writes an XML property list; the only way by which text of a policy gets into one.
struct PropertyListWriter {
  private var lines: [String]

  init(comment: [String]) {
    lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">",
    ]
    // Two hyphens would end an XML comment.
    lines += [
      "<!-- " + comment.joined(separator: "\n     ").split(separator: "--").joined(separator: "- -") + " -->"
    ]
    lines += ["<plist version=\"1.0\">", "<dict>"]
  }

  /// A key with a list of texts; nothing where the list is empty.
  mutating func array(_ key: String, _ values: [String]) {
    guard !values.isEmpty else { return }
    lines += ["\t<key>\(Self.escaped(key))</key>", "\t<array>"]
    lines += values.map { "\t\t<string>\(Self.escaped($0))</string>" }
    lines.append("\t</array>")
  }

  /// The whole property list.
  var text: String { (lines + ["</dict>", "</plist>", ""]).joined(separator: "\n") }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // A parser would turn it into a line feed.
      case "\r": result += "&#13;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
