import type { Analysis, ResultEntry } from '../../domain/entities/analysis.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import { type RunTransition, runTransitions } from '../../domain/rules/analysis.ts'
import { applyOperation, type OperationActor, readRecord } from './operations.ts'
import { openRun } from './readings.ts'
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
  if (!current || current.device_uuid !== device)
    throw new Fault('not_found', 'No such run on this device')
  openRun(sql, analysis, device, at)
  if (current.status !== 'INIT') return
  applyOperation(sql, {
    opId: `${analysis}:started`,
    kind: 'analysis',
    uuid: analysis,
    action: 'run.started',
    actor,
    at,
    change: (before) => ({ ...before, status: runTransitions.started.to, started_at: at }),
  })
  occupyDevice(sql, device, analysis, actor, at)
}

export interface RunEnd extends RunStep {
  transition: Exclude<RunTransition, 'started'>
  reason: string
  curvesHash: string | null
  result: ResultEntry | null
}

/** The run is over: status, curve file and first results are set in one operation, and the device is free. */
export function endRun(sql: Sql, end: RunEnd): Analysis {
  const { analysis, device, actor, at, transition } = end
  const { from, to } = runTransitions[transition]
  const { record } = applyOperation(sql, {
    opId: `${analysis}:ended`,
    kind: 'analysis',
    uuid: analysis,
    action: `run.${transition}`,
    actor,
    at,
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
        results: end.result ? [end.result] : [],
      }
    },
  })
  occupyDevice(sql, device, null, actor, at)
  return record as Analysis
}

/** Marks the device as running an analysis, or as free. */
function occupyDevice(
  sql: Sql,
  device: string,
  analysis: string | null,
  actor: OperationActor,
  at: string,
): void {
  const current = readRecord(sql, 'device', device) as Device | null
  if (!current || current.analysis_uuid === analysis) return
  applyOperation(sql, {
    opId: crypto.randomUUID(),
    kind: 'device',
    uuid: device,
    action: analysis ? 'device.occupied' : 'device.freed',
    actor,
    at,
    change: (before) => ({ ...before, analysis_uuid: analysis, busy: analysis ? 'Y' : 'N' }),
  })
}
