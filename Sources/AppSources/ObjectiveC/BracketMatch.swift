/// Finds closing brackets. If the branches of a conditional open different brackets, the last branch counts.
enum BracketMatch {
  static func closing(of start: Int, in tokens: [CToken], before limit: Int) -> Int {
    var depth = 0
    var saved: [Int] = []
    var index = start
    while index < limit {
      if let directive = tokens[index].directive {
        if directive.opensConditional {
          saved.append(depth)
        } else if directive.name.hasPrefix("el") {
          depth = saved.last ?? depth
        } else if directive.name == "endif" {
          _ = saved.popLast()
        }
      } else {
        switch tokens[index].text {
        case "(", "[", "{": depth += 1
        case ")", "]", "}":
          depth -= 1
          if depth <= 0 { return index }
        // No body continues into the next declaration.
        case "@end", "@implementation", "@interface": return index
        default: break
        }
      }
      index += 1
    }
    return limit
  }
}
