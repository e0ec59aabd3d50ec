import { beforeAll, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { resultCalls, sampleCalls } from '../../domain/calls/results.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { RecallSubject } from '../../domain/entities/recall.ts'
import { readDamage } from '../../edge/store/damage.ts'
import { findMadeFrom } from '../../edge/store/recalls/versions-made-from.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted, signing, validate } from './made-analyses.ts'
import { makeRecipe } from './method-bodies.ts'
import { changeRecord, inStoreOf, withoutTriggers } from './store-writes.ts'

let lab: Lab
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('recall-attack')
  manager = await lab.as('Manager')
}, 60_000)

const because = { reason: 'The maker withdrew it' }

/** Make a completed run with a kit of its own. */
async function ranWith(lot: string, name = 'Screening') {
  const subject = { kind: 'lot', bkit_uuid: crypto.randomUUID(), lot } as const
  const label = { name, ref: 'R1', box: 1, expiry_date: '2099-01-01', confirmed: false }
  const kit = { ...label, bkit_uuid: subject.bkit_uuid, lot }
  const { uuid } = await makeCompleted(manager, lab.swarm)
  await changeRecord(lab.company, { kind: 'analysis', uuid }, { kit })
  const record: Analysis = (await must(manager(analysisCalls.get, { params: { id: uuid } }))).data
  return { subject, record }
}

async function hold(subject: RecallSubject) {
  const { data } = await must(manager(recallCalls.create, { body: { subject, ...because } }))
  await must(manager(recallCalls.hold, { params: { id: data.uuid } }))
  return data
}

/** Return the numbers of recalls that the lists of results and samples say of these analyses. */
async function listed(...analysis_uuid: string[]) {
  const body = { filters: { analysis_uuid } }
  const [results, samples] = await Promise.all([
    must(manager(resultCalls.search, { query: { limit: '500' }, body })),
    must(manager(sampleCalls.search, { query: { limit: '500' }, body })),
  ])
  const rows = [...results.data.data, ...samples.data.data]
  const numbers = (uuid: string) => [
    ...new Set(
      rows
        .filter((row) => row.analysis_uuid === uuid)
        .map(({ held }) => (held?.by === 'recall' ? held.recall : undefined)),
    ),
  ]
  return analysis_uuid.map(numbers)
}

it('eighth attack A8-13: lists of results and samples say what a recall holds, also of a version that corrects it', async () => {
  const [{ subject, record }, free] = [await ranWith('LISTED-1'), await ranWith('LISTED-2')]
  await validate(manager, record)
  const corrected = await must(
    manager(analysisCalls.correct, { params: { id: record.uuid }, body: because }),
  )
  const all = [record.uuid, corrected.data.uuid, free.record.uuid]
  expect(await listed(...all)).toEqual([[undefined], [undefined], [undefined]])
  const { uuid: id, number } = await hold(subject)
  expect(await listed(...all)).toEqual([[number], [number], [undefined]])
  await must(manager(recallCalls.lift, { params: { id }, body: because }))
  expect(await listed(...all)).toEqual([[undefined], [undefined], [undefined]])
})

it('eighth attack A8-14: a lot can be recalled however long its name and number are', async () => {
  const lot = `L-${'9'.repeat(61)}`
  const { subject } = await ranWith(lot, 'Respiratory panel '.repeat(6).trim())
  const recall = await hold(subject)
  expect(recall.name).toContain(lot)
  expect(recall.name.length).toBeLessThanOrEqual(120)
})

