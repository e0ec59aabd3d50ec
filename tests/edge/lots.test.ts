import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { attachmentCalls } from '../../domain/calls/attachments.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { bkitCalls } from '../../domain/calls/bkits.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { labLotCalls, lotCalls } from '../../domain/calls/lots.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import type { Bkit } from '../../domain/entities/bkit.ts'
import type { BkitLot } from '../../domain/entities/bkit-lot.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { signing } from './made-analyses.ts'
import { form, makeBkit, pdf } from './material-bodies.ts'
import { connectDevice, create, planFor } from './plan.ts'
import { changeRecord } from './store-writes.ts'

let lab: Lab
let operator: Sender
let manager: Sender
let provider: Lab
let maker: Sender
let kit: Bkit
let count = 0
beforeAll(async () => {
  provider = await foundLab('lotmaker', { isProvider: 'Y' })
  maker = await provider.as('SuperAdmin')
  kit = await makeBkit(maker, 'Screening kit', { lot: 'L-1', expiry_date: '2099-06-30' })
  lab = await foundLab('lotuser')
  operator = await lab.as('Operator')
  manager = await lab.as('Manager')
  await connectDevice(lab)
})

const because = (reason = 'Ampoules arrived warm') => ({ reason })

async function find(lot_number: string): Promise<BkitLot> {
  const found = await must(maker(bkitCalls.lots, { body: { filters: { lot_number } } }))
  const [record] = found.data.data
  if (!record) throw new Error('no lot')
  return record
}

async function inject(more: object = {}): Promise<BkitLot> {
  const lot_number = `P-${(count += 1)}`
  const lots = [{ lot_number, boxes: 4, bkit_uuid: kit.uuid, ...more }]
  await must(maker(bkitCalls.inject, { body: { lots } }))
  return find(lot_number)
}

const word = (
  record: BkitLot,
  words = 'Certificate of analysis 7',
  comment = 'Meets its limits',
) => ({
  params: { id: record.uuid },
  body: {
    words,
    file_uuid: null,
    signature: { ...signing({ ...record, evidence: { words, file: null } }), comment },
  },
})
const release = async (record: BkitLot) => (await must(maker(lotCalls.release, word(record)))).data

const kitOf = (lot: string) => ({
  bkit_uuid: kit.uuid,
  name: kit.name,
  ref: kit.ref,
  lot,
  box: null,
  expiry_date: kit.expiry_date,
  confirmed: false,
})

async function launch(lot: string) {
  const { uuid: id } = await create(operator, planFor(lab, { kit: kitOf(lot) }))
  return operator(analysisCalls.launch, { params: { id } })
}

