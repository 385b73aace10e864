internal import Arguments
internal import System
internal import Workbench

/// Commands for messages, which work unchanged when pasted into a shell.
enum Suggestion {
  /// A command on a store, in quotation marks.
  ///
  /// - Parameters:
  ///   - command: the words after the tool's name.
  ///   - store: the path of the store, which the command omits if it is the default store.
  static func command(_ command: String, on store: String) -> String {
    let option = store == defaultStore || store.isEmpty ? "" : " --store \(store.shellWord)"
    return "“hitchmark \(command)\(option)”"
  }

  /// The default store of the next command.
  private static var defaultStore: String? {
    let option = CommonOptions.store.declaration
    let named = option.environment.flatMap(Platform.environment)
    return named.flatMap { $0.isEmpty ? nil : $0 } ?? option.defaultText
  }
}
