import { type labLotActions, labLotState } from '../../domain/actions/lot.ts'
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
  'lab_lot.keep': (_sql, change, by, at) =>
    planned(
      'keep',
      change,
      by,
      (found) => {
        const after = { ...found, ...defined(change.fields) }
        checkOrder(after)
        return after
      },
      at,
    ),
  'lab_lot.unit': (_sql, change, by, at) =>
    planned(
      'unit',
      change,
      by,
      (found) =>
        withUnit(found, change.box, (unit) => {
          const after = { ...unit, ...defined(change.days) }
          checkOrder(after)
          return after
        }),
      at,
    ),
  'lab_lot.retire': (_sql, change, by, at) =>
    planned(
      'retire',
      change,
      by,
      (found) =>
        withUnit(found, change.box, (unit) => {
          if (unit.retired) throw wrongBox(change.box, 'is retired already')
          return { ...unit, retired: { reason: change.reason, at, ...authorOf(by.actor) } }
        }),
      at,
    ),
  'lab_lot.reinstate': (_sql, change, by) =>
    planned('reinstate', change, by, (found) =>
      withUnit(found, change.box, (unit) => {
        if (!unit.retired) throw wrongBox(change.box, 'is not retired')
        return { ...unit, retired: null }
      }),
    ),
  'lab_lot.hold': (_sql, change, by, at) =>
    planned(
      'hold',
      change,
      by,
      (found) => ({
        ...found,
        hold: { reason: change.reason, at, ...authorOf(by.actor) },
      }),
      at,
    ),
  'lab_lot.release': (_sql, change, by) =>
    planned('release', change, by, (found) => ({ ...found, hold: null })),
}

/**
 * Plan a change of what a laboratory knows of a lot. Sight and the state that allows the act are checked in the transaction.
 * @param at moment of the first note, which makes the record; absent for changes that need one.
 */
function planned(
  verb: keyof typeof labLotActions,
  asked: (Pick<LabLot, 'uuid'> | Named) & { reason?: string },
  by: By,
  change: (found: LabLot) => LabLot,
  at?: string,
): PlannedOperation<'lab_lot'> {
  const { uuid, reason } = asked
  return {
    kind: 'lab_lot',
    uuid,
    action: `lab_lot.${verb}`,
    ...(reason !== undefined && { reason }),
    change: (found) => {
      const isFirst = found === null && at !== undefined && 'lot' in asked
      const before = isFirst ? begin(asked, at) : mustSee('lab_lot', found, by.sight)
      allowAction('lab_lot', verb, labLotState(before), by.permissions, reason)
      return change(before)
    },
  }
}

/** Make the record of a lot that nothing was written down about before. */
function begin({ uuid, bkit_uuid, lot }: Named, at: string): LabLot {
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
