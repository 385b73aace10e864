@testable import Workbench

extension FuzzTarget {
  /// The saved plans of `run` and `bisect`, and a `hitchmark.json`, each in a folder of a stranger.
  ///
  /// The first byte chooses: `p`, `b` or `c`.
  static let plan = FuzzTarget(name: "plan") { bytes in
    let rest = Array(bytes.dropFirst())
    return switch bytes.first {
    case UInt8(ascii: "p"): experimentComplaint(about: rest)
    case UInt8(ascii: "b"): bisectionComplaint(about: rest)
    case UInt8(ascii: "c"): configurationComplaint(about: rest)
    default: nil
    }
  }

  private static func experimentComplaint(about bytes: [UInt8]) -> String? {
    let folder = ScratchFolder.shared
    folder.write(bytes, to: "planned/.run/plan.json")
    folder.write(suite, to: "planned/suite.json")
    folder.run("run", folder.path("planned"), "--resume", "--store", folder.path("planned.db"))
    folder.remove("planned")
    folder.removeStore("planned.db")
    guard let plan = ExperimentPlan(bytes) else { return nil }
    guard ExperimentPlan(Array(plan.text.utf8)) == plan else { return "writing changes the plan" }
    for block in [1, plan.blocks] {
      for side in plan.sides(inBlock: block) { _ = plan.run(ofBlock: block, side) }
    }
    return nil
  }

  /// A suite whose command is no program.
  private static let suite = Array(
    #"{"stages": [{"id": "a"}, {"id": "b"}], "run": {"command": ["/dev/null/none"]}}"#.utf8)

  private static func bisectionComplaint(about bytes: [UInt8]) -> String? {
    guard let plan = BisectionPlan(bytes) else { return nil }
    return BisectionPlan(Array(plan.text.utf8)) == plan ? nil : "writing changes the plan"
  }

  private static func configurationComplaint(about bytes: [UInt8]) -> String? {
    let folder = ScratchFolder.shared
    folder.write(bytes, to: "configured/hitchmark.json")
    guard let file = WorkTreeConfiguration(above: folder.path("configured")),
      let contents = try? file.contents(), let store = try? file.store(of: contents)
    else { return nil }
    let parts = store.split(separator: "/")
    let isInside = !store.hasPrefix("/") && !store.hasPrefix("~") && !parts.contains("..")
    return isInside && !parts.isEmpty ? nil : "the store “\(store)” is outside of the folder"
  }
}
