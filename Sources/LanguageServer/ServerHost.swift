package import PolicyLint
package import PolicyModel
package import PolicySyntax
package import Quantities

/// The functions through which the server uses the disk and the clock. The executable provides these functions.
package struct ServerHost: Sendable {
  /// Returns the bytes of the policy itself, or of a file that the policy names, up to a maximum size.
  package let read:
    @Sendable (_ path: String, _ limit: Int, _ policy: String) -> Result<[UInt8], UnreadableFile>
  /// Returns the source files of an app at a path that a policy names. Findings may be about these files.
  package let code: @Sendable (_ path: String, _ policy: String) -> Result<[SourceText], UnreadableFile>
  /// Returns the texts in quotation marks in the source files at a path that a policy names. The texts may be identifiers.
  package let identifiers: @Sendable (_ path: String, _ policy: String) -> [String]
  /// Whether a file with a name is a policy.
  package let isPolicyName: @Sendable (_ name: String) -> Bool
  /// Removes the findings that the call of the server excludes, and suppresses recorded findings.
  package let select: @Sendable (_ findings: inout [Finding], _ sources: [SourceText]) -> Void
  /// Today in UTC.
  package let today: @Sendable () -> CalendarDate?
  /// Returns the path for a new page about a policy.
  package let pagePath: @Sendable (_ policy: String) -> String
  /// The version of the tool.
  package let version: String

  /// A host with the given functions.
  package init(
    read:
      @escaping @Sendable (_ path: String, _ limit: Int, _ policy: String) -> Result<[UInt8], UnreadableFile>,
    code: @escaping @Sendable (_ path: String, _ policy: String) -> Result<[SourceText], UnreadableFile>,
    identifiers: @escaping @Sendable (_ path: String, _ policy: String) -> [String],
    isPolicyName: @escaping @Sendable (_ name: String) -> Bool,
    select: @escaping @Sendable (_ findings: inout [Finding], _ sources: [SourceText]) -> Void,
    today: @escaping @Sendable () -> CalendarDate?,
    pagePath: @escaping @Sendable (_ policy: String) -> String,
    version: String
  ) {
    self.read = read
    self.code = code
    self.identifiers = identifiers
    self.isPolicyName = isPolicyName
    self.select = select
    self.today = today
    self.pagePath = pagePath
    self.version = version
  }
}
