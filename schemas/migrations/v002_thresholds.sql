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
