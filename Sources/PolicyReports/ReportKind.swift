/// The formats of a command's report. `text` is the format for people.
package protocol ReportKind: RawRepresentable<String>, CaseIterable, Sendable {
  static var text: Self { get }

  /// The placeholder of the value in help. Shell completion finds the formats by this name.
  static var placeholder: String { get }
}
