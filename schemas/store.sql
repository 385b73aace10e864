-- The schema of a store after all migrations; made by `UPDATE_GOLDEN=1 swift test --filter SchemaTests`.
PRAGMA application_id = 1215587176;
PRAGMA user_version = 6;

CREATE TABLE suite (
  id TEXT NOT NULL PRIMARY KEY,
  title TEXT NOT NULL,
  about TEXT,
  provenance TEXT,    -- what the figures are where they are no measurements of our own
  best TEXT,          -- ids of stages, as suite.json gives them
  worst TEXT,
  end_result TEXT
, sweep TEXT, sweep_unit TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE stage (
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,    -- in the order of the report, from 1
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  baseline TEXT,
  note TEXT, test_case TEXT, variant TEXT, swept_value REAL,
  PRIMARY KEY (suite, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE suite_metric (
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,    -- row of the tables, from 1
  metric TEXT NOT NULL,
  PRIMARY KEY (suite, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE suite_parameter (
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (suite, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE environment (
  -- What makes figures incomparable; whatever is softer stays with the device.
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE    -- of the device's hard facts, as docs/store.md lists them
) STRICT;

CREATE TABLE device (
  id INTEGER PRIMARY KEY,
  environment INTEGER NOT NULL REFERENCES environment (id),
  digest TEXT NOT NULL UNIQUE,   -- of all facts below and the properties
  name TEXT,
  os TEXT,
  cpu TEXT,
  gpu TEXT,
  refresh_rate_hz REAL,
  input_lag_ns INTEGER
) STRICT;

CREATE INDEX device_by_environment ON device (environment);

CREATE TABLE device_property (
  device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (device, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
  -- One uninterrupted occupancy of a device: its runs share an effect that repetition does not average out.
  id INTEGER PRIMARY KEY,
  environment INTEGER NOT NULL REFERENCES environment (id),
  name TEXT NOT NULL,
  UNIQUE (name, environment)
) STRICT;

CREATE TABLE revision (
  -- What was known of a commit when a run of it was added; the order of commits is asked of git.
  id TEXT NOT NULL PRIMARY KEY,  -- as given: an id, a tag, an abbreviation
  parents TEXT,                  -- their ids with a space between, the first parent first
  author_date TEXT,
  subject TEXT,
  branch TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,          -- never given twice, in the order of adding
  suite TEXT,                                    -- may have no description, so these two refer to nothing
  stage TEXT,
  name TEXT NOT NULL,
  digest TEXT NOT NULL UNIQUE,                   -- of the trace's bytes and the stream within
  content_digest TEXT NOT NULL,                  -- of the columns as they decode
  source TEXT NOT NULL,
  format TEXT NOT NULL,
  dialect TEXT NOT NULL,
  stream TEXT,
  revision TEXT REFERENCES revision (id),
  date TEXT,
  session INTEGER REFERENCES session (id),
  device INTEGER NOT NULL REFERENCES device (id),
  test_duration_ns INTEGER,
  provenance TEXT,
  frames INTEGER,                                -- NULL when there is no timeline
  duration_ns INTEGER,                           -- from the first present to the last
  withheld TEXT,                                 -- why there is no timeline
  CHECK ((frames IS NULL) = (withheld IS NOT NULL))
) STRICT;

CREATE INDEX run_by_stage ON run (suite, stage, name);

CREATE INDEX run_by_revision ON run (revision);

CREATE INDEX run_by_session ON run (session);

CREATE INDEX run_by_device ON run (device);

CREATE TABLE label (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX label_by_value ON label (key, value);

CREATE TABLE frame_column (
  -- Packed as docs/store.md says; the virtual table "frame" has them as rows.
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  signal TEXT NOT NULL,          -- 'present', 'kind', or the name of a measurement of each frame
  codec INTEGER NOT NULL,
  count INTEGER NOT NULL,        -- entries
  data BLOB NOT NULL,
  UNIQUE (run, signal)
) STRICT;

CREATE TABLE unplaced_frames (
  -- Frames without a present of their own, by what they were.
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (run, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE counter (
  -- Packed as docs/store.md says; the virtual table "counter_sample" has the samples as rows.
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,      -- from 1, in the order of the trace
  role TEXT NOT NULL,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  unit_symbol TEXT NOT NULL,
  codec INTEGER NOT NULL,
  count INTEGER NOT NULL,        -- samples
  times BLOB,                    -- NULL when the samples come with the frames
  samples BLOB NOT NULL,
  UNIQUE (run, ordinal)
) STRICT;

CREATE TABLE marker (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  start_ns INTEGER NOT NULL,
  end_ns INTEGER NOT NULL,
  name TEXT NOT NULL,
  is_activity INTEGER NOT NULL CHECK (is_activity IN (0, 1)),
  PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE scalar (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  name TEXT NOT NULL,
  value REAL NOT NULL,
  unit TEXT NOT NULL,
  unit_symbol TEXT NOT NULL,
  lower_is_better INTEGER CHECK (lower_is_better IN (0, 1)),    -- NULL: neither direction is
  PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE reported_value (
  -- Measured by somebody else; never mixed with "metric_value".
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  metric TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (run, metric)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_issue (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  line INTEGER,                  -- of the first one
  found TEXT,
  count INTEGER NOT NULL,
  PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE metric (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE      -- its id everywhere else
) STRICT;

CREATE TABLE suite_limit (
  -- A value that a metric must not pass.
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,    -- as suite.json lists them, from 1
  metric TEXT NOT NULL,
  bound TEXT NOT NULL,          -- as written: the direction, the value and its unit
  stage TEXT,                   -- NULL: of every stage without a limit of its own in this direction
  PRIMARY KEY (suite, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE suite_comparison (
  -- Two stages of which the second must not be worse.
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,    -- as suite.json lists them, from 1
  reference TEXT NOT NULL,
  candidate TEXT NOT NULL,
  PRIMARY KEY (suite, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE suite_noise_floor (
  -- The smallest change of a metric worth talking about, where the suite says another than the catalogue.
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  metric TEXT NOT NULL,
  floor TEXT NOT NULL,          -- as written: a percentage, or a value with its unit
  PRIMARY KEY (suite, metric)
) STRICT, WITHOUT ROWID;

CREATE TABLE metric_basis (
  -- What very many metric values rest on alike, so that each of those costs a byte.
  id INTEGER PRIMARY KEY,        -- below 0 where there is a reason
  revision INTEGER NOT NULL,     -- of the metric's formula
  parameters TEXT NOT NULL,      -- a digest of what the formula was told
  reason TEXT,                   -- why there is no value; NULL where there is one
  UNIQUE (revision, parameters, reason),
  CHECK ((id < 0) = (reason IS NOT NULL))
) STRICT;

CREATE TABLE suite_measure (
  -- What runs of a suite bring that no metric of the catalogue is.
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,    -- in the order of the names, from 1
  name TEXT NOT NULL,           -- its id as a metric
  title TEXT NOT NULL,
  unit TEXT NOT NULL,
  unit_symbol TEXT NOT NULL,
  lower_is_better INTEGER CHECK (lower_is_better IN (0, 1)),    -- NULL: neither direction is
  digits INTEGER,               -- after the point; NULL: four significant ones with the unit
  budget REAL,                  -- what a value may be, in the unit; NULL where nothing was said
  budget_is_refresh INTEGER NOT NULL CHECK (budget_is_refresh IN (0, 1)),
  PRIMARY KEY (suite, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE thread_time (
  -- CPU time of threads that was told of a run; what was sampled are counters.
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,      -- from 1, in the order of run.json
  name TEXT NOT NULL,
  thread TEXT,                   -- what tells it from others of its name
  is_main INTEGER NOT NULL CHECK (is_main IN (0, 1)),
  cpu_ns INTEGER,
  share REAL,                    -- of the CPU time of all threads, where it was told
  PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE thread_list (
  -- What is told of all threads of a run together.
  run INTEGER NOT NULL PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  cpu_ns INTEGER,                -- NULL where the list is all there is, or nobody said
  is_reported INTEGER NOT NULL CHECK (is_reported IN (0, 1))    -- by somebody else
) STRICT, WITHOUT ROWID;

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
