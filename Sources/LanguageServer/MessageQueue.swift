internal import JSON

/// The messages that wait for the server. Each operation takes the same time, however many messages wait.
struct MessageQueue: Sendable {
  private var messages: [Message] = []
  /// The index of the first message. The messages before it have been taken.
  private var start = 0
  /// The number of waiting requests by their ids.
  private var requests: [JSONValue: Int] = [:]

  var isEmpty: Bool { start == messages.count }

  /// The next message. `nil` if no message waits.
  var first: Message? { isEmpty ? nil : messages[start] }

  /// Whether a request with an id waits.
  func hasRequest(_ id: JSONValue) -> Bool { requests[id] != nil }

  mutating func append(_ message: Message) {
    messages.append(message)
    if case .request(let id, _, _) = message { requests[id, default: 0] += 1 }
  }

  /// Takes the next message away. The queue must not be empty.
  mutating func removeFirst() {
    if case .request(let id, _, _) = messages[start] {
      let left = requests[id, default: 1] - 1
      requests[id] = left > 0 ? left : nil
    }
    start += 1
    guard start == messages.count || start > 1_024 && start * 2 > messages.count else { return }
    messages.removeSubrange(..<start)
    start = 0
  }
}
