internal import Workbench

extension SuiteDraft.Fault {
  var complaint: Complaint {
    switch self {
    case .exists(let path):
      Complaint(
        at: path, "this file exists already",
        remedy: "edit the existing file, or remove it and repeat the command")
    case .withinSuite(let path):
      Complaint(
        at: path,
        "the folder given to init is within the folder of the suite that this file describes",
        remedy: "add the stage to this file")
    case .noStages(let folder):
      Complaint(
        at: folder, "no folder within this folder has traces",
        remedy: "move the traces of each stage into a folder of its own, as in stage/run/trace.csv")
    case .unsafeName(let folder):
      Complaint(
        at: folder, "the folder's path has a line break, another control character or “${{”",
        wanted: "GitHub would read such a path as a part of the workflow",
        remedy: "rename the folder")
    case .noWorkTree(let folder):
      Complaint(
        at: folder, "the folder is not in a work tree of Git",
        wanted: "a GitHub workflow must be in the folder .github/workflows of a Git work tree",
        remedy: "leave --workflow out, or run \u{201C}git init\u{201D} first")
    }
  }
}
