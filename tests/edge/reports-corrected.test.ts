import { beforeAll, describe, expect, test } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeValidated, readAnalysis, validate } from './made-analyses.ts'
import { readPdf } from './pdf-text.ts'
import { changeRecord } from './store-writes.ts'

let lab: Lab
let manager: Sender
let first: Analysis
beforeAll(async () => {
  lab = await foundLab('reports-corrected')
  manager = await lab.as('Manager')
  first = await makeValidated(manager, lab.swarm)
}, 60_000)

async function make(record: Analysis, format: 'pdf' | 'csv'): Promise<Uint8Array> {
  const parts = { params: { id: record.uuid }, query: { format }, body: {} }
  return (await must(manager(reportCalls.createAnalysis, parts))).data
}
const firstPage = async (record: Analysis) =>
  (await readPdf(await make(record, 'pdf'))).texts[0]?.replaceAll(/\s+/g, ' ')
const lines = async (record: Analysis) =>
  new TextDecoder().decode(await make(record, 'csv')).split('\r\n')

test('issue 17: the first page of a corrected report says what it replaces and why, and that of the run before that it is superseded', async () => {
  expect(await firstPage(first)).not.toMatch(/Superseded|Corrected:/)
  expect((await lines(first))[0]).not.toContain('Correction')

  const certify = { body: { analysis_uuid: first.uuid } }
  const { data: certificate } = await must(manager(certificateCalls.create, certify))

  const reason = 'Two samples were swapped'
  const body = { reason }
  const { uuid } = (
    await must(manager(analysisCalls.correct, { params: { id: first.uuid }, body }))
  ).data
  const draft = await readAnalysis(manager, uuid)
  // Wait for a signature, which alone takes the results of the first version out of force.
  expect(await firstPage(first)).not.toContain('Superseded')

  const second = await validate(manager, draft)
  expect(await firstPage(second)).toContain(
    `Corrected: version 2 replaces the results of version 1. Reason: ${reason}`,
  )
  expect(await firstPage(first)).toContain('Superseded: version 2 corrects these results')
  expect((await lines(second))[1]).toContain(`Version 2 replaces version 1: ${reason}`)
  expect((await lines(first))[0]).toContain('Correction')
  expect((await lines(first))[1]).toContain('Superseded')

  // Expect the corrections in one table, where both versions would count alike (seventeenth attack A17-7).
  const query = { format: 'csv' as const, resources: [first.uuid, second.uuid].join(',') }
  const joined = new TextDecoder().decode((await must(manager(reportCalls.create, { query }))).data)
  const corrections = joined.split('\r\n').flatMap((row) => /Superseded|replaces/.exec(row) ?? [])
  expect(joined.split('\r\n')[0]).toMatch(/,Correction$/)
  expect(new Set(corrections)).toEqual(new Set(['Superseded', 'replaces']))
  const alone = await must(
    manager(analysisCalls.export, { params: { id: first.uuid }, body: { fileFormat: 'csv' } }),
  )
  expect(new TextDecoder().decode(alone.data)).toContain('Superseded, version 2')
  const params = { id: certificate.uuid }
  const facts = (await must(manager(certificateCalls.csv, { params }))).data
  expect(new TextDecoder().decode(facts)).toContain('Superseded, version 2')
  const printed = await readPdf((await must(manager(certificateCalls.print, { params }))).data)
  expect(printed.texts[0]?.replaceAll(/\s+/g, ' ')).toContain('Superseded: version 2 corrects')
})

describe('eighteenth attack A18-2: a correction in another swarm than the run that it corrects', () => {
  const at = (id: string) => ({ params: { id } })
  const correct = async (record: Analysis) => {
    const body = { reason: 'Two samples were swapped' }
    const made = (await must(manager(analysisCalls.correct, { ...at(record.uuid), body }))).data
    return readAnalysis(manager, made.uuid)
  }
  /** Make the person a member of these swarms and of no other. */
  const linkTo = async (swarms: string[]) => {
    const admin = await lab.as('Administrator')
    const { uuid } = (await must(manager(sessionCalls.me))).data
    await must(admin(userCalls.link, { ...at(uuid), body: { swarms, reason: 'another bench' } }))
  }

  test('is refused by hand, and a merge of the swarms leaves it beside that run', async () => {
    await linkTo([lab.swarm, lab.otherSwarm])
    const signed = await makeValidated(manager, lab.otherSwarm)
    const draft = await correct(signed)
    const body = { swarm_uuid: lab.swarm, reason: 'belongs there' }
    const moved = await manager(analysisCalls.migrate, { ...at(draft.uuid), body })
    expect([moved.status, moved.errors[0]?.reason]).toEqual([409, 'correction_stays'])
    const admin = await lab.as('Administrator')
    const { uuid } = (await must(admin(sessionCalls.me))).data
    const both = { swarms: [lab.swarm, lab.otherSwarm], reason: 'to merge them' }
    await must(admin(userCalls.link, { ...at(uuid), body: both }))
    await must(admin(swarmCalls.merge, { ...at(lab.otherSwarm), body }))
    expect((await readAnalysis(manager, draft.uuid)).swarm_uuid).toBe(lab.otherSwarm)
  })

  test('that was moved by an earlier version is named in files and answers of people who do not see it', async () => {
    const signed = await makeValidated(manager, lab.swarm)
    const draft = await correct(signed)
    const patch = { swarm_uuid: lab.otherSwarm, swarm_name: 'Second' }
    await changeRecord(lab.company, { kind: 'analysis', uuid: draft.uuid }, patch)
    await linkTo([lab.swarm, lab.otherSwarm])
    await validate(manager, await readAnalysis(manager, draft.uuid))
    await linkTo([lab.swarm])
    expect(await firstPage(signed)).toContain('Superseded: version 2 corrects these results')
    expect((await lines(signed))[1]).toContain('Superseded')
    const answer = await manager(analysisCalls.export, {
      ...at(signed.uuid),
      body: { fileFormat: 'hl7' },
    })
    expect(answer.errors[0]?.reason).toBe('answer_corrected')
  })
})
