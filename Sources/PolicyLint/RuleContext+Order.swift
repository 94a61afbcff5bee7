internal import PolicyModel

extension RuleContext {
  /// Two places in the order of the text: of two that contradict each other, the later one is to be changed.
  func inTextOrder(_ first: Place, _ second: Place) -> (earlier: Place, later: Place) {
    places.span(of: first) <= places.span(of: second) ? (first, second) : (second, first)
  }
}
