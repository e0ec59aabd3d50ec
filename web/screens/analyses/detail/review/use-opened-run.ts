import { useEffect } from 'react'
import { signTogetherCalls } from '../../../../../domain/calls/sign-together.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { findRisks, waitsSince } from '../../../../../domain/rules/review-risk.ts'
import { isClean } from '../../../../../domain/rules/sign-together.ts'
import { call } from '../../../../client/call.ts'
import { recordHash } from '../../../../entities/analysis/record-hash.ts'
import { useOldPoints } from '../../../../state/old-points.ts'
import { forgetOpened, noteOpened } from '../../../../state/opened-runs.ts'
import { useAddress } from '../../../../use-address.ts'
import type { ShownResults } from '../use-shown-results.ts'

/**
 * Note a run of a reviewer's round as opened once its curves and newest results are loaded, with their hashes checked, and nothing
 * was found in it: such runs can be signed together. The service notes it as well.
 * @param refusal why the run cannot be signed by this person now; null if it can.
 */
export function useOpenedRun(record: Analysis, shown: ShownResults, refusal: string | null): void {
  const { search } = useAddress()
  const counted = useOldPoints(record)
  const { user, loaded, isWaiting, isNewest, trial } = shown
  const { results } = loaded
  const isShown = isNewest && !isWaiting && loaded.error === null && trial.tried.size === 0
  const isReady =
    search.has('queue') &&
    refusal === null &&
    isShown &&
    results !== null &&
    // Leave out the time: that a run waits long is no finding of it.
    isClean(record, findRisks(results, record, Date.parse(waitsSince(record)), counted))
  useEffect(() => {
    // Say nothing of a run that is on its way again: what was noted of it before holds until it is shown otherwise.
    if (isWaiting) return
    if (!isReady) return forgetOpened([record.uuid])
    // Finish the note also where the person moves on to the next run meanwhile, as this one was shown whole. Ignore a
    // missing note, without which the run is signed by itself.
    noteOpened({ user, record }, async () => {
      const record_hash = await recordHash(record)
      const parts = { params: { id: record.uuid }, body: { record_hash } }
      await call(signTogetherCalls.opened, parts, { background: true })
      return record_hash
    }).catch(() => undefined)
  }, [isWaiting, isReady, record, user])
}
