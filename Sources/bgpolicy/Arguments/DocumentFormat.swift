/// The formats of documents such as guides and lists of rules.
enum DocumentFormat: String, CaseIterable {
  case text, json, markdown

  /// The option that chooses the format.
  static let option = Option<DocumentFormat>("--format", "FORMAT", default: .text)
}
