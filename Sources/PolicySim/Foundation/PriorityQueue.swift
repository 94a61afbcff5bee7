/// A queue with access to its least element in constant time.
///
/// Most elements arrive in order, or belong near one of the ends. The queue keeps these elements in a line, in constant
/// time, and all other elements in a binary heap.
struct PriorityQueue<Element: Comparable & BitwiseCopyable & Sendable>: Sendable {
  private var line = RunBuffer<Element>()
  /// The index of the first element of the line that is not removed.
  private var head = 0
  private var elements = RunBuffer<Element>()

  /// The number of removed elements at the front of the line up to which compacting the line takes more time than it saves.
  private static var fewSlots: Int { 64 }
  /// The distance from an end of the line, in slots, up to which moving elements of the line is faster than the heap.
  private static var nearby: Int { 16 }

  /// The least element.
  private(set) var first: Element?
  var isEmpty: Bool { count == 0 }
  var count: Int { line.count - head + elements.count }

  /// Whether the least element is in the line.
  @inline(__always) private var isInLine: Bool {
    head < line.count && (elements.isEmpty || !(elements[0] < line[head]))
  }

  @inline(__always) private mutating func findFirst() { first = isInLine ? line[head] : elements.first }

  /// Copies shared memory: see `RunBuffer`.
  mutating func ensureUnique() {
    line.ensureUnique()
    elements.ensureUnique()
  }

  /// Removes all elements; keeps memory that no other run shares.
  mutating func restart() {
    line.restart()
    elements.restart()
    head = 0
    first = nil
  }

  /// Removes all elements that meet a condition.
  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    line.removeFirst(head)
    head = 0
    line.removeAll(where: isUnwanted)
    elements.removeAll(where: isUnwanted)
    for index in elements.indices { rise(from: index) }
    findFirst()
  }

  mutating func push(_ element: Element) {
    if first.map({ element < $0 }) ?? true { first = element }
    if head == line.count {
      line.removeAll()
      head = 0
    } else if head > Self.fewSlots, 2 * head > line.count {
      line.removeFirst(head)
      head = 0
    }
    if head < line.count, element < line[line.count - 1] {
      if insertNearEnd(element) { return }
      elements.append(element)
      return rise(from: elements.count - 1)
    }
    line.append(element)
  }

  /// Inserts an element into the line if the element belongs near one of the ends; otherwise returns `false`.
  private mutating func insertNearEnd(_ element: Element) -> Bool {
    var place = line.count - 1
    if element < line[(head + place) / 2] {
      // The elements before `place` move by one slot to the front, where elements have been removed.
      guard head > 0 else { return false }
      place = head
      let limit = min(place + Self.nearby, line.count)
      while place < limit, !(element < line[place]) { place += 1 }
      guard place < limit else { return false }
      head -= 1
      line.move(head + 1..<place, to: head)
      line[place - 1] = element
    } else {
      let limit = max(place - Self.nearby, head)
      while place > limit, element < line[place - 1] { place -= 1 }
      guard place > limit else { return false }
      line.append(line[line.count - 1])
      line.move(place..<line.count - 2, to: place + 1)
      line[place] = element
    }
    return true
  }

  /// Removes and returns the least element.
  @discardableResult mutating func pop() -> Element? {
    defer { findFirst() }
    if isInLine { head += 1 } else { popHeap() }
    return first
  }

  /// Moves an element up the heap; the elements before `index` already form a heap.
  private mutating func rise(from index: Int) {
    let element = elements[index]
    var child = index
    while child > 0 {
      let parent = (child - 1) >> 1
      guard element < elements[parent] else { break }
      elements[child] = elements[parent]
      child = parent
    }
    elements[child] = element
  }

  private mutating func popHeap() {
    guard let last = elements.popLast(), !elements.isEmpty else { return }
    let count = elements.count
    var parent = 0
    while 2 * parent + 1 < count {
      var child = 2 * parent + 1
      if child + 1 < count, elements[child + 1] < elements[child] { child += 1 }
      guard elements[child] < last else { break }
      elements[parent] = elements[child]
      parent = child
    }
    elements[parent] = last
  }
}
