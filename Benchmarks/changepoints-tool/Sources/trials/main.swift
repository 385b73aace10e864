import Foundation

// Reads one JSON request per line, and writes one JSON answer per line.
let decoder = JSONDecoder()
let encoder = JSONEncoder()
encoder.outputFormatting = .sortedKeys

func answer(_ line: String, to question: String) throws -> Data {
  let request = Data(line.utf8)
  switch question {
  case "detect":
    return try encoder.encode(decoder.decode(DetectionRequest.self, from: request).answer())
  case "blocks":
    return try encoder.encode(decoder.decode(BlocksRequest.self, from: request).answer())
  case "plan-blocks":
    return try encoder.encode(decoder.decode(BlocksPlanRequest.self, from: request).answer())
  case "search":
    return try encoder.encode(decoder.decode(SearchRequest.self, from: request).answer())
  case "compare":
    return try encoder.encode(decoder.decode(DuelRequest.self, from: request).answer())
  case "gate":
    return try encoder.encode(decoder.decode(GateRequest.self, from: request).answer())
  case "sides":
    return try encoder.encode(decoder.decode(SidesRequest.self, from: request).answer())
  case "oddruns":
    return try encoder.encode(decoder.decode(OddRunsRequest.self, from: request).answer())
  case "spread":
    return try encoder.encode(decoder.decode(SpreadRequest.self, from: request).answer())
  case "steadiness":
    return try encoder.encode(decoder.decode(SteadinessRequest.self, from: request).answer())
  case "time":
    return try encoder.encode(decoder.decode(TimingRequest.self, from: request).answer())
  case "time-history":
    return try encoder.encode(decoder.decode(HistoryTimingRequest.self, from: request).answer())
  default: throw UnknownQuestion(name: question)
  }
}

struct UnknownQuestion: Error { let name: String }

let question = CommandLine.arguments.dropFirst().first ?? "detect"
while let line = readLine() {
  let reply = try answer(line, to: question)
  FileHandle.standardOutput.write(reply + Data("\n".utf8))
}
