internal import Foundation

/// Threads with stacks that are large enough for deeply nested code.
///
/// The memory for a stack is only reserved. A thread takes as much memory as it uses.
enum DeepStack {
  static let size = 512 << 20
  /// The most threads at a time.
  static let mostThreads = 16

  /// The result of a function, computed on a thread with a large stack.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value? {
    map([()]) { _ in work() }.first
  }

  /// The results of a function for some elements, in their order, computed on at most as many threads as the machine has cores.
  static func map<Element: Sendable, Value: Sendable>(
    _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Value
  ) -> [Value] {
    let shared = Shared<Value>(count: elements.count)
    let count = max(1, min(elements.count, ProcessInfo.processInfo.activeProcessorCount, mostThreads))
    let group = DispatchGroup()
    for _ in 0..<count {
      group.enter()
      let thread = Thread {
        while let index = shared.next() { shared.set(transform(elements[index]), at: index) }
        group.leave()
      }
      thread.stackSize = size
      thread.start()
    }
    group.wait()
    return shared.values
  }

  /// The results of several threads, under a lock.
  private final class Shared<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var results: [Value?]
    private var position = 0

    init(count: Int) { results = Array(repeating: nil, count: count) }

    func next() -> Int? {
      lock.withLock {
        guard position < results.count else { return nil }
        defer { position += 1 }
        return position
      }
    }

    func set(_ value: Value, at index: Int) { lock.withLock { results[index] = value } }

    var values: [Value] { lock.withLock { results.compactMap(\.self) } }
  }
}
