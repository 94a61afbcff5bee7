/// Elements in memory that a run has for itself.
///
/// An array finds out at each change whether it is shared, and a run changes elements all the time: that took one
/// instruction in seven. Here it is found out once: after a copy, `ensureUnique()` has to be called before anything changes.
/// Places are checked as those of an array are.
struct RunBuffer<Element: BitwiseCopyable> {
  /// Gives the memory back when nobody has it any more.
  private final class Memory {
    let base: UnsafeMutablePointer<Element>
    init(_ capacity: Int) { base = .allocate(capacity: capacity) }
    deinit { base.deallocate() }
  }

  private var memory: Memory
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  /// An empty one, with room for so many.
  init(capacity: Int = 8) {
    self.capacity = Swift.max(1, capacity)
    memory = Memory(self.capacity)
    base = memory.base
  }

  /// So many equal elements.
  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    base.initialize(repeating: element, count: count)
    self.count = count
  }

  /// Elements in the order of a collection.
  init(_ elements: some Collection<Element>) {
    self.init(capacity: elements.count)
    for element in elements { append(element) }
  }

  /// Takes a copy of the memory where somebody else has it, too.
  mutating func ensureUnique() {
    if !isKnownUniquelyReferenced(&memory) { move(to: capacity) }
  }

  private mutating func move(to room: Int) {
    let larger = Memory(room)
    larger.base.initialize(from: base, count: count)
    memory = larger
    base = larger.base
    capacity = room
  }

  /// Adds an element at the end.
  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { move(to: 2 * capacity) }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Takes the last element out; `nil` if there is none.
  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return base[count]
  }

  /// Takes an element out; those behind it move up.
  @inline(__always)
  mutating func remove(at index: Int) {
    check(index)
    count -= 1
    for position in index..<count { base[position] = base[position + 1] }
  }

  /// Takes out all that meet a condition; the others keep their order.
  @inline(__always)
  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    var kept = 0
    for position in 0..<count where !isUnwanted(base[position]) {
      if kept < position { base[kept] = base[position] }
      kept += 1
    }
    count = kept
  }

  /// Takes so many elements out at the front.
  mutating func removeFirst(_ number: Int) {
    precondition(number >= 0 && number <= count)
    count -= number
    base.update(from: base + number, count: count)
  }

  /// Takes all out, and keeps the memory.
  @inline(__always)
  mutating func removeAll() { count = 0 }
}

extension RunBuffer {
  /// Ends the program if there is no such place; one comparison tells that it is neither below nor beyond.
  @inline(__always)
  fileprivate func check(_ index: Int) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
  }
}

extension RunBuffer: RandomAccessCollection, MutableCollection {
  @inline(__always) var startIndex: Int { 0 }
  @inline(__always) var endIndex: Int { count }

  subscript(index: Int) -> Element {
    @inline(__always) _read {
      check(index)
      yield base[index]
    }
    @inline(__always) _modify {
      check(index)
      yield &base[index]
    }
  }
}

// What a run has for itself goes with it from thread to thread.
extension RunBuffer: @unchecked Sendable where Element: Sendable {}
