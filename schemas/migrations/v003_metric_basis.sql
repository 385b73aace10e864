CREATE TABLE metric_basis (
  -- What very many metric values rest on alike, so that each of those costs a byte.
  id INTEGER PRIMARY KEY,        -- below 0 where there is a reason
  revision INTEGER NOT NULL,     -- of the metric's formula
  parameters TEXT NOT NULL,      -- a digest of what the formula was told
  reason TEXT,                   -- why there is no value; NULL where there is one
  UNIQUE (revision, parameters, reason),
  CHECK ((id < 0) = (reason IS NOT NULL))
) STRICT;

CREATE TABLE metric_entry (
  -- Read it through the view "metric_value". The run is kept by the trigger below and not by a foreign key,
  -- which would want an index half as large as the table.
  metric INTEGER NOT NULL REFERENCES metric (id),
  run INTEGER NOT NULL,
  basis INTEGER NOT NULL REFERENCES metric_basis (id),
  value REAL,
  PRIMARY KEY (metric, run),
  CHECK ((value IS NULL) = (basis < 0))
) STRICT, WITHOUT ROWID;

INSERT INTO metric_basis (id, revision, parameters, reason)
SELECT
  row_number() OVER (PARTITION BY reason IS NULL ORDER BY revision, parameters, reason) * iif(reason IS NULL, 1, -1),
  revision, parameters, reason
FROM (SELECT DISTINCT revision, parameters, reason FROM metric_value);

INSERT INTO metric_entry (metric, run, basis, value)
SELECT cell.metric, cell.run, basis.id, cell.value
FROM metric_cell AS cell
JOIN phrase AS parameters ON parameters.id = cell.parameters
LEFT JOIN phrase AS reason ON reason.id = cell.reason
JOIN metric_basis AS basis
  ON basis.revision = cell.revision AND basis.parameters = parameters.text AND basis.reason IS reason.text
ORDER BY cell.metric, cell.run;

DROP VIEW metric_value;

DROP TRIGGER metric_cells_of_removed_run;

DROP TABLE metric_cell;

DROP TABLE phrase;

CREATE TRIGGER metric_entries_of_removed_run AFTER DELETE ON run
BEGIN
  DELETE FROM metric_entry WHERE metric IN (SELECT id FROM metric) AND run = old.id;
END;

CREATE VIEW metric_value AS
SELECT
  entry.run,
  metric.name AS metric,
  basis.revision,
  basis.parameters,
  entry.value,
  basis.reason
FROM metric
JOIN metric_entry AS entry ON entry.metric = metric.id
JOIN metric_basis AS basis ON basis.id = entry.basis;
