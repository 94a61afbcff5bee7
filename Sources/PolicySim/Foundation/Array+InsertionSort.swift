extension Array {
  /// Stable sort; insertion sort for up to 32 elements, which is faster.
  @inline(__always)
  mutating func sortFew(by isBefore: (Element, Element) -> Bool) {
    guard count <= 32 else { return sort(by: isBefore) }
    withUnsafeMutableBufferPointer { elements in
      var index = 1
      while index < elements.count {
        let element = elements[index]
        var hole = index
        while hole > 0, isBefore(element, elements[hole - 1]) {
          elements[hole] = elements[hole - 1]
          hole -= 1
        }
        elements[hole] = element
        index += 1
      }
    }
  }
}
