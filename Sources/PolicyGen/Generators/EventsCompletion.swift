/// The class that stores a completion handler of the system.
enum EventsCompletion {
  /// The declaration, which is the same for every policy.
  static let declaration = """
    /// A completion handler of the system, called once on the main thread.
    nonisolated private final class EventsCompletion: @unchecked Sendable {
      private let lock = NSLock()
      private var handler: (() -> Void)?

      init(_ handler: @escaping () -> Void) {
        self.handler = handler
      }

      @MainActor
      func call() {
        let handler = lock.withLock {
          defer { self.handler = nil }
          return self.handler
        }
        handler?()
      }
    }
    """
}
