import { beforeAll, describe, expect, it } from 'vitest'
import { attachmentCalls } from '../../domain/calls/attachments.ts'
import { bkitCalls } from '../../domain/calls/bkits.ts'
import type { Bkit } from '../../domain/entities/bkit.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { bkitBody, form, makeBkit, pdf } from './material-bodies.ts'

let provider: Lab
let lab: Lab
let maker: Sender
let operator: Sender
beforeAll(async () => {
  provider = await foundLab('maker', { isProvider: 'Y' })
  lab = await foundLab('user')
  maker = await provider.as('SuperAdmin')
  operator = await lab.as('Operator')
}, 60_000)

describe('bKits', () => {
  it('[CALL-162] [CALL-163] [CALL-164] [CALL-165] [CALL-169] [ENT-037] are made by the provider and found by everybody', async () => {
    expect((await must(maker(bkitCalls.createForm))).data).toMatchObject({ record: null })
    const kit = await makeBkit(maker, 'Resistance panel', { lot: 'LX-9' })
    expect(kit).toMatchObject({
      ...bkitBody('Resistance panel', { lot: 'LX-9' }),
      recipe_uuids: [],
    })
    const params = { id: kit.uuid }
    expect((await must(maker(bkitCalls.editForm, { params }))).data).toMatchObject({ record: kit })
    await must(maker(bkitCalls.edit, { params, body: { quantity: 48, base: kit.updated_at } }))
    const { data } = await must(operator(bkitCalls.search, { body: { filters: { lot: 'LX-9' } } }))
    expect(data.data.map(({ quantity }) => quantity)).toEqual([48])
    const administrator = await lab.as('SuperAdmin')
    expect((await administrator(bkitCalls.create, { body: bkitBody('Ours') })).status).toBe(403)
    expect((await administrator(bkitCalls.edit, { params, body: {} })).status).toBe(403)
  })

  it.each([
    ['without a lot', { lot: '' }, 'lot', 'required'],
    ['with a blank lot', { lot: '  ' }, 'lot', 'required'],
    [
      'that ends before it starts',
      { production_end_date: '2026-04-30' },
      'production_end_date',
      'dates_order',
    ],
    ['that expires before it is made', { expiry_date: '2026-05-03' }, 'expiry_date', 'dates_order'],
    ['for no test', { quantity: 0 }, 'quantity', undefined],
  ])('[VAL-014] are refused %s', async (_, changes, field, reason) => {
    const [problem] = (await maker(bkitCalls.create, { body: bkitBody('Kit', changes) })).errors
    expect(problem).toMatchObject({ code: 'invalid', field, ...(reason && { reason }) })
    const { lot: _lot, ...rest } = bkitBody('Kit')
    expect((await maker(bkitCalls.create, { body: rest })).errors[0]).toMatchObject({
      field: 'lot',
    })
  })

  it('[CALL-159] [CALL-166] [CALL-167] belong to recipes, and each reader gets those in sight', async () => {
    const kit = await makeBkit(maker, 'Linked kit')
    const params = { id: kit.uuid }
    const options = (await must(maker(bkitCalls.linkForm, { params }))).data.options
    expect(options['recipe_uuids']?.map(({ value }) => value)).toContain(provider.recipe)
    const body = { recipe_uuids: [provider.recipe, provider.recipe] }
    const linked = (await must(maker(bkitCalls.link, { params, body }))).data
    expect(linked.recipe_uuids).toEqual([provider.recipe])
    const recipes = async (sender: Sender) =>
      (await must(sender(bkitCalls.recipe, { params }))).data.data
    expect((await recipes(maker)).map(({ uuid, kind }) => [uuid, kind])).toEqual([
      [provider.recipe, 'recipe'],
    ])
    expect(await recipes(operator)).toEqual([])
    const nobody = { recipe_uuids: [crypto.randomUUID()] }
    expect((await maker(bkitCalls.link, { params, body: nobody })).errors[0]).toMatchObject({
      field: 'recipe_uuids.0',
      reason: 'recipe_unknown',
    })
    const unknown = await operator(bkitCalls.recipe, { params: { id: crypto.randomUUID() } })
    expect([unknown.status, unknown.errors[0]?.message]).toEqual([404, 'Invalid bKit'])
  })

  it('[CALL-160] [CALL-161] [CALL-198] have a datasheet and an extraction sheet, which everybody downloads', async () => {
    const kit = await makeBkit(maker, 'With sheets')
    const params = { id: kit.uuid }
    const put = async (row: typeof bkitCalls.datasheet, file: File) =>
      (await must(maker(row, { params, body: form(file) }))).data
    const old = await put(bkitCalls.datasheet, pdf('old.pdf', 'old'))
    const sheet = await put(bkitCalls.datasheet, pdf('sheet.pdf', 'new'))
    const extraction = await put(
      bkitCalls.extraction as typeof bkitCalls.datasheet,
      pdf('extraction.pdf'),
    )
    const { data } = await must(maker(bkitCalls.editForm, { params }))
    expect(data.record).toMatchObject({
      datasheet_uuid: sheet.uuid,
      extraction_uuid: extraction.uuid,
    })
    const file = await operator(attachmentCalls.download, { query: { uuids: sheet.uuid } })
    expect(file.headers.get('Content-Type')).toBe('application/pdf')
    expect(new TextDecoder().decode(file.data)).toBe('%PDF-1.7\nnew')
    expect((await operator(attachmentCalls.download, { query: { uuids: old.uuid } })).status).toBe(
      404,
    )
    const found = await must(
      operator(attachmentCalls.search, {
        body: { filters: { resource_kind: 'bkit', resource_uuid: kit.uuid } },
      }),
    )
    expect(found.data.total).toBe(2)
    expect(
      (await maker(attachmentCalls.delete, { params: { id: sheet.uuid } })).errors[0],
    ).toMatchObject({ reason: 'belongs_to_record' })
    const picture = new File(
      [Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0])],
      'x.pdf',
      { type: 'application/pdf' },
    )
    const wrong = [
      picture,
      new File(['text'], 'x.pdf', { type: 'application/pdf' }),
      new File(['<html>'], 'x.pdf'),
    ]
    for (const body of wrong.map((one) => form(one))) {
      const refused = await maker(bkitCalls.datasheet, { params, body })
      expect([refused.status, refused.errors[0]?.field]).toEqual([422, 'file'])
    }
  })

  it('[CALL-168] are deleted while there is no lot of them', async () => {
    const kit = await makeBkit(maker, 'Short lived')
    const params = { id: kit.uuid }
    const lots = [{ lot_number: 'SL-1', boxes: 1, bkit_uuid: kit.uuid }]
    const other = await makeBkit(maker, 'Unused')
    await must(maker(bkitCalls.inject, { body: { lots } }))
    expect((await maker(bkitCalls.delete, { params, body: {} })).errors[0]).toMatchObject({
      reason: 'has_lots',
    })
    await must(maker(bkitCalls.delete, { params: { id: other.uuid }, body: {} }))
    expect((await maker(bkitCalls.editForm, { params: { id: other.uuid } })).status).toBe(404)
  })
})