it('a signature and a hold at the same moment: the result is signed before it, or not at all', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { subject, record } = await ranWith(`RACE-${round}`)
    const { data } = await must(manager(recallCalls.create, { body: { subject, ...because } }))
    const [held, signed] = await Promise.all([
      must(manager(recallCalls.hold, { params: { id: data.uuid } })),
      manager(analysisCalls.validate, { params: { id: record.uuid }, body: signing(record) }),
    ])
    const touched = await must(manager(recallCalls.touched, { body: { subject } }))
    expect(touched.data.proof.faults).toEqual([])
    expect(held.data.deeds.at(-1)).toMatchObject({ deed: 'hold', count: 1 })
    if (!signed.ok) expect(signed.errors[0]?.reason).toBe('recall_hold')
    expect(touched.data.counts.signed).toBe(signed.ok ? 1 : 0)
  }
})

it('eighth attack A8-11: a run whose label was in other signs is touched by the recall, and the trail says the same', async () => {
  const { subject } = await ranWith('Ｌ－11')
  const body = { subject: { ...subject, lot: 'L-11' } }
  const { proof, total } = (await must(manager(recallCalls.touched, { body }))).data
  expect([total, proof.trail, proof.records, proof.faults]).toEqual([1, 1, 1, []])
})

it('eighth attack A8-21: a report of an analysis that was deleted is held as well', async () => {
  const { subject, record } = await ranWith('DELETED-1')
  await must(manager(analysisCalls.report, { params: { id: record.uuid }, body: {} }))
  const body = { filters: { analysis_uuid: record.uuid } }
  const [report] = (await must(manager(reportCalls.search, { body }))).data.data
  const params = { id: report?.uuid ?? '' }
  await must(manager(reportCalls.download, { params }))
  await must(manager(analysisCalls.delete, { params: { id: record.uuid }, body: because }))
  const { uuid: id } = await hold(subject)
  expect((await manager(reportCalls.download, { params })).errors[0]?.reason).toBe('recall_hold')
  await must(manager(recallCalls.lift, { params: { id }, body: because }))
  await must(manager(reportCalls.download, { params }))
})

it('a recall that reads an entry of a method which was written over marks the store as damaged', async () => {
  const bent = await foundLab('recall-histories')
  const recipe_uuid = await makeRecipe(await bent.as('Manager'), 'Screening')
  const found = await inStoreOf(bent.company, (sql) => {
    withoutTriggers(sql, () =>
      sql.run(
        `UPDATE audit SET entry = replace(entry, '"Screening"', '"Panel"') WHERE kind = 'recipe' AND uuid = ?`,
        recipe_uuid,
      ),
    )
    return {
      made: findMadeFrom(sql, { kind: 'recipe', recipe_uuid, version: 1 }),
      reasons: readDamage(sql)?.places.map(({ reason }) => reason),
    }
  })
  expect(found).toEqual({ made: [], reasons: ['entry_altered'] })
})

it('A26-1: drafts an amended report again whose results changed before it was approved', async () => {
  const { subject, record } = await ranWith('AMENDED')
  const signed = await validate(manager, record)
  await must(manager(analysisCalls.report, { params: { id: signed.uuid }, body: {} }))
  const corrected = { params: { id: signed.uuid }, body: { reason: 'a bubble' } }
  const { uuid } = (await must(manager(analysisCalls.correct, corrected))).data
  const opened = { body: { subject, ...because } }
  const { uuid: id } = (await must(manager(recallCalls.create, opened))).data
  const list = async () => (await must(manager(recallCalls.amendable, { params: { id } }))).data[0]
  const amend = async () => {
    const reports = [(await list())?.report_uuid ?? '']
    await must(manager(recallCalls.amend, { params: { id }, body: { reports } }))
    return (await list())?.draft_uuid ?? null
  }
  const first = await amend()
  expect((await list())?.analysis_uuid).toBe(uuid)
  const exclusions = [{ well: 'A1', target: null, reason: 'a bubble' }]
  const recalculated = { params: { id: uuid }, body: { exclusions, reason: 'a bubble' } }
  await must(manager(analysisCalls.recalc, recalculated))
  expect((await list())?.draft_uuid).toBeNull()
  expect([first, await amend()]).toEqual([expect.any(String), expect.any(String)])
})
