internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// Edits of the items of a transfer: of their number, of their submission, and of the retries.
extension AdviceCandidate {
  // MARK: - Larger batches

  /// The batch sizes to try in addition to all items at once.
  private static let batchSizes = [10, 100, 1_000]

  static func batches(of transfer: Policy.Transfer) -> [AdviceCandidate] {
    guard case .batch(let size) = transfer.submit.value, let count = transfer.itemCount, size < count else {
      return []
    }
    let name = transfer.name.value
    let most = PlatformFacts.transfers.value
    func candidate(_ title: String, _ value: String) -> AdviceCandidate {
      AdviceCandidate(
        kind: .batch, title: title,
        why: """
          Each batch that ends resumes the app to start the next, and each resume doubles the delay before the next may \
          start. Apple recommends starting all tasks at once, up to about a thousand.
          """,
        caution: transfer.validFor.map {
          "Items submitted early wait in the session, so the server must accept them for \($0.value) (validFor)"
        },
        subject: name, transfers: [name],
        edits: [PolicyEdit(PolicyPath("transfers", name, "submit"), .set(value))],
        parameters: ["limiter.base", "limiter.factor", "limiter.lapse"])
    }
    return (count <= most ? [candidate("Submit all \(count) items of \(name) at once", "allAtOnce")] : [])
      + batchSizes.filter { $0 > size && $0 < count && $0 <= most }.map {
        candidate("Submit \(name) in batches of \($0)", "{ batch: \($0) }")
      }
  }

  // MARK: - Smaller batches

  /// The sizes to try if items outlive their validity.
  private static let smallBatchSizes = [50, 20, 10]

  static func smallerBatches(of transfer: Policy.Transfer, expired: Double) -> [AdviceCandidate] {
    guard expired > 0, transfer.validFor != nil, let count = transfer.itemCount else { return [] }
    let size = if case .batch(let size) = transfer.submit.value { min(size, count) } else { count }
    let name = transfer.name.value
    return smallBatchSizes.filter { $0 < size }.map { batch in
      AdviceCandidate(
        kind: .batch, title: "Submit \(name) in batches of \(batch)",
        why:
          "The validity of an item begins at its submission; in a smaller batch it waits less for its turn.",
        subject: name, transfers: [name],
        edits: [PolicyEdit(PolicyPath("transfers", name, "submit"), .set("{ batch: \(batch) }"))],
        parameters: ["limiter.base", "limiter.factor", "limiter.lapse"], isOnlyForUnmetGoals: true)
    }
  }

  // MARK: - Fewer and larger items

  /// The number of items in an archive.
  private static let bundle = 100

  static func bundle(of transfer: Policy.Transfer) -> AdviceCandidate? {
    guard let count = transfer.itemCount, let size = transfer.size?.value, transfer.duration == nil,
      size.upper <= PlatformFacts.smallTransfer.value, count > PlatformFacts.transfers.value
    else { return nil }
    let name = transfer.name.value
    let bundles = (count + bundle - 1) / bundle
    let bundleSize = ByteRange(size.lower * bundle, size.upper * bundle)
    var edits = [
      PolicyEdit(PolicyPath("transfers", name, "count"), .set("\(bundles)")),
      PolicyEdit(PolicyPath("transfers", name, "size"), .set("\(bundleSize)")),
    ]
    // If items expire, a batch still contains the same number of original items.
    if case .batch(let batch) = transfer.submit.value {
      let isShort = transfer.validFor != nil && batch > bundle
      edits.append(
        PolicyEdit(
          PolicyPath("transfers", name, "submit"),
          .set(isShort ? "{ batch: \(batch / bundle) }" : "allAtOnce")))
    }
    return AdviceCandidate(
      kind: .bundle, title: "Combine the \(count) items of \(name) into \(bundles) of \(bundleSize)",
      why: """
        Apple recommends fewer and larger transfers, such as an archive: the system processes the tasks of a session a few \
        at a time, and all of them can be submitted at once.
        """,
      caution:
        "The app and the server have to pack and unpack them; if one fails, its \(bundle) items fail together",
      subject: name, transfers: [name], edits: edits,
      parameters: ["limiter.base", "limiter.factor", "limiter.concurrency"])
  }

  // MARK: - Items that fail

  /// The number of times to submit a failed item again.
  private static let enoughRetries = 3

  static func retries(of transfer: Policy.Transfer, lost: Double) -> [AdviceCandidate] {
    let name = transfer.name.value
    var candidates: [AdviceCandidate] = []
    if lost > 0, transfer.retries.value < enoughRetries {
      candidates.append(
        AdviceCandidate(
          kind: .retries, title: "Submit failed items of \(name) again, up to \(enoughRetries) times",
          why:
            "An item that fails on the wire, or that ends with the app, is lost unless the app submits it again.",
          caution: "The app has to make a request that the server still accepts",
          subject: "\(name) retries", transfers: [name],
          edits: [PolicyEdit(PolicyPath("transfers", name, "retries"), .set("\(enoughRetries)"))],
          parameters: ["limiter.base"], isOnlyForUnmetGoals: true))
    }
    if !transfer.isResumable {
      candidates.append(
        AdviceCandidate(
          kind: .retries, title: "Let interrupted items of \(name) continue where they stopped",
          why:
            "An item that starts from its beginning after each interruption takes longer, and may never end.",
          caution:
            "The server has to support it: byte ranges for downloads, resumable uploads for uploads as of iOS 17",
          subject: "\(name) resumable", transfers: [name],
          edits: [PolicyEdit(PolicyPath("transfers", name, "resumable"), .set("true"))],
          parameters: [transfer.wifiThroughput], isOnlyForUnmetGoals: true))
    }
    return candidates
  }
}
