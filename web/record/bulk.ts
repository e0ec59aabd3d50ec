import { t } from '../i18n/intl.ts'
import type { Act } from './act.ts'

/** One row of a plan: the act that it would get, or why it gets none. */
export interface Planned<Row> {
  row: Row
  act: Act | null
  why: string | null
}

/**
 * List what can be done to many at once: acts that say what they change and that at least one row can have, in the order in which each row
 * has them, also where the first row cannot have one.
 */
export function offerBulk<Row>(
  rows: readonly Row[],
  actsOf: (row: Row) => readonly Act[],
): readonly Act[] {
  const found = new Map<string, Act | null>()
  for (const row of rows) {
    for (const act of actsOf(row)) {
      const can = act.send && act.change && act.why === null ? act : null
      found.set(act.id, found.get(act.id) ?? can)
    }
  }
  return [...found.values()].filter((act) => act !== null)
}

/** Plan an act for many rows: those that cannot have it first, each with the reason. */
export function planBulk<Row>(
  rows: readonly Row[],
  actsOf: (row: Row) => readonly Act[],
  id: string,
): Planned<Row>[] {
  const planned = rows.map((row): Planned<Row> => {
    const act = actsOf(row).find((one) => one.id === id)
    if (!act) return { row, act: null, why: t('record.bulkNothing') }
    return act.why === null ? { row, act, why: null } : { row, act: null, why: act.why }
  })
  return [...planned.filter(({ act }) => !act), ...planned.filter(({ act }) => act)]
}

/**
 * Make the operation id of one row of a batch: sent again it changes nothing twice, and the trail names the batch with
 * each.
 */
export function operationOf(batch: string, row: string): string {
  return `${batch}_${row}`
}
