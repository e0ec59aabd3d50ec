import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import { withCalibration } from '../../domain/rules/calibration-age.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { systemActor } from './commands.ts'
import { applyOperation, type OperationActor, readRecord } from './operations.ts'
import type { Sql } from './sql.ts'

/** Facts that a device reports when it starts. */
export type Greeting = Pick<Device, 'bkernel_version' | 'status'> & {
  calibrated_at?: string | undefined
}

/** Keep the facts of a greeting, where they differ from those known. @throws Fault `not_found` for a device that is gone. */
export function keepGreeting(
  sql: Sql,
  device: string,
  { calibrated_at, ...patch }: Greeting,
  { opId, actor, at }: { opId: string; actor: OperationActor; at: string },
): null {
  const current = readRecord(sql, 'device', device)
  if (!current) throw new Fault('not_found', 'No such device')
  const config = withCalibration(current.config, calibrated_at ?? '', at)
  const isSame =
    current.bkernel_version === patch.bkernel_version && current.status === patch.status
  if (isSame && config === current.config) return null
  applyOperation(sql, {
    opId,
    kind: 'device',
    uuid: device,
    action: 'device.hello',
    actor,
    at,
    change: (before) => ({ ...before, ...patch, config }),
  })
  return null
}

/** Keep that a device has come to the live bus or has gone, where that is new. */
export function keepPresence(sql: Sql, device: string, connected: boolean, at: string): null {
  const current = readRecord(sql, 'device', device)
  const bits = connected ? '10' : '0'
  if (!current || current.connected === bits) return null
  applyOperation(sql, {
    opId: makeUuid(),
    kind: 'device',
    uuid: device,
    action: connected ? 'device.connected' : 'device.disconnected',
    actor: systemActor,
    at,
    change: (before) => {
      const { disconnected_at: _left, ...rest } = before ?? current
      return { ...rest, connected: bits, ...(!connected && { disconnected_at: at }) }
    },
  })
  return null
}
