import type { Attachment } from '../../domain/entities/attachment.ts'
import type { Bkernel } from '../../domain/entities/bkernel.ts'
import type { BkitLot } from '../../domain/entities/bkit-lot.ts'
import type { LabelOrder } from '../../domain/entities/lot-labels.ts'
import { Fault } from '../../domain/fault.ts'
import { withCalibration } from '../../domain/rules/calibration-age.ts'
import { refuseLabels, withLabels } from '../../domain/rules/lot-labels.ts'
import { cutName } from '../../domain/rules/plain-text.ts'
import { checkLinks } from '../../domain/rules/rollout.ts'
import { postponeVersion } from '../../domain/rules/self-install.ts'
import { lifeOf } from '../../domain/actions/device.ts'
import { allowAction } from './allow.ts'
import { mustSee, mustSeeKind, readSeen } from './by.ts'
import { allowLot } from './lot-changes.ts'
import {
  doerOf,
  type PlannedOperation,
  readRecord,
  type StoredBody,
  wasEverUsed,
} from './operations.ts'
import type { Planners } from './planner.ts'
import { isAlikeAnother } from './rules/check-name.ts'
import { refuseSigned } from './rules/material.ts'
import type { Sql } from './sql.ts'

/** A file before it is a record: what it is called, what its bytes are, who brings it. */
export type NewFile = Pick<
  Attachment,
  'uuid' | 'name' | 'mime_type' | 'size' | 'content_hash' | 'user_uuid'
>

export type MaterialChange =
  /** A device goes to another company: here it is removed, there registered. */
  | { type: 'device.leave'; uuid: string; reason: string }
  | { type: 'device.adopt'; uuid: string; body: StoredBody; reason: string }
  /** Postpones a version that the device is offered, or takes that back (decision 87). */
  | {
      type: 'device.postpone'
      uuid: string
      version: Bkernel
      until: string | null
      reason: string
    }
  /** A thermal calibration of it has passed, at the moment that the calibrator's cartridge says. */
  | { type: 'device.calibrate'; uuid: string; timestamp: string; serial: string }
  | {
      type: 'bkernel.link'
      uuid: string
      linked: boolean
      company_uuids: readonly string[]
      device_uuids: readonly string[]
      reason?: string | undefined
    }
  /** The image of a version has been kept. */
  | { type: 'bkernel.image'; uuid: string; hash: string; size: number }
  | {
      type: 'attachment.add'
      file: NewFile
      to: Pick<Attachment, 'resource_kind' | 'resource_uuid' | 'role'>
    }
  /** The one file of its role: takes the place of the one before. */
  | { type: 'bkit.file'; uuid: string; role: 'datasheet' | 'extraction'; file: NewFile }
  /** Labels of lots are made; made again, with the reason. */
  | {
      type: 'bkit_lot.label'
      orders: readonly { uuid: string; order: LabelOrder }[]
      reason: string | undefined
    }

/** @throws Fault `refused` for a version that has an image: devices may have installed it. */
function refuseImage({ file_hash }: Bkernel): void {
  if (file_hash === null) return
  throw new Fault(
    'refused',
    'This version has its image: publish other software as a new version',
    {
      field: 'file',
      reason: 'image_there',
    },
  )
}

