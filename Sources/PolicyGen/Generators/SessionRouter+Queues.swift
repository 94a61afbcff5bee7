/// The parts of the router that serve queues.
extension SessionRouter {
  /// The type of the function that returns the items of queues. Another declaration follows the text.
  static func providing(in context: GenerationContext) -> String {
    """
    /// Returns an item of a transfer's queue, by its identifier and its last failure.
    \(context.access)typealias Providing =
      @Sendable (
        String,
        \(context.name)SessionIdentifier,
        String,
        TransferFailure?
      ) async throws -> (any \(context.name)TransferItem)?


    """
  }

  /// The router's signals about queues.
  static func queueSignals(in context: GenerationContext) -> String {
    "\n  case queued(\(context.name)TransferQueue, String)\n  case refill"
  }

  /// The code that handles the signals about queues.
  static let queueDelivery = """

        case .queued(let queue, let id):
          if let event = queues.event(of: id, in: queue) { await handling(event, identifier) }
          queues.finish(id, in: queue)
          await queues.refill(identifier, by: self)
        case .refill:
          await queues.refill(identifier, by: self)
    """

  /// The functions that yield the signals about queues.
  static func queueSignaling(in context: GenerationContext) -> String {
    """
    /// Tells the handler of the end of an item that is in a queue.
    func tell(
      _ queue: \(context.name)TransferQueue,
      _ id: String
    ) {
      lock.withLock {
        _ = open[queue.session]?.signals.yield(.queued(queue, id))
      }
    }

    /// Submits the next items of a session's queues.
    func refill(
      _ identifier: \(context.name)SessionIdentifier
    ) {
      lock.withLock {
        _ = open[identifier]?.signals.yield(.refill)
      }
    }
    """
  }

  /// The end of a task for an item of a queue.
  static let queueEnd = """
    if let queued {
        lock.withLock { _ = ended.removeValue(forKey: identifier) }
        queues.end(queued, task, outcome, by: self)
        return
      }
    """
}
