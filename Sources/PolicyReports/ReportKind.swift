/// The formats that a command's report can take; text is the one for people.
package protocol ReportKind: RawRepresentable<String>, CaseIterable, Sendable {
  static var text: Self { get }

  /// The name of the value in help, by which completion knows the formats.
  static var placeholder: String { get }
}
