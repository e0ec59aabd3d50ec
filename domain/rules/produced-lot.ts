import type { LotAction } from '../actions/lot.ts'
import { type Refusal, refuse } from '../actions/refuse.ts'
import type { BkitLot } from '../entities/bkit-lot.ts'
import { lotStateOf } from './kit.ts'
import { type Acting, isAmong } from './second-person.ts'

/**
 * Return null when the person may do it with a produced lot now; otherwise why not. Where the producer asks for four eyes,
 * the people who added the lot, or changed what it says, do not release it.
 */
export function refuseProducedLot(
  action: LotAction,
  lot: Pick<BkitLot, 'status' | 'authors'>,
  actor: Acting & { permissions: readonly string[]; fourEyes: boolean },
): Refusal<'bkit_lot'> | null {
  const authors = (lot.authors ?? []).map(({ uuid }) => uuid)
  return refuse('bkit_lot', action, {
    state: lotStateOf(lot),
    permissions: actor.permissions,
    facts: { four_eyes: () => actor.fourEyes && isAmong(authors, actor) },
  })
}
