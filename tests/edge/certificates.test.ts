import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { type Certificate, certificateStatuses } from '../../domain/entities/certificate.ts'
import { certificateActions } from '../../domain/actions/certificate.ts'
import { refuse } from '../../domain/actions/refuse.ts'
import { permissions } from '../../domain/permissions.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { finishedRun, makeCube } from './calibration-bodies.ts'
import { sendHeld } from './held.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import {
  importForm,
  makeCertificate,
  makeCompleted,
  makeRequested,
  makeValidated,
  readAnalysis,
  signing,
  validate,
} from './made-analyses.ts'
import { changeInside } from './matrix/world.ts'
import { readPdf } from './pdf-text.ts'

let lab: Lab
let manager: Sender
let reviewer: Sender
beforeAll(async () => {
  lab = await foundLab('certificates', { four_eyes: 'N' })
  manager = await lab.as('Manager')
  reviewer = await lab.as('Administrator')
  await makeReviewer(lab, reviewer)
})

async function makeReviewer({ company }: Lab, sender: Sender): Promise<void> {
  const { uuid } = (await must(sender(sessionCalls.me))).data
  const patch = { reviewer: 'Y' }
  await changeInside(company, { type: 'patch', kind: 'user', uuid, patch })
}

const by = (id: string) => ({ params: { id } })

const issue = (sender: Sender, record: Certificate) =>
  sender(certificateCalls.edit, {
    ...by(record.uuid),
    body: { status: 'Issued', signature: signing(record) },
  })
const reject = (sender: Sender, record: Certificate, reason?: string) =>
  sender(certificateCalls.edit, { ...by(record.uuid), body: { status: 'Rejected', reason } })

