import { beforeAll, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { bkitCalls } from '../../domain/calls/bkits.ts'
import { labLotCalls, lotCalls } from '../../domain/calls/lots.ts'
import { publicationCalls } from '../../domain/calls/publications.ts'
import type { Bkit } from '../../domain/entities/bkit.ts'
import type { BkitLot } from '../../domain/entities/bkit-lot.ts'
import { verifyFile } from '../../domain/trail/verify-file.ts'
import { producedStops, stopsHere } from '../../edge/store/lot-stops.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { signing } from './made-analyses.ts'
import { form, makeBkit, pdf } from './material-bodies.ts'
import { create, planFor } from './plan.ts'
import { backdate, inStoreOf } from './store-writes.ts'

let provider: Lab
let maker: Sender
let lab: Lab
let operator: Sender
let kit: Bkit
beforeAll(async () => {
  provider = await foundLab('lot-attack', { isProvider: 'Y' })
  maker = await provider.as('SuperAdmin')
  kit = await makeBkit(maker, 'Screening kit', { lot: 'L-1', expiry_date: '2099-06-30' })
  lab = await foundLab('lot-attacked')
  operator = await lab.as('Operator')
}, 60_000)

async function find(lot_number: string): Promise<BkitLot> {
  const { data } = await must(maker(bkitCalls.lots, { body: { filters: { lot_number } } }))
  return data.data[0] as BkitLot
}

async function inject(lot_number: string, more: object = {}): Promise<BkitLot> {
  const lots = [{ lot_number, boxes: 4, bkit_uuid: kit.uuid, ...more }]
  await must(maker(bkitCalls.inject, { body: { lots } }))
  return find(lot_number)
}

function say(record: BkitLot) {
  const words = 'Certificate of analysis 7'
  const signature = signing({ ...record, evidence: { words, file: null } })
  return {
    params: { id: record.uuid },
    body: { words, file_uuid: null, signature: { ...signature, comment: 'Meets its limits' } },
  }
}
const release = async (record: BkitLot) => (await must(maker(lotCalls.release, say(record)))).data

const kitOf = (lot: string) => ({
  bkit_uuid: kit.uuid,
  name: kit.name,
  ref: kit.ref,
  lot,
  box: null,
  expiry_date: '2099-06-30',
  confirmed: false,
})

it('eighth attack A8-7: labels that are made after the release leave its signature whole', async () => {
  const lot = await release(await inject('LABELLED-1'))
  const body = {
    boxes: null,
    copies: 1,
    size: '51x25',
    symbol: 'datamatrix',
    format: 'zpl',
    dpi: '203',
  } as const
  await must(maker(bkitCalls.labels, { params: { id: lot.uuid }, body }))
  const params = { kind: 'bkit_lot' as const, id: lot.uuid }
  const { data } = await must(maker(auditCalls.exportRecord, { params }))
  const found = await verifyFile(new Uint8Array(data), trailTools)
  expect([found.problems, found.signatures.length]).toEqual([[], 1])
})

it('eighth attack A8-8: a device hears of the hold that its laboratory has made last', async () => {
  const because = { reason: 'Ampoules arrived warm' }
  const lots = [1, 2, 3, 4, 5, 6].map((number) => `held-${number}`)
  for (const lot of lots) {
    await must(operator(labLotCalls.hold, { body: { bkit_uuid: kit.uuid, lot, ...because } }))
  }
  const { own } = await inStoreOf(lab.company, stopsHere)
  // Expect them in reverse: the list for devices is cut at its end (`fitStops`).
  expect(own.lots[kit.uuid]?.held).toEqual(lots.toReversed())
})

it('eighth attack A8-9: a list for the label printer says the day of the lot', async () => {
  const { uuid } = await inject('PRINTED-1', { expiry_date: '2027-01-31' })
  const file = await must(maker(bkitCalls.printerCsv, { body: { lots: [uuid] } }))
  const text = new TextDecoder().decode(file.data)
  expect(text).toContain('2027-01-31')
  expect(text).not.toContain('2099-06-30')
})

it('eighth attack A8-10: nothing is added to the evidence of a withdrawn lot', async () => {
  const lot = await inject('WITHDRAWN-1')
  await must(maker(lotCalls.withdraw, say(lot)))
  const parts = { params: { id: lot.uuid }, body: form(pdf()) }
  expect((await maker(lotCalls.evidence, parts)).errors[0]).toMatchObject({
    reason: 'wrong_state',
    params: { state: 'withdrawn', action: 'attach' },
  })
})

it('eighth attack A8-11: a lot in quarantine is not launched by a label that puts its letters together in another way', async () => {
  const { lot_number } = await inject('LÖT-1')
  for (const lot of [lot_number.normalize('NFD'), 'ＬÖT－1']) {
    const { uuid: id } = await create(operator, planFor(lab, { kit: kitOf(lot) }))
    const answer = await operator(analysisCalls.launch, { params: { id } })
    expect(answer.errors.map(({ reason }) => reason)).toContain('lot_quarantine')
  }
})

it('eighth attack A8-12: a later day of the kit is no later day of a lot that was released', async () => {
  const lot = await release(await inject('DAY-1'))
  const patch = { expiry_date: '2199-06-30' }
  await must(maker(bkitCalls.edit, { params: { id: kit.uuid }, body: patch }))
  const sent = { ...kitOf(lot.lot_number), ...patch }
  const plan = await create(operator, planFor(lab, { kit: sent }))
  expect(plan.kit).toMatchObject({ expiry_date: '2099-06-30', confirmed: true })
})

it('eighth attack A8-19: a hold is heard of also after a clock that was ahead', async () => {
  const [early, late] = [
    await release(await inject('CLOCK-1')),
    await release(await inject('CLOCK-2')),
  ]
  const hold = ({ uuid: id }: BkitLot) =>
    must(maker(lotCalls.hold, { params: { id }, body: { reason: 'Complaint 12' } }))
  await hold(early)
  await inStoreOf(provider.company, (sql) =>
    backdate(
      sql,
      { kind: 'bkit_lot', uuid: early.uuid },
      { updated_at: '2098-01-01T00:00:00.000Z' },
    ),
  )
  const launch = async (lot: string) => {
    const { uuid: id } = await create(operator, planFor(lab, { kit: kitOf(lot) }))
    const answer = await operator(analysisCalls.launch, { params: { id } })
    return answer.errors.map(({ reason }) => reason)
  }
  // Let the company hear of the future.
  const heard = await inStoreOf(provider.company, producedStops)
  await inStoreOf(lab.company, (_sql, store) => store.hearStops(heard))
  await release(await find(early.lot_number))
  await hold(late)
  expect(await launch(late.lot_number)).toContain('lot_held')
})

it('eighth attack A8-20: no key releases a lot that its laboratory holds, or decides about a publication', () => {
  // Leave it to the matrix to prove that such rows refuse keys (matrix-authority.test.ts).
  const rows = [labLotCalls.release, publicationCalls.takeOver, publicationCalls.refuse]
  expect(rows.map((row) => 'person' in row && row.person)).toEqual([true, true, true])
})

it('a release and an edit at the same moment: what is released is what was signed', async () => {
  for (const number of [1, 2, 3]) {
    const lot = await inject(`RACE-${number}`)
    const body = { expiry_date: '2098-01-01', reason: 'Shorter by the stability test' }
    const [released, edited] = await Promise.all([
      maker(lotCalls.release, say(lot)),
      maker(lotCalls.edit, { params: { id: lot.uuid }, body }),
    ])
    const now = await find(lot.lot_number)
    expect([released.ok, edited.ok].filter(Boolean)).toHaveLength(1)
    expect(now).toMatchObject(
      released.ok
        ? { status: 'released', expiry_date: '2099-06-30' }
        : { status: 'quarantine', expiry_date: '2098-01-01', signature: null },
    )
  }
})

it('ninth attack A9-4: no labels are made of a withdrawn lot, singly or as a list', async () => {
  const lot = await inject('GONE-1')
  await must(maker(lotCalls.withdraw, say(lot)))
  const order = { boxes: null, copies: 1, size: '51x25', symbol: 'datamatrix', dpi: '203' } as const
  const body = { ...order, format: 'zpl', reason: 'once more' } as const
  const answers = [
    await maker(bkitCalls.labels, { params: { id: lot.uuid }, body }),
    await maker(bkitCalls.printerCsv, { body: { lots: [lot.uuid] } }),
  ]
  expect(answers.map(({ errors }) => errors[0]?.reason)).toEqual(['wrong_state', 'wrong_state'])
  expect((await find('GONE-1')).labels).toBeUndefined()
})