describe('lots', () => {
  let kit: Bkit
  beforeAll(async () => {
    kit = await makeBkit(maker, 'Kit, "large"', { ref: '=1+1', producer: 'Helix' })
  })
  const lot = (lot_number: string, boxes = 2, bkit_uuid = kit.uuid) => ({
    lot_number,
    boxes,
    bkit_uuid,
  })
  const inject = (lots: object[], headers = {}) =>
    maker(bkitCalls.inject, { body: { lots }, headers })
  const find = async (lot_number: string) =>
    (await must(maker(bkitCalls.lots, { body: { filters: { lot_number } } }))).data.data

  it('[CALL-170] [CALL-172] [ENT-038] come in together, once for each operation', async () => {
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const lots = Array.from({ length: 60 }, (_, at) => lot(`IN-${at}`, at + 1))
    expect((await must(inject(lots, headers))).data).toEqual({ created: 60 })
    expect((await must(inject(lots, headers))).data).toEqual({ created: 60 })
    const { data } = await must(
      maker(bkitCalls.lots, {
        body: { filters: { bkit_uuid: kit.uuid } },
        query: { limit: '500' },
      }),
    )
    expect(data.total).toBe(60)
    expect(await find('IN-59')).toMatchObject([{ boxes: 60, bkit_uuid: kit.uuid }])
  })

  it('[CALL-172] all or none: a number that is taken is named by its line', async () => {
    await must(inject([lot('TAKEN')]))
    for (const [lots, line, reason] of [
      [[lot('NEW-1'), lot('TAKEN')], 1, 'lot_taken'],
      [[lot('NEW-1'), lot('NEW-2'), lot('NEW-1')], 2, 'lot_taken'],
      [[lot('NEW-1'), lot('NEW-2', 1, crypto.randomUUID())], 1, 'bkit_unknown'],
    ] as const) {
      const [problem] = (await inject([...lots])).errors
      expect(problem).toMatchObject({ reason, params: { line: line + 1 } })
      expect(problem?.field).toMatch(new RegExp(`^lots.${line}.`))
      expect(await find('NEW-1')).toEqual([])
    }
    expect((await inject([lot('NO SPACE')])).errors[0]).toMatchObject({
      field: 'lots.0.lot_number',
      reason: 'no_spaces',
    })
    expect((await inject([lot('X', 0)])).errors[0]).toMatchObject({ field: 'lots.0.boxes' })
    expect((await inject([])).errors[0]).toMatchObject({ field: 'lots' })
  })

  it('[CALL-171] are printed by the box, and no cell is a formula', async () => {
    await must(inject([lot('PRINT-1', 2), lot('PRINT-2', 1)]))
    const uuids = [...(await find('PRINT-1')), ...(await find('PRINT-2'))].map(({ uuid }) => uuid)
    const file = await must(maker(bkitCalls.printerCsv, { body: { lots: uuids } }))
    expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    const text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(file.data)
    const label = (number: string, box: number, boxes: number) =>
      `${number},${box},${boxes},"Kit, ""large""","'=1+1",PN-1,A-17,96,2027-06-30,Helix`
    expect(text).toBe(
      `\ufeff${[
        'lot_number,box,boxes,kit,ref,part_number,assy_number,quantity,expiry_date,producer',
        label('PRINT-1', 1, 2),
        label('PRINT-1', 2, 2),
        label('PRINT-2', 1, 1),
      ].join('\r\n')}\r\n`,
    )
    const unknown = await maker(bkitCalls.printerCsv, { body: { lots: [crypto.randomUUID()] } })
    expect(unknown.status).toBe(404)
    await must(inject([lot('HUGE-1', 10_000), lot('HUGE-2', 10_000), lot('HUGE-3', 1)]))
    const huge = await Promise.all(['HUGE-1', 'HUGE-2', 'HUGE-3'].map(find))
    const body = { lots: huge.flat().map(({ uuid }) => uuid) }
    expect((await maker(bkitCalls.printerCsv, { body })).errors[0]).toMatchObject({
      reason: 'too_large',
    })
  })

  it('are the provider’s own business', async () => {
    const administrator = await lab.as('SuperAdmin')
    for (const row of [bkitCalls.lots, bkitCalls.printerCsv, bkitCalls.inject]) {
      expect((await administrator(row, { body: {} })).errors[0]).toMatchObject({
        params: { permission: 'production.lots' },
      })
    }
  })
})
