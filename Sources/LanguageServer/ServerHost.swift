package import PolicyLint
package import PolicyModel
package import PolicySyntax
package import Quantities

/// The surroundings of the server, as functions of the executable: it has no disk and no clock of its own.
package struct ServerHost: Sendable {
  /// Returns the bytes of a file, at most one more than a limit.
  package let read: @Sendable (_ path: String, _ limit: Int) -> Result<[UInt8], UnreadableFile>
  /// Returns the source files of an app at a path that rules may report.
  package let code: @Sendable (_ path: String) -> Result<[SourceText], UnreadableFile>
  /// Returns the texts that the source files at a path have in quotation marks and that may be identifiers.
  package let identifiers: @Sendable (_ path: String) -> [String]
  /// Whether a file of this name is a policy.
  package let isPolicyName: @Sendable (_ name: String) -> Bool
  /// Leaves out the findings in some sources that the call does not ask for, and suppresses recorded ones.
  package let select: @Sendable (_ findings: inout [Finding], _ sources: [SourceText]) -> Void
  /// Today in UTC.
  package let today: @Sendable () -> CalendarDate?
  /// Returns the path of a new page about a policy.
  package let pagePath: @Sendable (_ policy: String) -> String
  /// The version of the tool.
  package let version: String

  /// Surroundings of some functions.
  package init(
    read: @escaping @Sendable (_ path: String, _ limit: Int) -> Result<[UInt8], UnreadableFile>,
    code: @escaping @Sendable (_ path: String) -> Result<[SourceText], UnreadableFile>,
    identifiers: @escaping @Sendable (_ path: String) -> [String],
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
