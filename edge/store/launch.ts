import type { Analysis } from '../../domain/entities/analysis.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { Protocol } from '../../domain/entities/protocol.ts'
import { Fault } from '../../domain/fault.ts'
import type { RunOrder } from '../../domain/live/command.ts'
import { findLaunchProblems } from '../../domain/rules/preflight.ts'
import type { AnalysisAction } from '../../domain/rules/analysis.ts'
import { allow } from './allow.ts'
import { type By, readSeen } from './by.ts'
import {
  analysisOf,
  findOpenLaunch,
  type NewCommand,
  queueCommand,
  repeatedCommand,
} from './commands.ts'
import { readRecord } from './operations.ts'
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
  const repeated = repeatedCommand(sql, { opId, actor: by.actor, name: 'LOAD_RECIPE', analysis })
  if (repeated) return repeated
  const record = allow('launch', readRecord(sql, 'analysis', analysis), by)
  if (!record.device_uuid) {
    throw new Fault('invalid', 'Choose a device', { field: 'device_uuid', reason: 'no_device' })
  }
  const device = readSeen(sql, 'device', record.device_uuid, by.sight) as unknown as Device
  const protocol = record.method.protocol_uuid
    ? (readRecord(sql, 'protocol', record.method.protocol_uuid) as Protocol | null)
    : null
  const [first, ...others] = findLaunchProblems(record, device, protocol?.minimum_samples)
  if (first) throw new Fault([first, ...others])
  const open = findOpenLaunch(sql, analysis, at)
  if (open) return open
  return queueCommand(sql, {
    opId,
    uuid: ids.command,
    device_uuid: device.uuid,
    swarm_uuid: record.swarm_uuid,
    command: { name: 'LOAD_RECIPE', order: orderOf(record) },
    actor: by.actor,
    at,
  })
}

/** What a person orders; the rest is known here. */
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
  const uuid = analysisOf(command)
  const wanted = { opId, actor: by.actor, name: command.name, analysis: uuid }
  const repeated = repeatedCommand(sql, wanted)
  if (repeated) return repeated
  readSeen(sql, 'device', device_uuid, by.sight)
  const record = allow(action, readRecord(sql, 'analysis', uuid), by)
  if (record.device_uuid !== device_uuid) {
    throw new Fault('not_found', 'This device runs another analysis', { reason: 'other_run' })
  }
  return queueCommand(sql, { ...order, swarm_uuid: record.swarm_uuid, actor: by.actor, at })
}

/** What the device needs to run alone: no names of samples, they are nobody's business there. */
function orderOf(record: Analysis): RunOrder {
  return {
    analysis_uuid: record.uuid,
    name: record.name,
    cartridge_type: record.cartridge_type,
    process: record.method.process,
    wells: record.samples.flatMap((sample, number) =>
      sample.coordinates.map((well) => ({
        well,
        sample_type: sample.sample_type,
        sample: number,
        ...(sample.quantity === undefined ? {} : { quantity: sample.quantity }),
      })),
    ),
  }
}