describe('a certificate', () => {
  it('[CALL-142] [CALL-143] [ENT-039] is made of a validated analysis, once', async () => {
    const record = await makeValidated(manager, lab.swarm)
    const form = (await must(manager(certificateCalls.createForm))).data
    expect(JSON.stringify(form)).toContain(record.uuid)
    const body = { analysis_uuid: record.uuid, note: 'For the customer' }
    const made = (await must(manager(certificateCalls.create, { body }))).data
    expect(made).toMatchObject({
      status: 'Pending',
      analysis_hash: record.signature?.record_hash,
      requestor_name: 'Manager of certificates',
      requested_at: null,
      reviewer: null,
      note: 'For the customer',
    })
    const again = await manager(certificateCalls.create, { body })
    expect(again.errors[0]).toMatchObject({ code: 'refused', reason: 'certificate_exists' })
    // Offer the analysis no more while one is under way.
    const later = (await must(manager(certificateCalls.createForm))).data
    expect(JSON.stringify(later)).not.toContain(record.uuid)
  })

  it('is offered again of an analysis whose certificate was rejected', async () => {
    const record = await makeRequested(manager, lab.swarm)
    const offered = async () =>
      JSON.stringify((await must(manager(certificateCalls.createForm))).data)
    expect(await offered()).not.toContain(record.analysis_uuid)
    await must(reject(reviewer, record, 'The control failed'))
    expect(await offered()).toContain(record.analysis_uuid)
  })

  it('is not made of what has not been signed', async () => {
    const { uuid } = await makeCompleted(manager, lab.swarm)
    const answer = await manager(certificateCalls.create, { body: { analysis_uuid: uuid } })
    expect(answer.errors[0]).toMatchObject({ code: 'refused', reason: 'not_validated' })
  })

  it('[CALL-140] [CALL-141] is edited while it is pending, and never over a newer version', async () => {
    const { uuid, updated_at: base } = await makeCertificate(manager, lab.swarm)
    const form = (await must(manager(certificateCalls.editForm, by(uuid)))).data
    expect(form).toMatchObject({ record: { uuid } })
    const write = (body: object) => manager(certificateCalls.edit, { ...by(uuid), body })
    await must(write({ note: 'First', base }))
    expect((await write({ note: 'Late', base })).errors[0]?.code).toBe('stale')
    await must(manager(certificateCalls.request, { ...by(uuid), body: {} }))
    expect((await write({ note: 'Too late' })).errors[0]).toMatchObject({
      code: 'refused',
      reason: 'wrong_state',
      params: { state: 'Waiting', action: 'edit' },
    })
  })

  it('[CALL-144] [CALL-145] [STATE-055] is handed to the reviewers by a request', async () => {
    const { uuid } = await makeCertificate(manager, lab.swarm)
    await must(manager(certificateCalls.requestForm, by(uuid)))
    const asked = (await must(manager(certificateCalls.request, { ...by(uuid), body: {} }))).data
    expect(asked).toMatchObject({ status: 'Waiting', requested_at: expect.any(String) })
  })

  it('[STATE-055] is issued by a reviewer who signs; the analysis is answered as certified', async () => {
    const record = await makeRequested(manager, lab.swarm)
    const issued = (await must(issue(reviewer, record))).data
    expect(issued).toMatchObject({
      status: 'Issued',
      reviewer_name: 'Administrator of certificates',
      signature: { printed_name: 'Administrator of certificates', meaning: 'approval' },
    })
    expect(issued.signature?.record_hash).toBe(signing(issued).record_hash)
    const analysis = async (query: Record<string, string>) =>
      (await must(manager(analysisCalls.get, { ...by(record.analysis_uuid), query }))).data
    expect((await analysis({ extended: '1' })).certified).toBe('Y')
    // Keep the record itself as it is, which was signed.
    expect((await analysis({})).certified).toBe('N')
  })

  it('[STATE-055] is rejected with a reason, and another may be asked for', async () => {
    const record = await makeRequested(manager, lab.swarm)
    expect((await reject(reviewer, record)).errors[0]?.code).toBe('reason_needed')
    const rejected = (await must(reject(reviewer, record, 'a control failed'))).data
    expect(rejected).toMatchObject({
      status: 'Rejected',
      rejection: 'a control failed',
      reviewer_name: 'Administrator of certificates',
      signature: null,
    })
    const body = { analysis_uuid: record.analysis_uuid }
    await must(manager(certificateCalls.create, { body }))
  })

  it('is issued by nobody without the flag, the permission or the password', async () => {
    const record = await makeRequested(manager, lab.swarm)
    expect((await issue(manager, record)).errors[0]).toMatchObject({
      code: 'forbidden',
      reason: 'not_a_reviewer',
    })
    const body = { status: 'Issued', signature: { ...signing(record), password: 'Wrong-1!' } }
    const wrong = await reviewer(certificateCalls.edit, { ...by(record.uuid), body })
    expect(wrong.errors[0]).toMatchObject({ code: 'wrong_credentials' })
    const unsigned = await reviewer(certificateCalls.edit, {
      ...by(record.uuid),
      body: { status: 'Issued' },
    })
    expect(unsigned.errors[0]).toMatchObject({ reason: 'signature_needed' })
    const other = { ...signing(record), record_hash: 'a'.repeat(64) }
    const stale = await reviewer(certificateCalls.edit, {
      ...by(record.uuid),
      body: { status: 'Issued', signature: other },
    })
    expect(stale.errors[0]?.code).toBe('stale')
  })

  it('is not issued by the one who asked for it, where four eyes are wanted', async () => {
    const careful = await foundLab('careful', { four_eyes: 'Y' })
    const author = await careful.as('Administrator')
    const person = await careful.as('Manager')
    await makeReviewer(careful, person)
    const done = await makeCompleted(author, careful.swarm)
    await must(person(analysisCalls.validate, { ...by(done.uuid), body: signing(done) }))
    const made = await must(person(certificateCalls.create, { body: { analysis_uuid: done.uuid } }))
    const { uuid } = made.data
    const asked = (await must(person(certificateCalls.request, { ...by(uuid), body: {} }))).data
    expect((await issue(person, asked)).errors[0]).toMatchObject({ reason: 'four_eyes' })
  })

  it('attack A11: is not issued by the one who wrote its words, where four eyes are wanted', async () => {
    const careful = await foundLab('worded', { four_eyes: 'Y' })
    const author = await careful.as('Administrator')
    const [person, other] = [await careful.as('Manager'), await careful.as('SuperAdmin')]
    for (const one of [person, other]) await makeReviewer(careful, one)
    const done = await makeCompleted(author, careful.swarm)
    await must(person(analysisCalls.validate, { ...by(done.uuid), body: signing(done) }))
    const made = await must(author(certificateCalls.create, { body: { analysis_uuid: done.uuid } }))
    const { uuid } = made.data
    const note = 'Passed all controls; safe for release.'
    await must(person(certificateCalls.edit, { ...by(uuid), body: { note } }))
    const asked = (await must(author(certificateCalls.request, { ...by(uuid), body: {} }))).data
    expect((await issue(person, asked)).errors[0]).toMatchObject({ reason: 'four_eyes' })
    await must(issue(other, asked))
  })
})

