import type { Bkernel } from '../../domain/entities/bkernel.ts'

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
