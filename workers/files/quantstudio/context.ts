import type { Facts } from '../tables/facts.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import type { QuantstudioTable } from './table-kinds.ts'
import type { WellFinder } from './well-finder.ts'

/** State that the parts of the reader share. */
export interface QuantstudioContext {
  tables: readonly QuantstudioTable[]
  facts: Facts
  wells: WellFinder
  numbers: TableNumbers
  draft: RunDraft
}
