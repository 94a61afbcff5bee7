/// A text of headings, paragraphs, examples and lists that has no form yet: a writer for each form gives it one.
package struct Document {
  /// A piece of the text. All texts in it are plain, without marks of any form.
  enum Block {
    /// What the whole text is about.
    case subject(String)
    /// The heading of a chapter.
    case chapter(String)
    /// The title of what is explained, which others can refer to by its name, with a few words about it.
    case title(String, [String])
    /// What stands above a few blocks.
    case label(String)
    /// Sentences.
    case paragraph(String)
    /// A policy, or a part of one.
    case policy(String)
    /// Swift code.
    case swift(String)
    /// A property list in XML.
    case propertyList(String)
    /// Short texts one below the other.
    case list([Item])
    /// Rows of the same columns.
    case table(columns: [String], rows: [[Cell]])
  }

  /// A line of a list, with lines that belong to it.
  struct Item {
    let text: String
    var details: [String] = []
    /// The https address that the text leads to; `nil` for none.
    var address: String?
    /// The title to which the text leads on a page that has it; `nil` for none.
    var title: String?
  }

  /// A field of a table.
  struct Cell {
    let text: String
    /// The title to which the field leads; `nil` for none.
    package var title: String?
  }

  /// The pieces in their order.
  var blocks: [Block]
}
