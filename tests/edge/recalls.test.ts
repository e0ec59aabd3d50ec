import { env } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { RecallSubject } from '../../domain/entities/recall.ts'
import type { RunKit } from '../../domain/entities/run-kit.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted, signing, validate } from './made-analyses.ts'
import { readPdf } from './pdf-text.ts'
import { create, planFor } from './plan.ts'
import { changeRecord, inStoreOf, withoutTriggers } from './store-writes.ts'

let lab: Lab
let manager: Sender
let operator: Sender
beforeAll(async () => {
  lab = await foundLab('recaller')
  manager = await lab.as('Manager')
  operator = await lab.as('Operator')
})

const because = { reason: 'The maker withdrew it' }

/** Make a lot for this test alone, and the kit of a run with it. */
function newLot(): { subject: RecallSubject & { kind: 'lot' }; kit: RunKit } {
  const bkit_uuid = crypto.randomUUID()
  const lot = `L-${bkit_uuid.slice(0, 6)}`
  const label = { name: 'Screening', ref: 'R1', box: 1, expiry_date: '2099-01-01' }
  return {
    subject: { kind: 'lot', bkit_uuid, lot },
    kit: { ...label, bkit_uuid, lot, confirmed: false },
  }
}

/** Make a completed run with a kit: an imported one, to which its kit is written with an entry. */
async function ranWith(kit: RunKit, swarm = lab.swarm): Promise<Analysis> {
  const { uuid } = await makeCompleted(manager, swarm)
  await changeRecord(lab.company, { kind: 'analysis', uuid }, { kit })
  return readAnalysis(uuid)
}

const readAnalysis = async (id: string) =>
  (await must(manager(analysisCalls.get, { params: { id } }))).data
const touchedBy = async (subject: RecallSubject, more: object = {}, sender = manager) =>
  (await must(sender(recallCalls.touched, { body: { subject, ...more } }))).data

async function openRecall(subject: RecallSubject) {
  return (await must(manager(recallCalls.create, { body: { subject, ...because } }))).data
}

const hold = (id: string) => manager(recallCalls.hold, { params: { id } })
const lift = (id: string, body: object = because) =>
  manager(recallCalls.lift, { params: { id }, body })
const sign = (record: Analysis) =>
  manager(analysisCalls.validate, { params: { id: record.uuid }, body: signing(record) })

