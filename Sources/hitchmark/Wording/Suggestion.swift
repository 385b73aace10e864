internal import Arguments
internal import Workbench

/// Commands that messages suggest: they work as they stand when somebody pastes them.
enum Suggestion {
  /// A command on the store that a message is about.
  ///
  /// - Parameters:
  ///   - command: its words behind the tool's name.
  ///   - store: left out where commands take it by themselves.
  /// - Returns: in quotation marks.
  static func command(_ command: String, on store: String) -> String {
    let option = store == defaultStore || store.isEmpty ? "" : " --store \(store.shellWord)"
    return "“hitchmark \(command)\(option)”"
  }

  /// The store that the next command takes without being told.
  private static var defaultStore: String? {
    let option = CommonOptions.store.declaration
    let named = option.environment.flatMap(Platform.environment)
    return named.flatMap { $0.isEmpty ? nil : $0 } ?? option.defaultText
  }
}