describe('every pair of status and action', () => {
  const makers = {
    Pending: () => makeCertificate(manager, lab.swarm),
    Waiting: () => makeRequested(manager, lab.swarm),
    Issued: async () => {
      const answer = await must(issue(reviewer, await makeRequested(manager, lab.swarm)))
      return answer.data
    },
    Rejected: async () => {
      const record = await makeRequested(manager, lab.swarm)
      return (await must(reject(reviewer, record, 'not good'))).data
    },
  }
  const actions = {
    edit: ({ uuid }: Certificate) =>
      reviewer(certificateCalls.edit, { ...by(uuid), body: { note: 'x' } }),
    request: ({ uuid }: Certificate) =>
      reviewer(certificateCalls.request, { ...by(uuid), body: {} }),
    issue: (record: Certificate) => issue(reviewer, record),
    reject: (record: Certificate) => reject(reviewer, record, 'not good'),
    delete: ({ uuid }: Certificate) => reviewer(certificateCalls.delete, { ...by(uuid), body: {} }),
  }

  it.each(certificateStatuses)('[STATE-055] is answered as the table says: %s', async (status) => {
    for (const action of Object.keys(certificateActions) as (keyof typeof actions)[]) {
      const record = await makers[status]()
      const answer = await actions[action](record)
      const refusal = refuse('certificate', action, { state: status, permissions })
      expect([action, answer.status], status).toEqual([action, refusal ? 409 : 200])
      if (refusal) expect(answer.errors[0]?.reason).toBe('wrong_state')
    }
  })

  it('an issued one refuses every write at the store itself', async () => {
    const { uuid } = await makers.Issued()
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
      const { sql } = state.storage
      expect(() => sql.exec(`UPDATE records SET body = '{}' WHERE uuid = ?`, uuid)).toThrow(
        /signed/,
      )
      expect(() => sql.exec('DELETE FROM records WHERE uuid = ?', uuid)).toThrow(/signed/)
    })
  })
})

