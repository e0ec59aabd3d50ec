import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import { hasEnded, type RunTransition, runTransitions } from '../../domain/rules/analysis.ts'
import type { KeptResults } from './analysis-rows.ts'
import { applyOperation, type OperationActor, readRecord } from './operations.ts'
import { wasLaunchedOn } from './commands.ts'
import { checkRunDevice, openRun } from './readings.ts'
import type { Sql } from './sql.ts'

interface RunStep {
  analysis: string
  device: string
  actor: OperationActor
  at: string
}

/**
 * The device says that it runs an analysis: status and device change together, once. Both ways of hearing
 * of it (the answer to LOAD_RECIPE and the device's own call) lead here; the second changes nothing.
 */
export function startRun(sql: Sql, { analysis, device, actor, at }: RunStep): void {
  const current = readRecord(sql, 'analysis', analysis) as Analysis | null
  if (current?.device_uuid !== device || !wasLaunchedOn(sql, analysis, device)) {
    throw new Fault('not_found', 'No such run on this device')
  }
  if (current.status !== 'INIT') return checkRunDevice(sql, analysis, device)
  openRun(sql, analysis, device, at)
  applyOperation(sql, {
    opId: `${analysis}:started`,
    kind: 'analysis',
    uuid: analysis,
    action: 'run.started',
    actor,
    at,
    change: (before) => ({ ...before, status: runTransitions.started.to, started_at: at }),
  })
  markDevice(sql, device, { analysis_uuid: analysis, busy: 'Y' }, actor, at)
}

export interface RunEnd extends RunStep {
  transition: Exclude<RunTransition, 'started'>
  reason: string
  curvesHash: string | null
  result: KeptResults | null
}

/**
 * The run is over: status, curve file and first results are set in one operation, and the device is free.
 * A run ends once: whatever comes after the first end changes nothing.
 */
export function endRun(sql: Sql, end: RunEnd): Analysis {
  const { analysis, device, actor, at, transition } = end
  const current = readRecord(sql, 'analysis', analysis) as Analysis | null
  if (current && hasEnded(current.status)) return current
  const { from, to } = runTransitions[transition]
  const { record } = applyOperation(sql, {
    opId: `${analysis}:ended`,
    kind: 'analysis',
    uuid: analysis,
    action: `run.${transition}`,
    actor,
    at,
    outcomes: end.result?.outcomes,
    change: (before) => {
      const status = (before as Analysis | null)?.status
      if (!(from as readonly string[]).includes(status ?? '')) {
        throw new Fault('refused', 'This run is not going on', {
          reason: 'wrong_status',
          params: { status: status ?? '' },
        })
      }
      return {
        ...before,
        status: to,
        ended_at: at,
        end_reason: end.reason,
        curves_hash: end.curvesHash,
        results: end.result ? [end.result.entry] : [],
      }
    },
  })
  // It may have been given to another run meanwhile.
  if ((readRecord(sql, 'device', device) as Device | null)?.analysis_uuid === analysis) {
    markDevice(sql, device, { analysis_uuid: null, busy: 'N' }, actor, at)
  }
  return record as Analysis
}

/** Writes on the device's record which run it is on. */
function markDevice(
  sql: Sql,
  device: string,
  run: Pick<Device, 'analysis_uuid' | 'busy'>,
  actor: OperationActor,
  at: string,
): void {
  if (!readRecord(sql, 'device', device)) return
  applyOperation(sql, {
    opId: crypto.randomUUID(),
    kind: 'device',
    uuid: device,
    action: run.analysis_uuid ? 'device.occupied' : 'device.freed',
    actor,
    at,
    change: (before) => ({ ...before, ...run }),
  })
}
