import { beforeAll, expect, test } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { foundLab, must, type Sender } from './lab.ts'
import { makeValidated, readAnalysis, validate } from './made-analyses.ts'
import { readPdf } from './pdf-text.ts'

let manager: Sender
let first: Analysis
beforeAll(async () => {
  const lab = await foundLab('reports-corrected')
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
  // Only a signature takes the results of the first version out of force.
  expect(await firstPage(first)).not.toContain('Superseded')

  const second = await validate(manager, draft)
  expect(await firstPage(second)).toContain(
    `Corrected: version 2 replaces the results of version 1. Reason: ${reason}`,
  )
  expect(await firstPage(first)).toContain('Superseded: version 2 corrects these results')
  expect((await lines(second))[1]).toContain(`Version 2 replaces version 1: ${reason}`)
  expect((await lines(first))[0]).toContain('Correction')
  expect((await lines(first))[1]).toContain('Superseded')

  // Seventeenth attack A17-7: in one table both versions would count alike.
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
