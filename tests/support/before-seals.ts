/** Number of migrations up to the one that adds seals (edge/store/migrations.ts only ever grows). */
const sealedVersion = 19

/**
 * Return the statements that change the tables of a company's store back to those of a version from before entries had seals.
 * They drop all that later versions added: add new tables and columns here too.
 * @param versions how many versions of the tables before seals.
 */
export function beforeSeals(versions = 1): string[] {
  return [
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
    `DELETE FROM meta WHERE name = 'sealed_from'`,
    `UPDATE meta SET value = '${sealedVersion - versions}' WHERE name = 'migrations'`,
  ]
}
