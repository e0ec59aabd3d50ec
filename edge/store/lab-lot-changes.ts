import { labLotState } from '../../domain/actions/lot.ts'
import { type LabLot, type LotUnit, mostUnits } from '../../domain/entities/lab-lot.ts'
import { Fault } from '../../domain/fault.ts'
import { allowAction } from './allow.ts'
import { type By, defined, mustSee } from './by.ts'
import { authorOf, type PlannedOperation } from './operations.ts'
import type { Planners } from './planner.ts'

type Named = Pick<LabLot, 'uuid' | 'bkit_uuid' | 'lot'>

export type LabLotChange =
  | ({
      type: 'lab_lot.keep'
      fields: {
        [Name in 'received_at' | 'opened_at' | 'boxes' | 'runs_most']?: LabLot[Name] | undefined
      }
    } & Named)
  | ({
      type: 'lab_lot.unit'
      box: number
      days: { [Name in 'received_at' | 'opened_at']?: LotUnit[Name] | undefined }
    } & Named)
  | ({ type: 'lab_lot.retire'; box: number; reason: string } & Named)
  | { type: 'lab_lot.reinstate'; uuid: string; box: number; reason: string }
  | ({ type: 'lab_lot.hold'; reason: string } & Named)
  | { type: 'lab_lot.release'; uuid: string; reason: string }

export const labLotPlanners: Planners<LabLotChange> = {
  'lab_lot.keep': (_sql, change, by, at) => ({
    kind: 'lab_lot',
    uuid: change.uuid,
    action: 'lab_lot.keep',
    change: (found) => {
      const before = open(found, change, by, at)
      allowAction('lab_lot', 'keep', labLotState(before), by.permissions)
      const after = { ...before, ...defined(change.fields) }
      checkOrder(after)
      return after
    },
  }),
  'lab_lot.unit': (_sql, change, by, at) => ({
    kind: 'lab_lot',
    uuid: change.uuid,
    action: 'lab_lot.unit',
    change: (found) => {
      const before = open(found, change, by, at)
      allowAction('lab_lot', 'unit', labLotState(before), by.permissions)
      return withUnit(before, change.box, (unit) => {
        const after = { ...unit, ...defined(change.days) }
        checkOrder(after)
        return after
      })
    },
  }),
  'lab_lot.retire': (_sql, change, by, at) => ({
    kind: 'lab_lot',
    uuid: change.uuid,
    action: 'lab_lot.retire',
    reason: change.reason,
    change: (found) => {
      const before = open(found, change, by, at)
      const { box, reason } = change
      allowAction('lab_lot', 'retire', labLotState(before), by.permissions, reason)
      return withUnit(before, box, (unit) => {
        if (unit.retired) throw wrongBox(box, 'is retired already')
        return { ...unit, retired: { reason, at, ...authorOf(by.actor) } }
      })
    },
  }),
  'lab_lot.reinstate': (_sql, { uuid, box, reason }, by): PlannedOperation<'lab_lot'> => ({
    kind: 'lab_lot',
    uuid,
    action: 'lab_lot.reinstate',
    reason,
    change: (found) => {
      const before = mustSee('lab_lot', found, by.sight)
      allowAction('lab_lot', 'reinstate', labLotState(before), by.permissions, reason)
      return withUnit(before, box, (unit) => {
        if (!unit.retired) throw wrongBox(box, 'is not retired')
        return { ...unit, retired: null }
      })
    },
  }),
  'lab_lot.hold': (_sql, change, by, at) => ({
    kind: 'lab_lot',
    uuid: change.uuid,
    action: 'lab_lot.hold',
    reason: change.reason,
    change: (found) => {
      const before = open(found, change, by, at)
      const { reason } = change
      allowAction('lab_lot', 'hold', labLotState(before), by.permissions, reason)
      return { ...before, hold: { reason, at, ...authorOf(by.actor) } }
    },
  }),
  'lab_lot.release': (_sql, { uuid, reason }, by): PlannedOperation<'lab_lot'> => ({
    kind: 'lab_lot',
    uuid,
    action: 'lab_lot.release',
    reason,
    change: (found) => {
      const before = mustSee('lab_lot', found, by.sight)
      allowAction('lab_lot', 'release', labLotState(before), by.permissions, reason)
      return { ...before, hold: null }
    },
  }),
}

/** Return the record, or a new one: the first note about a lot makes it. */
function open(found: LabLot | null, { uuid, bkit_uuid, lot }: Named, by: By, at: string): LabLot {
  if (found) return mustSee('lab_lot', found, by.sight)
  const days = { received_at: null, opened_at: null, boxes: null, hold: null }
  return { uuid, created_at: at, updated_at: at, bkit_uuid, lot: lot.trim(), ...days }
}

/** Change one box of the lot, which is written down from then on; they are kept in the order of their numbers. */
function withUnit(record: LabLot, box: number, change: (unit: LotUnit) => LotUnit): LabLot {
  const units = record.units ?? []
  const known = units.find((unit) => unit.box === box)
  if (!known && units.length >= mostUnits) throw wrongBox(box, `is one more than ${mostUnits}`)
  const fresh = { box, received_at: null, opened_at: null, retired: null }
  const others = units.filter((unit) => unit.box !== box)
  return {
    ...record,
    units: [...others, change(known ?? fresh)].toSorted((a, b) => a.box - b.box),
  }
}

function wrongBox(box: number, words: string): Fault {
  return new Fault('refused', `Box ${box} ${words}`, { field: 'box', reason: 'wrong_state' })
}

function checkOrder({ received_at, opened_at }: Pick<LotUnit, 'received_at' | 'opened_at'>): void {
  if (received_at === null || opened_at === null || received_at <= opened_at) return
  throw new Fault('invalid', 'The dates are not in order', {
    field: 'opened_at',
    reason: 'dates_order',
  })
}
