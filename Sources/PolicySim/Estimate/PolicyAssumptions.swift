internal import PlatformFacts
package import PolicyModel
internal import Quantities

extension Policy {
  /// The assumptions of an estimate about decisions that the policy leaves to the app, as sentences.
  package var estimateAssumptions: [String] {
    let continued = tasks.filter { $0.type?.value == .continuedProcessing && $0.perDay != nil }.map {
      "A person starts \($0.name.value): its work counts in the totals, and the system launches the app for nothing."
    }
    return continued + tasks.compactMap(reasonForNoLaunch) + sessionAssumptions + submissionAssumptions
  }

  /// The reason why the system never launches the app for a task, as a sentence; `nil` if the system may launch the app.
  private func reasonForNoLaunch(of task: TaskRequest) -> String? {
    if !permits(task) {
      return
        "\(task.name.value) has 0 launches: permittedIdentifiers does not list its identifier, so that the system rejects its requests."
    }
    return task.neverStarts
      ? "\(task.name.value) has 0 launches: only its own launch handler submits its request, and it runs only after one."
      : nil
  }

  /// The costs of submitting items that the estimate does not count: the disk for files of uploads, and the app's time.
  private var submissionAssumptions: [String] {
    transfers.filter { $0.isEstimable && self.session(of: $0)?.isBackground == true }.flatMap {
      transfer -> [String] in
      guard let count = transfer.itemCount else { return [] }
      let name = transfer.name.value
      var items = count
      if case .batch(let size) = transfer.submit.value { items = min(size, count) }
      var sentences: [String] = []
      let bytes = (transfer.size?.value.upper ?? ByteCount(bytes: 0)) * items
      if transfer.direction.value == .upload, bytes >= PlatformFacts.largeTransfer.value {
        sentences.append(
          "The system copies the files of uploads: those of \(name) take up to \(bytes) of the disk until they are sent."
        )
      }
      let time = PlatformFacts.submissionTime.value * Int64(items)
      if time >= PlatformFacts.longSubmission.value {
        sentences.append(
          "Submitting \(items) items of \(name) takes the app about \(TimeSpan.seconds(time.milliseconds / 1_000)), as one app took 6 to 7 s for 300 and was ended; the estimate counts no time for it."
        )
      }
      return sentences
    }
  }

  private var sessionAssumptions: [String] {
    sessions.filter { !transfers(of: $0).isEmpty }.flatMap { session -> [String] in
      let switches = session.runtimeSwitches.map {
        "\($0.name) of \(session.name.value) is set at run time; the estimate assumes \($0.initial)."
      }
      guard session.isBackground, let per = session.instances?.value.per?.value else { return switches }
      return switches + [
        session.instances?.value.atMost == nil
          ? "\(session.name.value) is estimated as one session that carries everything, though there is one for each \(per)."
          : "\(session.name.value) is estimated as one session that carries everything, though it is up to \(session.mostInstances), one for each \(per)."
      ]
    }
  }
}
