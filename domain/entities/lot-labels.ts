import * as v from 'valibot'
import { Uuid } from '../fields.ts'

/** Sizes of labels by their names, in millimetres. */
export const labelSizes = {
  '51x25': { width: 51, height: 25 },
  '70x35': { width: 70, height: 35 },
  '100x50': { width: 100, height: 50 },
} as const
export type LabelSize = keyof typeof labelSizes

/** Dots of a millimetre by the resolution of a label printer. */
export const printerDots = { '203': 8, '300': 12, '600': 24 } as const
export type PrinterDpi = keyof typeof printerDots

/** Most boxes of a lot, and most labels of one file. */
const mostBoxes = 10_000
export const mostLabels = 250

const Count = v.pipe(v.number(), v.integer(), v.minValue(1))
const Box = v.pipe(Count, v.maxValue(mostBoxes))

/** Boxes of a lot from one to another, both among them. */
const BoxRange = v.strictObject({ from: Box, to: Box })
export type BoxRange = v.InferOutput<typeof BoxRange>

/** Labels to be made. */
export const LabelOrder = v.strictObject({
  /** A label for each of these boxes with its number, or labels of the lot without one. */
  boxes: v.nullable(BoxRange),
  /** Copies of each. */
  copies: v.pipe(Count, v.maxValue(mostLabels)),
  size: v.picklist(Object.keys(labelSizes) as LabelSize[]),
  symbol: v.picklist(['datamatrix', 'qrcode']),
  format: v.picklist(['pdf', 'zpl']),
  /** Resolution of the printer; of no matter to a PDF. */
  dpi: v.picklist(Object.keys(printerDots) as PrinterDpi[]),
})
export type LabelOrder = v.InferOutput<typeof LabelOrder>

/** Most lots whose labels are in one file. */
export const mostLabelledLots = 50

/** Labels of several lots, in this order in one file. The rest of the order is the same for all. */
export const ManyLabels = v.strictObject({
  lots: v.pipe(
    v.array(v.strictObject({ uuid: Uuid, boxes: LabelOrder.entries.boxes })),
    v.minLength(1),
    v.maxLength(mostLabelledLots),
    v.check((lots) => new Set(lots.map(({ uuid }) => uuid)).size === lots.length, 'repeated'),
  ),
  ...v.omit(LabelOrder, ['boxes']).entries,
})

/** Labels of a lot that were made: which boxes have one, and the last order. The audit trail has each order with its reason. */
export const LotLabels = v.strictObject({
  /** Labels of the lot itself were made. */
  lot: v.boolean(),
  /** Boxes that have a label, in order, none in two of them. */
  boxes: v.pipe(v.array(BoxRange), v.maxLength(mostBoxes / 2)),
  last: LabelOrder,
})
export type LotLabels = v.InferOutput<typeof LotLabels>
