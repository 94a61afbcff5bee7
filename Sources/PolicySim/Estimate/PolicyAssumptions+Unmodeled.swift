internal import PlatformFacts
internal import PolicyModel
internal import Quantities

// What the model leaves out although it may matter to a policy. Documentation/model.md has the whole list.
extension Policy {
  /// The assumptions about rules of the system whose numbers nobody has published, as sentences about the work that they concern.
  func unmodeledRules(with parameters: Parameters) -> [String] {
    let uploads = transfers.compactMap { requestTimeoutRule(of: $0, parameters) }
    return uploads + tasks.compactMap(progressRule) + tasks.compactMap(protectionRule)
  }

  /// The assumption about an upload that takes longer than the request timeout on slow devices. According to Apple's documentation, data
  /// resets the timeout; according to a report, data does not reset it.
  private func requestTimeoutRule(of transfer: Transfer, _ parameters: Parameters) -> String? {
    guard transfer.isEstimable, transfer.direction.value == .upload, let size = transfer.size?.value.upper,
      let session = session(of: transfer), session.isBackground
    else { return nil }
    let timeout = session.timeoutIntervalForRequest.value
    let needed = Double(size.bytes) / max(1, Double(timeout.milliseconds) / 1_000)
    let usesCellular =
      session.allowsCellularAccess.value && transfer.allowsCellularAccess?.value ?? true
    let rates =
      [parameters[.wifiUploadThroughput]] + (usesCellular ? [parameters[.cellularUploadThroughput]] : [])
    let typical = rates.map { Double($0.bytes) }.min() ?? 0
    let slow = typical * exponential(-Self.slowDevice * parameters[.throughputSpread])
    guard needed > slow else { return nil }
    // Two digits are enough.
    var unit = 1.0
    while needed / unit >= 100 { unit *= 10 }
    let rate = ByteCount(bytes: Int64((needed / unit).rounded() * unit))
    return
      "The estimate assumes that data resets the request timeout of \(transfer.name.value), as Apple documents: on a device that sends less than \(rate) a second, an item takes longer than these \(timeout), after which the uploads of one app began again."
  }

  /// The number of standard deviations by which one device in twenty is slower than a typical device.
  private static let slowDevice = 1.645

  /// The assumption about a continued processing task: the system ends a task that shows no progress, after a time that is not published.
  private func progressRule(of task: TaskRequest) -> String? {
    task.type?.value == .continuedProcessing
      ? "The estimate assumes that \(task.name.value) reports progress: the system ends continued processing that does not, after a time that is not published."
      : nil
  }

  /// The assumption about files of the strictest protection, which can't be read while the device is locked.
  private func protectionRule(of task: TaskRequest) -> String? {
    switch task.protectionTypeOfRequiredData?.value {
    case .complete, .completeUnlessOpen:
      "The estimate assumes that \(task.name.value) can read its files whenever it runs, although they can't be opened while the device is locked."
    case .completeUntilFirstUserAuthentication:
      "The estimate assumes that \(task.name.value) can read its files whenever it runs, although they can't be opened from a restart of the device until it is unlocked."
    case nil, .some(.none): nil
    }
  }
}
