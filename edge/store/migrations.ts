import { entities } from '../../domain/registry.ts'
import {
  analysisRowsSql,
  controlTargetsSql,
  countedPointsSql,
  newestResultsSql,
  resultOrderSql,
} from './analysis-rows.ts'
import { readMeta, writeMeta } from './meta.ts'
import { narrowRowsSql } from './narrow-rows.ts'
import { isOpenAnalysis } from './open-analyses.ts'
import type { Sql } from './sql.ts'

/**
 * Tables of a company's store. `operations` hands out `seq`, the one strictly rising number that is the sync checkpoint, the audit order
 * and the cache validator; `records` holds the newest state of each record. The audit table refuses change and removal, and a
 * validated analysis refuses every write, in the database itself: code above it may be wrong without breaking either promise.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE operations (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    op_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    uuid TEXT NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    at TEXT NOT NULL
  );
  CREATE TABLE records (
    kind TEXT NOT NULL,
    uuid TEXT NOT NULL,
    seq INTEGER NOT NULL UNIQUE,
    swarm_uuid TEXT,
    name TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    deleted_at TEXT,
    body TEXT NOT NULL CHECK (json_valid(body)),
    PRIMARY KEY (kind, uuid)
  ) WITHOUT ROWID;
  CREATE INDEX records_by_seq ON records (kind, seq);
  CREATE INDEX records_by_created ON records (kind, created_at);
  CREATE INDEX records_by_updated ON records (kind, updated_at);
  CREATE INDEX records_by_name ON records (kind, name);
  CREATE TRIGGER records_signed_update BEFORE UPDATE ON records
    WHEN OLD.kind = 'analysis' AND json_extract(OLD.body, '$.status') = 'VALIDATION'
    BEGIN SELECT RAISE(ABORT, 'validated analyses cannot be modified'); END;
  CREATE TRIGGER records_signed_delete BEFORE DELETE ON records
    WHEN OLD.kind = 'analysis' AND json_extract(OLD.body, '$.status') = 'VALIDATION'
    BEGIN SELECT RAISE(ABORT, 'validated analyses cannot be modified'); END;

  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY REFERENCES operations (seq),
    kind TEXT NOT NULL,
    uuid TEXT NOT NULL,
    entry TEXT NOT NULL CHECK (json_valid(entry)),
    leaf TEXT NOT NULL
  );
  CREATE INDEX audit_by_record ON audit (kind, uuid, seq);
  CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
  CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;

  CREATE TABLE sessions (
    secret_hash TEXT PRIMARY KEY,
    user_uuid TEXT NOT NULL,
    created_at TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    ends_at TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX sessions_by_user ON sessions (user_uuid);

  CREATE TABLE runs (
    analysis_uuid TEXT PRIMARY KEY,
    device_uuid TEXT NOT NULL,
    progress TEXT,
    heard_at TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE readings (
    analysis_uuid TEXT NOT NULL,
    phase TEXT NOT NULL,
    point INTEGER NOT NULL,
    reading TEXT NOT NULL,
    PRIMARY KEY (analysis_uuid, phase, point)
  ) WITHOUT ROWID;
  `,
  `
  DROP INDEX records_by_created;
  DROP INDEX records_by_updated;
  DROP INDEX records_by_name;
  ALTER TABLE records ADD COLUMN status TEXT;
  DROP TRIGGER records_signed_update;
  UPDATE records SET status = json_extract(body, '$.status');
  CREATE TRIGGER records_signed_update BEFORE UPDATE ON records
    WHEN OLD.kind = 'analysis' AND json_extract(OLD.body, '$.status') = 'VALIDATION'
    BEGIN SELECT RAISE(ABORT, 'validated analyses cannot be modified'); END;
  ${listIndexSql('created_at')};
  ${listIndexSql('updated_at')};
  ${listIndexSql('name')};
  ALTER TABLE runs ADD COLUMN kept TEXT;
  `,
  `CREATE INDEX launches_by_analysis ON records (json_extract(body, '$.command.order.analysis_uuid')) WHERE kind = 'command'`,
  `
  CREATE TRIGGER audit_no_gap BEFORE INSERT ON audit
    WHEN NEW.seq <> 1 + (SELECT coalesce(max(seq), 0) FROM audit)
    BEGIN SELECT RAISE(ABORT, 'the audit trail has no gaps'); END;
  DROP TRIGGER audit_no_update;
  ALTER TABLE audit ADD COLUMN previous_seq INTEGER;
  UPDATE audit SET previous_seq =
    (SELECT max(seq) FROM audit b WHERE b.kind = audit.kind AND b.uuid = audit.uuid AND b.seq < audit.seq);
  DROP INDEX audit_by_record;
  CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
  CREATE TABLE audit_tiles (
    level INTEGER NOT NULL,
    tile INTEGER NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (level, tile)
  ) WITHOUT ROWID;
  CREATE TRIGGER audit_tiles_no_update BEFORE UPDATE ON audit_tiles
    BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
  CREATE TRIGGER audit_tiles_no_delete BEFORE DELETE ON audit_tiles
    BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
  CREATE TABLE checkpoints (
    size INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    note TEXT NOT NULL,
    key TEXT NOT NULL,
    anchored_at TEXT
  );
  CREATE TRIGGER checkpoints_no_update BEFORE UPDATE OF size, at, note, key ON checkpoints
    BEGIN SELECT RAISE(ABORT, 'checkpoints stay as they were signed'); END;
  CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints
    BEGIN SELECT RAISE(ABORT, 'checkpoints stay as they were signed'); END;
  CREATE INDEX operations_by_kind ON operations (kind, action);
  CREATE INDEX operations_by_actor ON operations (actor);
  `,
  // Give sessions a name to end them by; those from before have none and must be opened again.
  `
  DELETE FROM sessions;
  ALTER TABLE sessions ADD COLUMN uuid TEXT NOT NULL DEFAULT '';
  ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT '';
  ALTER TABLE sessions ADD COLUMN network TEXT NOT NULL DEFAULT '';
  CREATE UNIQUE INDEX sessions_by_uuid ON sessions (uuid);
  `,
  // Keep the swarms that a record was in before, so that browsers that saw it there learn that it is gone.
  'ALTER TABLE records ADD COLUMN left_swarms TEXT',
  // Add what is searched and counted beside the records, and what was sent to people and read by them; refuse every further write to what is signed
  // here too.
  `
  ${analysisRowsSql}
  CREATE TABLE reads (
    user_uuid TEXT NOT NULL,
    delivery_uuid TEXT NOT NULL,
    read_at TEXT NOT NULL,
    PRIMARY KEY (user_uuid, delivery_uuid)
  ) WITHOUT ROWID;
  CREATE TRIGGER records_issued_update BEFORE UPDATE ON records
    WHEN OLD.kind = 'certificate' AND json_extract(OLD.body, '$.status') = 'Issued'
    BEGIN SELECT RAISE(ABORT, 'signed records cannot be modified'); END;
  CREATE TRIGGER records_issued_delete BEFORE DELETE ON records
    WHEN OLD.kind = 'certificate' AND json_extract(OLD.body, '$.status') = 'Issued'
    BEGIN SELECT RAISE(ABORT, 'signed records cannot be modified'); END;
  CREATE TRIGGER records_approved_update BEFORE UPDATE ON records
    WHEN OLD.kind = 'report' AND json_extract(OLD.body, '$.signature') IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'signed records cannot be modified'); END;
  CREATE TRIGGER records_approved_delete BEFORE DELETE ON records
    WHEN OLD.kind = 'report' AND json_extract(OLD.body, '$.signature') IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'signed records cannot be modified'); END;
  `,
  // Keep reports of devices beside their runs; messages keep their order of arrival.
  `
  CREATE TABLE device_messages (
    device_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    level TEXT NOT NULL,
    code TEXT NOT NULL,
    text TEXT NOT NULL,
    created_at TEXT NOT NULL,
    kept_at TEXT NOT NULL,
    UNIQUE (device_uuid, uuid)
  );
  CREATE INDEX device_messages_by_time ON device_messages (device_uuid, created_at);
  CREATE TABLE device_info (
    device_uuid TEXT PRIMARY KEY,
    body TEXT NOT NULL CHECK (json_valid(body)),
    heard_at TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE device_logs (
    device_uuid TEXT PRIMARY KEY,
    body TEXT NOT NULL CHECK (json_valid(body)),
    heard_at TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
  // Keep the data of devices' answers to commands; the ledger has only their state.
  `
  CREATE TABLE command_data (
    uuid TEXT PRIMARY KEY,
    device_uuid TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    kept_at TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX command_data_by_device ON command_data (device_uuid, kept_at);
  `,
  // Keep the hash of the request with an operation's id (mark-request.ts); it is unknown for older ones.
  'ALTER TABLE operations ADD COLUMN asked TEXT',
  // Keep values of others that a merge met: a repeated delivery gets the same answer (merge-changes.ts).
  'ALTER TABLE operations ADD COLUMN overwritten TEXT',
  // Keep operations that were refused for good, so that one that comes late for a second time is refused again (kept-refusals.ts).
  `
  CREATE TABLE kept_refusals (
    op_id TEXT PRIMARY KEY,
    errors TEXT NOT NULL CHECK (json_valid(errors)),
    at TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX kept_refusals_by_at ON kept_refusals (at);
  `,
  // Keep the time of the last change of a person's rights, password or sessions: older passes for devices are invalid (rights-changed.ts).
  'CREATE TABLE rights_changed (user_uuid TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID',
  // Index the newest entry of a record in the trail itself: the record's row can be written over.
  'CREATE INDEX audit_by_record ON audit (kind, uuid, seq)',
  // Keep the reasons of sessions that ended early, so that the next sign-in shows them (sessions.ts).
  `
  CREATE TABLE ended_sessions (
    secret_hash TEXT PRIMARY KEY,
    why TEXT NOT NULL,
    ended_at TEXT NOT NULL
  ) WITHOUT ROWID
  `,
  // Mend the column of people who came back to a company: it kept the time of their first coming, and they were taken for damaged.
  `UPDATE records SET created_at = json_extract(body, '$.created_at')
     WHERE kind = 'user' AND deleted_at IS NULL AND created_at <> json_extract(body, '$.created_at')`,
  // Index the orders of a run, which each signature reads (hands.ts).
  `CREATE INDEX orders_by_analysis ON records (json_extract(body, '$.command.analysis_uuid')) WHERE kind = 'command'`,
  // Mend the `created_at` column of people and devices that left and came back, for which the store was held to be damaged. The column says again
  // what the body says, which is compared with the trail; other damage is found at the start.
  `
  CREATE TABLE come_back AS SELECT kind, uuid FROM records
    WHERE kind NOT IN ('analysis', 'certificate', 'report', 'command') AND deleted_at IS NULL
      AND EXISTS (SELECT 1 FROM audit WHERE audit.kind = records.kind AND audit.uuid = records.uuid
        AND audit.seq < records.seq AND json_extract(audit.entry, '$.record_hash') IS NULL);
  UPDATE records SET created_at = json_extract(body, '$.created_at')
    WHERE (kind, uuid) IN (SELECT kind, uuid FROM come_back) AND created_at <> json_extract(body, '$.created_at');
  UPDATE meta SET value = json_set(value, '$.places', json((
      SELECT json_group_array(json(place.value)) FROM json_each(meta.value, '$.places') AS place
      WHERE place.value ->> '$.reason' <> 'record_altered' OR (place.value ->> '$.kind', place.value ->> '$.uuid')
        NOT IN (SELECT kind, uuid FROM come_back))))
    WHERE name = 'damaged' AND EXISTS (SELECT 1 FROM come_back);
  DELETE FROM meta WHERE name = 'damaged' AND json_array_length(value, '$.places') = 0;
  DROP TABLE come_back;
  `,
  // Keep the seal that only the service can make of each entry (entry-seals.ts); older entries have none.
  'ALTER TABLE audit ADD COLUMN seal TEXT',
  // Sort all results in the service, and show in them that their run ended early.
  resultOrderSql,
  // Keep the points of older runs, so that every list and page says of them what the files say.
  countedPointsSql,
  // Keep nothing twice in the indexes that every write fills: neither the order, nor the number that each of them ends with.
  `
  DROP INDEX records_listed_by_created_at;
  DROP INDEX records_listed_by_updated_at;
  ${listIndexSql('created_at')};
  ${listIndexSql('updated_at')};
  DROP INDEX audit_by_record;
  CREATE INDEX audit_by_record ON audit (kind, uuid);
  `,
  // Find approved versions of recipes that wait for their day (recipe-version-changes.ts).
  `CREATE INDEX recipes_waiting ON records (json_extract(body, '$.next.release.effective_from'))
     WHERE kind = 'recipe' AND deleted_at IS NULL AND json_extract(body, '$.next.release.state') = 'approved'`,
  // Keep the names of files whose records were removed by their age, until they are erased (retention/removed-files.ts).
  'CREATE TABLE removed_files (hash TEXT PRIMARY KEY, since TEXT NOT NULL) WITHOUT ROWID',
  // Keep the lowest and highest housing temperature of each hour of a device (device-reports.ts).
  `CREATE TABLE device_temperatures (device_uuid TEXT NOT NULL, hour TEXT NOT NULL, lowest REAL NOT NULL, highest REAL NOT NULL,
     PRIMARY KEY (device_uuid, hour)) WITHOUT ROWID`,
  // Tell the provider facts of devices (fleet-facts.ts), and judge rollouts by them in the provider's store (rollout-judge.ts).
  `
  CREATE TABLE facts_to_tell (id TEXT PRIMARY KEY, fact TEXT NOT NULL CHECK (json_valid(fact)));
  CREATE TABLE device_days (device_uuid TEXT PRIMARY KEY, version TEXT NOT NULL, day TEXT NOT NULL, hours REAL NOT NULL,
    crashes INTEGER NOT NULL, heard_at TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE fleet_facts (id TEXT PRIMARY KEY, of TEXT NOT NULL, device_uuid TEXT NOT NULL, version TEXT NOT NULL,
    at TEXT NOT NULL, fact TEXT NOT NULL CHECK (json_valid(fact)));
  CREATE INDEX fleet_facts_by_device ON fleet_facts (device_uuid, at);
  CREATE INDEX fleet_facts_by_version ON fleet_facts (version) WHERE of = 'install';
  CREATE TABLE fleet_devices (device_uuid TEXT PRIMARY KEY, company_uuid TEXT NOT NULL, model TEXT NOT NULL,
    version TEXT NOT NULL, heard_at TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE rollout_pairs (rollout_uuid TEXT NOT NULL, first_uuid TEXT NOT NULL, last_uuid TEXT NOT NULL,
    differences TEXT CHECK (json_valid(differences)), PRIMARY KEY (rollout_uuid, first_uuid)) WITHOUT ROWID;
  CREATE INDEX rollout_pairs_by_last ON rollout_pairs (rollout_uuid, last_uuid);
`,
  // Keep which runs were opened in a session, as they were, before several are signed together (opened-runs.ts).
  `CREATE TABLE opened_runs (session TEXT NOT NULL, analysis_uuid TEXT NOT NULL, record_hash TEXT NOT NULL, at TEXT NOT NULL,
     PRIMARY KEY (session, analysis_uuid)) WITHOUT ROWID`,
  // Keep the runs of a rehearsal until it is complete (rehearsed-runs.ts); choose devices of a rollout by their swarms.
  `CREATE TABLE rehearsed_runs (bkernel_uuid TEXT NOT NULL, company_uuid TEXT NOT NULL, analysis_uuid TEXT NOT NULL,
     of TEXT NOT NULL, run TEXT CHECK (json_valid(run)), PRIMARY KEY (bkernel_uuid, company_uuid, analysis_uuid)) WITHOUT ROWID;
   ALTER TABLE fleet_devices ADD COLUMN swarms TEXT NOT NULL DEFAULT '[]'`,
  newestResultsSql,
  narrowRowsSql,
  controlTargetsSql,
  // Find accounts that wait for a confirmation whenever it is asked who is a second person (principal.ts).
  `CREATE INDEX people_unconfirmed ON records (uuid) WHERE kind = 'user' AND json_extract(body, '$.unconfirmed') IS NOT NULL`,
  // Keep where devices go that have left and have not arrived (departures.ts).
  `CREATE TABLE departures (seq INTEGER PRIMARY KEY, company_uuid TEXT NOT NULL, name TEXT NOT NULL,
     actor TEXT NOT NULL CHECK (json_valid(actor)))`,
  // Keep which people are about to move to another company, so that the alarm finishes what breaks off (finish-moves.ts).
  `CREATE TABLE people_moving (user_uuid TEXT PRIMARY KEY, due INTEGER NOT NULL,
     move TEXT NOT NULL CHECK (json_valid(move))) WITHOUT ROWID`,
  // Keep the entries of some kinds packed, with the bytes of the ids that they name (kept-entry.ts); older ones stay as text.
  'ALTER TABLE audit ADD COLUMN packed BLOB; ALTER TABLE audit ADD COLUMN named BLOB',
  // Keep the orders of launches packed beside their bodies (kept-body.ts); older ones stay in them.
  'ALTER TABLE records ADD COLUMN packed_order BLOB',
  // Give open analyses page by page: the index by status, which held all, is made again by a version that knows no other.
  `DROP INDEX IF EXISTS analysis_by_status; CREATE INDEX analyses_open ON records (seq) WHERE ${isOpenAnalysis}`,
  // Make the indexes of analyses again, in which those without a device, a kit or a file are no more (entityIndexes).
  `DROP INDEX IF EXISTS analysis_by_device_uuid;
   DROP INDEX IF EXISTS analysis_by_kit_bkit_uuid;
   DROP INDEX IF EXISTS analysis_by_source_file_hash`,
]

/** Number of migrations of a store of this version. */
export const newestVersion = migrations.length
const sealedVersion = 1 + migrations.findIndex((migration) => migration.includes('COLUMN seal'))

