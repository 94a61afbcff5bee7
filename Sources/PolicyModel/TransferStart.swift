extension Policy {
  /// The text for which a transfer starts while the app is in the background; `nil` if it starts in the foreground.
  ///
  /// A task or a push that starts it decides, whatever `startedIn` says. A continued processing task is begun by a
  /// person who looks at the app, so that its transfers count as started in the foreground.
  package func backgroundStart(of transfer: Transfer) -> PolicyNode? {
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

  /// Whether a transfer starts while the app is in the background.
  package func startsInBackground(_ transfer: Transfer) -> Bool { backgroundStart(of: transfer) != nil }

  /// Whether a task or a push starts a transfer, so that it comes up as often as that runs.
  package func isStartedByTaskOrPush(_ transfer: Transfer) -> Bool {
    tasks.contains { $0.startsTransfers?.node(of: transfer.name.value) != nil }
      || pushes.contains { $0.startsTransfers?.node(of: transfer.name.value) != nil }
  }
}

extension Located<[Located<String>]> {
  /// Where a name stands in the list.
  fileprivate func node(of name: String) -> PolicyNode? { value.first { $0.value == name }?.node }
}
