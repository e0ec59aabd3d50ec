import type { Bkernel, Rollout } from '../../domain/entities/bkernel.ts'
import { usualPhases } from '../../domain/rules/rollout.ts'

export const uuid = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
export const at = '2026-11-20T08:00:00.000Z'

/** A version with its image, without a rollout. */
export const version: Bkernel = {
  uuid: uuid(4),
  created_at: at,
  updated_at: at,
  name: 'bkernel',
  version: '3.0.0',
  models: ['bGATE 96'],
  notes: '',
  released_at: '2026-01-10',
  unsupported_from: null,
  file_hash: 'b'.repeat(64),
  file_size: 614_400,
  company_uuids: [],
  device_uuids: [],
}

/** A rehearsal of two runs that changes three calls. */
export const rehearsal = {
  by: uuid(1),
  by_name: 'Ada',
  at,
  of: 'c'.repeat(64),
  file_hash: 'd'.repeat(64),
  engine: '1.7.0',
  runs: 2,
  unread: 1,
  results: 41_220,
  calls: 3,
  moved: 120,
}

const plan = {
  models: [],
  versions: ['2.9.4'],
  company_uuids: [],
  except_company_uuids: [uuid(8)],
  except_device_uuids: [],
  phases: [...usualPhases],
  window: { from: '22:00', to: '05:00' },
  deadline: '2027-03-01',
}
/** A rollout in its second phase. */
export const running: Rollout = {
  state: 'running',
  phase: 1,
  since: at,
  plan,
  planned: { by: uuid(1), by_name: 'Ada', at },
  approved: { by: uuid(2), by_name: 'Ben', at },
}
