internal import Libc

extension System {
  /// The number of available processors, at least 1.
  static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Transforms each element. Returns the results in the order of the elements.
  ///
  /// Up to `jobs` threads, including this thread, each take the next remaining element. `progress` is called
  /// with the number of taken elements, by one thread at a time.
  static func map<Element: Sendable, Product: Sendable>(
    _ elements: [Element], jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in },
    _ transform: @escaping @Sendable (Element) -> Product
  ) -> [Product] {
    guard jobs > 1, elements.count > 1 else {
      return elements.enumerated().map { index, element in
        progress(index)
        return transform(element)
      }
    }
    let work = Work(elements, progress: progress, transform: transform)
    let others = (1..<min(jobs, elements.count)).compactMap { _ in Thread.start { work.drain() } }
    work.drain()
    for thread in others { thread.join() }
    return work.finish()
  }
}

extension System {
  /// Runs `body` on a new thread. Returns `false` if the system can't start another thread.
  static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = Thread.start(body) else { return false }
    thread.detach()
    return true
  }
}

/// A value that several threads share. Only one thread uses the value at a time.
final class Guarded<Value>: @unchecked Sendable {
  // The mutex guards the value.
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func use<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  /// Changes the value, and wakes a thread that waits for the value.
  func change(_ body: (inout Value) -> Void) {
    pthread_mutex_lock(mutex)
    body(&value)
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Waits until a change of the value lets `body` return a result.
  func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }
}

/// Elements that several threads transform.
///
/// The mutex guards `next` and `progress`. The thread that took an index writes its product, and products are
/// read only after all threads are done.
private final class Work<Element: Sendable, Product: Sendable>: @unchecked Sendable {
  private let elements: [Element]
  private let transform: @Sendable (Element) -> Product
  private let progress: @Sendable (Int) -> Void
  private let products: UnsafeMutablePointer<Product>
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var next = 0

  init(
    _ elements: [Element], progress: @escaping @Sendable (Int) -> Void,
    transform: @escaping @Sendable (Element) -> Product
  ) {
    self.elements = elements
    self.progress = progress
    self.transform = transform
    products = .allocate(capacity: elements.count)
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  /// Transforms elements until no element is left.
  func drain() {
    while let index = takeIndex() { (products + index).initialize(to: transform(elements[index])) }
  }

  private func takeIndex() -> Int? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard next < elements.count else { return nil }
    progress(next)
    next += 1
    return next - 1
  }

  /// The products. Call this after all threads have returned from `drain()`.
  func finish() -> [Product] {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    defer { products.deallocate() }
    return [Product](unsafeUninitializedCapacity: elements.count) { buffer, count in
      buffer.baseAddress?.moveInitialize(from: products, count: elements.count)
      count = elements.count
    }
  }
}

private struct Thread {
  /// The body of a thread, as an object that a C pointer can reference.
  private final class Task: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }

    static func run(_ argument: UnsafeMutableRawPointer?) {
      guard let argument else { return }
      Unmanaged<Task>.fromOpaque(argument).takeRetainedValue().body()
    }
  }

  /// The size of the main thread's stack. Other threads usually have half a megabyte, which is too small for
  /// deeply nested policies.
  private static let stackSize = 8 << 20

  private let thread: pthread_t

  /// Starts a thread that runs `body`. `nil` if the system can't start another thread.
  static func start(_ body: @escaping @Sendable () -> Void) -> Thread? {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    guard pthread_attr_init(attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(attributes) }
    pthread_attr_setstacksize(attributes, stackSize)
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let task = Unmanaged.passRetained(Task(body))
    let failure = pthread_create(
      &thread, attributes,
      { argument in
        Task.run(argument)
        return nil
      }, task.toOpaque())
    guard failure == 0 else {
      task.release()
      return nil
    }
    #if canImport(Glibc)
      return Thread(thread: thread)
    #else
      return thread.map { Thread(thread: $0) }
    #endif
  }

  /// Waits until the thread ends.
  func join() { pthread_join(thread, nil) }

  /// Lets the thread run and end independently.
  func detach() { pthread_detach(thread) }
}
