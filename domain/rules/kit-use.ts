import type { LabLot } from '../entities/lab-lot.ts'
import type { RunKit } from '../entities/run-kit.ts'
import type { FaultDetail } from '../fault.ts'
import type { Reason } from '../reasons/reason.ts'
import { lotKey } from './lot-stops.ts'

/** Runs that were launched with a lot of a kit, or are being launched, and the wells that they fill: a well is a test. */
export interface LotUse {
  lot: string
  runs: number
  wells: number
  /** The same of each box whose number a run gives. */
  boxes: { box: number; runs: number; wells: number }[]
}

/** Use of lots by the id of their kit. */
export type KitUses = ReadonlyMap<string, readonly LotUse[]>

type OwnLot = Pick<LabLot, 'boxes' | 'runs_most' | 'units'>

/** Find the use of a lot among those of its kit; labels differ in case. */
export function findUse(uses: readonly LotUse[], lot: string): LotUse | undefined {
  return uses.find((one) => lotKey(one.lot) === lotKey(lot))
}

/** Return the tests that are left in a box. @param tests in a full one */
export function leftInBox(box: number, use: LotUse | undefined, tests: number): number {
  const used = use?.boxes.find((one) => one.box === box)?.wells ?? 0
  return Math.max(0, tests - used)
}

/** Return the tests that are left in the boxes that came and were not retired; null where nobody wrote down how many came. */
export function leftInLot(
  own: OwnLot | null | undefined,
  use: LotUse | undefined,
  tests: number,
): number | null {
  if (!own?.boxes) return null
  const retired = (own.units ?? [])
    .filter((unit) => unit.retired)
    .reduce((sum, { box }) => sum + leftInBox(box, use, tests), 0)
  return Math.max(0, own.boxes * tests - (use?.wells ?? 0) - retired)
}

/**
 * Return why a run with this kit must not start: its box was retired, was opened as often as it may be, or has fewer tests left
 * than the run needs; or its lot has.
 * @param needed wells of the run
 * @param use of the lot, without this run
 */
export function refuseUsedUp(
  kit: Pick<RunKit, 'lot' | 'box' | 'tests'> | null | undefined,
  needed: number,
  use: LotUse | undefined,
  own: OwnLot | null | undefined,
): FaultDetail | null {
  if (!kit) return null
  const { lot, box, tests } = kit
  const refuse = (reason: Reason, message: string, params: FaultDetail['params']): FaultDetail => ({
    code: 'refused',
    message,
    field: 'kit',
    reason,
    params: { lot, ...params },
  })
  if (box !== null) {
    const retired = own?.units?.find((unit) => unit.box === box)?.retired
    if (retired) {
      return refuse('box_retired', `Box ${box} of lot ${lot} was retired`, {
        box,
        why: retired.reason,
      })
    }
    const runs = use?.boxes.find((one) => one.box === box)?.runs ?? 0
    const most = own?.runs_most ?? null
    if (most !== null && runs >= most) {
      return refuse('box_used_often', `Box ${box} of lot ${lot} was used in ${runs} runs`, {
        box,
        count: runs,
        most,
      })
    }
  }
  if (tests === undefined) return null
  if (box !== null) {
    const left = leftInBox(box, use, tests)
    if (needed > left) {
      const message = `Box ${box} of lot ${lot} has ${left} tests left`
      return refuse('box_used_up', message, { box, left, needed })
    }
  }
  const inLot = leftInLot(own, use, tests)
  if (inLot === null || needed <= inLot) return null
  return refuse('lot_used_up', `Lot ${lot} has ${inLot} tests left`, { left: inLot, needed })
}

/** Count the wells that a plan fills. */
export function countWells(samples: readonly { coordinates: readonly string[] }[]): number {
  return samples.reduce((sum, { coordinates }) => sum + coordinates.length, 0)
}