describe('lists and files', () => {
  it('[CALL-147] [CALL-148] are for who asks and for who reviews', async () => {
    const record = await makeRequested(manager, lab.swarm)
    const filters = { status: 'Waiting', analysis_uuid: record.analysis_uuid }
    const mine = await must(manager(certificateCalls.search, { body: { filters } }))
    expect(mine.data).toMatchObject({ total: 1, data: [{ uuid: record.uuid }] })
    const theirs = await must(reviewer(certificateCalls.reviewerSearch, { body: { filters } }))
    expect(theirs.data).toEqual(mine.data)
  })

  it('[CALL-134] [CALL-135] say in which state certificates are, and what may be done', async () => {
    const record = await makeRequested(manager, lab.swarm)
    const counts = (await must(manager(certificateCalls.counts))).data
    expect(counts.map(({ status }) => status)).toEqual(certificateStatuses)
    const one = (await must(reviewer(certificateCalls.status, by(record.uuid)))).data
    expect(one).toMatchObject({ status: 'Waiting', actions: ['issue', 'reject'] })
  })

  it('[CALL-136] [CALL-137] [CALL-138] [CALL-139] hold the certificate and its results', async () => {
    const record = await makeCertificate(manager, lab.swarm)
    await must(manager(certificateCalls.csvForm, by(record.uuid)))
    const csv = (await must(manager(certificateCalls.csv, by(record.uuid)))).data
    expect(new TextDecoder().decode(csv)).toContain(record.analysis_uuid)
    const file = await must(manager(certificateCalls.download, by(record.uuid)))
    expect(file.headers.get('Content-Type')).toContain('spreadsheetml')
    const report = (await must(manager(certificateCalls.report, by(record.uuid)))).data
    expect(report.controls_failed).toBe(0)
    expect(report.analysis.signed_by).toBe('Manager of certificates')
    expect(report.results.length).toBeGreaterThan(0)
  })

  it('are printed as a PDF from the record, with a mark until they are issued, and a recall finds each of their files', async () => {
    const device = await makeCube(lab.company, 'Certified')
    const { uuid: analysis_uuid } = await validate(
      manager,
      await readAnalysis(manager, await finishedRun(lab, manager, device.uuid)),
    )
    const record = (await must(manager(certificateCalls.create, { body: { analysis_uuid } }))).data
    const print = async (language: 'en' | 'ar' = 'en') => {
      const query = { language, paper: 'a4' } as const
      return (await must(manager(certificateCalls.print, { ...by(record.uuid), query }))).data
    }
    const draft = await readPdf(await print())
    const text = draft.texts.join('\n')
    expect(draft.title).toContain('Certificate of analysis')
    for (const part of ['NOT ISSUED', 'Results of the samples', 'Signed by'])
      expect(text).toContain(part)
    expect(text.replaceAll(/\s/g, '')).toContain(record.analysis_hash)
    // Expect the same file of the same record.
    expect(await print('ar')).toEqual(await print('ar'))
    // Draw no curves: a file of curves that is lost stops no print.
    const { curves_hash } = await readAnalysis(manager, analysis_uuid)
    await env.BLOBS.delete(`${lab.company}/${curves_hash ?? ''}`)
    expect((await print()).byteLength).toBeGreaterThan(0)
    await must(manager(certificateCalls.csv, by(record.uuid)))
    await must(manager(certificateCalls.download, by(record.uuid)))
    const subject = { kind: 'device', device_uuid: device.uuid } as const
    const { data } = await must(reviewer(recallCalls.touched, { body: { subject } }))
    expect(data.files.map(({ format }) => format).toSorted()).toEqual(['csv', 'pdf', 'pdf', 'xlsx'])
  })

  it('eighteenth attack A18-1: no file leaves of a run that is held while it is made, also one that the person has already', async () => {
    const device = await makeCube(lab.company, 'Held meanwhile')
    const run = await readAnalysis(manager, await finishedRun(lab, manager, device.uuid))
    const { uuid: analysis_uuid } = await validate(manager, run)
    const { data } = await must(manager(certificateCalls.create, { body: { analysis_uuid } }))
    const saveCsv = () => manager(certificateCalls.csv, by(data.uuid))
    await must(saveCsv())
    const subject = { kind: 'device', device_uuid: device.uuid } as const
    const body = { subject, reason: 'The maker withdrew it' }
    const print = () => manager(certificateCalls.print, by(data.uuid))
    for (const save of [print, saveCsv]) {
      // Open another recall each time: what one has let go is not held by it again.
      const { uuid } = (await must(reviewer(recallCalls.create, { body }))).data
      const hold = () => must(reviewer(recallCalls.hold, by(uuid)))
      const { answer } = await sendHeld(save, { store: (method) => method === 'change' }, hold)
      expect(answer.errors[0]?.reason).toBe('recall_hold')
      const why = { body: { reason: 'It was another device' } }
      await must(reviewer(recallCalls.lift, { ...by(uuid), ...why }))
    }
    const found = await must(reviewer(recallCalls.touched, { body: { subject } }))
    expect(found.data.files.map(({ format }) => format)).toEqual(['csv'])
  })

  it('[CALL-139] says how many controls of the run failed', async () => {
    const form = importForm(lab.swarm)
    const text = await (form.get('file') as File).text()
    // Make a control without template of a well that grew.
    form.set('file', new File([text.replace('\tunkn\t', '\tntc\t')], 'example.tsv'))
    const made = (await must(manager(analysisCalls.import, { body: form }))).data
    const { uuid: analysis_uuid } = await validate(manager, made)
    const asked = await must(manager(certificateCalls.create, { body: { analysis_uuid } }))
    const { uuid } = asked.data
    const { data } = await must(manager(certificateCalls.report, by(uuid)))
    expect(data).toMatchObject({ controls_failed: 1 })
  })

  it('[CALL-146] takes one away as a GET with the header, and as a POST', async () => {
    const first = await makeCertificate(manager, lab.swarm)
    const asGet = { ...certificateCalls.delete, method: 'GET' as const }
    await must(manager(asGet, by(first.uuid)))
    const second = await makeCertificate(manager, lab.swarm)
    await must(manager(certificateCalls.delete, { ...by(second.uuid), body: {} }))
    expect((await manager(certificateCalls.status, by(second.uuid))).status).toBe(404)
  })

  it('[PERM-015] are not there for a company without the capability', async () => {
    const without = await foundLab('without', { certificates_enabled: 'N' })
    const person = await without.as('Administrator')
    const answer = await person(certificateCalls.search)
    expect([answer.status, answer.errors[0]?.params]).toEqual([
      403,
      { permission: 'certificates.search' },
    ])
  })
})