describe('the results touched by a recall', () => {
  it('is counted by state and laboratory, from the trail and from the records alike', async () => {
    const { subject, kit } = newLot()
    await create(operator, planFor(lab, { kit }))
    await ranWith(kit)
    const signed = await validate(manager, await ranWith({ ...kit, lot: kit.lot.toLowerCase() }))
    await must(manager(analysisCalls.report, { params: { id: signed.uuid }, body: {} }))
    const gone = await create(manager, planFor(lab, { kit }))
    await must(manager(analysisCalls.delete, { params: { id: gone.uuid }, body: because }))
    await ranWith(newLot().kit)
    const found = await touchedBy(subject)
    expect(found.counts).toMatchObject({ planned: 1, to_review: 1, reported: 1, deleted: 1 })
    expect(found).toMatchObject({
      total: 4,
      reports: 1,
      certificates: 0,
      name: `Screening · ${kit.lot}`,
    })
    expect(found.proof).toMatchObject({ trail: 4, records: 4, faults: [] })
    expect(found.laboratories).toMatchObject([{ swarm_name: 'First', seen: true }])
    const only = await touchedBy(subject, { states: ['reported'] })
    expect(only.data).toMatchObject([
      { analysis_uuid: signed.uuid, signed_by: 'Manager of recaller' },
    ])
  })

  it('is counted in laboratories that the person is not in, without a name from there', async () => {
    const { subject, kit } = newLot()
    const { uuid } = await ranWith(kit)
    const patch = { swarm_uuid: lab.otherSwarm, swarm_name: 'Second' }
    await changeRecord(lab.company, { kind: 'analysis', uuid }, patch)
    const found = await touchedBy(subject)
    expect(found.counts.to_review).toBe(1)
    expect(found.laboratories).toMatchObject([{ swarm_name: 'Second', seen: false }])
    expect(found.data).toEqual([])
  })

  it('is found for a device, a version of a recipe and a calibration as well', async () => {
    const plan = await create(operator, planFor(lab))
    const [device, recipe] = await Promise.all(
      (['device', 'recipe'] as const).map(async (kind) =>
        (await must(manager(recallCalls.subjects, { body: { kind } }))).data.at(0),
      ),
    )
    expect(device).toMatchObject({ subject: { device_uuid: lab.device }, name: 'bGATE recaller' })
    expect(recipe?.subject).toMatchObject({ recipe_uuid: lab.recipe })
    for (const one of [device, recipe]) {
      if (!one) throw new Error('nothing was found')
      const { data, proof } = await touchedBy(one.subject)
      expect(data.map(({ analysis_uuid }) => analysis_uuid)).toContain(plan.uuid)
      expect([proof.trail, proof.faults]).toEqual([proof.records, []])
      expect(one.analyses).toBe(proof.records)
    }
    const started = { device_uuid: lab.device, started_at: '2026-03-02T10:00:00.000Z' }
    const { uuid } = await makeCompleted(manager, lab.swarm)
    await changeRecord(lab.company, { kind: 'analysis', uuid }, started)
    for (const at of ['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']) {
      const config = { 'calibration.last_at': at }
      await changeRecord(lab.company, { kind: 'device', uuid: lab.device }, { config })
    }
    const calibrations = await must(
      manager(recallCalls.subjects, { body: { kind: 'calibration', search: '2026-03-01' } }),
    )
    const [march] = calibrations.data
    if (!march) throw new Error('no calibration was found')
    expect(march).toMatchObject({ analyses: 1, subject: { until: '2026-04-01T00:00:00.000Z' } })
    const { data } = await touchedBy(march.subject)
    expect(data.map(({ analysis_uuid }) => analysis_uuid)).toEqual([uuid])
  })

  it('is written as a table, in which no cell is a formula', async () => {
    const { subject, kit } = newLot()
    const { uuid } = await ranWith(kit)
    await changeRecord(lab.company, { kind: 'analysis', uuid }, { name: '=1+1' })
    const { data } = await must(manager(recallCalls.csv, { body: { subject } }))
    const lines = new TextDecoder().decode(data).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(uuid)
    expect(lines[1]).not.toMatch(/(^|,)"?=1/)
  })

  it('is nothing of another company', async () => {
    const { subject, kit } = newLot()
    const recall = await openRecall(subject)
    await ranWith(kit)
    const stranger = await (await foundLab('recallother')).as('Manager')
    expect((await touchedBy(subject, {}, stranger)).proof).toMatchObject({ trail: 0, records: 0 })
    const answer = await stranger(recallCalls.hold, { params: { id: recall.uuid } })
    expect(answer.status).toBe(404)
  })
})

describe('the hold of a recall', () => {
  it('refuses the signature until it is lifted with a reason', async () => {
    const { subject, kit } = newLot()
    const record = await ranWith(kit)
    const recall = await openRecall(subject)
    expect((await must(hold(recall.uuid))).data.deeds).toMatchObject([
      { deed: 'open', count: 1 },
      { deed: 'hold', count: 1 },
    ])
    const refused = await sign(record)
    expect([refused.status, refused.errors]).toMatchObject([
      409,
      [{ code: 'refused', reason: 'recall_hold', params: { recall: recall.number } }],
    ])
    expect((await lift(recall.uuid, {})).status).toBe(422)
    const { data } = await must(lift(recall.uuid, { reason: 'Retested with another lot' }))
    expect(data.deeds.at(-1)).toMatchObject({ deed: 'lift', reason: 'Retested with another lot' })
    await must(sign(record))
  })

  it('refuses reports, tables, certificates, launches and the removal as well', async () => {
    const { subject, kit } = newLot()
    const plan = await create(operator, planFor(lab, { kit }))
    const signed = await validate(manager, await ranWith(kit))
    const report = { params: { id: signed.uuid }, body: {} }
    const made = (await must(manager(analysisCalls.report, report))).data
    const asked = { analysis_uuid: signed.uuid }
    const certificate = (await must(manager(certificateCalls.create, { body: asked }))).data
    const { uuid } = await openRecall(subject)
    await must(hold(uuid))
    const refused = [
      operator(analysisCalls.launch, { params: { id: plan.uuid } }),
      manager(analysisCalls.delete, { params: { id: plan.uuid }, body: because }),
      manager(analysisCalls.report, report),
      manager(reportCalls.createAnalysis, report),
      manager(reportCalls.create, { query: { format: 'csv', resources: signed.uuid } }),
      manager(reportCalls.approve, { params: { id: made.uuid }, body: signing(made) }),
      manager(reportCalls.download, { params: { id: made.uuid } }),
      manager(certificateCalls.csv, { params: { id: certificate.uuid } }),
      manager(certificateCalls.download, { params: { id: certificate.uuid } }),
      ...(['xlsx', 'hl7', 'fhir'] as const).map((fileFormat) =>
        manager(analysisCalls.export, { params: { id: signed.uuid }, body: { fileFormat } }),
      ),
      manager(certificateCalls.request, { params: { id: certificate.uuid } }),
    ]
    const reasons = (await Promise.all(refused)).map(({ errors }) => errors[0]?.reason)
    expect(reasons).toEqual(reasons.map(() => 'recall_hold'))
    const raw = { params: { id: signed.uuid }, body: { fileFormat: 'rdml' } }
    await must(manager(analysisCalls.export, raw))
    const correct = { params: { id: signed.uuid }, body: because }
    const { data } = await must(manager(analysisCalls.correct, correct))
    expect((await sign(data)).errors).toMatchObject([{ reason: 'recall_hold' }])
    const shown = await must(manager(recallCalls.holds, { body: { uuids: [data.uuid] } }))
    expect(shown.data).toMatchObject([{ analysis_uuid: data.uuid, recall_uuid: uuid }])
  })

  it('lets a result that is signed in the same moment be signed or held, never both unseen', async () => {
    const { subject, kit } = newLot()
    const records = [await ranWith(kit), await ranWith(kit), await ranWith(kit)]
    const { uuid } = await openRecall(subject)
    const [held, ...signed] = await Promise.all([hold(uuid), ...records.map(sign)])
    expect(held?.ok).toBe(true)
    const { data } = await touchedBy(subject, { recall_uuid: uuid })
    for (const [at, record] of records.entries()) {
      const row = data.find(({ analysis_uuid }) => analysis_uuid === record.uuid)
      expect(row).toMatchObject({
        hold: 'held',
        state: signed[at]?.ok === true ? 'signed' : 'to_review',
      })
    }
  })

  it('is made once for each analysis, and takes in those that come later', async () => {
    const { subject, kit } = newLot()
    await ranWith(kit)
    const { uuid } = await openRecall(subject)
    await must(hold(uuid))
    expect((await hold(uuid)).errors).toMatchObject([{ reason: 'nothing_left' }])
    await ranWith(kit)
    expect((await must(hold(uuid))).data.deeds.at(-1)).toMatchObject({ deed: 'hold', count: 1 })
    const close = { params: { id: uuid }, body: because }
    expect((await manager(recallCalls.close, close)).errors).toMatchObject([
      { reason: 'recall_holds', params: { count: 2 } },
    ])
    await must(lift(uuid))
    expect((await must(manager(recallCalls.close, close))).data.status).toBe('closed')
    expect((await hold(uuid)).errors).toMatchObject([{ reason: 'wrong_state' }])
  })

  it('belongs to people who sign: an operator reads and does not hold', async () => {
    const { subject, kit } = newLot()
    await ranWith(kit)
    const { uuid } = await openRecall(subject)
    expect((await operator(recallCalls.hold, { params: { id: uuid } })).status).toBe(403)
    expect((await touchedBy(subject, {}, operator)).counts.to_review).toBe(1)
  })

  it('is in the audit trail with its reason and the hash of its list', async () => {
    const { subject, kit } = newLot()
    await validate(manager, await ranWith(kit))
    const recall = await openRecall(subject)
    await must(hold(recall.uuid))
    const admin = await lab.as('Administrator')
    const params = { kind: 'recall', id: recall.uuid }
    const entries = (await must(admin(auditCalls.record, { params }))).data
    expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
      ['recall.open', because.reason],
      ['recall.hold', because.reason],
    ])
    const { list_hash } = await touchedBy(subject)
    expect(recall.deeds[0]?.list_hash).toBe(list_hash)
  })

  it('drafts reports that say what they replace and why, and approves none while it holds', async () => {
    const { subject, kit } = newLot()
    const signed = await validate(manager, await ranWith(kit))
    for (const format of ['pdf', 'csv']) {
      const body = { format, paper: 'a4' }
      await must(manager(analysisCalls.report, { params: { id: signed.uuid }, body }))
    }
    const recall = await openRecall(subject)
    const params = { id: recall.uuid }
    await must(hold(recall.uuid))
    const amendable = async () => (await must(manager(recallCalls.amendable, { params }))).data
    const reports = (await amendable()).map(({ report_uuid }) => report_uuid)
    const amend = () => manager(recallCalls.amend, { params, body: { reports } })
    const { data } = await must(amend())
    expect(data.deeds.at(-1)).toMatchObject({ deed: 'amend', count: 2 })
    const drafts = await amendable()
    expect(drafts.map(({ number, format }) => [number, format])).toEqual([
      [1, 'pdf'],
      [2, 'csv'],
    ])
    const texts = await Promise.all(
      drafts.map(async ({ draft_uuid }) => {
        const id = { id: draft_uuid ?? '' }
        const { data: bytes } = await must(manager(reportCalls.download, { params: id }))
        return bytes
      }),
    )
    const [pdf = new Uint8Array(), csv = new Uint8Array()] = texts
    const printed = (await readPdf(pdf)).texts.join(' ').replaceAll(/\s+/g, ' ')
    expect(printed).toMatch(/Amended: replaces report 1 of .* Reason: The maker withdrew it/)
    const rows = new TextDecoder().decode(csv).trim().split('\r\n')
    expect(rows[0]).toMatch(/,Amendment$/)
    expect(rows[1]).toMatch(/Amended, replaces report 2 of .*: The maker withdrew it"$/)
    expect((await touchedBy(subject)).reports).toBe(2)
    const draft = drafts[0]?.draft_uuid ?? ''
    const record = (await must(manager(reportCalls.get, { params: { id: draft } }))).data
    expect(record.amends).toMatchObject({ number: 1, recall_number: recall.number })
    const approve = { params: { id: draft }, body: signing(record) }
    expect((await manager(reportCalls.approve, approve)).errors).toMatchObject([
      { reason: 'recall_hold' },
    ])
    expect((await amend()).errors).toMatchObject([{ reason: 'nothing_left' }])
    const other = { params, body: { reports: [crypto.randomUUID()] } }
    expect((await manager(recallCalls.amend, other)).errors).toMatchObject([
      { reason: 'report_unknown' },
    ])
    await must(lift(recall.uuid))
    await must(manager(reportCalls.approve, approve))
    expect((await touchedBy(subject)).reports).toBe(3)
  })

  it('tells each person whom it concerns once, in the app and by mail, in their language', async () => {
    const { subject, kit } = newLot()
    await create(operator, planFor(lab, { kit }))
    await validate(manager, await ranWith(kit))
    const { uuid: id } = await openRecall(subject)
    const { data: people } = await must(manager(recallCalls.people, { params: { id } }))
    const [planner, signer] = ['Operator of recaller', 'Manager of recaller'].map((name) =>
      people.find((one) => one.name === name),
    )
    expect(planner).toMatchObject({ roles: ['planned'], analyses: 1, notified: false })
    expect(signer?.roles).toContain('signed')
    expect(people[0]).not.toHaveProperty('email')
    const german = { kind: 'user', uuid: planner?.uuid ?? '' } as const
    await changeRecord(lab.company, german, { default_language: 'de' })
    const users = people.map(({ uuid }) => uuid)
    const notify = () => manager(recallCalls.notify, { params: { id }, body: { users } })
    const stranger = { params: { id }, body: { users: [crypto.randomUUID()] } }
    expect((await manager(recallCalls.notify, stranger)).errors).toMatchObject([
      { reason: 'user_unknown' },
    ])
    expect((await must(notify())).data.notified.toSorted()).toEqual(users.toSorted())
    expect((await notify()).errors).toMatchObject([{ reason: 'nothing_left' }])
    const { results } = await env.DIRECTORY.prepare(
      'SELECT recipient, subject, text FROM mails WHERE once LIKE ?',
    )
      .bind(`recall:${id}:%`)
      .all<{ recipient: string; subject: string; text: string }>()
    expect(results).toHaveLength(users.length)
    const mailed = results.find(({ recipient }) => recipient.startsWith('Operator-'))
    expect(mailed?.subject).toMatch(/^Rückruf \d+: Screening/)
    expect(mailed?.text).toContain(because.reason)
    const { data: received } = await must(operator(notificationCalls.mine))
    const notices = received.data.filter(({ title }) => title.includes(kit.lot))
    expect(notices.map(({ title }) => title)).toEqual([mailed?.subject])
    expect(notices[0]?.about).toMatchObject({ kind: 'recall', uuid: notices[0]?.notification_uuid })
  })
})

