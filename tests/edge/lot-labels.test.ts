import { beforeAll, expect, it } from 'vitest'
import { bkitCalls } from '../../domain/calls/bkits.ts'
import type { LabelOrder } from '../../domain/entities/lot-labels.ts'
import { readAuditOf } from './audit-of.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeBkit } from './material-bodies.ts'
import { readPdf } from './pdf-text.ts'

let provider: Lab
let maker: Sender
let bkit_uuid = ''
beforeAll(async () => {
  provider = await foundLab('labels', { isProvider: 'Y' })
  maker = await provider.as('SuperAdmin')
  const kit = await makeBkit(maker, 'Listeria', { ref: 'BK-LM', gtin: '9506000134352' })
  bkit_uuid = kit.uuid
}, 60_000)

const order: LabelOrder = {
  boxes: { from: 1, to: 4 },
  copies: 1,
  size: '51x25',
  symbol: 'datamatrix',
  format: 'zpl',
  dpi: '203',
}

/** Make a lot of 12 boxes. */
async function makeLot(lot_number: string): Promise<string> {
  await must(maker(bkitCalls.inject, { body: { lots: [{ lot_number, boxes: 12, bkit_uuid }] } }))
  const body = { filters: { lot_number } }
  return (await must(maker(bkitCalls.lots, { body }))).data.data[0]?.uuid ?? ''
}

const label = (id: string, body: LabelOrder & { reason?: string }, headers = {}) =>
  maker(bkitCalls.labels, { params: { id }, body, headers })

it('labels of boxes are a file, and the trail says who made which', async () => {
  const id = await makeLot('LM-1')
  const file = await must(label(id, order))
  expect(new TextDecoder().decode(file.data).match(/\^XA/g)).toHaveLength(4)
  expect(file.headers.get('content-disposition')).toContain('labels-LM-1.zpl')
  const [, entry] = await readAuditOf(provider.company, 'bkit_lot', id)
  expect(entry).toMatchObject({ action: 'bkit_lot.label', reason: '' })
  const { data } = (
    await must(maker(bkitCalls.lots, { body: { filters: { lot_number: 'LM-1' } } }))
  ).data
  expect(data[0]?.labels).toEqual({ lot: false, boxes: [{ from: 1, to: 4 }], last: order })
})

it('a PDF says kit, lot and day in text, and what each symbol of ISO 15223-1 means', async () => {
  const id = await makeLot('LM-2')
  const file = await must(label(id, { ...order, format: 'pdf', boxes: { from: 7, to: 7 } }))
  const { texts, figures } = await readPdf(file.data)
  for (const said of ['Listeria', 'BK-LM', 'LM-2', '2027-06-30', '7 / 12']) {
    expect(texts.join(' ')).toContain(said)
  }
  const titles = (drawn: readonly string[]) =>
    drawn.flatMap((one) => /^(.+) \(ISO 15223-1, 5\.\d\.\d\)$/.exec(one)?.[1] ?? []).sort()
  const usual = ['Batch code', 'Catalogue number', 'Manufacturer', 'Serial number', 'Use-by date']
  expect(titles(figures)).toEqual(usual)
  // Give a kit its marks and a lot its temperatures: a kit is an in vitro
  // diagnostic only where its record says so, and a limit needs its temperatures.
  const marks = ['instructions', 'ivd', 'do_not_reuse'] as const
  const kit = await makeBkit(maker, 'Salmonella', { ref: 'BK-SE', marks: [...marks] })
  const lot = { lot_number: 'SE-1', boxes: 2, bkit_uuid: kit.uuid, storage: '-25 to -15 °C, dark' }
  await must(maker(bkitCalls.inject, { body: { lots: [lot] } }))
  const body = { filters: { lot_number: 'SE-1' } }
  const found = (await must(maker(bkitCalls.lots, { body }))).data.data[0]?.uuid ?? ''
  const own = { ...order, format: 'pdf', size: '100x50', boxes: null } as const
  const drawn = (await readPdf((await must(label(found, own))).data)).figures
  const more = [
    'Consult instructions for use',
    'Do not re-use',
    'In vitro diagnostic medical device',
  ]
  expect(titles(drawn)).toEqual(
    [...usual.filter((one) => one !== 'Serial number'), ...more, 'Temperature limit'].sort(),
  )
})

it('a mark that is given twice is refused, and nothing is written', async () => {
  const params = { id: bkit_uuid }
  const answer = await maker(bkitCalls.edit, { params, body: { marks: ['ivd', 'ivd'] } })
  expect(answer.errors[0]).toMatchObject({ field: 'marks', reason: 'repeated' })
})

