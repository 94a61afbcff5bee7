internal import PolicyModel

/// The URLs of the servers of transfers, so that the app's code does not repeat them.
enum TransferEndpoints {
  /// Writes a constant for each transfer whose endpoint is a URL on every system and in every configuration.
  static func write(of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter) {
    let transfers = policy.backgroundTransfers.filter { isWritten($0, of: policy) }
    guard !transfers.isEmpty else { return }
    writer.line()
    writer.documentation("The servers of \(context.name)'s transfers, as the policy has them.")
    let declaration = "nonisolated \(context.access)enum \(context.name)Endpoint"
    writer.block(declaration) { writer in
      for transfer in transfers {
        guard let session = policy.session(of: transfer), let endpoint = transfer.endpoint else { continue }
        writer.unless(policy.leftOutPlatforms(of: session)) { writer in
          let name = SwiftName.escaped(SwiftName.of(transfer.name.value) ?? "_")
          writer.assignment(
            "\(context.access)static let \(name)",
            "URL(string: \(context.literal(endpoint.value, at: endpoint.node)))!")
        }
      }
    }
  }

  /// Whether a transfer has a constant: its endpoint is certain to be a URL, and if the endpoint differs between configurations, each
  /// process can tell the configurations apart by its bundle identifier.
  static func isWritten(_ transfer: Policy.Transfer, of policy: Policy) -> Bool {
    guard transfer.endpoint != nil, policy.session(of: transfer)?.isBackground == true else { return false }
    let processes = [Policy.Target.app] + policy.targets.map(\.name.value)
    let variants = policy.allVariants.map { variant in
      (
        text: variant.transfers.first { $0.name.value == transfer.name.value }?.endpoint?.value ?? "",
        identifiers: processes.map { variant.bundleIdentifier(of: $0) }
      )
    }
    let isDistinct = variants.indices.allSatisfy { index in
      variants[..<index].allSatisfy { other in
        other.text == variants[index].text
          || zip(other.identifiers, variants[index].identifiers).allSatisfy { $0 != nil && $0 != $1 }
      }
    }
    return isDistinct && variants.allSatisfy { isURL($0.text) }
  }

  /// Whether every system parses the text as a URL with the scheme `http` or `https` and a host (RFC 3986).
  private static func isURL(_ text: String) -> Bool {
    // The host, the port, and the rest.
    let form =
      #/
      https?:// [A-Za-z0-9.\-]+ (:[0-9]{1,5})?
      ([/?\#] ([A-Za-z0-9\-._~:/?@!$&'()*+,;=] | %[0-9A-Fa-f]{2})*)?
      /#
    return text.wholeMatch(of: form) != nil
  }
}