describe('a recall in a store that differs from its trail', () => {
  // Bend a store of its own in each test, and only read it after:
  // the service compares a store with its trail beside the requests.
  let count = 0
  beforeEach(async () => {
    lab = await foundLab(`recallbent${(count += 1)}`)
    manager = await lab.as('Manager')
  })
  const bend = (kind: string, set: string, where: { field: string; is: string }) =>
    inStoreOf(lab.company, (sql) =>
      withoutTriggers(sql, () =>
        sql.run(`UPDATE records SET ${set} WHERE kind = ? AND ${where.field} = ?`, kind, where.is),
      ),
    )

  it('holds also when somebody takes its row out of the store', async () => {
    const { subject, kit } = newLot()
    const record = await ranWith(kit)
    const { uuid } = await openRecall(subject)
    await must(hold(uuid))
    const lifted = `body = json_set(body, '$.status', 'lifted'), status = 'lifted'`
    await bend('recall_hold', lifted, { field: `json_extract(body, '$.recall_uuid')`, is: uuid })
    // Allow both: the signature itself finds it, or the comparison before it.
    const { errors } = await sign(record)
    expect(errors[0]?.reason).toMatch(/^(?:record|store)_damaged$/)
  })

  it('shows an analysis whose record was bent away from the lot as a fault', async () => {
    const { subject, kit } = newLot()
    const [bent, whole] = [await ranWith(kit), await ranWith(kit)]
    const moved = `body = json_set(body, '$.kit.lot', 'L-other')`
    await bend('analysis', moved, { field: 'uuid', is: bent.uuid })
    const { proof, counts } = await touchedBy(subject)
    expect(counts.to_review).toBe(1)
    expect(proof).toMatchObject({
      trail: 2,
      records: 1,
      faults: [{ analysis_uuid: bent.uuid, reason: 'not_in_records' }],
    })
    const aborted = `body = json_set(body, '$.status', 'ABORT'), status = 'ABORT'`
    await bend('analysis', aborted, { field: 'uuid', is: whole.uuid })
    const { faults } = (await touchedBy(subject)).proof
    expect(faults).toContainEqual({ analysis_uuid: whole.uuid, reason: 'state_differs' })
  })
})
