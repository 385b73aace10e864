CREATE TABLE metric_set (
  -- Which metrics were asked of a run and what each value rests on, once for all runs that have that in common.
  id INTEGER PRIMARY KEY,
  members TEXT NOT NULL UNIQUE    -- its rows of "metric_set_member" as metric:basis, by which it is found
) STRICT;

CREATE TABLE metric_set_member (
  metric_set INTEGER NOT NULL REFERENCES metric_set (id),
  metric INTEGER NOT NULL REFERENCES metric (id),
  basis INTEGER NOT NULL REFERENCES metric_basis (id),
  place INTEGER,                  -- of the value among those of a run, from 0; NULL where there is a reason
  PRIMARY KEY (metric_set, metric),
  CHECK ((place IS NULL) = (basis < 0))
) STRICT, WITHOUT ROWID;

CREATE TABLE run_metrics (
  -- Read it through the view "metric_value".
  run INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  metric_set INTEGER NOT NULL REFERENCES metric_set (id),
  data BLOB NOT NULL              -- the values in the order of their places: binary64, the highest byte first
) STRICT;

CREATE TABLE power_of_two (
  -- 0 to 63, and every 64th from -1023 on: of two of them the view below makes any number.
  exponent INTEGER PRIMARY KEY,
  factor REAL NOT NULL
) STRICT;

INSERT INTO power_of_two (exponent, factor)
WITH RECURSIVE power (exponent, up, down) AS (
  SELECT 0, 1.0, 1.0 UNION ALL SELECT exponent + 1, 2 * up, down / 2 FROM power WHERE exponent < 1023
)
SELECT exponent, up FROM power WHERE exponent < 64 OR exponent % 64 = 1
UNION
SELECT -exponent, down FROM power WHERE exponent % 64 = 63;

INSERT INTO metric_set (members)
SELECT DISTINCT members
FROM (
  SELECT group_concat(metric.id || ':' || entry.basis, ' ') AS members
  FROM run CROSS JOIN metric CROSS JOIN metric_entry AS entry ON entry.metric = metric.id AND entry.run = run.id
  GROUP BY run.id
)
ORDER BY members;

INSERT INTO run_metrics (run, metric_set, data)
SELECT former.run, metric_set.id, former.data
FROM (
  SELECT
    run.id AS run, group_concat(metric.id || ':' || entry.basis, ' ') AS members, hitchmark_packed(entry.value) AS data
  FROM run CROSS JOIN metric CROSS JOIN metric_entry AS entry ON entry.metric = metric.id AND entry.run = run.id
  GROUP BY run.id
) AS former
JOIN metric_set USING (members);

INSERT INTO metric_set_member (metric_set, metric, basis, place)
SELECT
  example.metric_set, entry.metric, entry.basis,
  iif(
    entry.basis < 0, NULL,
    count(*) FILTER (WHERE entry.basis > 0) OVER (PARTITION BY example.metric_set ORDER BY entry.metric) - 1)
FROM (SELECT metric_set, min(run) AS run FROM run_metrics GROUP BY metric_set) AS example
CROSS JOIN metric
CROSS JOIN metric_entry AS entry ON entry.metric = metric.id AND entry.run = example.run;

DROP VIEW metric_value;

DROP TRIGGER metric_entries_of_removed_run;

DROP TABLE metric_entry;

CREATE VIEW metric_value AS
SELECT
  run, metric, revision, parameters,
  -- Of the sixteen digits of a binary64, three are its sign and exponent, and the others its fraction.
  iif(
    reason IS NULL,
    iif(digits < '8', 1, -1)
    * (
      iif(substr(digits, 1, 3) IN ('000', '800'), 0, 1)
      + (
        (((((((((((instr('123456789ABCDEF', substr(digits, 4, 1)) * 16
        + instr('123456789ABCDEF', substr(digits, 5, 1))) * 16
        + instr('123456789ABCDEF', substr(digits, 6, 1))) * 16
        + instr('123456789ABCDEF', substr(digits, 7, 1))) * 16
        + instr('123456789ABCDEF', substr(digits, 8, 1))) * 16
        + instr('123456789ABCDEF', substr(digits, 9, 1))) * 16
        + instr('123456789ABCDEF', substr(digits, 10, 1))) * 16
        + instr('123456789ABCDEF', substr(digits, 11, 1))) * 16
        + instr('123456789ABCDEF', substr(digits, 12, 1))) * 16
        + instr('123456789ABCDEF', substr(digits, 13, 1))) * 16
        + instr('123456789ABCDEF', substr(digits, 14, 1))) * 16
        + instr('123456789ABCDEF', substr(digits, 15, 1))) * 16
        + instr('123456789ABCDEF', substr(digits, 16, 1))
      ) / 4503599627370496.0
    )
    * (SELECT factor FROM power_of_two AS power WHERE power.exponent = (entry.exponent & 63))
    * (SELECT factor FROM power_of_two AS power WHERE power.exponent = (entry.exponent >> 6) * 64 - 1023),
    NULL) AS value,
  reason
FROM (
  SELECT
    run, metric, revision, parameters, reason, digits,
    max(
      1,
      (instr('123456789ABCDEF', substr(digits, 1, 1)) & 7) * 256
      + instr('123456789ABCDEF', substr(digits, 2, 1)) * 16
      + instr('123456789ABCDEF', substr(digits, 3, 1))) AS exponent
  FROM (
    SELECT
      run_metrics.run, metric.name AS metric, basis.revision, basis.parameters, basis.reason,
      hex(substr(run_metrics.data, 8 * member.place + 1, 8)) AS digits
    FROM metric
    JOIN metric_set_member AS member ON member.metric = metric.id
    JOIN run_metrics ON run_metrics.metric_set = member.metric_set
    JOIN metric_basis AS basis ON basis.id = member.basis
  )
) AS entry;
