import type { CreateAnalysis } from '../../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { Swarm } from '../../../../domain/entities/swarm.ts'
import type { Draft } from '../../../state/draft.ts'
import { editAnalysis, saveAnalysis } from '../../../state/outbox.ts'
import { account } from '../../../state/session.ts'
import type { Plan } from './plan.ts'
import { changesOf, contentOf } from './plan-changes.ts'

/** Records that a draft names, kept with the plan. */
export type PlanSources = Pick<Plan, 'recipe' | 'protocol' | 'device'> & { swarm: Swarm | null }

/**
 * Keep a draft as an analysis of this machine, from where it is sent when the service can be reached. On the disk
 * once it resolves.
 * @param saved the analysis as this machine shows it, where there is one.
 * @throws Fault `refused` with the reason `storage_full`: nothing was kept.
 */
export async function keepPlan(
  draft: Draft,
  saved: Analysis | null,
  sources: PlanSources,
): Promise<void> {
  if (saved) return keepEdits(draft, saved)
  const { uuid, name, notebook, device_uuid, create_op } = draft
  const { recipe_uuid, swarm_uuid, cartridge_type, protocol_uuid, kit, instrument } = draft
  const { recipe, protocol, device, swarm } = sources
  const { value: who } = account
  if (!recipe || !recipe_uuid || !swarm_uuid || !cartridge_type || !who) return
  const plan = { uuid, name, notebook, device_uuid, samples: [...draft.layout.present] }
  const method = { recipe_uuid, protocol_uuid, swarm_uuid, cartridge_type }
  const chosen = { ...(kit ? { kit } : {}), ...(instrument ? { instrument } : {}) }
  const input: CreateAnalysis = { ...plan, ...method, ...chosen }
  // Load it here, as it is large and needed only without the service.
  const { showAnalysis } = await import('../../../local/shown-analysis.ts')
  const at = new Date().toISOString()
  const shown = showAnalysis(input, { at, account: who, recipe, protocol, swarm, device })
  await saveAnalysis(input, shown, create_op)
}

async function keepEdits(draft: Draft, saved: Analysis): Promise<void> {
  const wanted = contentOf({ ...draft, samples: [...draft.layout.present] })
  const changes = changesOf(draft.base ?? contentOf(saved), wanted)
  if (changes.length > 0) await editAnalysis(draft.uuid, changes)
}