describe('the life of a produced lot', () => {
  it('[SCREEN-047] begins in quarantine and is released by a signature over the lot and its evidence', async () => {
    const lot = await inject({ expiry_date: '2098-12-31', storage: '-25 to -15 °C' })
    expect(lot).toMatchObject({ status: 'quarantine', expiry_date: '2098-12-31' })
    const released = await release(lot)
    expect(released).toMatchObject({
      status: 'released',
      evidence: { words: 'Certificate of analysis 7', file: null },
      signature: { meaning: 'approval', comment: 'Meets its limits' },
    })
    const known = await must(operator(bkitCalls.search, { body: { filters: { lot: 'L-1' } } }))
    expect(known.data.data[0]?.lots).toContainEqual({
      lot_number: lot.lot_number,
      boxes: 4,
      status: 'released',
      expiry_date: '2098-12-31',
      storage: '-25 to -15 °C',
    })
  })

  it('refuses a release without evidence, without a reason, by a wrong password, or of what was not on the screen', async () => {
    const lot = await inject()
    const { params, body } = word(lot)
    const answer = async (more: object) =>
      (await maker(lotCalls.release, { params, body: { ...body, ...more } })).errors?.[0]
    const blank = word(lot, '  ').body
    expect(await answer(blank)).toMatchObject({ reason: 'evidence_needed', field: 'words' })
    expect(await answer({ signature: { ...body.signature, comment: '' } })).toMatchObject({
      code: 'reason_needed',
    })
    expect(
      await answer({ signature: { ...body.signature, password: 'not this one 1' } }),
    ).toMatchObject({
      code: 'wrong_credentials',
    })
    expect(await answer({ words: 'Other words' })).toMatchObject({ code: 'stale' })
    expect((await find(lot.lot_number)).status).toBe('quarantine')
  })

  it('refuses steps that its state does not have, and says which', async () => {
    const lot = await inject()
    const hold = (id: string) => maker(lotCalls.hold, { params: { id }, body: because() })
    expect((await hold(lot.uuid)).errors).toMatchObject([
      { code: 'refused', reason: 'wrong_state', params: { state: 'quarantine', action: 'hold' } },
    ])
    const released = await release(lot)
    const edit = (body: object) =>
      maker(lotCalls.edit, { params: { id: lot.uuid }, body: { ...because(), ...body } })
    expect((await edit({ expiry_date: '2097-01-01' })).errors?.[0]?.reason).toBe('wrong_state')
    await must(hold(lot.uuid))
    // Edit it while it is held: what was signed is another lot now, so the signature goes.
    const edited = await must(edit({ expiry_date: '2097-01-01' }))
    expect(edited.data).toMatchObject({ status: 'held', evidence: null, signature: null })
    expect((await maker(lotCalls.release, word(released))).errors?.[0]?.code).toBe('stale')
    await must(maker(lotCalls.withdraw, word(edited.data, 'Complaint 12', 'Fails its limits')))
    const withdrawn = await find(lot.lot_number)
    expect(withdrawn.status).toBe('withdrawn')
    expect((await maker(lotCalls.release, word(withdrawn))).errors?.[0]).toMatchObject({
      reason: 'wrong_state',
      params: { state: 'withdrawn' },
    })
  })

  it('keeps a file as evidence, bound by its hash, which nobody takes away', async () => {
    const lot = await inject()
    const id = lot.uuid
    const file = (await must(maker(lotCalls.evidence, { params: { id }, body: form(pdf()) }))).data
    const { uuid, name, content_hash } = file
    const evidence = { words: '', file: { uuid, name, content_hash } }
    const signature = { ...signing({ ...lot, evidence }), comment: 'Meets its limits' }
    const body = { words: '', file_uuid: uuid, signature }
    const other = await inject()
    const stolen = await maker(lotCalls.release, { params: { id: other.uuid }, body })
    expect(stolen.errors?.[0]).toMatchObject({ field: 'file_uuid', reason: 'evidence_needed' })
    expect((await must(maker(lotCalls.release, { params: { id }, body }))).data.evidence).toEqual(
      evidence,
    )
    const removed = await maker(attachmentCalls.delete, { params: { id: uuid } })
    expect(removed.errors?.[0]?.reason).toBe('belongs_to_record')
  })

  it('keeps each step in the trail, with its reason', async () => {
    const lot = await inject()
    const released = await release(lot)
    await must(maker(lotCalls.hold, { params: { id: lot.uuid }, body: because('Complaint 12') }))
    await release({ ...released, status: 'held' })
    const query = { kind: 'bkit_lot', id: lot.uuid }
    const { data } = await must(maker(auditCalls.record, { params: query }))
    expect(data.map(({ action, reason }) => [action, reason])).toEqual([
      ['bkit_lot.create', ''],
      ['bkit_lot.release', 'Meets its limits'],
      ['bkit_lot.hold', 'Complaint 12'],
      ['bkit_lot.release', 'Meets its limits'],
    ])
  })
})

