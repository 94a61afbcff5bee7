extension Policy {
  /// The node that makes a transfer start in the background; `nil` if the transfer starts in the foreground.
  ///
  /// A task or push that starts the transfer takes precedence over `startedIn`. A user of the app starts a continued
  /// processing task, so the transfers of such a task start in the foreground.
  package func backgroundStart(of transfer: Policy.Transfer) -> PolicyNode? {
    var isStarted = false
    for index in tasks.indices {
      guard let node = tasks[index].startsTransfers?.node(of: transfer.name.value) else { continue }
      isStarted = true
      if let type = tasks[index].type?.value, type != .continuedProcessing { return node }
    }
    for index in pushes.indices {
      if let node = pushes[index].startsTransfers?.node(of: transfer.name.value) { return node }
    }
    guard !isStarted, let written = transfer.startedIn.written, written.value == .background else {
      return nil
    }
    return written.node
  }

  /// Whether a transfer starts in the background, because of a task, of a push, or of its `startedIn`.
  package func startsInBackground(_ transfer: Policy.Transfer) -> Bool {
    backgroundStart(of: transfer) != nil
  }

  /// Whether a task or a push starts a transfer. Such a transfer recurs as often as the task or push.
  package func isStartedByTaskOrPush(_ transfer: Policy.Transfer) -> Bool {
    tasks.contains { $0.startsTransfers?.node(of: transfer.name.value) != nil }
      || pushes.contains { $0.startsTransfers?.node(of: transfer.name.value) != nil }
  }
}

extension Located<[Located<String>]> {
  /// The node of a name in the list.
  fileprivate func node(of name: String) -> PolicyNode? { value.first { $0.value == name }?.node }
}
