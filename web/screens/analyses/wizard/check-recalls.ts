import { useCallback } from 'react'
import { recallCalls, type RecallReach } from '../../../../domain/calls/recalls.ts'
import type { RecallSubject } from '../../../../domain/entities/recall.ts'
import { isTouched, namedRecord, type RunFacts } from '../../../../domain/rules/recall.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { whyNotCall } from '../../../record/rights.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import type { Draft } from '../../../state/draft.ts'
import type { Check, Checked } from './check.ts'
import type { Plan } from './plan.ts'
import type { StepId } from './step-anchor.ts'

/**
 * Return what the open recalls reach. Nothing without the service, or where the person does not read recalls: the service refuses the
 * launch of what a recall holds in any case.
 */
export function useRecallReaches(): readonly RecallReach[] {
  const load = useCallback(async (signal: AbortSignal) => {
    if (whyNotCall(recallCalls.reach) !== null) return none
    return await call(recallCalls.reach, {}, { signal })
  }, [])
  return useAnswer(load).value ?? none
}

const none: readonly RecallReach[] = []

/**
 * Refuse a plan that a recall holds, and warn of one that uses what an open recall reaches: a new run with a recalled lot, or with a
 * copy of a recalled recipe, would be one more result to hold.
 */
export function checkRecalls(state: Pick<Checked, 'draft' | 'plan' | 'recalls' | 'now'>): Check[] {
  const { draft, plan, recalls, now } = state
  const { hold, open } = recalls
  if (hold) {
    const { recall_number: recall, reason } = hold
    const text = t('wizard.check.held', { recall, reason })
    return [{ id: 'recall', state: 'open', text, mend: 'method' }]
  }
  const facts = factsOf(draft, plan, now)
  const [found] = open.flatMap((recall) => {
    const thing = recall.things.find((one) => isTouched(one, facts))
    return thing ? [{ recall, thing }] : []
  })
  if (!found) return []
  const { recall, thing } = found
  const text = sayRecall(recall, thing)
  return [{ id: 'recall', state: 'warned', text, mend: stepOf[thing.kind], about: recall.uuid }]
}

function sayRecall(recall: RecallReach, thing: RecallSubject): string {
  const { number, name, reason, sender, subject } = recall
  const facts = { name, reason, why: isSame(subject, thing) ? 'itself' : whyOf[thing.kind] }
  return sender === null
    ? t('wizard.check.recalled', { ...facts, recall: number })
    : t('wizard.check.recalledBy', { ...facts, sender })
}

const isSame = (one: RecallSubject, other: RecallSubject) =>
  one.kind === other.kind && namedRecord(one) === namedRecord(other)

/** Word for the way from the recalled thing to another one that a plan uses; the name of the recall says the others. */
const whyOf = {
  recipe: 'made',
  dye_calibration: 'dyes',
  lot: 'itself',
  device: 'itself',
  calibration: 'itself',
} as const satisfies Record<RecallSubject['kind'], string>

/** Step of the plan in which something else than the recalled thing is chosen. */
const stepOf = {
  lot: 'method',
  recipe: 'method',
  dye_calibration: 'method',
  device: 'device',
  calibration: 'device',
} as const satisfies Record<RecallSubject['kind'], StepId>

/** Say what a run would be made with if it was launched now. */
function factsOf({ kit }: Draft, { method, device }: Plan, now: number): RunFacts {
  return {
    ...(kit && { kit }),
    ...(method && { method }),
    device_uuid: device?.uuid ?? null,
    started_at: new Date(now).toISOString(),
  }
}
