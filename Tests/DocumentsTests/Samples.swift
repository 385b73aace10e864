import Documents
import Units

/// Sample documents: one with every kind of block and cell, and one with hostile texts.
enum Samples {
  static let everything = Document(
    schema: "example.report/1", title: "Scrolling a list of messages", tone: .bad,
    blocks: [
      .facts(["Two runs · ", .strong("one session")]),
      .paragraph([.verdict("2 better", .better), " ", .verdict("1 worse", .worse)]),
      .notice(
        .warning, ["These traces are reconstructed from published averages; no measurement."]),
      .paragraph([
        "Stage ", .strong("1 – Reusing cells"), " reaches ",
        .quantity(Quantity(34.9, .framesPerSecond), .prose), " (",
        .quantity(Quantity(0.3423, .fraction), .change), ") with ",
        .code("tableView.dequeueReusableCell()"), "; see ", .link("the first stage", to: "stage-1"),
        ".",
      ]),
      .heading(.section, "Stages", anchor: "stages"),
      .heading(.subsection, "1 – Reusing cells", anchor: "stage-1"),
      .table(stage),
      .heading(.subsubsection, "Compared with the worst case", anchor: "stage-1-compared"),
      .table(comparison),
      .chart(ChartSamples.everything),
      .steps([
        Step(["Find the commit:"], command: "git bisect start b4d g00d"),
        Step(["Fix it, and push."]),
      ]),
      .cards([
        Card(
          "A history", at: PagePath(["history"]), isUrgent: true,
          answer: [.verdict("1 open regression", .worse), "."],
          sparkline: .init([3, 1, 2], shape: .line, caption: "Frame time per commit"),
          facts: "3 commits"),
        Card(
          "Two stages", answer: ["suite.json declares no comparison."],
          sparkline: .init([60, 30], shape: .bars(highlighted: 1), caption: "FPS per stage"),
          facts: "2 stages"),
      ]),
      .heading(.section, "Folded", anchor: "folded"),
      .table(folded),
      .heading(.section, "Glossary", anchor: "glossary"),
      .notice(.note, ["Formulas are those of ", .code("hitchmark metrics"), "."]),
      .list([["One run is one list of presents."], ["A stage has ", .strong("two runs"), "."]]),
      .definitions([
        Definition(
          term: "FPS stability (%)", anchor: "fps-stability",
          lines: [
            ["Share of frame-rate points within 20% of the average."],
            [.code("|p − avg| ≤ 0.2·avg")],
          ]),
        Definition(term: "Duration (sec)", lines: [["From the first present to the last."]]),
      ]),
    ])

  private static let stage = Table(
    anchor: "stage-1", caption: "Performance test results after 1 – Reusing cells",
    corner: "1 - Reusing cells",
    columns: [
      .init("#1"), .init("#2"), .init("Average", id: "average"),
      .init("Change (vs 0.2)", id: "change", notes: ["0.2 is the worst case"]),
      .init("Verdict", .leading),
    ],
    rows: [
      .init(
        "Duration (sec)", id: "duration",
        cells: [
          seconds(92.92), seconds(92.39), seconds(92.655),
          .quantity(Quantity(-12.795, .seconds), emphasis: .better), .text("kept"),
        ]),
      .init(
        "FPS stability (%)", id: "fps.stability",
        cells: [
          fraction(0.27), fraction(0.25), .quantity(Quantity(0.26, .fraction), emphasis: .strong),
          .verdict("unclear"), .text("–", emphasis: .muted),
        ]),
      .init(
        "Average GPU usage (%)", id: "gpu.avg", notes: ["of the whole device"],
        cells: [
          .missing("no GPU samples in this trace"),
          fraction(0.6282).noted("reported by somebody else"), fraction(0.6282),
          .quantity(Quantity(0.0031, .fraction), .change, emphasis: .worse),
        ]),
      .init(
        "Average memory usage",
        cells: [
          .missing("no GPU samples in this trace", notes: ["0.2 is the worst case"]),
          .quantity(Quantity(31, .megabytes), .decimals(3)), .empty, .empty, .text("kept"),
        ]),
    ],
    remarks: ["A point is one second."])

  private static let comparison = Table(
    anchor: "stage-1", caption: "",
    columns: [
      .init("Worst case", unit: .framesPerSecond), .init("Estimate"), .init("Commit", .leading),
    ],
    rows: [
      .init(
        "FPS (avg)",
        cells: [
          .quantity(Quantity(26, .framesPerSecond)),
          .quantity(Quantity(34.9, .framesPerSecond), interval: 33.84...35.96, .prose),
          .text("3f2a9c1 Reuse cells, and make the avatars once, when the list is opened"),
        ])
    ])

  /// A table that repeats the heading above it, is folded, and has an optional column.
  private static let folded = Table(
    anchor: "folded", caption: "Folded", corner: "Metric",
    columns: [.init("Value"), .init("id", .leading, isOptional: true)],
    rows: [.init("Duration", cells: [seconds(3), .text("duration", emphasis: .muted)])],
    summary: "1 value")

  private static func seconds(_ value: Double) -> Cell { .quantity(Quantity(value, .seconds)) }

  private static func fraction(_ value: Double) -> Cell { .quantity(Quantity(value, .fraction)) }
}

extension Samples {
  /// Texts that would be interpreted in some format if they were not escaped.
  static let attacks = [
    "<script>alert(1)</script>", "a|b", "\\input{/etc/passwd}", "=1+1", "@SUM(1)", "-2+3", "+4",
    "\u{1B}[31mred\u{07}", "evil\u{202E}txt.exe", "two\r\nlines\ttab", "`code` **bold** _x_ ~~y~~",
    "[link](http://example.org)", "\" onmouseover=\"alert(2)", "&lt;b&gt; & 100% $x^2$ #1 {y}",
    "comma, \"quote\"", "<\u{338}b>, \"\u{301} |\u{301} \\\u{301}input", "--- a -- b", "日本語 👩‍🚀 é",
  ]

  /// A document with these texts in every place that can have one.
  static let hostile = Document(
    schema: "example.report/1", title: attacks.joined(separator: " "),
    blocks: attacks.flatMap { attack -> [Block] in
      [
        .heading(.section, attack, anchor: Anchor(attack)), .text(attack),
        .facts([.verdict(attack, .worse)]),
        .cards([
          Card(
            attack, answer: [.text(attack)],
            sparkline: .init([1, 2], shape: .line, caption: attack), facts: attack)
        ]), .steps([Step([.text(attack)], command: attack)]),
        .notice(.note, [.strong(attack)]), .list([[.code(attack)], [.text(attack)]]),
        .definitions([Definition(term: attack, lines: [[.link(attack, to: Anchor(attack))]])]),
        .table(
          Table(
            anchor: Anchor(attack), caption: attack, corner: attack,
            columns: [.init(attack, .leading, notes: [attack])],
            rows: [
              .init(attack, cells: [.text(attack)]), .init(attack, cells: [.missing(attack)]),
            ],
            remarks: [attack])),
        .chart(
          Chart(
            anchor: Anchor(attack), title: attack, description: attack, x: Chart.Axis(attack),
            panels: [
              Chart.Panel(
                y: Chart.Axis(attack),
                marks: [
                  .init(
                    .dots([.init(0, 0, note: attack)], .init(.square)), ink: .strong, name: attack)
                ])
            ], values: ChartSamples.values, remarks: [attack])),
      ]
    })
}
