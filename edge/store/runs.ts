import { type Analysis, hasEnded } from '../../domain/entities/analysis.ts'
import type { Device } from '../../domain/entities/device.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { Fault } from '../../domain/fault.ts'
import type { RunOrder } from '../../domain/live/command.ts'
import { type RunTransition, runTransitions } from '../../domain/actions/analysis.ts'
import type { RunFigures } from '../../domain/rules/fleet-facts.ts'
import { countPoints, type Phase } from '../../domain/rules/run-points.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import type { KeptResults } from './analysis-rows.ts'
import { applyOperation, type OperationActor, readRecord } from './operations.ts'
import { findLaunch, orderedCycles } from './commands.ts'
import type { Speaker } from '../live/relay.ts'
import { noteRun } from './rollouts/fleet-facts.ts'
import { checkRunDevice, isOpenRun, isRunOf, openRun, swarmOf } from './readings.ts'
import { readCompany } from './principal.ts'
import { checkBasis } from './result-changes.ts'
import type { Sql } from './sql.ts'

interface RunStep {
  analysis: string
  device: string
  actor: OperationActor
  at: string
}

/**
 * Start a run when its device reports it: status and device change together, once. The report comes as the answer to
 * LOAD_RECIPE and as the device's own call; the second changes nothing.
 */
export function startRun(sql: Sql, { analysis, device, actor, at }: RunStep): void {
  const current = readRecord(sql, 'analysis', analysis)
  const launch = findLaunch(sql, analysis, { device })
  if (!current || launch?.command.name !== 'LOAD_RECIPE') {
    throw new Fault('not_found', 'No such run on this device')
  }
  if (current.status !== 'INIT') return checkRunDevice(sql, analysis, device)
  const { order } = launch.command
  openRun(sql, analysis, device, at)
  applyOperation(sql, {
    opId: `${analysis}:started`,
    kind: 'analysis',
    uuid: analysis,
    action: 'run.started',
    actor,
    at,
    change: () => ({
      ...current,
      ...asOrdered(sql, current, order, device),
      status: runTransitions.started.to,
      four_eyes: readCompany(sql)?.four_eyes ?? 'N',
      started_at: at,
    }),
  })
  markDevice(sql, device, { analysis_uuid: analysis, busy: 'Y' }, actor, at)
}

/**
 * Return the device that sends on the live bus, and the swarm of its run: one that it runs, or that was sent to it and has not
 * begun. Null for a device that is not here, and for all of a closed company: a closing may have broken off before it ended their
 * connections.
 */
export function speakerOf(sql: Sql, device: string, analysis: string | null): Speaker | null {
  const known = readRecord(sql, 'device', device)
  if (!known || !readCompany(sql)) return null
  const isOwn =
    analysis !== null &&
    (isRunOf(sql, analysis, device) || findLaunch(sql, analysis, { device }) !== null)
  return { type: known.deviceType, swarm: isOwn ? swarmOf(sql, analysis) || null : null }
}

/**
 * Return the plan that the device really runs: the one it was sent. After a launch without an answer in time the plan can be
 * changed; when it turns out that the device accepted it, programme and device are those of the order. Samples stay as they
 * were last written: the person who corrected them sees the plate.
 */
function asOrdered(
  sql: Sql,
  current: Analysis,
  order: RunOrder,
  device: string,
): Partial<Analysis> {
  const { process, cartridge_type } = order
  const isSame =
    current.device_uuid === device &&
    current.cartridge_type === cartridge_type &&
    canonicalJson(current.method.process) === canonicalJson(process)
  if (isSame) return {}
  const hostname = readRecord(sql, 'device', device)?.hostname ?? null
  return {
    device_uuid: device,
    bcube: hostname,
    cartridge_type,
    method: { ...current.method, process },
  }
}

