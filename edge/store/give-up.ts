import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { refuseGiveUp } from '../../domain/rules/give-up.ts'
import { allow } from './allow.ts'
import type { KeptResults } from './analysis-rows.ts'
import { readRecord } from './operations.ts'
import type { Planners } from './planner.ts'
import { type KeptPoints, keptPoints, readProgress } from './readings.ts'
import { pointsOf, type RunEnd } from './runs.ts'
import type { Sql } from './sql.ts'

/** A person ends a run whose device never returns. */
export interface GiveUpChange {
  type: 'analysis.giveUp'
  uuid: string
  reason: string
  /** Curve file and results of the readings that have come; null where none has. */
  computed: { hash: string; result: KeptResults } | null
  /** The points they were made of: more that come meanwhile make it stale. */
  kept: KeptPoints
  measured: RunEnd['measured']
}

/** The run stays open (readings.ts): its device may come back with what is missing. */
export const giveUpPlanners: Planners<GiveUpChange> = {
  'analysis.giveUp': (sql, change, by, at) => {
    const { uuid, computed } = change
    const record = {
      kind: 'analysis',
      uuid,
      action: change.type,
      reason: change.reason,
      outcomes: computed?.result.outcomes,
      change: (before: Analysis | null) => {
        const current = allow('giveUp', before, by, change.reason)
        checkSilence(sql, current, at)
        checkPoints(sql, change)
        return {
          ...current,
          status: 'INCOMPLETE',
          ended_at: at,
          end_reason: change.reason,
          ...pointsOf(sql, current, change.measured),
          curves_hash: computed?.hash ?? null,
          results: [...current.results, ...(computed ? [computed.result.entry] : [])],
        }
      },
    } as const
    const device = readRecord(sql, 'analysis', uuid)?.device_uuid ?? null
    const held = device && readRecord(sql, 'device', device)
    if (!device || !held || held.analysis_uuid !== uuid) return record
    const free = { analysis_uuid: null, busy: 'N' }
    return [
      record,
      {
        kind: 'device',
        uuid: device,
        action: 'device.freed',
        change: (before) => ({ ...before, ...free }),
      },
    ]
  },
}

function checkSilence(sql: Sql, { uuid, device_uuid }: Analysis, at: string): void {
  const device = device_uuid ? readRecord(sql, 'device', device_uuid) : null
  const refusal = refuseGiveUp(device, readProgress(sql, uuid).heard_at, Date.parse(at))
  if (!refusal) return
  throw new Fault('refused', 'Its device is there, or was a moment ago', { reason: refusal })
}

function checkPoints(sql: Sql, { uuid, kept }: GiveUpChange): void {
  const now = keptPoints(sql, uuid)
  if (now.AMP === kept.AMP && now.VAL === kept.VAL) return
  throw new Fault('stale', 'Readings have come meanwhile', { reason: 'changed_meanwhile' })
}
