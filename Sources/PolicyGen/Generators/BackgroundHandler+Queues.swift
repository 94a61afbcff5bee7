internal import PolicyModel

extension BackgroundHandler {
  /// The methods of a process's handler that return the items of queues.
  static func itemRequirements(
    of process: String, in policy: Policy, in context: GenerationContext
  ) -> [HandlerRequirement] {
    policy.queuedTransfers.compactMap { transfer in
      guard let session = policy.session(of: transfer), session.target.value == process else { return nil }
      let type = transfer.direction.value == .upload ? "UploadItem" : "DownloadItem"
      let name = "`\(SwiftText.comment(transfer.name.value))`"
      return HandlerRequirement(
        name: itemName(of: transfer),
        documentation: [
          "Returns an item of the queue of \(name), with a request that is valid now; `nil` to forget it. If this throws, the queue asks again later.",
          "- Parameter failure: The last failure of its transfer. The advice `withNewRequest` means that the server has not accepted the token or URL of the last request: get a new one.",
        ],
        leftOut: policy.leftOutPlatforms(of: session),
        parameters: ["_ id: String", "after failure: TransferFailure?"]
          + (session.family.map { [$0.parameter] } ?? []),
        effects: "async throws -> \(type)?")
    }
  }

  /// The method for the items of a transfer's queue.
  static func itemName(of transfer: Policy.Transfer) -> String { QueueAccess.key(of: transfer) + "Item" }
}
