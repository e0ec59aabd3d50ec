import type { BkitLot } from '../entities/bkit-lot.ts'
import {
  type BoxRange,
  type LabelOrder,
  type LotLabels,
  mostLabels,
} from '../entities/lot-labels.ts'
import type { FaultDetail } from '../fault.ts'

type Labelled = Pick<BkitLot, 'boxes' | 'labels'>

/** Return the number of labels of an order. */
export function countLabels({ boxes, copies }: Pick<LabelOrder, 'boxes' | 'copies'>): number {
  return (boxes === null ? 1 : Math.max(0, boxes.to - boxes.from + 1)) * copies
}

/** Return true when one of the labels was made before: another one needs a reason. */
export function isReprint({ labels }: Labelled, { boxes }: Pick<LabelOrder, 'boxes'>): boolean {
  if (!labels) return false
  if (boxes === null) return labels.lot
  return labels.boxes.some(({ from, to }) => from <= boxes.to && boxes.from <= to)
}

/**
 * Return the reason that labels cannot be made: boxes that the lot does not have, more than one file takes, or a label
 * that there is already and no reason why it is made again.
 */
export function refuseLabels(
  lot: Labelled,
  order: Pick<LabelOrder, 'boxes' | 'copies'>,
  reason: string | undefined,
): FaultDetail | null {
  const { boxes } = order
  if (boxes !== null && (boxes.from > boxes.to || boxes.to > lot.boxes)) {
    const field = boxes.from > lot.boxes ? 'boxes.from' : 'boxes.to'
    const params = { boxes: lot.boxes }
    return {
      code: 'invalid',
      message: `Boxes are 1 to ${lot.boxes}`,
      field,
      reason: 'labels_boxes',
      params,
    }
  }
  const found = countLabels(order)
  if (found > mostLabels) {
    const params = { found, limit: mostLabels }
    return {
      code: 'refused',
      message: 'Choose fewer boxes',
      field: 'boxes.to',
      reason: 'labels_many',
      params,
    }
  }
  if (!isReprint(lot, order) || (reason ?? '').trim() !== '') return null
  return {
    code: 'reason_needed',
    message: 'Labels were made before: say why again',
    field: 'reason',
    reason: 'labels_again',
  }
}

/**
 * Return the reason that labels of several lots cannot be made in one file, with the place of the lot: as `refuseLabels` of each,
 * and of all together no more than one file takes.
 */
export function refuseManyLabels(
  lots: readonly { lot: Labelled; order: Pick<LabelOrder, 'boxes' | 'copies'> }[],
  reason: string | undefined,
): FaultDetail | null {
  const found = lots.reduce((sum, { order }) => sum + countLabels(order), 0)
  if (found > mostLabels) {
    const params = { found, limit: mostLabels }
    const message = 'Choose fewer lots'
    return { code: 'refused', message, field: 'lots', reason: 'labels_many', params }
  }
  for (const [at, { lot, order }] of lots.entries()) {
    const fault = refuseLabels(lot, order, reason)
    if (!fault) continue
    return fault.field === 'reason' ? fault : { ...fault, field: `lots.${at}.${fault.field}` }
  }
  return null
}

/** Return the first boxes without a label, as many as one file takes; all of them again where each has one. */
export function nextBoxes({ boxes, labels }: Labelled): BoxRange {
  const made = labels?.boxes ?? []
  const first = made[0]?.from === 1 ? made[0].to + 1 : 1
  const from = first > boxes ? 1 : first
  const next = made.find((range) => range.from > from)
  return { from, to: Math.min(next ? next.from - 1 : boxes, from + mostLabels - 1) }
}

/** Return the labels of a lot after an order. */
export function withLabels({ labels }: Labelled, order: LabelOrder): LotLabels {
  const before = labels ?? { lot: false, boxes: [] }
  return {
    lot: before.lot || order.boxes === null,
    boxes: order.boxes === null ? before.boxes : joinRanges([...before.boxes, order.boxes]),
    last: order,
  }
}

/** Join ranges that touch or overlap, in order. */
function joinRanges(ranges: readonly BoxRange[]): BoxRange[] {
  const joined: BoxRange[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}