export const materialPlanners: Planners<MaterialChange> = {
  'device.leave': (_sql, { uuid, reason }, by) => ({
    kind: 'device',
    uuid,
    action: 'device.migrate',
    reason,
    change: (found) => {
      const before = mustSee('device', found, by.sight)
      allowAction('device', 'migrate', lifeOf(before), by.permissions)
      return null
    },
  }),
  // Refuse nothing here that can be refused before the device leaves (`checkArrival` of queries/material.ts).
  'device.adopt': (sql, { uuid, body, reason }, by, at) => ({
    kind: 'device',
    uuid,
    action: 'device.register',
    reason,
    change: (before) => {
      allowAction('device', 'register', lifeOf(before), by.permissions)
      const nowhere = { swarms: [], analysis_uuid: null, busy: 'N', connected: '0', active: 'Y' }
      // Take no settings along, which name the other company's network, and no calibrations, signed by people whom this one cannot see.
      const config = {}
      // Drop what belongs to the other company: its loss of the connection, what its people postponed, and its swarms.
      const { disconnected_at: _left, postponed: _theirs, merged_swarms: _merged, ...known } = body
      return {
        ...known,
        ...nowhere,
        config,
        ...freeName(sql, uuid, String(body['name'])),
        uuid,
        created_at: at,
      }
    },
  }),
  'device.postpone': (_sql, { uuid, version, until, reason }, by, at) => ({
    kind: 'device',
    uuid,
    action: 'device.postpone',
    reason,
    change: (found) => {
      const device = mustSee('device', found, by.sight)
      allowAction('device', 'postpone', lifeOf(device), by.permissions, reason)
      return postponeVersion(device, version, until, { ...doerOf(by.actor), at, reason })
    },
  }),
  'device.calibrate': (_sql, { uuid, timestamp, serial }, by, at) => ({
    kind: 'device',
    uuid,
    action: 'device.calibrate',
    reason: `Calibrator ${serial}`,
    change: (found) => {
      const before = mustSee('device', found, by.sight)
      allowAction('device', 'calibrate', lifeOf(before), by.permissions)
      return { ...before, config: withCalibration(before.config, timestamp, at) }
    },
  }),
  'bkernel.link': (_sql, change, by) => ({
    kind: 'bkernel',
    uuid: change.uuid,
    action: change.linked ? 'bkernel.link' : 'bkernel.unlink',
    reason: change.reason ?? '',
    change: (found) => {
      const before = mustSee('bkernel', found, by.sight)
      const merge = change.linked ? withAll : without
      const after = {
        ...before,
        company_uuids: merge(before.company_uuids, change.company_uuids),
        device_uuids: merge(before.device_uuids, change.device_uuids),
      }
      checkLinks(before, after)
      return after
    },
  }),
  'bkernel.image': (_sql, { uuid, hash, size }, by) => ({
    kind: 'bkernel',
    uuid,
    action: 'bkernel.image',
    change: (found) => {
      const before = mustSee('bkernel', found, by.sight)
      refuseImage(before)
      return { ...before, file_hash: hash, file_size: size }
    },
  }),
  'attachment.add': (sql, { file, to }, by, at) => ({
    kind: 'attachment',
    uuid: file.uuid,
    action: 'attachment.create',
    change: (before) => {
      mustBeNew(sql, before, file.uuid)
      const found = readRecord(sql, to.resource_kind, to.resource_uuid)
      const record = mustSeeKind<StoredBody>(to.resource_kind, found, by.sight)
      refuseSigned(sql, to)
      if (to.role === 'evidence' && to.resource_kind === 'bkit_lot') {
        allowLot('attach', record as BkitLot, by)
      }
      return attachmentBody(file, to, record, at)
    },
  }),
  'bkit.file': (sql, { uuid, role, file }, by, at) => {
    const field = `${role}_uuid` as const
    const old = readRecord(sql, 'bkit', uuid)?.[field]
    const to = { resource_kind: 'bkit', resource_uuid: uuid, role } as const
    return [
      {
        kind: 'attachment',
        uuid: file.uuid,
        action: 'attachment.create',
        change: (before) => {
          mustBeNew(sql, before, file.uuid)
          return attachmentBody(file, to, readSeen(sql, 'bkit', uuid, by.sight), at)
        },
      },
      {
        kind: 'bkit',
        uuid,
        action: `bkit.${role}`,
        change: (before) => ({ ...mustSee('bkit', before, by.sight), [field]: file.uuid }),
      },
      ...(old && old !== file.uuid
        ? [
            {
              kind: 'attachment' as const,
              uuid: old,
              action: 'attachment.replace' as const,
              change: () => null,
            },
          ]
        : []),
    ]
  },
  'bkit_lot.label': (_sql, { orders, reason }, by) =>
    orders.map(({ uuid, order }): PlannedOperation<'bkit_lot'> => ({
      kind: 'bkit_lot',
      uuid,
      action: 'bkit_lot.label',
      reason: reason ?? '',
      change: (found) => {
        const before = mustSee('bkit_lot', found, by.sight)
        allowLot('label', before, by)
        const fault = refuseLabels(before, order, reason)
        if (fault) throw new Fault(fault.code, fault.message, fault)
        return { ...before, labels: withLabels(before, order) }
      },
    })),
}

function attachmentBody(
  file: NewFile,
  to: Pick<Attachment, 'resource_kind' | 'resource_uuid' | 'role'>,
  record: StoredBody,
  at: string,
): StoredBody {
  const swarm_uuid = (record['swarm_uuid'] as string | null | undefined) ?? null
  return { ...file, ...to, swarm_uuid, created_at: at, updated_at: at }
}

function mustBeNew(sql: Sql, before: StoredBody | null, uuid: string): void {
  if (!before && !wasEverUsed(sql, 'attachment', uuid)) return
  throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
}

/**
 * Return a name that no other device here has. The move was refused before the device left where its name was taken; one that
 * was taken since gets the end of its id, as it is on its way and cannot be renamed.
 */
function freeName(sql: Sql, uuid: string, name: string): { name: string } {
  if (!isAlikeAnother(sql, 'device', { uuid, name })) return { name }
  return { name: `${cutName(name, 110)} ${uuid.slice(-6)}` }
}

function withAll(held: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...held, ...more])]
}

function without(held: readonly string[], less: readonly string[]): string[] {
  return held.filter((uuid) => !less.includes(uuid))
}