/** Write an index inside which lists are chosen and counted: it holds all that a list may ask for, beside its order. */
function listIndexSql(field: string): string {
  const asked = ['uuid', 'swarm_uuid', 'deleted_at', 'status', 'created_at', 'updated_at']
  const columns = ['kind', field, ...asked.filter((column) => column !== field)]
  return `CREATE INDEX records_listed_by_${field} ON records (${columns.join(', ')})`
}

/**
 * Write one partial index per indexed field of each entity, of the records that have the field. SQLite uses one only for a query that names
 * the kind in its text and compares the field.
 */
function entityIndexes(): string[] {
  return entities.flatMap(({ kind, indexes }) =>
    indexes
      .filter((field) => field !== 'created_at' && field !== 'name')
      .map(
        (field) =>
          `CREATE INDEX IF NOT EXISTS ${kind}_by_${field.replace('.', '_')} ON records (json_extract(body, '$.${field}'), created_at)
           WHERE kind = '${kind}' AND json_extract(body, '$.${field}') IS NOT NULL`,
      ),
  )
}

/** Return whether the store was written by a version from before entries had seals. */
export function isFromBeforeSeals(sql: Sql): boolean {
  return Number(readMeta(sql, 'migrations') ?? 0) < sealedVersion
}

/** The newest tables as a store of this process came to them, so that the next new one begins with them: a third of the time. */
let newestTables: string[] | null = null

/** Bring the store to the tables of a version, in one transaction, and keep what a newer version has done already. */
export function migrate(sql: Sql, version: number = migrations.length): void {
  sql.transaction(() => {
    sql.run(
      'CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
    )
    const done = Number(readMeta(sql, 'migrations') ?? 0)
    const isNew = done === 0 && version === newestVersion
    const before = isNew ? listTables(sql) : []
    for (const step of (isNew && newestTables) || migrations.slice(done, version)) sql.run(step)
    for (const index of entityIndexes()) sql.run(index)
    if (isNew) newestTables ??= listTables(sql).filter((table) => !before.includes(table))
    writeMeta(sql, 'migrations', String(Math.max(done, version)))
  })
}

/** List the text of all tables, indexes and triggers in the order in which they were made, without those of the platform. */
function listTables(sql: Sql): string[] {
  const query = `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL
    AND substr(name, 1, 7) <> 'sqlite_' AND substr(name, 1, 4) <> '_cf_' ORDER BY rowid`
  return sql.all<{ sql: string }>(query).map((table) => table.sql)
}