it('a label that there is already needs a reason, which the trail keeps', async () => {
  const id = await makeLot('LM-3')
  await must(label(id, order))
  const again = { ...order, boxes: { from: 4, to: 6 } }
  expect((await label(id, again)).errors[0]).toMatchObject({
    code: 'reason_needed',
    field: 'reason',
    reason: 'labels_again',
  })
  expect((await label(id, { ...again, reason: '   ' })).errors).not.toEqual([])
  await must(label(id, { ...again, reason: 'Box 4 was torn' }))
  // Label the lot, whose labels are others than those of its boxes.
  await must(label(id, { ...order, boxes: null }))
  expect((await label(id, { ...order, boxes: null })).errors[0]?.reason).toBe('labels_again')
  const trail = await readAuditOf(provider.company, 'bkit_lot', id)
  expect(trail.map(({ action, reason }) => [action, reason])).toEqual([
    ['bkit_lot.create', ''],
    ['bkit_lot.label', ''],
    ['bkit_lot.label', 'Box 4 was torn'],
    ['bkit_lot.label', ''],
  ])
})

it('an order that is sent again after a lost answer is one order, and the same file', async () => {
  const id = await makeLot('LM-4')
  const opId = crypto.randomUUID()
  const [first, second] = [
    await must(label(id, order, { 'Operation-Id': opId })),
    await must(label(id, order, { 'Operation-Id': opId })),
  ]
  expect(second.data).toEqual(first.data)
  expect(await readAuditOf(provider.company, 'bkit_lot', id)).toHaveLength(2)
})

it('boxes that the lot does not have, and more labels than a file takes, are refused with nothing written', async () => {
  const id = await makeLot('LM-5')
  for (const [body, field, reason] of [
    [{ ...order, boxes: { from: 3, to: 13 } }, 'boxes.to', 'labels_boxes'],
    [{ ...order, boxes: { from: 13, to: 14 } }, 'boxes.from', 'labels_boxes'],
    [{ ...order, boxes: { from: 5, to: 4 } }, 'boxes.to', 'labels_boxes'],
    [{ ...order, copies: 100 }, 'boxes.to', 'labels_many'],
  ] as const) {
    expect((await label(id, body)).errors[0]).toMatchObject({ field, reason })
  }
  expect(await readAuditOf(provider.company, 'bkit_lot', id)).toHaveLength(1)
  expect((await label(crypto.randomUUID(), order)).status).toBe(404)
})

it('labels of several lots are one file, written on each of them; none is made where one is refused', async () => {
  const [one, other] = [await makeLot('MANY-1'), await makeLot('MANY-2')]
  const { boxes: _boxes, ...rest } = order
  const many = (lots: { uuid: string; boxes: LabelOrder['boxes'] }[], extra: object = {}) =>
    maker(bkitCalls.manyLabels, { body: { lots, ...rest, ...extra } })
  const some = { from: 1, to: 3 }
  const wrong = await many([
    { uuid: one, boxes: some },
    { uuid: other, boxes: { from: 3, to: 13 } },
  ])
  expect(wrong.errors[0]).toMatchObject({ field: 'lots.1.boxes.to', reason: 'labels_boxes' })
  expect(await readAuditOf(provider.company, 'bkit_lot', one)).toHaveLength(1)
  const file = await must(
    many([
      { uuid: one, boxes: some },
      { uuid: other, boxes: null },
    ]),
  )
  expect(new TextDecoder().decode(file.data).match(/\^XA/g)).toHaveLength(4)
  expect(file.headers.get('content-disposition')).toContain('labels.zpl')
  for (const id of [one, other]) {
    const trail = await readAuditOf(provider.company, 'bkit_lot', id)
    expect(trail.map(({ action }) => action)).toEqual(['bkit_lot.create', 'bkit_lot.label'])
  }
  // Add one that has its labels already: all need a reason, and without one none is made again.
  const third = await makeLot('MANY-3')
  const both = [
    { uuid: third, boxes: null },
    { uuid: one, boxes: some },
  ]
  expect((await many(both)).errors[0]?.reason).toBe('labels_again')
  expect(await readAuditOf(provider.company, 'bkit_lot', third)).toHaveLength(1)
  await must(many(both, { reason: 'Printer was out of ribbon' }))
  const full = Array.from({ length: 12 }, () => some)
  expect((await many(full.map((boxes) => ({ uuid: one, boxes })))).errors[0]?.reason).toBe(
    'repeated',
  )
  expect((await many(both, { copies: 100 })).errors[0]).toMatchObject({
    field: 'lots',
    reason: 'labels_many',
  })
  expect((await many([{ uuid: crypto.randomUUID(), boxes: null }])).status).toBe(404)
})