describe('lots that are added', () => {
  it('[VAL-014] are judged before anything is written, every line at once', async () => {
    const there = await inject()
    const line = { boxes: 1, bkit_uuid: kit.uuid }
    const lots = [
      { ...line, lot_number: 'NEW-1' },
      { ...line, lot_number: there.lot_number.toLowerCase() },
      { ...line, lot_number: 'NEW-2', expiry_date: '2020-01-31' },
      { ...line, lot_number: 'new-1' },
      { ...line, lot_number: 'NEW-3', bkit_uuid: crypto.randomUUID() },
    ]
    const faults = [
      { field: 'lots.1.lot_number', reason: 'lot_taken' },
      { field: 'lots.2.expiry_date', reason: 'lot_expired' },
      { field: 'lots.3.lot_number', reason: 'lot_taken' },
      { field: 'lots.4.bkit_uuid', reason: 'bkit_unknown' },
    ]
    const body = { lots }
    expect((await maker(bkitCalls.checkLots, { body })).errors).toMatchObject(faults)
    expect((await maker(bkitCalls.inject, { body })).errors).toMatchObject(faults)
    const good = { lots: lots.slice(0, 1) }
    expect((await must(maker(bkitCalls.checkLots, { body: good }))).data).toEqual({ lots: 1 })
    const found = await must(maker(bkitCalls.lots, { body: { search: 'NEW' } }))
    expect(found.data.total).toBe(0)
  })
})

describe('launching with a lot', () => {
  it('is refused while the lot is in quarantine, held or withdrawn, and goes when it is released', async () => {
    const lot = await inject()
    const reason = async () => (await launch(lot.lot_number)).errors?.[0]?.reason
    expect(await reason()).toBe('lot_quarantine')
    const released = await release(lot)
    expect(await reason()).toBeUndefined()
    await must(maker(lotCalls.hold, { params: { id: lot.uuid }, body: because() }))
    expect(await reason()).toBe('lot_held')
    // Write the label in another case: labels are read whatever theirs.
    expect((await launch(` ${lot.lot_number.toLowerCase()}`)).errors?.[0]?.reason).toBe('lot_held')
    await must(maker(lotCalls.withdraw, word({ ...released, status: 'held' })))
    expect(await reason()).toBe('lot_withdrawn')
  })

  it('is judged in the store that launches, which no older list makes forget a hold', async () => {
    const lot = await release(await inject())
    const older = await runInDurableObject(env.COMPANY_STORE.getByName(provider.company), (store) =>
      store.ask({ name: 'producedStops' }, { kinds: [], swarms: [] }),
    )
    if (!older.ok) throw new Error('no list')
    await must(maker(lotCalls.hold, { params: { id: lot.uuid }, body: because() }))
    // Expect the launch itself to read it, although it is sent after the answer to the companies that hold it.
    expect((await launch(lot.lot_number)).errors?.[0]?.reason).toBe('lot_held')
    const kept = await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (store) => {
      store.hearStops(older.value)
      return store.hearStops({ mark: '', lots: {} })
    })
    expect(kept.ok && kept.value.provider.lots[kit.uuid]?.held).toContain(
      lot.lot_number.toLowerCase(),
    )
  })

  it('is judged by the day of the lot, not of its kit', async () => {
    const lot = await release(await inject({ expiry_date: '2098-01-31' }))
    const plan = await create(operator, planFor(lab, { kit: kitOf(lot.lot_number) }))
    expect(plan.kit).toMatchObject({ expiry_date: '2098-01-31', confirmed: true })
  })

  it('takes lots from before states as released', async () => {
    expect((await launch('L-1')).errors).toEqual([])
  })
})

