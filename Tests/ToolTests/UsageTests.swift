import Foundation
import TestSupport
import Testing

/// Invalid command lines and their messages.
@Suite("Wrong usage")
struct UsageTests {
  private static let more = "see `hitchmark"

  /// Command lines, with a space between words, and the complete message.
  static let all: [(line: String, sentence: String)] = [
    (
      "runs --store clickhouse://me:secret@localhost/frames",
      "--store: the address of the cluster contains a password; expected the password in "
        + "HITCHMARK_STORE_PASSWORD, or in the "
        + "file that HITCHMARK_STORE_PASSWORD_FILE names"
    ),
    (
      "runs --store clickhouse://db1/frames",
      "--store: a password for host db1 would be sent without encryption; expected an address that begins with "
        + "clickhouses://, or a host such as localhost"
    ),
    (
      "cluster init",
      "--store: the value of this option is not the address of a ClickHouse cluster; expected an address such as "
        + "clickhouses://user@host:8443/database?cluster=farm"
    ),
    (
      "frobnicate",
      "hitchmark: unknown command “frobnicate”; commands are "
        + "analyze, init, run, bisect, ingest, import, runs, report, compare, why, trend, check, calibrate, export, sql, metrics, formats, verify, merge, "
        + "cluster, mcp, completions, help, version (\(more) --help`)"
    ),
    (
      "analyse x", "hitchmark: unknown command “analyse”; did you mean “analyze”? (\(more) --help`)"
    ),
    (
      "help comapre",
      "hitchmark: unknown command “comapre”; did you mean “compare”? (\(more) --help`)"
    ),
    (
      "t.csv --metrics fps.avg",
      "hitchmark: a command is missing before the capture; “hitchmark analyze t.csv” prints its metrics"
    ),
    ("--nope", "hitchmark: unknown option “--nope” (\(more) --help`)"),
    ("analyze", "hitchmark analyze: the argument PATH is missing (\(more) analyze --help`)"),
    (
      "analyze t.csv --fromat json",
      "hitchmark analyze: unknown option “--fromat”; did you mean “--format”? (\(more) analyze --help`)"
    ),
    (
      "analyze t.csv --metrics",
      "hitchmark analyze: option “--metrics” has no value; write “--metrics METRIC,…” "
        + "(\(more) analyze --help`)"
    ),
    (
      "analyze t.csv --format md,json",
      "hitchmark: several formats cannot be written to one file; name a folder with --output, or choose a single format"
    ),
    (
      "analyze t.csv --metrics fps.agv",
      "hitchmark: Hitchmark has no metric “fps.agv”; did you mean “fps.avg”; “hitchmark metrics” lists the metrics"
    ),
    (
      "analyze t.csv -o x.xyz",
      "x.xyz: the ending of the file name does not name an output format; expected one of the endings .txt, "
        + ".md, .html, .csv, .json, .tex, .adoc, .svg; to keep the file name, name the format with --format"
    ),
    (
      "analyze t.csv --refresh-rate 1e9",
      "--refresh-rate: “1e9” is not a valid value of refresh_rate_hz; expected a rate in hertz, above 0 "
        + "and at most 10000"
    ),
    (
      "analyze t.csv --input-lag=-5",
      "--input-lag: “-5” is not a valid value of input_lag_ms; expected a number of milliseconds, "
        + "at least 0 and at most an hour"
    ),
    (
      "analyze t.csv --stability-tolerance 2",
      "--stability-tolerance: “2” is not a valid value of stability_tolerance; "
        + "expected a fraction above 0 and below 1"
    ),
    (
      "analyze t.csv --points never",
      "--points: “never” is not a valid value of points; "
        + "expected a duration such as 1s or 500ms, or one of the words “frame” and “fpscounter”"
    ),
    (
      "analyze t.csv --stream foo",
      "t.csv: the file has no stream (such as a process or a swap chain) “foo”; the file has one stream without a name; leave out --stream"
    ),
    (
      "analyze t.csv --trace-format mangohud",
      "t.csv: the file is not a mangohud trace; leave out the option that names the format, and hitchmark "
        + "recognizes the format"
    ),
    (
      "analyze t.csv --color sometimes",
      "hitchmark analyze: --color is “sometimes”; expected one of auto, always, never "
        + "(\(more) analyze --help`)"
    ),
    ("ingest", "hitchmark ingest: the argument PATH is missing (\(more) ingest --help`)"),
    (
      "ingest t.csv --jobs 0",
      "hitchmark ingest: --jobs is “0”; expected a whole number from 1 to 256 (\(more) ingest --help`)"
    ),
    (
      "ingest t.csv --label x",
      "hitchmark ingest: --label is “x”; expected a key and a value with “=” between them "
        + "(\(more) ingest --help`)"
    ),
    (
      "ingest t.csv t.csv --run one",
      "--run: the option would give the same name to all 2 runs; "
        + "leave out --run to name the runs after their files"
    ),
    ("runs show", "hitchmark runs show: the argument RUN is missing (\(more) runs show --help`)"),
    (
      "runs show 0",
      "hitchmark runs show: RUN is “0”; expected a whole number that is at least 1 (\(more) runs show --help`)"
    ),
    (
      "runs show 9",
      "s.db: the store has no run “9”; expected the number of a run; the command “hitchmark runs list” lists all runs"
    ),
    (
      "runs remove 1 9",
      "s.db: the store has no run “9”; expected the number of a run; the command “hitchmark runs list” lists all runs"
    ),
    (
      "runs relabel 1",
      "hitchmark: nothing to change is given; pass --label, --remove-label, --suite, --stage or --name"
    ),
    (
      "report",
      "report: the command names no suite; name one, or a folder for a website with --site"
    ),
    (
      "report nope",
      "s.db: there is no suite “nope” in this store; the suites in the store are “mine”; “hitchmark ingest” adds suites"
    ),
    ("report mine other", "hitchmark report: unexpected argument “other” (\(more) report --help`)"),
    ("export", "hitchmark export: the argument WHAT is missing (\(more) export --help`)"),
    (
      "export stuff",
      "hitchmark export: WHAT is “stuff”; expected one of frames, samples, metrics "
        + "(\(more) export --help`)"
    ),
    (
      "export frames --suite nope",
      "s.db: no run has the suite “nope”; expected one of “mine”; the command “hitchmark runs list” lists all runs of the store"
    ),
    (
      "trend --suite mien",
      "s.db: no run has the suite “mien”; did you mean “mine”; the command “hitchmark runs list” lists all runs of the store"
    ),
    (
      "runs recompute --suite mine --stage list",
      "s.db: no run has the stage “list”; no run has a stage; the command “hitchmark runs list” lists all runs of the store"
    ),
    (
      "trend --device phone",
      "s.db: no run has the device “phone”; no run has a device; the command “hitchmark runs list” lists all runs of the store"
    ),
    (
      "compare label:build t.csv",
      "label:build: the label has no value; expected label:KEY=VALUE, such as label:build=old"
    ),
    (
      "compare list t.csv --suite mien",
      "s.db: no run has the suite “mien”; did you mean “mine”; the command “hitchmark runs list” lists all runs of the store"
    ),
    ("sql", "hitchmark sql: the argument QUERY is missing (\(more) sql --help`)"),
    ("sql selct", "query: near \"selct\": syntax error"),
    (
      "metrics --format svg",
      "--format svg: this format shows only charts, and the output has no chart; "
        + "name a format that has tables, such as html"
    ),
    (
      "metrics nope",
      "hitchmark: Hitchmark has no metric “nope”; “hitchmark metrics” lists the metrics"
    ),
    (
      "formats x",
      "hitchmark formats: unexpected argument “x”; expected options only, such as “--format FORMAT,…” "
        + "(\(more) formats --help`)"
    ),
    (
      "trend mine",
      "hitchmark trend: unexpected argument “mine”; did you mean “--suite mine”? "
        + "(\(more) trend --help`)"
    ),
    (
      "check fps.avg --store s.db",
      "hitchmark check: unexpected argument “fps.avg”; did you mean “--metrics fps.avg”? "
        + "(\(more) check --help`)"
    ),
    (
      "trend mine --store=none.db",
      "hitchmark trend: unexpected argument “mine”; expected options only, such as “--suite SUITE” "
        + "(\(more) trend --help`)"
    ),
    (
      "check v1..v2",
      "hitchmark check: unexpected argument “v1..v2”; did you mean “--compare v1..v2”? "
        + "(\(more) check --help`)"
    ),
    (
      "calibrate v1..v2",
      "hitchmark calibrate: unexpected argument “v1..v2”; did you mean “--since v1..v2”? "
        + "(\(more) calibrate --help`)"
    ),
    (
      "report mine html",
      "hitchmark report: unexpected argument “html”; did you mean “--format html”? "
        + "(\(more) report --help`)"
    ),
    (
      "verify x",
      "hitchmark verify: unexpected argument “x”; expected options only, such as “--store PATH” "
        + "(\(more) verify --help`)"
    ),
    (
      "completions",
      "hitchmark completions: the argument SHELL is missing (\(more) completions --help`)"
    ),
    (
      "completions tcsh",
      "hitchmark completions: SHELL is “tcsh”; expected one of bash, zsh, fish "
        + "(\(more) completions --help`)"
    ),
  ]

