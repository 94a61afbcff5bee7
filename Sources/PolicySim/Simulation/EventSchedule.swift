/// The events of a run that are known in advance.
struct EventSchedule: Sendable {
  private static let leastThreshold = 12

  private var queue = EventQueue()
  /// Compact the queue once it holds more events than this.
  private var threshold = Self.leastThreshold

  @inline(__always) var first: Event? { queue.first }

  /// Whether any event is due.
  @inline(__always)
  mutating func areDue(at now: Instant) -> Bool { queue.first.map { $0.time <= now } ?? false }

  /// Takes copies of buffers that another run shares.
  mutating func ensureUnique() { queue.ensureUnique() }

  /// Removes all events for the next run.
  mutating func restart() {
    queue.restart()
    threshold = Self.leastThreshold
  }

  @inline(__always)
  mutating func push(_ event: Event) { queue.push(event) }

  @inline(__always)
  mutating func pop() { queue.pop() }

  /// Whether enough events are outdated that removing them is worth the time.
  @inline(__always) var isLarge: Bool { queue.count > threshold }

  /// Removes events; the next compaction comes when there are many again.
  mutating func compact(_ isOutdated: (Event) -> Bool) {
    queue.removeAll(where: isOutdated)
    threshold = 2 * queue.count + Self.leastThreshold
  }

  /// Removes the events of batches and of released work.
  mutating func removeTransferEvents() {
    queue.removeAll { $0.kind.isOfBatch || $0.kind == .work }
  }
}
