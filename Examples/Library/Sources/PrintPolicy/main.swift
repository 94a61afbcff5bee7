import BackgroundPolicy
import Foundation

let path = CommandLine.arguments[1]
let document = PolicyDocument(text: try String(contentsOfFile: path, encoding: .utf8), name: path)
for diagnostic in document.diagnostics { print(diagnostic) }
let fixed = document.fixed()
for transfer in try await fixed.estimate().transfers {
  print("\(transfer.name): p95 \(transfer.completion.p95.map { "\(Int($0)) s" } ?? "never")")
}
