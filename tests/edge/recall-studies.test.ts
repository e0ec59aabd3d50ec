import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { studyCalls } from '../../domain/calls/studies.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { RecallSubject } from '../../domain/entities/recall.ts'
import type { RunKit } from '../../domain/entities/run-kit.ts'
import type { Study } from '../../domain/entities/study.ts'
import { sendHeld } from './held.ts'
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

  it('sixteenth attack A16-1: no file leaves for a person who lost sight of the run, or of a run that is held, while it was made', async () => {
    const lot = { bkit_uuid: crypto.randomUUID(), lot: 'L-12' }
    const { uuid } = await ranWith(lot)
    const saveWhile = (fileFormat: 'csv' | 'tidy', meanwhile: () => Promise<unknown>) =>
      sendHeld(
        () => manager(analysisCalls.export, { ...at(uuid), body: { fileFormat } }),
        { store: (method) => method === 'change' },
        meanwhile,
      )
    const moveTo = (swarm_uuid: string) =>
      changeRecord(lab.company, { kind: 'analysis', uuid }, { swarm_uuid })
    const { answer } = await saveWhile('tidy', () => moveTo(lab.otherSwarm))
    expect(answer.status).toBe(404)
    await moveTo(lab.swarm)
    const admin = await lab.as('Administrator')
    const { answer: unseen } = await saveWhile('tidy', async () => {
      const person = (await must(manager(sessionCalls.me))).data.uuid
      const parts = { params: { id: person }, body: { swarms: [], reason: 'another bench' } }
      await must(admin(userCalls.link, parts))
    })
    expect(unseen.status).toBe(404)
    const person = (await must(manager(sessionCalls.me))).data.uuid
    const back = { params: { id: person }, body: { swarms: [lab.swarm], reason: 'back' } }
    await must(admin(userCalls.link, back))
    const recalled = { kind: 'lot', ...lot } as const
    const { answer: held } = await saveWhile('csv', async () => {
      const made = await must(
        manager(recallCalls.create, { body: { subject: recalled, ...because } }),
      )
      await must(manager(recallCalls.hold, at(made.data.uuid)))
    })
    expect(held.errors[0]?.reason).toBe('recall_hold')
    expect((await touchedBy(recalled)).file_counts).toEqual({ records: 0, trail: 0 })
  })

  it('eighteenth attack A18-6: no report is made of a run that left the sight of its person, or was deleted, meanwhile', async () => {
    const run = await makeCompleted(manager, lab.swarm)
    const reportWhile = (meanwhile: () => Promise<unknown>) =>
      sendHeld(
        () => manager(reportCalls.createAnalysis, { ...at(run.uuid), query: {}, body: {} }),
        { store: (method) => method === 'change' },
        meanwhile,
      )
    const moveTo = (swarm_uuid: string) =>
      changeRecord(lab.company, { kind: 'analysis', uuid: run.uuid }, { swarm_uuid })
    const { answer: moved } = await reportWhile(() => moveTo(lab.otherSwarm))
    expect(moved.status).toBe(404)
    await moveTo(lab.swarm)
    const { answer: deleted } = await reportWhile(() =>
      must(manager(analysisCalls.delete, { ...at(run.uuid), body: { reason: 'a bad plate' } })),
    )
    expect(deleted.status).toBe(404)
    const { data } = (await must(manager(reportCalls.search))).data
    expect(data.filter(({ analysis_uuid }) => analysis_uuid === run.uuid)).toEqual([])
  })

  it('sixteenth attack A16-2: a table of several runs names none that is out of sight', async () => {
    const lot = { bkit_uuid: crypto.randomUUID(), lot: 'L-13' }
    const [seen, hidden] = [await ranWith(lot), await ranWith(lot)]
    const query = { format: 'csv', resources: `${seen.uuid},${hidden.uuid}` }
    await must(manager(reportCalls.create, { query }))
    const patch = { swarm_uuid: lab.otherSwarm, swarm_name: 'Second' }
    await changeRecord(lab.company, { kind: 'analysis', uuid: hidden.uuid }, patch)
    const { files, file_counts } = await touchedBy({ kind: 'lot', ...lot })
    expect(file_counts.records).toBe(1)
    expect(files.map(({ analyses }) => analyses)).toEqual([
      [{ analysis_uuid: seen.uuid, name: seen.name }],
    ])
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
