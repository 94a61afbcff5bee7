internal import PolicyModel
internal import Quantities

/// The code with the rules of the policy for each item of a transfer.
enum TransferRules {
  /// The expression for a transfer's rules.
  static func expression(of transfer: Policy.Transfer, in context: GenerationContext) -> String {
    ".init(\(arguments(of: transfer, in: context).joined(separator: ", ")))"
  }

  /// The arguments of the runtime's initializer, without arguments that equal the defaults.
  private static func arguments(of transfer: Policy.Transfer, in context: GenerationContext) -> [String] {
    let isUpload = transfer.direction.value == .upload
    var arguments: [String] = []
    if case .batch(let size) = transfer.submit.value { arguments.append("limit: \(size)") }
    if let headers = transfer.runtimeHeaders?.value, !headers.isEmpty {
      let fields = headers.map { SwiftText.literal($0.value) }
      arguments.append("headerFields: [\(fields.joined(separator: ", "))]")
    }
    for network in NetworkSwitch.all {
      guard let isAllowed = network.value(of: transfer)?.value else { continue }
      arguments.append("\(network.name): \(isAllowed)")
    }
    if !isUpload, let size = transfer.size?.value, size.lower == size.upper {
      arguments.append("countOfBytesClientExpectsToReceive: \(SwiftText.grouped(size.upper.bytes))")
    }
    if let priority = transfer.priority.written?.value { arguments.append("priority: \(priority)") }
    if let earliest = transfer.earliestBegin?.value {
      arguments.append("earliestBegin: \(SwiftText.seconds(earliest))")
    }
    if isUpload ? transfer.resumesUploads(in: context.sdk) : transfer.isResumable {
      arguments.append("isResumed: true")
    }
    return arguments
  }
}
