internal import PolicyModel
internal import PropertyList
internal import Quantities

/// The entitlements that a policy requires.
enum EntitlementsFragments {
  /// A file for each process with required entitlements.
  static func files(of policy: Policy, in context: GenerationContext) -> [GeneratedFile] {
    AppProcess.all(of: policy).filter { !$0.entitlements.allSatisfy(\.isEmpty) }.map { process in
      var writer = PropertyListWriter(comment: context.provenance.lines)
      writer.entries(process.entitlements)
      return GeneratedFile(path: path(of: process.name, in: context), text: writer.text)
    }
  }

  /// The path of the file: `Photos.entitlements` for the app, and `Photos-share.entitlements` for the target
  /// `share`.
  private static func path(of process: String, in context: GenerationContext) -> String {
    process == Policy.Target.app
      ? "\(context.name).entitlements" : "\(context.name)-\(FileName.safe(process)).entitlements"
  }
}

/// Names of the policy as parts of file names.
enum FileName {
  /// A name that is safe in a file name. All bytes except letters, digits, `_` and `-` are percent-encoded,
  /// so that different names stay different.
  static func safe(_ name: String) -> String {
    var result = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += byte.percentEncoded
      }
    }
    return result
  }
}
