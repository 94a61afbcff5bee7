internal import PolicyModel

extension RuleContext {
  /// Two places in the order of the text: of two that contradict each other, the later one is to be changed.
  func inTextOrder(_ first: PolicyNode, _ second: PolicyNode) -> (earlier: PolicyNode, later: PolicyNode) {
    nodes.span(of: first) <= nodes.span(of: second) ? (first, second) : (second, first)
  }
}
