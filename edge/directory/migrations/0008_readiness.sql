-- One row that GET /v3/about/ready writes and reads: whether the directory can be written.
CREATE TABLE readiness (
  name TEXT PRIMARY KEY,
  word TEXT NOT NULL
) WITHOUT ROWID;
