internal import Decoding
internal import Recordings

/// What dumps say of one process.
struct GfxInfoProcess {
  /// Its id; empty when the trace does not say.
  let id: String
  /// Its package; empty when the trace does not say.
  let package: String
  /// What was said of it as a whole.
  var whole = GfxInfoWindow(name: "")
  /// Its windows, in the order of their first lines.
  var windows: [GfxInfoWindow] = []
  /// The windows that have had their table of frames in the present dump.
  private var seen: Set<String> = []

  init(id: String, package: String) {
    self.id = id
    self.package = package
  }

  /// Says that another dump begins.
  mutating func beginDump() { seen = [] }

  /// Finds a window, or adds it.
  ///
  /// - Parameters:
  ///   - name: as the dump has it.
  ///   - isTable: whether its table of frames begins, of which there is one a dump: a second one is
  ///     another window of the same name.
  /// - Returns: its position.
  mutating func window(named name: String, beginsTable isTable: Bool = false) -> Int {
    var own = name
    var copy = 1
    while isTable, !seen.insert(own).inserted {
      copy += 1
      own = "\(name) (\(copy))"
    }
    if let position = windows.firstIndex(where: { $0.name == own }) { return position }
    windows.append(GfxInfoWindow(name: own))
    return windows.count - 1
  }

  /// Whether it has neither frames nor figures.
  var isEmpty: Bool {
    windows.allSatisfy(\.isWithoutFrames) && whole.isWithoutFrames && whole.summary.isEmpty
  }

  /// A run for each window that has frames, or one for the process.
  ///
  /// The counts of the process are a run of their own beside several windows, because they are of all of them.
  consuming func runs(_ origin: Recording.Origin, amongSeveral: Bool) -> [TraceRun] {
    windows.removeAll(where: \.isWithoutFrames)
    let areSeveral = windows.count > 1
    if windows.isEmpty || (areSeveral && !whole.summary.isEmpty) { windows.append(whole) }
    let names = windows.map(\.title)
    return names.indices.compactMap { index in
      // Gone from here on, so that what was collected and the runs are not in memory together.
      let part = windows[index]
      windows[index] = GfxInfoWindow(name: "")
      var own = origin
      let isAlone = names.count { $0 == names[index] } == 1
      own.stream =
        amongSeveral || names.count > 1 ? stream(isAlone ? names[index] : part.name) : nil
      var run = part.run(own, whole: areSeveral ? GfxInfoSummary() : whole.summary)
      if !package.isEmpty { run?.recording.description.labels["application"] = package }
      return run
    }
  }

  private func stream(_ window: String) -> String {
    if window.isEmpty { return harmless("\(package) \(id)") }
    return harmless(id.isEmpty ? window : "\(window) \(id)")
  }
}
