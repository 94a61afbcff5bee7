internal import PolicySyntax

/// Limits on the files that a policy names.
///
/// Many policies may name one file, which is then read for each policy. The policies of a call therefore share the limits, so
/// that a call takes time in proportion to the size of its repository.
package struct NamedFileLimits: Sendable {
  /// The maximum number of bytes of all policies that a policy extends.
  let bases: Int
  /// The maximum number of nodes of all policies that a policy extends.
  let nodes: Int
  /// The maximum number of bytes of the property lists that a policy names.
  let propertyLists: Int
  /// The maximum number of bytes of the source files in which rules may report findings.
  let code: Int
  /// The number of policies of the call.
  private let policies: Int

  /// The limits of each policy in a call with several policies. The only policy of a call has the limits of a single policy.
  package init(policies: Int = 1) {
    self.policies = max(1, policies)
    func share(of total: Int, least: Int, most: Int) -> Int {
      max(least, min(most, total / max(1, policies)))
    }
    let standard = YAMLLimits.standard
    bases = share(of: 128 << 20, least: 64 << 10, most: standard.fileSize)
    nodes = share(of: 5_000_000, least: 10_000, most: standard.nodes)
    propertyLists = share(of: 128 << 20, least: 128 << 10, most: 16 << 20)
    code = share(of: 64 << 20, least: 256 << 10, most: 16 << 20)
  }

  /// A number of bytes for a message.
  func text(ofBytes bytes: Int) -> String {
    let size = bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
    return policies > 1 ? "\(size), which is the share of each of \(policies) policies" : size
  }
}

/// Reads files of one kind that a policy names, until they have more than a number of bytes in all.
struct BoundedFiles {
  private let limits: NamedFileLimits
  private let most: Int
  private let clause: String
  private var size = 0

  /// Files of at most `most` bytes in all. `clause` begins the message about too many bytes, such as "the policy's code is".
  init(_ clause: String, most: Int, _ limits: NamedFileLimits) {
    (self.clause, self.most, self.limits) = (clause, most, limits)
  }

  /// The content that `read` returns. Nothing is read once the files have too many bytes.
  mutating func content<Content>(
    _ read: () -> Result<Content, UnreadableFile>, size count: (Content) -> Int
  ) -> Result<Content, UnreadableFile> {
    if size <= most {
      let content = read()
      if case .success(let value) = content { size += count(value) }
      if size <= most { return content }
    }
    return .failure(UnreadableFile("With it, \(clause) larger than \(limits.text(ofBytes: most))"))
  }
}
