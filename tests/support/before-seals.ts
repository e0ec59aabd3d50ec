/** How many migrations a store has seen when its entries have seals (edge/store/migrations.ts, to which only is added). */
const sealedVersion = 19

/**
 * Return the statements that take the tables of a company's store back to those of a version from before entries had seals:
 * what this and later versions have added goes. Whoever adds tables or columns after that adds them here.
 * @param versions how many versions of the tables before seals.
 */
export function beforeSeals(versions = 1): string[] {
  return [
    'ALTER TABLE audit DROP COLUMN seal',
    'DROP TABLE held_samples',
    'DROP TABLE counted_runs',
    'ALTER TABLE analysis_facts DROP COLUMN ended_early',
    `DELETE FROM meta WHERE name = 'sealed_from'`,
    `UPDATE meta SET value = '${sealedVersion - versions}' WHERE name = 'migrations'`,
  ]
}
