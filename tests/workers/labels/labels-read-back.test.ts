import { expect, test } from 'vitest'
import { readCode } from '../../../domain/codes/read-code.ts'
import { type LabelOrder, labelSizes, printerDots } from '../../../domain/entities/lot-labels.ts'
import type { LabelFacts } from '../../../domain/labels/label-code.ts'
import { makeManyLabels } from '../../../edge/reports/labels/make-labels.ts'
import { readReportFont } from '../../../scripts/report-fonts.ts'
import { drawPdf, drawZpl, readSymbols } from '../../support/read-symbols.ts'

const today = '2026-11-26'
const uuid = '00000000-0000-4000-8000-000000000001'
const about: Omit<LabelFacts, 'box'> = {
  kit: {
    uuid,
    name: 'bKIT Listeria',
    ref: 'BK-LM-36',
    gtin: '9506000134352',
    producer: 'Helix Services',
    marks: ['ivd', 'do_not_reuse', 'instructions'],
  },
  lot: 'LM-2511',
  boxes: 12,
  expiry: '2027-06-30',
  storage: '-25 to -15 °C, dark',
  origin: 'https://bapp.example',
}
const ownKit = { ...about, kit: { ...about.kit, gtin: '' }, lot: 'Größe 7/ü' }
const order: LabelOrder = {
  boxes: { from: 11, to: 12 },
  copies: 1,
  size: '51x25',
  symbol: 'datamatrix',
  format: 'pdf',
  dpi: '203',
}
const from = {
  author: 'Helix',
  moment: '2026-11-26T08:00:00.000Z',
  readFont: async (file: string) => readReportFont(file) as Uint8Array,
}

/** Make the labels of one lot. */
const makeLabels = (
  facts: Omit<LabelFacts, 'box'>,
  { boxes, ...rest }: LabelOrder,
  source: typeof from,
) => makeManyLabels([{ about: facts, boxes }], rest, source)

/** Make an order, draw it by a programme that is not ours, and read what is drawn by another one. */
async function readBack(facts: Omit<LabelFacts, 'box'>, made: LabelOrder): Promise<string[]> {
  const file = await makeLabels(facts, made, from)
  const pictures =
    made.format === 'pdf'
      ? await drawPdf(file, Number(made.dpi))
      : await drawZpl(new TextDecoder().decode(file), labelSizes[made.size], printerDots[made.dpi])
  return (await Promise.all(pictures.map(readSymbols))).flat()
}

const formats = ['pdf', 'zpl'] as const
const resolutions = ['203', '300', '600'] as const
const every = formats.flatMap((format) => resolutions.map((dpi) => ({ format, dpi })))

test.each(every)(
  'a $format label at $dpi dpi is read back as the lot it was made of',
  async (one) => {
    for (const symbol of ['datamatrix', 'qrcode'] as const) {
      const codes = await readBack(about, { ...order, ...one, symbol })
      expect(codes.map((text) => readCode(text, today).code)).toMatchObject(
        [11, 12].map((box) => ({
          kind: symbol === 'qrcode' ? 'link' : 'gs1',
          gtin: '09506000134352',
          lot: 'LM-2511',
          expiry: '2027-06-30',
          box,
        })),
      )
    }
  },
)

test.each(every)(
  'a $format label of a kit without GTIN, at $dpi dpi, leads to kit and lot',
  async (one) => {
    for (const [symbol, size] of [
      ['datamatrix', '70x35'],
      ['qrcode', '51x25'],
    ] as const) {
      const codes = await readBack(ownKit, {
        ...order,
        ...one,
        symbol,
        size,
        boxes: { from: 3, to: 3 },
      })
      expect(codes.map((text) => readCode(text, today).code)).toMatchObject([
        { kind: 'own', bkit_uuid: uuid, lot: 'Größe 7/ü', expiry: '2027-06-30', box: 3 },
      ])
    }
  },
)

test('the longest lot and serial number of GS1 still fit the smallest label of the coarsest printer', async () => {
  const long = { ...about, lot: 'A'.repeat(10) + 'z9-./_:;+!', boxes: 10_000 }
  for (const { format, symbol } of [
    { format: 'zpl', symbol: 'datamatrix' },
    { format: 'zpl', symbol: 'qrcode' },
    { format: 'pdf', symbol: 'qrcode' },
  ] as const) {
    const codes = await readBack(long, {
      ...order,
      format,
      symbol,
      boxes: { from: 10_000, to: 10_000 },
    })
    expect(codes.map((text) => readCode(text, today).code)).toMatchObject([
      { lot: long.lot, box: 10_000 },
    ])
  }
})

test('the same order is the same file, and another box another one', async () => {
  const make = (box: number) => makeLabels(about, { ...order, boxes: { from: box, to: box } }, from)
  expect(await make(1)).toEqual(await make(1))
  expect(await make(1)).not.toEqual(await make(2))
})

test('labels of the lot carry no box, as many as were ordered', async () => {
  const codes = await readBack(about, { ...order, boxes: null, copies: 3 })
  expect(codes).toHaveLength(3)
  expect(readCode(codes[0] ?? '', today).code).toMatchObject({
    lot: 'LM-2511',
    box: null,
    serial: null,
  })
  const zpl = await makeLabels(about, { ...order, boxes: null, copies: 3, format: 'zpl' }, from)
  expect(new TextDecoder().decode(zpl)).toContain('^PQ3')
})
