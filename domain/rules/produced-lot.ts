import type { LotAction } from '../actions/lot.ts'
import { type Refusal, refuse } from '../actions/refuse.ts'
import type { BkitLot } from '../entities/bkit-lot.ts'
import { lotStateOf } from './kit.ts'

/**
 * Return null when the person may do it with a produced lot now; otherwise why not. Where the producer asks for four eyes,
 * the people who added the lot, or changed what it says, do not release it.
 */
export function refuseProducedLot(
  action: LotAction,
  lot: Pick<BkitLot, 'status' | 'authors'>,
  actor: { user_uuid: string; permissions: readonly string[]; fourEyes: boolean },
): Refusal<'bkit_lot'> | null {
  const isAuthor = () => lot.authors?.some(({ uuid }) => uuid === actor.user_uuid) ?? false
  return refuse('bkit_lot', action, {
    state: lotStateOf(lot),
    permissions: actor.permissions,
    facts: { four_eyes: () => actor.fourEyes && isAuthor() },
  })
}
