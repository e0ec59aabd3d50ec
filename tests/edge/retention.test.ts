import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { attachmentCalls } from '../../domain/calls/attachments.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { retentionCalls } from '../../domain/calls/retention.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Company } from '../../domain/entities/company.ts'
import { noticeDays, type Retention } from '../../domain/entities/retention.ts'
import { verifyFile } from '../../domain/trail/verify-file.ts'
import { readBlob } from '../../edge/files/blobs.ts'
import { fileRestMs } from '../../edge/store/retention/removed-files.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { mailsTo } from './browser-page.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { makeCompleted, readAnalysis, signing, validate } from './made-analyses.ts'
import { fileForm, onePoint } from './png.ts'
import { inStoreOf } from './store-writes.ts'

const dayMs = 86_400_000
const began = Date.now()
const ofAll: Retention = { analyses: 730, pictures: 90, messages: 90, logs: 30 }
const reason = 'our rule for records'
const at = ({ uuid }: { uuid: string }) => ({ params: { id: uuid } })

let lab: Lab
let manager: Sender
let admin: Sender

/** Go on to a day after the beginning, and sign in again: sessions do not last so long. */
async function goTo(days: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: began + days * dayMs })
  manager = await signIn('Manager-retained', password)
  admin = await signIn('Administrator-retained', password)
}

const round = () => runDurableObjectAlarm(env.COMPANY_STORE.getByName(lab.company))

async function readCompany(): Promise<Company> {
  const { record } = (await must(admin(companyCalls.editForm, at({ uuid: lab.company })))).data
  if (!record) throw new Error('no company')
  return record
}

const set = async (retention: Retention) =>
  (await must(admin(retentionCalls.set, { body: { ...retention, reason } }))).data

const countOf = (table: string) =>
  inStoreOf(lab.company, (sql) => sql.first(`SELECT count(*) AS count FROM ${table}`)?.['count'])

const isThere = async (record: Analysis) =>
  (await manager(analysisCalls.get, at(record))).status === 200

const hasFile = async (hash: string | null | undefined) =>
  (await env.BLOBS.head(`${lab.company}/${hash ?? ''}`)) !== null

let attached = ''
let signed: Analysis
let draft: Analysis
let plain: Analysis
let held: Analysis
let decided: Analysis
let reported: Analysis
let late: Analysis

/** Make a signed analysis with a correction that nobody signed, which has the same curves; and others that nobody signed. */
async function makeRuns(): Promise<void> {
  signed = await validate(manager, await makeCompleted(manager, lab.swarm, { name: 'Signed' }))
  const correction = { ...at(signed), body: { reason: 'a wrong name' } }
  draft = (await must(manager(analysisCalls.correct, correction))).data
  plain = await makeCompleted(manager, lab.swarm, { name: 'Plain' })
  const form = new FormData()
  form.set('file', new File([`gel of ${plain.uuid}`], 'gel.txt', { type: 'text/plain' }))
  form.set('fields', JSON.stringify({ resource_kind: 'analysis', resource_uuid: plain.uuid }))
  attached = (await must(manager(attachmentCalls.upload, { body: form }))).data.content_hash
  held = await makeCompleted(manager, lab.swarm, { name: 'Held' })
  decided = await makeCompleted(manager, lab.swarm, { name: 'Decided' })
  reported = await makeCompleted(manager, lab.swarm, { name: 'Reported' })
}

/** Make a self-test of the device with a picture. */
async function makeSelfTest(name: string): Promise<void> {
  const body = fileForm(onePoint, 'image/png', 'lamp.png')
  const facts = { uuid: crypto.randomUUID(), name, outcome: 'passed', bkernel_version: '2.9.4' }
  const fields = { ...facts, ran_at: new Date().toISOString(), values: { lamp: 0.4 } }
  body.set('fields', JSON.stringify(fields))
  await must(lab.asDevice(deviceReportCalls.autoTest, { body }))
}

async function listPictures(): Promise<(readonly [string, number])[]> {
  const { data } = (await must(admin(deviceCalls.autoTests, at({ uuid: lab.device })))).data
  return data.map(({ name, assets }) => [name, assets.length] as const)
}

beforeAll(async () => {
  lab = await foundLab('retained')
  await goTo(0)
  await makeRuns()
  await makeSelfTest('first')
  await makeSelfTest('second')
}, 60_000)
afterAll(() => void vi.useRealTimers())

