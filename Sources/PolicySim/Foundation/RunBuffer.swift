/// A buffer whose memory belongs to one run.
///
/// An array checks at each change whether its memory is shared. A run changes elements all the time, and these checks took
/// one instruction in seven. A run buffer checks once: after a copy, `ensureUnique()` has to be called before the first
/// change, which debug builds assert. A run buffer checks indices as an array does.
struct RunBuffer<Element: BitwiseCopyable> {
  /// The memory of a buffer, which is freed when its last owner is freed.
  private final class Memory {
    let base: UnsafeMutablePointer<Element>
    init(_ capacity: Int) { base = .allocate(capacity: capacity) }
    deinit { base.deallocate() }
  }

  /// `nil` until the first element is added: many buffers of a run stay empty.
  private var memory: Memory?
  private var ownBase: UnsafeMutablePointer<Element>?
  private var capacity = 0
  /// The capacity that the first added element allocates.
  private let firstCapacity: Int
  private(set) var count = 0

  /// The memory of the elements; may not be used before the first element is added.
  @inline(__always) private var base: UnsafeMutablePointer<Element> { ownBase.unsafelyUnwrapped }

  /// An empty buffer with room for `capacity` elements.
  init(capacity: Int = 8) { firstCapacity = Swift.max(1, capacity) }

  /// A buffer of equal elements.
  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    append(repeating: element, count: count)
  }

  /// A buffer of the elements of a collection.
  init(_ elements: some Collection<Element>) {
    self.init(capacity: elements.count)
    for element in elements { append(element) }
  }

  /// Removes all elements; keeps the memory unless another run shares it.
  mutating func restart() {
    count = 0
    guard memory != nil, !isKnownUniquelyReferenced(&memory) else { return }
    (memory, ownBase, capacity) = (nil, nil, 0)
  }

  /// Takes over the memory of a buffer of a finished run, without the buffer's elements.
  mutating func takeMemory(of other: inout RunBuffer) {
    swap(&self, &other)
    restart()
  }

  /// Copies the memory if it is shared.
  mutating func ensureUnique() {
    if memory != nil, !isKnownUniquelyReferenced(&memory) { move(to: capacity) }
  }

  private mutating func move(to room: Int) {
    let larger = Memory(room)
    if count > 0 { larger.base.initialize(from: base, count: count) }
    memory = larger
    ownBase = larger.base
    capacity = room
  }

  /// Stops debug builds if another run shares the memory that is about to change.
  @inline(__always)
  fileprivate mutating func checkUnique() {
    assert(
      memory == nil || isKnownUniquelyReferenced(&memory),
      "A buffer of the run is missing from ensureUnique()")
  }

  /// Adds an element at the end.
  @inline(__always)
  mutating func append(_ element: Element) {
    checkUnique()
    if count == capacity { move(to: Swift.max(firstCapacity, 2 * capacity)) }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Adds equal elements at the end.
  mutating func append(repeating element: Element, count number: Int) {
    checkUnique()
    guard number > 0 else { return }
    if count + number > capacity { move(to: Swift.max(firstCapacity, count + number)) }
    (base + count).initialize(repeating: element, count: number)
    count += number
  }

  /// Removes and returns the last element; `nil` if the buffer is empty.
  @inline(__always)
  mutating func popLast() -> Element? {
    checkUnique()
    guard count > 0 else { return nil }
    count -= 1
    return base[count]
  }

  /// Removes an element; the elements after it move by one to the front.
  @inline(__always)
  mutating func remove(at index: Int) {
    check(index)
    checkUnique()
    count -= 1
    for position in index..<count { base[position] = base[position + 1] }
  }

  /// Removes all elements that meet a condition; the remaining elements keep their order.
  @inline(__always)
  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    checkUnique()
    var kept = 0
    for position in 0..<count where !isUnwanted(base[position]) {
      if kept < position { base[kept] = base[position] }
      kept += 1
    }
    count = kept
  }

  /// Copies elements to the indices that start at `place`, and overwrites the elements there.
  @inline(__always)
  mutating func move(_ range: Range<Int>, to place: Int) {
    precondition(range.lowerBound >= 0 && place >= 0)
    precondition(range.upperBound <= count && place + range.count <= count)
    checkUnique()
    guard !range.isEmpty else { return }
    (base + place).update(from: base + range.lowerBound, count: range.count)
  }

  /// Removes elements at the front.
  mutating func removeFirst(_ number: Int) {
    precondition(number >= 0 && number <= count)
    checkUnique()
    guard number > 0 else { return }
    count -= number
    base.update(from: base + number, count: count)
  }

  /// Removes all elements and keeps the memory.
  @inline(__always)
  mutating func removeAll() {
    checkUnique()
    count = 0
  }
}

extension RunBuffer {
  /// Traps if the index is out of bounds; a single comparison checks both bounds.
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
      checkUnique()
      yield &base[index]
    }
  }
}

// The memory belongs to one run, which moves between threads as a whole.
extension RunBuffer: @unchecked Sendable where Element: Sendable {}
