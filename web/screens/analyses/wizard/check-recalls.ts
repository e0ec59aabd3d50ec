import { useCallback } from 'react'
import { recallCalls } from '../../../../domain/calls/recalls.ts'
import type { Recall } from '../../../../domain/entities/recall.ts'
import { isTouched, type RunFacts } from '../../../../domain/rules/recall.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { whyNotCall } from '../../../record/rights.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import type { Draft } from '../../../state/draft.ts'
import type { Check, Checked } from './check.ts'
import type { Plan } from './plan.ts'
import type { StepId } from './step-anchor.ts'

/** As many open recalls as are compared with a plan: a company has a few. */
const most = '100'

/**
 * Return the open recalls of the company. None without the service, or where the person does not read them: the service refuses the
 * launch of what a recall holds in any case.
 */
export function useOpenRecalls(): readonly Recall[] {
  const load = useCallback(async (signal: AbortSignal) => {
    if (whyNotCall(recallCalls.search) !== null) return none
    const body = { filters: { status: 'open' as const } }
    return (await call(recallCalls.search, { query: { limit: most }, body }, { signal })).data
  }, [])
  return useAnswer(load).value ?? none
}

const none: readonly Recall[] = []

/**
 * Refuse a plan that a recall holds, and warn of one that uses what an open recall is about: a new run with a recalled lot would be
 * one more result to hold.
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
  const origin = originOf(plan)
  const found = open.find(
    ({ subject }) => isTouched(subject, facts) || (origin && isTouched(subject, origin)),
  )
  if (!found) return []
  const { uuid, number: recall, name, reason, subject } = found
  const text = t('wizard.check.recalled', { recall, name, reason })
  return [{ id: 'recall', state: 'warned', text, mend: stepOf[subject.kind], about: uuid }]
}

/** Step of the plan in which something else than the recalled thing is chosen. */
const stepOf = {
  lot: 'method',
  recipe: 'method',
  dye_calibration: 'method',
  device: 'device',
  calibration: 'device',
} as const satisfies Record<Recall['subject']['kind'], StepId>

/** Name the version of the provider's recipe that the plan's was made from; null for one that was made from none. */
function originOf({ recipe }: Plan): RunFacts | null {
  if (!recipe?.origin) return null
  const { global_uuid: recipe_uuid, version: recipe_version } = recipe.origin
  return { method: { recipe_uuid, recipe_version, evaluation: recipe.evaluation } }
}

/** Say what a run would be made with if it was launched now. */
function factsOf({ kit }: Draft, { recipe, device }: Plan, now: number): RunFacts {
  const method = recipe && {
    recipe_uuid: recipe.uuid,
    recipe_version: recipe.version,
    evaluation: recipe.evaluation,
  }
  return {
    ...(kit && { kit }),
    ...(method && { method }),
    device_uuid: device?.uuid ?? null,
    started_at: new Date(now).toISOString(),
  }
}