export interface RunEnd extends RunStep {
  transition: Exclude<RunTransition, 'started'>
  reason: string
  curvesHash: string | null
  result: KeptResults | null
  /** Figures by which the software of its device is judged; null where nothing was measured. */
  figures: RunFigures | null
  /** Number of readings in the curve file. */
  readings: number
  /** Points of each phase among them. */
  measured: Record<Phase, { measured: number; last: number }>
  /** Start and end by the clock of the device. */
  deviceTimes: NonNullable<Analysis['device_times']>
  /** Division of its readings; absent where the device did not say. */
  light?: Analysis['light']
  /** Hash of the record that the results were computed from (result-changes.ts). */
  basis?: string
}

/**
 * End a run: status, curve file and first results are set in one operation, and the device is free. A run ends once:
 * reports after the first end change nothing.
 */
export function endRun(sql: Sql, end: RunEnd): Analysis {
  const { analysis, device, actor, at, transition } = end
  const current = readRecord(sql, 'analysis', analysis)
  // Take the word of a device that came back after a person gave its run up, as long as nobody has gone on from there.
  const isBack = current !== null && wasGivenUp(sql, current)
  if (current && hasEnded(current.status) && !isBack) return current
  // Check the plate of a run that was given up, which may have been corrected this moment: while a run goes on nobody changes it.
  if (isBack && current) checkBasis(current, end.basis ?? '')
  const { from, to } = runTransitions[transition]
  const fresh = end.result ? [end.result.entry] : []
  const { record } = applyOperation(sql, {
    opId: isBack ? `${analysis}:returned` : `${analysis}:ended`,
    kind: 'analysis',
    uuid: analysis,
    action: `run.${transition}`,
    actor,
    at,
    outcomes: end.result?.outcomes,
    change: (before) => {
      const status = (before as Analysis | null)?.status
      if (!isBack && !(from as readonly string[]).includes(status ?? '')) {
        throw new Fault('refused', 'This run is not going on', {
          reason: 'wrong_status',
          params: { status: status ?? '' },
        })
      }
      return {
        ...before,
        status: to,
        ended_at: at,
        device_times: end.deviceTimes,
        end_reason: end.reason,
        ...pointsOf(sql, before as Analysis, end.measured),
        curves_hash: end.curvesHash,
        ...(end.light !== undefined && { light: end.light }),
        results: [...((before as Analysis | null)?.results ?? []), ...fresh],
      }
    },
  })
  noteRun(sql, end, current?.method.recipe_uuid ?? null)
  // Free the device only from this run: it may have been given to another one meanwhile.
  if (readRecord(sql, 'device', device)?.analysis_uuid === analysis) {
    markDevice(sql, device, { analysis_uuid: null, busy: 'N' }, actor, at)
  }
  return record as Analysis
}

/** Count the points that a run has measured, with the cycles that its device was ordered. */
export function pointsOf(
  sql: Sql,
  record: Analysis,
  measured: RunEnd['measured'],
): Pick<Analysis, 'points'> {
  const points = countPoints(record.method.process, measured, orderedCycles(sql, record, 'done'))
  return points ? { points } : {}
}

/** Return true for a run that a person ended because its device was missing, and that has not been judged since. */
export function wasGivenUp(sql: Sql, { uuid, status }: Pick<Analysis, 'uuid' | 'status'>): boolean {
  return status === 'INCOMPLETE' && isOpenRun(sql, uuid)
}

/** Write on the device's record which run it is on. */
function markDevice(
  sql: Sql,
  device: string,
  run: Pick<Device, 'analysis_uuid' | 'busy'>,
  actor: OperationActor,
  at: string,
): void {
  if (!readRecord(sql, 'device', device)) return
  applyOperation(sql, {
    opId: makeUuid(),
    kind: 'device',
    uuid: device,
    action: run.analysis_uuid ? 'device.occupied' : 'device.freed',
    actor,
    at,
    change: (before) => ({ ...before, ...run }),
  })
}