describe('how long data is kept', () => {
  it('is set by who may edit the company, at a session, with a reason and not below the least time', async () => {
    const body = { ...ofAll, reason }
    expect((await manager(retentionCalls.set, { body })).status).toBe(403)
    expect((await manager(retentionCalls.preview, { body: ofAll })).status).toBe(403)
    const short = await admin(retentionCalls.set, { body: { ...body, analyses: 729 } })
    expect(short.errors[0]).toMatchObject({ code: 'invalid', field: 'analyses' })
    const silent = await admin(retentionCalls.set, { body: { ...body, reason: '' } })
    expect(silent.errors[0]).toMatchObject({ field: 'reason' })
    expect((await set(ofAll)).retention).toEqual(ofAll)
    const params = { kind: 'company', id: lab.company }
    const { data } = await must(admin(auditCalls.record, { params }))
    expect(data.at(-1)).toMatchObject({ action: 'company.retention', reason })
  })

  it('says nothing and removes nothing while nothing is past its time', async () => {
    await round()
    expect(await readCompany()).not.toHaveProperty('removal_plan')
    expect(await isThere(plain)).toBe(true)
  })
})

describe('a removal', () => {
  it('is shown beforehand by a dry run, which writes nothing', async () => {
    await must(
      admin(retentionCalls.holdAnalysis, { ...at(held), body: { on: true, reason: 'complaint' } }),
    )
    await must(
      lab.asDevice(deviceReportCalls.messages, {
        body: {
          messages: [
            {
              uuid: crypto.randomUUID(),
              level: 'info',
              code: 'lid',
              text: 'lid open',
              created_at: new Date().toISOString(),
            },
          ],
        },
      }),
    )
    await goTo(730 - noticeDays + 1)
    late = await makeCompleted(manager, lab.swarm, { name: 'Late' })
    const { data } = await must(admin(retentionCalls.preview, { body: ofAll }))
    const analyses = data.parts.find(({ part }) => part === 'analyses')
    // Count draft, plain, decided and reported; the one on hold and the signed one are kept.
    expect(analyses).toMatchObject({ count: 4 })
    expect(analyses?.years).toMatchObject([{ year: new Date(began).getUTCFullYear(), count: 4 }])
    expect(analyses?.bytes).toBeGreaterThan(1000)
    expect(data.parts.find(({ part }) => part === 'logs')?.count).toBe(1)
    expect(data.kept).toEqual({ signed: 1, held: 1, decided: 0, named: 0 })
    expect(await readCompany()).not.toHaveProperty('removal_plan')
    expect(await isThere(plain)).toBe(true)
  })

  it('is announced to the administrators 30 days before, by message and by mail, once', async () => {
    await round()
    await round()
    const { removal_plan: plan } = await readCompany()
    const days = (Date.parse(plan?.due_at ?? '') - Date.now()) / dayMs
    expect(days).toBeGreaterThan(noticeDays - 0.01)
    expect(plan?.parts.find(({ part }) => part === 'analyses')?.count).toBe(4)
    const { data } = await must(admin(notificationCalls.mine))
    expect(data.data.map(({ title }) => title)).toEqual([
      expect.stringContaining('Data will be removed on'),
    ])
    expect((await must(manager(notificationCalls.mine))).data.data).toEqual([])
    const mails = await mailsTo('Administrator-retained@lab.example', 1)
    expect(mails.filter(({ subject }) => subject.startsWith('Data will be removed'))).toHaveLength(
      1,
    )
    expect(await isThere(plain)).toBe(true)
  })

  it('takes what is unsigned and unchanged since, and neither what is signed, held, decided nor named', async () => {
    const first = decided.samples[0]?.uuid ?? ''
    const decision = { sample_uuid: first, verdict: 'held' as const, reason: 'repeat', seen: null }
    const review = { result_hash: decided.results.at(-1)?.hash ?? '', decisions: [decision] }
    await must(manager(analysisCalls.reviewSamples, { ...at(decided), body: review }))
    await must(manager(analysisCalls.report, { ...at(reported), body: {} }))
    const filters = { analysis_uuid: reported.uuid }
    const [report] = (await must(manager(reportCalls.search, { body: { filters } }))).data.data
    if (!report) throw new Error('no report')
    await must(manager(reportCalls.approve, { ...at(report), body: signing(report) }))
    await goTo(732)
    await round()
    expect(await Promise.all([signed, held, decided, reported, late].map(isThere))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ])
    expect(await Promise.all([draft, plain].map(isThere))).toEqual([false, false])
    const { last_removal: last, ...company } = await readCompany()
    expect(company).not.toHaveProperty('removal_plan')
    expect(last?.parts.find(({ part }) => part === 'analyses')?.count).toBe(2)
    expect(await countOf('device_messages')).toBe(0)
    // Keep the result of a self-test, and the pictures of the newest of each device.
    expect(Object.fromEntries(await listPictures())).toEqual({ first: 0, second: 1 })
  })

  it('is in the trail, entry by entry, and the trail can still be verified', async () => {
    const { text, next } = (await must(admin(auditCalls.exportTrail))).data
    expect(next).toBeNull()
    expect(text.match(/"action":"analysis.expire"/g)).toHaveLength(2)
    expect(text).toContain('"action":"company.remove"')
    expect((await verifyFile(new TextEncoder().encode(text), trailTools)).problems).toEqual([])
  })

  it('erases the files a day later, but never those that another record names', async () => {
    expect(await hasFile(attached)).toBe(true)
    await goTo(732 + fileRestMs / dayMs + 0.1)
    await round()
    expect(await hasFile(attached)).toBe(false)
    // Keep its curves, which are still those of the signed one: the removed ones were made of the same file.
    expect(plain.curves_hash).toBe(signed.curves_hash)
    expect(await hasFile(signed.curves_hash)).toBe(true)
    expect(await hasFile(signed.results.at(-1)?.hash)).toBe(true)
    expect(await countOf('removed_files')).toBe(0)
  })

  it('leaves the signed record, its curves and its trail as they were: they verify', async () => {
    const record = await readAnalysis(manager, signed.uuid)
    expect(record).toEqual({ ...signed })
    const curves = await readBlob(env as unknown as Env, lab.company, record.curves_hash ?? '')
    expect(curves.byteLength).toBeGreaterThan(100)
    const params = { kind: 'analysis', id: signed.uuid }
    const file = (await must(admin(auditCalls.exportRecord, { params }))).data
    const verdict = await verifyFile(file, trailTools)
    expect(verdict.problems).toEqual([])
    expect(verdict.signatures).toHaveLength(1)
  })
})

