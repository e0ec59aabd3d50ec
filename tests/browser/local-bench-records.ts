import type { LocalRecords } from '../../web/local/open-records.ts'
import type { SyncRecord } from '../../domain/calls/sync.ts'
import { uuidOf } from '../support/uuid-of.ts'

/** Make analyses as the edge gives them, as large as real ones. */
export function analysisRecord(number: number, more: Record<string, unknown> = {}): SyncRecord {
  const at = new Date(Date.parse('2026-01-01T08:00:00.000Z') + number * 60_000).toISOString()
  const body = {
    uuid: uuidOf(number),
    created_at: at,
    updated_at: at,
    status: ['INIT', 'RUNNING', 'COMPLETE', 'VALIDATION'][number % 4],
    name: `Plate ${number}`,
    recipe_name: `Recipe ${number % 20}`,
    user_uuid: uuidOf(7_000_000 + (number % 9)),
    user_name: `Person ${number % 9}`,
    swarm_uuid: uuidOf(8_000_000 + (number % 5)),
    swarm_name: `Swarm ${number % 5}`,
    company_uuid: uuidOf(9_000_000),
    device_uuid: uuidOf(9_100_000 + (number % 6)),
    bcube: `bcube-${number % 6}`,
    certified: 'N',
    cartridge_type: 'bcube16',
    method: { recipe_uuid: uuidOf(900), protocol_uuid: null, process: { steps: steps() } },
    samples: Array.from({ length: 8 }, (_, at) => ({
      uuid: uuidOf(6_000_000 + at),
      name: `Sample ${at}`,
      sample_type: 'unknown',
      coordinates: [`A${at + 1}`],
    })),
    exclusions: [],
    notebook: '',
    started_at: null,
    ended_at: null,
    end_reason: '',
    curves_hash: null,
    results: [],
    signature: null,
    ...more,
  }
  return { kind: 'analysis', uuid: uuidOf(number), seq: number, body }
}

function steps() {
  return Array.from({ length: 6 }, (_, at) => ({ temperature: 60 + at, seconds: 30, cycles: 40 }))
}

/** Make a plan that a person enters on this machine. */
export function planInput(number: number) {
  return {
    uuid: uuidOf(number),
    name: `Mine ${number}`,
    recipe_uuid: uuidOf(900),
    protocol_uuid: null,
    swarm_uuid: uuidOf(901),
    device_uuid: null,
    cartridge_type: 'bcube16' as const,
    samples: [],
    notebook: '',
  } as unknown as Parameters<LocalRecords['outbox']['create']>[0]
}
