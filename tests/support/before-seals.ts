import {
  type FileRow,
  packedOrdersSql,
  packedSql,
  unpackAll,
  unpackOrders,
} from './kept-entries.ts'

/** Number of migrations up to the one that adds seals (edge/store/migrations.ts only ever grows). */
const sealedVersion = 19

/** Tables of samples and results as they were before their rows became narrow, with the rows that a store has now. */
export const wideRows = [
  `CREATE TABLE sample_rows (analysis_uuid TEXT NOT NULL, sample_uuid TEXT NOT NULL, created_at TEXT NOT NULL,
     swarm_uuid TEXT NOT NULL, name TEXT NOT NULL, name_key TEXT NOT NULL, sample_type TEXT NOT NULL, well_type TEXT,
     quantity REAL, wells TEXT NOT NULL, PRIMARY KEY (analysis_uuid, sample_uuid)) WITHOUT ROWID`,
  'CREATE INDEX samples_by_creation ON sample_rows (created_at, analysis_uuid, sample_uuid, swarm_uuid, sample_type)',
  `CREATE INDEX samples_by_name ON sample_rows
     (name_key, created_at, analysis_uuid, sample_uuid, swarm_uuid, sample_type)`,
  `CREATE TABLE result_rows (analysis_uuid TEXT NOT NULL, sample_uuid TEXT NOT NULL, target TEXT NOT NULL,
     created_at TEXT NOT NULL, swarm_uuid TEXT NOT NULL, sample_name TEXT NOT NULL, name_key TEXT NOT NULL,
     sample_type TEXT NOT NULL, call TEXT NOT NULL, cq_mean REAL, cq_sd REAL, quantity REAL, wells TEXT NOT NULL,
     PRIMARY KEY (analysis_uuid, sample_uuid, target)) WITHOUT ROWID`,
  ...['creation ON result_rows (created_at)', 'name ON result_rows (name_key)'].map(
    (index) => `CREATE INDEX results_by_${index}`,
  ),
  'CREATE INDEX results_in_doubt ON result_rows (created_at)',
  `INSERT INTO sample_rows SELECT facts.uuid, sample_uuid, created_at, swarm_uuid, samples.name, name_key, sample_type,
     well_type, quantity, wells FROM samples JOIN analysis_facts AS facts ON number = analysis`,
  `INSERT INTO result_rows SELECT uuid, sample_uuid, target, created_at, swarm_uuid, sample_name, name_key, sample_type,
     call, cq_mean, cq_sd, quantity, wells FROM results JOIN analysis_facts ON number = analysis`,
]

/** Statements that take the narrow tables away, after the rows are in the wide ones. */
const withoutNarrow = [
  'DROP TABLE samples',
  'DROP TABLE results',
  'DROP INDEX facts_by_number',
  'DROP INDEX facts_by_creation',
  'ALTER TABLE analysis_facts DROP COLUMN number',
  'CREATE INDEX facts_by_creation ON analysis_facts (created_at, swarm_uuid, status, samples)',
]

/**
 * Return the statements that change the tables of a company's store back to those of a version from before entries had seals.
 * They drop all that later versions added: add new tables and columns here too.
 * @param read reads the store, whose entries and orders may be packed.
 * @param versions how many versions of the tables before seals.
 */
export function beforeSeals(read: (query: string) => readonly FileRow[], versions = 1): string[] {
  return [
    ...unpackAll(read(packedSql)),
    ...unpackOrders(read(packedOrdersSql)),
    'ALTER TABLE records DROP COLUMN packed_order',
    'DROP INDEX analyses_open',
    'ALTER TABLE audit DROP COLUMN packed',
    'ALTER TABLE audit DROP COLUMN named',
    ...wideRows,
    ...withoutNarrow,
    'DROP TABLE people_moving',
    'DROP TABLE departures',
    'DROP INDEX people_unconfirmed',
    'DROP TABLE rehearsed_runs',
    'DROP TABLE opened_runs',
    'DROP TABLE rollout_pairs',
    'DROP TABLE fleet_devices',
    'DROP TABLE fleet_facts',
    'DROP TABLE device_days',
    'DROP TABLE facts_to_tell',
    'DROP INDEX recipes_waiting',
    'DROP TABLE device_temperatures',
    'DROP TABLE removed_files',
    'ALTER TABLE audit DROP COLUMN seal',
    'DROP TABLE held_samples',
    'DROP TABLE counted_runs',
    'ALTER TABLE analysis_facts DROP COLUMN ended_early',
    'ALTER TABLE analysis_facts DROP COLUMN control_targets',
    `DELETE FROM meta WHERE name = 'sealed_from'`,
    `UPDATE meta SET value = '${sealedVersion - versions}' WHERE name = 'migrations'`,
  ]
}