describe('a legal hold', () => {
  const hold = (on: boolean) => ({ body: { on, reason: on ? 'complaint 7' : 'it is settled' } })

  it('of an analysis keeps it and its files from being deleted, until it is lifted', async () => {
    const params = { ...at(held), body: { reason: 'no longer needed' } }
    expect((await manager(analysisCalls.delete, params)).errors[0]?.reason).toBe('legal_hold')
    expect(
      (await manager(retentionCalls.holdAnalysis, { ...at(held), ...hold(false) })).status,
    ).toBe(403)
    const twice = await admin(retentionCalls.holdAnalysis, { ...at(held), ...hold(true) })
    expect(twice.errors[0]?.reason).toBe('legal_hold')
    const ofSigned = await admin(retentionCalls.holdAnalysis, { ...at(signed), ...hold(true) })
    expect(ofSigned.errors[0]?.reason).toBe('validated')
    await must(admin(retentionCalls.holdAnalysis, { ...at(held), ...hold(false) }))
    await must(manager(analysisCalls.delete, params))
  })

  it('of the company takes an announced removal back and lets none begin', async () => {
    await goTo(1500)
    await round()
    expect(await readCompany()).toHaveProperty('removal_plan')
    const { data } = await must(admin(retentionCalls.hold, hold(true)))
    expect(data).not.toHaveProperty('removal_plan')
    expect(data.legal_hold).toMatchObject({ reason: 'complaint 7' })
    await goTo(1600)
    await round()
    expect(await isThere(late)).toBe(true)
    expect(await readCompany()).not.toHaveProperty('removal_plan')
  })

  it('keeps the company from being erased', async () => {
    const files = { kind: 'file', count: 0, hash: '' }
    const erase = () => inStoreOf(lab.company, (_sql, store) => store.signErasure('ended', files))
    const refused = await erase()
    expect(refused.ok ? null : refused.errors[0]?.reason).toBe('legal_hold')
    await must(admin(retentionCalls.hold, hold(false)))
    expect((await erase()).ok).toBe(true)
  })

  it('is not needed where the times are set otherwise: a removal is announced again', async () => {
    await round()
    const before = (await readCompany()).removal_plan
    expect(before?.parts.map(({ part }) => part)).toContain('analyses')
    await set({ ...ofAll, analyses: null })
    await round()
    const after = (await readCompany()).removal_plan
    expect(after?.parts.map(({ part }) => part) ?? []).not.toContain('analyses')
    await goTo(1640)
    await round()
    expect(await isThere(late)).toBe(true)
  })
})
