/// The reason not to parse a source, with the line.
package struct SourceLimitError: Error, Equatable, Sendable {
  /// The line at which the limit is reached, from 1.
  package let line: Int
  /// The reason not to parse the source, without a full stop.
  package let reason: String
}

extension NestingScan {
  /// The constructs that nest or follow each other, each with a limit.
  enum Limit: CaseIterable {
    case brackets, interpolations, generics, arrows, conditionalOperators, prefixes, openBlocks, elseBranches
    case conditionClauses, chain, poundSigns, openStrings, squareBrackets, tokens

    /// The maximum number of levels, or of elements in a row.
    var maximum: Int {
      switch self {
      case .brackets: 256
      case .interpolations: 16
      case .generics, .arrows: 128
      case .conditionalOperators, .prefixes, .openBlocks: 200
      // The condition of each branch of `#if` contains the opposites of all conditions before it, so the size grows with the square of the
      // branches.
      case .elseBranches, .conditionClauses: 400
      case .chain: 2_000
      case .poundSigns: 16
      case .openStrings: 1_000
      // Each square bracket doubles the time of the parser, which reads the first type in the bracket twice.
      case .squareBrackets: 12
      case .tokens: 500_000
      }
    }

    /// The reason of a refusal.
    var reason: String {
      let noun =
        switch self {
        case .brackets: "Brackets, braces and #if are nested deeper than"
        case .interpolations: "Interpolations are nested deeper than"
        case .generics: "Generic arguments are nested deeper than"
        case .arrows: "Function types are nested deeper than"
        case .conditionalOperators: "Conditional operators are nested deeper than"
        case .prefixes: "Keywords and operators in a row are more than"
        case .openBlocks: "Statements and declarations that lack their blocks are more than"
        case .elseBranches: "The else branches of an if statement are more than"
        case .conditionClauses: "The branches of an #if are more than"
        case .chain: "The members and calls in a row are more than"
        case .poundSigns: "The number signs before a literal are more than"
        case .openStrings: "The strings without an end are more than"
        case .squareBrackets:
          "The square brackets that open within the first elements of each other are more than"
        case .tokens: "The words and signs of the file are more than"
        }
      return "\(noun) \(maximum)"
    }
  }
}