describe('a laboratory’s own record of a lot', () => {
  const named = (lot: string) => ({ bkit_uuid: kit.uuid, lot })

  it('holds the lot for its own company alone, until somebody who answers for results releases it', async () => {
    const lot = await release(await inject())
    const body = { ...named(lot.lot_number), ...because() }
    const held = (await must(operator(labLotCalls.hold, { body }))).data
    expect(held.hold).toMatchObject({ reason: 'Ampoules arrived warm' })
    expect((await launch(lot.lot_number)).errors?.[0]?.reason).toBe('lot_held_here')
    expect((await operator(labLotCalls.hold, { body })).errors?.[0]?.reason).toBe('wrong_state')
    const parts = { params: { id: held.uuid }, body: because('Control was good') }
    expect((await operator(labLotCalls.release, parts)).status).toBe(403)
    expect((await must(manager(labLotCalls.release, parts))).data.hold).toBeNull()
    expect((await launch(lot.lot_number)).errors).toEqual([])
    expect((await find(lot.lot_number)).status).toBe('released')
  })

  it('is one for each lot, by every writer, with days in order', async () => {
    const lot = named('L-1')
    const first = await must(
      operator(labLotCalls.keep, { body: { ...lot, received_at: '2026-05-04', boxes: 3 } }),
    )
    const body = { ...lot, lot: 'l-1', opened_at: '2026-05-06' }
    const second = await must(manager(labLotCalls.keep, { body }))
    expect(second.data).toMatchObject({
      uuid: first.data.uuid,
      lot: 'L-1',
      received_at: '2026-05-04',
      opened_at: '2026-05-06',
      boxes: 3,
    })
    const early = { ...lot, opened_at: '2026-05-03' }
    expect((await operator(labLotCalls.keep, { body: early })).errors?.[0]?.reason).toBe(
      'dates_order',
    )
  })

  it('counts wells of the runs that were launched with it, of the whole company', async () => {
    const lot = await release(await inject())
    const use = async () => {
      const { data } = await must(operator(labLotCalls.use, { params: { id: kit.uuid } }))
      return data.find((one) => one.lot === lot.lot_number)
    }
    const plan = await create(operator, planFor(lab, { kit: kitOf(lot.lot_number) }))
    expect(await use()).toBeUndefined()
    const wells = plan.samples.flatMap(({ coordinates }) => coordinates).length
    await runInDurableObject(
      env.COMPANY_STORE.getByName(lab.company),
      (store, state) =>
        state.storage.sql.exec(
          `UPDATE records SET body = json_set(body, '$.status', 'COMPLETE') WHERE uuid = ?`,
          plan.uuid,
        ) && store,
    )
    expect(await use()).toEqual({ lot: lot.lot_number, runs: 1, wells, boxes: [] })
  })
})

describe('a producer who asks for four eyes', () => {
  it('has a lot released by somebody who neither added nor changed it', async () => {
    const params = { id: provider.company }
    await must(maker(companyCalls.edit, { params, body: { four_eyes: 'Y' } }))
    const refusal = async (record: BkitLot) => {
      const { status, errors } = await maker(lotCalls.release, word(record))
      return [status, errors[0]?.reason]
    }
    const own = await inject()
    expect(own.authors?.map(({ name }) => name)).toEqual(['SuperAdmin of lotmaker'])
    expect(await refusal(own)).toEqual([409, 'four_eyes'])
    const authors = [{ uuid: crypto.randomUUID(), name: 'Somebody else' }]
    const byOther = async () => {
      const { uuid, lot_number } = await inject()
      await changeRecord(provider.company, { kind: 'bkit_lot', uuid }, { authors })
      return find(lot_number)
    }
    const changed = await byOther()
    const edit = { params: { id: changed.uuid }, body: { storage: '2 to 8 °C', ...because() } }
    const { data: edited } = await must(maker(lotCalls.edit, edit))
    expect(edited.authors).toHaveLength(2)
    expect(await refusal(edited)).toEqual([409, 'four_eyes'])
    await release(await byOther())
    // Withdraw a lot, which takes one person.
    await must(maker(lotCalls.withdraw, word(own)))
  })
})

it('a lot is recalled by its producer although none of its own runs used it', async () => {
  const { lot_number } = await inject()
  const body = { kind: 'lot', search: lot_number } as const
  const { data } = await must(maker(recallCalls.subjects, { body }))
  const name = `Screening kit · ${lot_number}`
  const subject = { kind: 'lot', bkit_uuid: kit.uuid, lot: lot_number } as const
  expect(data).toMatchObject([{ subject, name, analyses: 0 }])
  const order = { subject, reason: 'Contaminated primer' }
  expect((await must(maker(recallCalls.create, { body: order }))).data.name).toBe(name)
  // Find lots in a laboratory by its own runs alone.
  expect((await must(manager(recallCalls.subjects, { body }))).data).toEqual([])
})
