import type { CommandRecord } from '../../domain/entities/command.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault, type FaultDetail } from '../../domain/fault.ts'
import { refuseStopped } from '../../domain/rules/lot-stops.ts'
import { findCalibrationProblems } from '../../domain/rules/calibration-age.ts'
import { findLaunchProblems } from '../../domain/rules/preflight.ts'
import { refuseKit } from '../../domain/rules/kit.ts'
import { countWells, refuseUsedUp, findUse } from '../../domain/rules/kit-use.ts'
import { runOfCommand } from '../../domain/rules/command.ts'
import { runOrder } from '../../domain/rules/run-order.ts'
import type { AnalysisAction } from '../../domain/actions/analysis.ts'
import { allow } from './allow.ts'
import { type By, readSeen } from './by.ts'
import { findOpenLaunch, type NewCommand, queueCommand, repeatedCommand } from './commands.ts'
import { listUse, readOwnLot } from './kit-use.ts'
import { stopsHere } from './lot-stops.ts'
import { checkNotTaken } from './not-launching.ts'
import { readRecord } from './operations.ts'
import { readCompany } from './principal.ts'
import { findInstrumentProblem } from './run-instrument.ts'
import { withHold } from './recalls/holds.ts'
import type { Sql } from './sql.ts'

/**
 * Pre-flight and LOAD_RECIPE in one transaction: nothing is queued that the rules refuse. A second launch
 * of the same analysis while the first is open gives the first command again.
 */
export function queueLaunch(
  sql: Sql,
  analysis: string,
  ids: { opId: string; command: string },
  by: By,
  at: string,
): CommandRecord {
  const { opId } = ids
  const repeated = repeatedCommand(sql, {
    opId,
    actor: by.actor,
    command: { name: 'LOAD_RECIPE', analysis, asked: by.asked },
  })
  if (repeated) return repeated
  const found = readRecord(sql, 'analysis', analysis)
  const record = allow('launch', found && withHold(sql, found), by)
  if (!record.device_uuid) {
    throw new Fault('invalid', 'Choose a device', { field: 'device_uuid', reason: 'no_device' })
  }
  const device = readSeen(sql, 'device', record.device_uuid, by.sight)
  const protocol = record.method.protocol_uuid
    ? readRecord(sql, 'protocol', record.method.protocol_uuid)
    : null
  const [first, ...others] = [
    ...findLaunchProblems(record, device, protocol ?? {}),
    ...findCalibrationProblems(readCompany(sql), device, record.method, Date.parse(at)),
    ...findKitProblems(sql, record, at),
    ...listProblem(findInstrumentProblem(sql, record.instrument, device.uuid)),
  ]
  if (first) throw new Fault([first, ...others])
  const open = findOpenLaunch(sql, analysis, at)
  if (open) return open
  checkNotTaken(sql, analysis, device.uuid)
  return queueCommand(sql, {
    opId,
    uuid: ids.command,
    device_uuid: device.uuid,
    swarm_uuid: record.swarm_uuid,
    command: { name: 'LOAD_RECIPE', order: runOrder(record) },
    actor: by.actor,
    asked: by.asked,
    at,
  })
}

const listProblem = (found: FaultDetail | null) => (found ? [found] : [])

function findKitProblems(sql: Sql, record: Analysis, at: string): FaultDetail[] {
  const { kit } = record
  const found = [
    refuseStopped(kit, stopsHere(sql)),
    refuseKit(kit, at.slice(0, 10)),
    refuseUse(sql, record, at),
  ]
  return found.filter((one) => one !== null)
}

/** Refuse a launch for which the box or the lot has no tests left: of two at once the first takes the last ones. */
function refuseUse(sql: Sql, { uuid, kit, samples }: Analysis, at: string): FaultDetail | null {
  if (!kit) return null
  const use = findUse(listUse(sql, kit.bkit_uuid, at, uuid), kit.lot)
  return refuseUsedUp(kit, countWells(samples), use, readOwnLot(sql, kit))
}

/** An order of a person; the rest of the command is added here. */
export type RunCommand = Omit<NewCommand, 'at' | 'actor' | 'swarm_uuid'>

/** ABORT, SKIP or EXTEND of the run that goes on on this device, when the rules allow it. */
export function queueRunCommand(
  sql: Sql,
  order: RunCommand,
  action: AnalysisAction,
  by: By,
  at: string,
): CommandRecord {
  const { command, device_uuid, opId } = order
  const uuid = runOfCommand(command)
  if (uuid === null) throw new Fault('internal', 'no command about a run')
  const wanted = { name: command.name, analysis: uuid, asked: by.asked }
  const repeated = repeatedCommand(sql, { opId, actor: by.actor, command: wanted })
  if (repeated) return repeated
  readSeen(sql, 'device', device_uuid, by.sight)
  const record = allow(action, readRecord(sql, 'analysis', uuid), by)
  if (record.device_uuid !== device_uuid) {
    throw new Fault('not_found', 'This device runs another analysis', { reason: 'other_run' })
  }
  return queueCommand(sql, {
    ...order,
    swarm_uuid: record.swarm_uuid,
    actor: by.actor,
    asked: by.asked,
    at,
  })
}
