import { canonicalJson } from '../../../../domain/canonical.ts'
import type { EditChange } from '../../../../domain/sync/field-change.ts'
import type { Draft, PlanContent } from '../../../state/draft.ts'

/** Return the editable content of a record or a plan. */
export function contentOf(
  plan: Omit<PlanContent, 'kit' | 'instrument'> & {
    kit?: PlanContent['kit'] | undefined
    instrument?: PlanContent['instrument'] | undefined
  },
): PlanContent {
  const { name, notebook, device_uuid, samples, kit = null, instrument = null } = plan
  return { name, notebook, device_uuid, samples: [...samples], kit, instrument }
}

/**
 * List the changes of a plan since its editor began with `base`: only they are sent, and merged with changes of others.
 * Compared with the present record, the work of others would look like something removed.
 */
export function changesOf(base: PlanContent, wanted: PlanContent): EditChange[] {
  const all: EditChange[] = [
    { field: 'name', from: base.name, to: wanted.name },
    { field: 'notebook', from: base.notebook, to: wanted.notebook },
    { field: 'device_uuid', from: base.device_uuid, to: wanted.device_uuid },
    { field: 'samples', from: base.samples, to: wanted.samples },
    { field: 'kit', from: base.kit, to: wanted.kit },
    { field: 'instrument', from: base.instrument, to: wanted.instrument },
  ]
  return all.filter(({ field, from, to }) =>
    field === 'kit' ? !isSameKit(from, to) : canonicalJson(from) !== canonicalJson(to),
  )
}

/** Fields that the page chooses by itself, and gives up once another run has taken the device. */
const byItself: readonly string[] = ['device_uuid', 'instrument']

/** List what was written into a plan since it was saved, or since its editor began. */
export function unsavedOf({ base, layout, ...plan }: Draft): EditChange[] {
  if (!base) return []
  const changes = changesOf(base, contentOf({ ...plan, samples: [...layout.present] }))
  return changes.filter(({ field }) => !byItself.includes(field))
}

/** Return true for the same kit: facts that the provider's record adds to a scanned label are no change of ours. */
function isSameKit(one: PlanContent['kit'], other: PlanContent['kit']): boolean {
  const said = (kit: PlanContent['kit'] | undefined) =>
    kit ? [kit.bkit_uuid, kit.lot, kit.box, kit.expired_reason ?? null] : null
  return canonicalJson(said(one)) === canonicalJson(said(other))
}