  /// The files of a folder with a trace and a store of it; made once.
  private static let filled = Result { () throws -> [String: Data] in
    let folder = TemporaryFolder()
    try folder.file("t.csv", text: NativeTrace(1).text)
    let made = try Tool.run(
      ["ingest", "t.csv", "--suite", "mine", "--store", "s.db"], in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    return try folder.files()
  }

  /// Runs a command in a folder with the trace `t.csv` and a store of it, `s.db`.
  private static func run(_ words: [String]) throws -> (Tool.Outcome, isUnchanged: Bool) {
    let folder = TemporaryFolder()
    let before = try filled.get()
    for (name, contents) in before { try folder.file(name, contents: contents) }
    let outcome = try Tool.run(words, in: folder.url, environment: ["HITCHMARK_STORE": "s.db"])
    return (outcome, try folder.files() == before)
  }

  @Test("wrong usage ends with exit code 2 and one message, and changes nothing", arguments: all)
  func usage(line: String, sentence: String) throws {
    let (outcome, isUnchanged) = try Self.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 2)
    #expect(outcome.errors == sentence + "\n")
    #expect(outcome.output == "")
    #expect(isUnchanged)
  }

  @Test(
    "sql refuses queries that could change the store or read other files",
    arguments: [
      "DELETE FROM run", "UPDATE run SET name = 'x'", "DROP TABLE run", "CREATE TABLE t (a)",
      "INSERT INTO label VALUES (1, 'a', 'b')", "PRAGMA user_version = 5", "VACUUM",
      "ATTACH 'other.db' AS other", "BEGIN", "CREATE TEMP TABLE t (a)", "REINDEX",
      "PRAGMA journal_mode = DELETE", "VACUUM INTO 'copy.db'",
      "WITH x AS (SELECT 1) DELETE FROM run", "DELETE FROM frame",
    ])
  func writing(query: String) throws {
    let (outcome, isUnchanged) = try Self.run(["sql", query])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("query: "), "\(outcome.errors)")
    #expect(outcome.output == "")
    #expect(isUnchanged)
  }

  @Test(
    "sql expects one statement",
    arguments: [("", "no"), (" -- nothing", "no"), ("SELECT 1; SELECT 2", "more than one")])
  func statements(query: String, count: String) throws {
    let (outcome, _) = try Self.run(["sql", query])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "query: the query has \(count) SQL statement; pass a single one\n")
  }
}
