import Testing

@testable import PolicyModel

@Suite struct SimilarIdentifiersTests {
  /// A text, the identifiers that it is compared with, and the identifier that was probably meant.
  struct Case: CustomTestStringConvertible {
    let text: String
    let identifiers: [String]
    let meant: String?
    var testDescription: String { "\(text) among \(identifiers.prefix(3).joined(separator: ", "))" }
  }

  static let cases = [
    Case(
      text: "com.example.app.refresh", identifiers: ["com.example.app.refersh"],
      meant: "com.example.app.refersh"),
    Case(
      text: "com.exmaple.app.refresh", identifiers: ["com.example.app.refresh"],
      meant: "com.example.app.refresh"),
    Case(
      text: "com.example.app.ref", identifiers: ["com.example.app.refresh"], meant: "com.example.app.refresh"),
    // The same text is no misspelling.
    Case(text: "com.example.app.refresh", identifiers: ["com.example.app.refresh"], meant: nil),
    // Two components differ.
    Case(text: "com.exmaple.app.refersh", identifiers: ["com.example.app.refresh"], meant: nil),
    // Another number of components.
    Case(text: "com.example.refresh", identifiers: ["com.example.app.refresh"], meant: nil),
    // Two identifiers are equally near.
    Case(
      text: "com.example.app.sync", identifiers: ["com.example.app.sync1", "com.example.app.sync2"],
      meant: nil),
    Case(text: "refresh", identifiers: ["refersh"], meant: nil),
    Case(text: "com.example.app.refresh", identifiers: [], meant: nil),
    // Equal identifiers count once.
    Case(
      text: "com.example.app.sync", identifiers: ["com.example.app.snyc", "com.example.app.snyc"],
      meant: "com.example.app.snyc"),
    // Many identifiers that differ in the same component are not compared.
    Case(
      text: "com.example.app.sync",
      identifiers: ["com.example.app.snyc"] + (0..<60).map { "com.example.app.task\($0)" }, meant: nil),
    Case(
      text: "com.example.app.sync",
      identifiers: ["com.example.app.snyc"] + (0..<60).map { "com.example.other\($0).task" },
      meant: "com.example.app.snyc"),
  ]

  @Test("The identifier that differs in a few letters of one component was meant", arguments: cases)
  func nearest(_ example: Case) {
    #expect(SimilarIdentifiers(example.identifiers).nearest(to: example.text)?.name == example.meant)
  }

  @Test("An identifier that does not meet the condition is no candidate")
  func conditions() {
    let identifiers = SimilarIdentifiers(["com.example.app.snyc", "com.example.app.sycn"])
    #expect(identifiers.nearest(to: "com.example.app.sync") == nil)
    let meant = identifiers.nearest(to: "com.example.app.sync") { $0 != "com.example.app.sycn" }
    #expect(meant?.name == "com.example.app.snyc")
  }
}
