import { commandLifeMs } from '../../domain/catalog/limits.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import type { RecordedCommand } from '../../domain/live/command.ts'
import { can } from '../../domain/permissions.ts'
import { hasEnded } from '../../domain/entities/analysis.ts'
import { commandNeeds, findCommandProblems, runOfCommand } from '../../domain/rules/command.ts'
import { closedGates, deviceAsSeen, hiddenDeviceTypes } from '../../domain/rules/device-sight.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { outcomeOf } from '../outcome.ts'
import type { By } from './by.ts'
import { checkInfo } from './device-commands.ts'
import { handsOf } from './hands.ts'
import { authorOf, type PlannedOfSomeKind, readRecord } from './operations.ts'
import type { Planners } from './planner.ts'
import type { Sql } from './sql.ts'

/** A command that a device was given in the local network by a person of the company, whose pass the edge has read. */
export interface LanChange {
  type: 'command.lan'
  uuid: string
  device: string
  user: string
  /** Swarms of the pass. */
  swarms: readonly string[]
  permissions: readonly string[]
  command: RecordedCommand
}

export const lanPlanners: Planners<LanChange> = {
  /**
   * Enters the command as one that the device has: its answer, and the run that it began, come next and find it. The swarm
   * of a launch is the caller's word, which is all that a device can know: an order about an analysis out of their sight is
   * entered as refused, and nothing follows from it. So is what the pass does not allow: a device that tells of it has obeyed where it
   * had to refuse.
   * @throws Fault `taken` where another command has the id.
   */
  'command.lan': (sql, { uuid, device, user, swarms, permissions, command }, by, at) => [
    {
      kind: 'command',
      uuid,
      action: `command.lan.${command.name}`,
      change: (before) => {
        if (before) throw new Fault('taken', 'Id is not unique', { reason: 'id_not_unique' })
        const swarm = swarmOf(sql, command)
        const refusal = refuseLan(sql, { device, swarms, permissions, command })
        return {
          uuid,
          created_at: at,
          updated_at: at,
          device_uuid: device,
          ...(swarm && { swarm_uuid: swarm }),
          user_uuid: user,
          user_name: readRecord(sql, 'user', user)?.name ?? '',
          command,
          ...(refusal ? { state: 'refused', reason: refusal } : { state: 'sent', reason: '' }),
          expires_at: new Date(Date.parse(at) + commandLifeMs).toISOString(),
          fetched: true,
          local: true,
        } satisfies CommandRecord
      },
    },
    ...planHand(sql, { device, user, command }),
    ...planNameBack(sql, { uuid, device, swarms, permissions, command }, by, at),
  ],
}

/**
 * Order a device to take its own name back where one that it was given in the local network was not that person's to give: people
 * there would see two devices of one name, and the record another name than the device.
 */
function planNameBack(
  sql: Sql,
  { uuid, device, swarms, permissions, command }: Omit<LanChange, 'type' | 'user'>,
  by: By,
  at: string,
): PlannedOfSomeKind[] {
  const known = readRecord(sql, 'device', device)
  if (!known || command.name !== 'SET_INFO') return []
  if (refuseLan(sql, { device, swarms, permissions, command }) === null) return []
  const { name, hostname, deviceType } = known
  const order = derivedUuid(uuid, 'name back')
  return [
    {
      kind: 'command',
      uuid: order,
      action: 'command.SET_INFO',
      change: (before) =>
        before ??
        ({
          uuid: order,
          created_at: at,
          updated_at: at,
          device_uuid: device,
          deviceType,
          ...authorOf(by.actor),
          command: { name: 'SET_INFO', info: { name, hostname } },
          state: 'queued',
          reason: '',
          expires_at: new Date(Date.parse(at) + commandLifeMs).toISOString(),
        } satisfies CommandRecord),
    },
  ]
}

/**
 * Write into a run that has ended who gave it an order: pages read that for four eyes. A signed record stays as it was
 * signed; for what follows it (reports, corrections) the ledger is asked (hands.ts).
 */
function planHand(
  sql: Sql,
  { device, user, command }: Pick<LanChange, 'device' | 'user' | 'command'>,
): PlannedOfSomeKind[] {
  const uuid = runOfCommand(command)
  if (uuid === null || command.name === 'ANALYSIS_SYNC') return []
  const run = readRecord(sql, 'analysis', uuid)
  if (!run || !hasEnded(run.status) || run.status === 'VALIDATION') return []
  if (run.device_uuid !== device || handsOf(sql, { ...run }).includes(user)) return []
  return [
    {
      kind: 'analysis',
      uuid,
      action: 'run.ordered',
      change: (before) =>
        before && { ...before, hands: [...new Set([...handsOf(sql, before), user])] },
    },
  ]
}

/** Return why an order was none of the holder's of the pass to give; null for one that was. */
function refuseLan(
  sql: Sql,
  { device, swarms, permissions, command }: Omit<LanChange, 'type' | 'uuid' | 'user'>,
): string | null {
  const known = readRecord(sql, 'device', device)
  const isHidden = known && hiddenDeviceTypes(closedGates(permissions)).includes(known.deviceType)
  if (isHidden || !can(permissions, commandNeeds[command.name])) return 'permission_missing'
  const problem = known && findProblem(sql, known, permissions, command)
  if (problem) return problem
  return maySee(sql, command, swarms) ? null : 'swarm_unknown'
}

/**
 * Return what is wrong with what the device's record would say from now on. A name that another device has is nobody's to give,
 * nor are settings of a channel that the holder is not shown.
 */
function findProblem(
  sql: Sql,
  device: Device,
  permissions: readonly string[],
  command: RecordedCommand,
): string | null {
  if (command.name === 'SET_INFO') {
    const outcome = outcomeOf(() => checkInfo(sql, device, command.info))
    return outcome.ok ? null : (outcome.errors[0]?.reason ?? 'name_taken')
  }
  if (command.name !== 'UPDATE_SETUP') return null
  const shown = deviceAsSeen(device, closedGates(permissions))
  return findCommandProblems(command, shown)[0]?.reason ?? null
}

/** Return true when the pass lets its holder see the run of an order: by its swarm, or by one that it has been moved out of. */
function maySee(sql: Sql, command: RecordedCommand, swarms: readonly string[]): boolean {
  const run = runOfCommand(command)
  if (run === null) return true
  const row = sql.first<{ swarm_uuid: string | null; left_swarms: string | null }>(
    `SELECT swarm_uuid, left_swarms FROM records WHERE kind = 'analysis' AND uuid = ?`,
    run,
  )
  if (!row || row.swarm_uuid === null) return true
  const left = JSON.parse(row.left_swarms ?? '[]') as (string | null)[]
  return [row.swarm_uuid, ...left].some((swarm) => swarm === null || swarms.includes(swarm))
}

/** Return the swarm of the command: that of its analysis, once the edge has it. */
function swarmOf(sql: Sql, command: RecordedCommand): string | undefined {
  const order = command.name === 'LOAD_RECIPE' ? command.order : null
  const uuid = order?.analysis_uuid ?? ('analysis_uuid' in command ? command.analysis_uuid : null)
  const analysis = uuid ? readRecord(sql, 'analysis', uuid) : null
  return analysis?.swarm_uuid ?? order?.swarm_uuid
}
