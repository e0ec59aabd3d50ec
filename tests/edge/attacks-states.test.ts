import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { makePerson } from './people.ts'
import {
  makeCertificate,
  makeCompleted,
  makeValidated,
  readAnalysis,
  signing,
} from './made-analyses.ts'
import { recipeBody } from './method-bodies.ts'
import { readAuditOf } from './audit-of.ts'

let lab: Lab
let manager: Sender
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('races', { certificates_enabled: 'Y', four_eyes: 'N' })
  manager = await lab.as('Manager')
  admin = await lab.as('Administrator')
  const { uuid } = (await must(manager(sessionCalls.me))).data
  await must(admin(userCalls.setReviewer, { params: { id: uuid }, body: {} }))
})

const at = (id: string, body: object = {}) => ({ params: { id }, body })

describe('at the same time', () => {
  it('two validations make one signature', async () => {
    const record = await makeCompleted(manager, lab.swarm)
    const sign = () => manager(analysisCalls.validate, at(record.uuid, signing(record)))
    const answers = await Promise.all([sign(), sign(), sign()])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const entries = await readAuditOf(lab.company, 'analysis', record.uuid)
    expect(entries.filter(({ action }) => action === 'analysis.validate')).toHaveLength(1)
  })

  it('a signature is never of another content than was seen', async () => {
    const record = await makeCompleted(manager, lab.swarm)
    const sent = signing(record)
    const change = { name: 'Slipped in', reason: 'while it was signed' }
    await Promise.all([
      manager(analysisCalls.edit, at(record.uuid, change)),
      manager(analysisCalls.validate, at(record.uuid, sent)),
    ])
    const now = await readAnalysis(manager, record.uuid)
    // Expect one of the two to have come first and shut the other out.
    expect([now.name === 'Slipped in', now.status === 'VALIDATION']).toEqual(
      now.signature ? [false, true] : [true, false],
    )
  })

  it('a correction and a second one make one later version; nothing of it can be deleted from below', async () => {
    const { uuid } = await makeValidated(manager, lab.swarm)
    const correct = () => manager(analysisCalls.correct, at(uuid, { reason: 'wrong sample' }))
    const remove = () => manager(analysisCalls.delete, at(uuid, { reason: 'out of the way' }))
    const answers = await Promise.all([correct(), correct(), remove()])
    expect(answers.map(({ ok }) => ok).filter(Boolean)).toHaveLength(1)
    expect(answers[2]?.ok).toBe(false)
  })
})

describe('certificates', () => {
  it('are issued once', async () => {
    const { uuid } = await makeCertificate(manager, lab.swarm)
    await must(manager(certificateCalls.request, at(uuid)))
    const form = (await must(manager(certificateCalls.editForm, { params: { id: uuid } }))).data
    const { record } = form as { record: object }
    const body = { status: 'Issued', signature: signing(record) }
    const issue = () => manager(certificateCalls.edit, at(uuid, body))
    const answers = await Promise.all([issue(), issue(), issue()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  it('are not made of an analysis that has a later version', async () => {
    const { uuid } = await makeValidated(manager, lab.swarm)
    const waiting = await makeCertificate(manager, lab.swarm)
    await must(manager(analysisCalls.correct, at(uuid, { reason: 'wrong sample' })))
    const made = await manager(certificateCalls.create, { body: { analysis_uuid: uuid } })
    expect(made.errors[0]?.reason).toBe('corrected_already')
    const id = waiting.analysis_uuid
    await must(manager(analysisCalls.correct, at(id, { reason: 'wrong sample' })))
    const asked = await manager(certificateCalls.request, at(waiting.uuid))
    expect(asked.errors[0]?.reason).toBe('corrected_already')
  })
})

describe('an analysis that has moved to another swarm', () => {
  it('takes its reports along: who no longer sees it reads none of them', async () => {
    const swarms = [lab.swarm, lab.otherSwarm]
    await makePerson(admin, lab.company, 'of-both', { profile: 'Manager', swarms })
    const both = await signIn('of-both', password)
    const { uuid } = await makeCompleted(manager, lab.swarm)
    const order = { template_name: 'analysis_results', format: 'csv' }
    const made = await must(manager(analysisCalls.report, at(uuid, order)))
    const { uuid: id } = made.data
    await must(manager(reportCalls.download, { params: { id } }))
    const to = { swarm_uuid: lab.otherSwarm, reason: 'of the other team' }
    await must(both(analysisCalls.migrate, at(uuid, to)))
    for (const row of [reportCalls.download, reportCalls.get]) {
      expect((await manager(row, { params: { id } })).status).toBe(404)
      expect((await both(row, { params: { id } })).status).toBe(200)
    }
  })
})

describe('operation ids', () => {
  const headers = { 'Operation-Id': 'taken-by-a-manager' }

  it('of somebody else, or of another kind, open nothing and lose nothing', async () => {
    const body = recipeBody('First of its id')
    await must(manager(recipeCalls.create, { body, headers }))
    const record = await makeCompleted(manager, lab.swarm)
    const moved = await manager(analysisCalls.delete, {
      ...at(record.uuid, { reason: 'try it' }),
      headers,
    })
    expect(moved.errors[0]?.reason).toBe('operation_id_taken')
    expect((await readAnalysis(manager, record.uuid)).uuid).toBe(record.uuid)
  })

  it('repeated with another body change nothing, and are refused', async () => {
    const id = { 'Operation-Id': 'same-id-other-body' }
    const record = await makeCompleted(manager, lab.swarm)
    const edit = (name: string) =>
      manager(analysisCalls.edit, { ...at(record.uuid, { name, reason: 'renamed' }), headers: id })
    await must(edit('Once'))
    const again = await edit('Twice')
    expect([again.status, again.errors[0]?.reason]).toEqual([409, 'operation_reused'])
    expect((await readAnalysis(manager, record.uuid)).name).toBe('Once')
    const entries = await readAuditOf(lab.company, 'analysis', record.uuid)
    expect(JSON.stringify(entries)).not.toContain('Twice')
  })
})

describe('the trail', () => {
  it('holds no password, secret or hash of one after all of this', async () => {
    const found = (await must(admin(auditCalls.search, { query: { limit: '500' }, body: {} }))).data
    const text = JSON.stringify(found)
    expect(text).not.toMatch(
      /Right-password|password_hash|secret_hash|"secret"|argon|scrypt|pbkdf/i,
    )
  })
})
