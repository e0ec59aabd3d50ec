import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { studyCalls } from '../../domain/calls/studies.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { RecallSubject } from '../../domain/entities/recall.ts'
import type { RunKit } from '../../domain/entities/run-kit.ts'
import type { Study } from '../../domain/entities/study.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted, signing, validate } from './made-analyses.ts'
import { changeRecord, inStoreOf, withoutTriggers } from './store-writes.ts'

const at = (id: string) => ({ params: { id } })
const because = { reason: 'The maker withdrew it' }

let lab: Lab
let manager: Sender
let subject: RecallSubject
let touchedRun: Analysis
let cleanRun: Analysis
let signed: Study
beforeAll(async () => {
  lab = await foundLab('comparer')
  manager = await lab.as('Manager')
  const bkit_uuid = crypto.randomUUID()
  subject = { kind: 'lot', bkit_uuid, lot: 'L-9' }
  touchedRun = await validate(manager, await ranWith({ bkit_uuid, lot: 'L-9' }))
  cleanRun = await validate(manager, await ranWith({ bkit_uuid, lot: 'L-10' }))
  const made = await makeStudy('Two plates', [touchedRun, cleanRun])
  signed = (await must(manager(studyCalls.sign, { ...at(made.uuid), body: signing(made) }))).data
}, 60_000)

async function ranWith(named: Pick<RunKit, 'bkit_uuid' | 'lot'>): Promise<Analysis> {
  const { uuid } = await makeCompleted(manager, lab.swarm)
  const kit: RunKit = {
    name: 'Screening',
    ref: 'R1',
    box: 1,
    expiry_date: '2099-01-01',
    confirmed: false,
    ...named,
  }
  await changeRecord(lab.company, { kind: 'analysis', uuid }, { kit })
  return (await must(manager(analysisCalls.get, at(uuid)))).data
}

async function makeStudy(name: string, runs: readonly Analysis[]): Promise<Study> {
  const named = runs.map(({ uuid }) => ({ analysis_uuid: uuid }))
  const body = { name, swarm_uuid: lab.swarm, runs: named }
  return (await must(manager(studyCalls.create, { body }))).data
}

const touchedBy = async (of = subject) =>
  (await must(manager(recallCalls.touched, { body: { subject: of } }))).data

describe('issue 14: studies and files of a recalled run', () => {
  it('a signed study of two plates is named with the one that is touched, and with what to do', async () => {
    const { studies, study_counts } = await touchedBy()
    expect(study_counts).toEqual({ signed: 1, open: 0, trail: 1, faults: [] })
    expect(studies).toEqual([
      {
        study_uuid: signed.uuid,
        name: 'Two plates',
        swarm_uuid: lab.swarm,
        version: 1,
        user_name: 'Manager of comparer',
        signed_by: 'Manager of comparer',
        signed_at: signed.signature?.at,
        touched: [{ analysis_uuid: touchedRun.uuid, name: touchedRun.name }],
        runs: 2,
        todo: 'copy',
      },
    ])
  })

  it('one that is not signed leaves the run out, one of nothing else runs its samples again', async () => {
    await makeStudy('A draft', [touchedRun, cleanRun])
    await makeStudy('Nothing else', [touchedRun])
    await makeStudy('Clean', [cleanRun])
    const { studies, study_counts } = await touchedBy()
    expect(study_counts).toMatchObject({ signed: 1, open: 2, trail: 3, faults: [] })
    expect(studies.map(({ name, todo }) => [name, todo])).toEqual([
      ['Two plates', 'copy'],
      ['A draft', 'change'],
      ['Nothing else', 'repeat'],
    ])
  })

  it('files of the run and of its study are named with the people who have them, once for each content', async () => {
    const save = (fileFormat: 'csv' | 'rdml') =>
      must(manager(analysisCalls.export, { ...at(touchedRun.uuid), body: { fileFormat } }))
    await save('csv')
    await save('csv')
    await must(manager(analysisCalls.export, { ...at(cleanRun.uuid), body: { fileFormat: 'csv' } }))
    await must(manager(studyCalls.export, { ...at(signed.uuid), query: { format: 'r' } }))
    const { files, file_counts } = await touchedBy()
    expect(file_counts).toEqual({ records: 2, trail: 2 })
    const name = 'Manager of comparer'
    const analyses = [{ analysis_uuid: touchedRun.uuid, name: touchedRun.name }]
    expect(files).toMatchObject([
      { format: 'r', user_name: name, study_uuid: signed.uuid, analyses, todo: 'replace' },
      { format: 'csv', user_name: name, study_uuid: null, analyses, todo: 'replace' },
    ])
    expect(Object.keys(files[0] ?? {})).not.toContain('person')
  })

  it('are counted and not named for a person who is not in their laboratory', async () => {
    const lot = { bkit_uuid: crypto.randomUUID(), lot: 'L-11' }
    const { uuid } = await ranWith(lot)
    await must(manager(analysisCalls.export, { ...at(uuid), body: { fileFormat: 'csv' } }))
    const patch = { swarm_uuid: lab.otherSwarm, swarm_name: 'Second' }
    await changeRecord(lab.company, { kind: 'analysis', uuid }, patch)
    const { files, file_counts } = await touchedBy({ kind: 'lot', ...lot })
    expect([file_counts.records, files]).toEqual([1, []])
  })

  it('are in the record of the recall, its people and its table', async () => {
    const body = { subject, ...because }
    const { data: recall } = await must(manager(recallCalls.create, { body }))
    expect(recall.studies).toMatchObject({ signed: 1, open: 2, trail: 3, faults: [] })
    expect(recall.files).toEqual({ records: 2, trail: 2 })
    const { data: people } = await must(manager(recallCalls.people, at(recall.uuid)))
    expect(people[0]?.roles).toEqual(expect.arrayContaining(['compared', 'exported']))
    const { data } = await must(manager(recallCalls.csv, { body: { subject } }))
    const [head, row] = new TextDecoder().decode(data).trim().split('\r\n')
    expect(head).toContain('Studies that use it,Files handed out,To do')
    expect(row).toContain('Two plates version 1 (signed by Manager of comparer')
    expect(row).toContain('Study Two plates: copy it without the run')
    expect(row).toMatch(/File [^;]+\.csv: tell the people/)
  })

  it('a study whose row was written over is a fault that is shown', async () => {
    await inStoreOf(lab.company, (sql) =>
      withoutTriggers(sql, () =>
        sql.run(
          `UPDATE records SET body = json_set(body, '$.runs', json_array(json(body -> '$.runs[1]')))
           WHERE kind = 'study' AND uuid = ?`,
          signed.uuid,
        ),
      ),
    )
    const { study_counts } = await touchedBy()
    expect(study_counts).toMatchObject({
      signed: 0,
      trail: 3,
      faults: [{ study_uuid: signed.uuid, reason: 'not_in_records' }],
    })
  })
})
