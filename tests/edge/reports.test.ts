import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { type Report, reportTemplates } from '../../domain/entities/report.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted, signing, validate } from './made-analyses.ts'
import { create, planFor } from './plan.ts'

let lab: Lab
let manager: Sender
let record: Analysis
beforeAll(async () => {
  lab = await foundLab('reports')
  manager = await lab.as('Manager')
  record = await makeCompleted(manager, lab.swarm)
})

const by = (id: string) => ({ params: { id } })

function textOf(bytes: unknown): string {
  return new TextDecoder().decode(bytes as Uint8Array)
}

/** Return the names of samples in the rows of a summary. */
function samplesIn(bytes: unknown): Set<string> {
  const [, ...rows] = textOf(bytes).trimEnd().split('\r\n')
  return new Set(rows.map((row) => row.split(',')[2] ?? ''))
}

async function makeReport(body: object = {}): Promise<Report> {
  const made = await must(manager(analysisCalls.report, { ...by(record.uuid), body }))
  return made.data
}

describe('templates', () => {
  it('[CALL-189] [CALL-190] [ENT-064] are listed with their types', async () => {
    const all = (await must(manager(reportCalls.templates))).data
    expect(all).toEqual(reportTemplates)
    const query = { type: 'sample' }
    const some = (await must(manager(reportCalls.templates, { query }))).data
    expect(some.length).toBeGreaterThan(0)
    expect(some.length).toBeLessThan(reportTemplates.length)
    const types = (await must(manager(reportCalls.templateTypes))).data
    expect(types).toEqual([
      { type: 'analysis', readableType: 'Analysis' },
      { type: 'sample', readableType: 'Sample' },
    ])
  })
})

describe('a report of an analysis', () => {
  it('[CALL-084] [VAL-052] can be made in these ways, all samples ticked', async () => {
    const form = (await must(manager(analysisCalls.reportForm, by(record.uuid)))).data
    expect(form).toMatchObject({ formats: ['pdf', 'csv', 'xlsx'], targets: expect.any(Array) })
    expect(form.samples).toHaveLength(record.samples.length)
    expect(form.samples.every(({ selected }) => selected)).toBe(true)
  })

  it('[CALL-085] [VAL-054] is kept with who made it, by the first template unless another is named', async () => {
    const made = await makeReport()
    expect(made).toMatchObject({
      analysis_uuid: record.uuid,
      template: 'analysis_results',
      format: 'csv',
      user_name: 'Manager of reports',
      result_hash: record.results.at(-1)?.hash,
      signature: null,
    })
    const file = await must(manager(reportCalls.download, by(made.uuid)))
    expect(sha256Hex(file.data)).toBe(made.file_hash)
    const list = (await must(manager(analysisCalls.reportForm, by(record.uuid)))).data
    expect(list.reports.map(({ uuid }) => uuid)).toContain(made.uuid)
    expect((await must(manager(reportCalls.get, by(made.uuid)))).data).toEqual(made)
    const filters = { analysis_uuid: record.uuid }
    const found = await must(manager(reportCalls.search, { body: { filters } }))
    expect(JSON.stringify(found.data)).toContain(made.uuid)
  })

  it('[CALL-191] [VAL-051] holds the ticked samples', async () => {
    const [first, ...others] = record.samples
    if (!first || others.length === 0) throw new Error('the run has several samples')
    const make = (body: object) =>
      must(
        manager(reportCalls.createAnalysis, {
          ...by(record.uuid),
          query: { template_name: 'analysis_summary' },
          body,
        }),
      )
    const all = samplesIn((await make({})).data)
    expect(all).toEqual(new Set(record.samples.map(({ name }) => name)))
    const without = samplesIn((await make({ samples: { [first.uuid]: false } })).data)
    expect(without).toEqual(new Set(others.map(({ name }) => name)))
  })

  it('[VAL-051] leaves out the one that was unticked of several samples that are called alike', async () => {
    const [first, ...others] = record.samples
    if (!first) throw new Error('the run has samples')
    expect(others.some(({ name }) => name === first.name)).toBe(true)
    const body = { samples: { [first.uuid]: false } }
    const file = await must(manager(reportCalls.createAnalysis, { ...by(record.uuid), body }))
    const wells = textOf(file.data)
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[5])
    for (const well of first.coordinates) expect(wells).not.toContain(well)
    expect(wells).toEqual(expect.arrayContaining(others.flatMap(({ coordinates }) => coordinates)))
  })

  it('[CALL-191] [VAL-053] holds the samples of the filters where these are in use', async () => {
    const [first, second] = record.samples
    if (!first || !second) throw new Error('the run has several samples')
    const body = {
      filters: { samples: [second.name] },
      samples: { [second.uuid]: false },
    }
    const query = { template_name: 'analysis_summary' }
    const file = await must(
      manager(reportCalls.createAnalysis, { ...by(record.uuid), query, body }),
    )
    expect(samplesIn(file.data)).toEqual(new Set([second.name]))
  })

  it('is a workbook as well, and is refused for an unknown template', async () => {
    const make = (query: Record<string, string>) =>
      manager(reportCalls.createAnalysis, { ...by(record.uuid), query, body: {} })
    const file = await must(make({ format: 'xlsx' }))
    expect(textOf(file.data.slice(0, 2))).toBe('PK')
    expect((await make({ template_name: 'sample_results' })).errors[0]).toMatchObject({
      field: 'template_name',
      reason: 'template_unknown',
    })
    expect((await make({ format: 'docx' })).status).toBe(422)
  })

  it('is not made of a run without results', async () => {
    const { uuid } = await create(manager, planFor(lab))
    const answer = await manager(reportCalls.createAnalysis, { ...by(uuid), body: {} })
    expect(answer.errors[0]).toMatchObject({ code: 'refused', reason: 'wrong_status' })
  })
})

describe('a report of a sample', () => {
  it('[CALL-192] holds that sample alone', async () => {
    const [sample] = record.samples
    if (!sample) throw new Error('the run has samples')
    const file = await must(manager(reportCalls.createSample, { ...by(sample.uuid), body: {} }))
    expect(samplesIn(file.data)).toEqual(new Set([sample.name]))
    expect((await manager(reportCalls.createSample, by(crypto.randomUUID()))).status).toBe(404)
  })
})

describe('one table of several analyses', () => {
  it('[CALL-193] names its columns once, and is refused as a whole for one out of sight', async () => {
    const other = await makeCompleted(manager, lab.swarm, { name: 'Second' })
    const ask = (...uuids: string[]) =>
      manager(reportCalls.create, { query: { format: 'csv', resources: uuids.join(',') } })
    const rows = textOf((await must(ask(record.uuid, other.uuid))).data)
      .trimEnd()
      .split('\r\n')
    expect(rows.filter((row) => row.includes('Analysis UUID'))).toHaveLength(1)
    for (const { uuid, samples } of [record, other]) {
      const wells = samples.flatMap(({ coordinates }) => coordinates)
      expect(rows.filter((row) => row.includes(uuid)).length).toBeGreaterThanOrEqual(wells.length)
    }
    expect((await ask(record.uuid, crypto.randomUUID())).status).toBe(404)
    expect(reportCalls.create.timeout).toBe(60_000)
  })
})

describe('an approval', () => {
  it('is an electronic signature over the report and its file, once', async () => {
    const made = await makeReport()
    const sign = (body: object) => manager(reportCalls.approve, { ...by(made.uuid), body })
    const wrong = await sign({ ...signing(made), password: 'Wrong-1!' })
    expect(wrong.errors[0]?.code).toBe('wrong_credentials')
    const other = await sign({ ...signing(made), record_hash: 'b'.repeat(64) })
    expect(other.errors[0]?.code).toBe('stale')
    const approved = (await must(sign(signing(made)))).data
    expect(approved.signature).toMatchObject({
      printed_name: 'Manager of reports',
      meaning: 'approval',
      record_hash: signing(approved).record_hash,
    })
    expect((await sign(signing(approved))).errors[0]).toMatchObject({ reason: 'signed' })
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
      const { sql } = state.storage
      expect(() => sql.exec(`UPDATE records SET body = '{}' WHERE uuid = ?`, made.uuid)).toThrow(
        /signed/,
      )
    })
  })
})

describe('issue 14: approval of a report', () => {
  it('is refused once its results were calculated again, or a later version corrects them', async () => {
    const run = await makeCompleted(manager, lab.swarm)
    const report = async () =>
      (await must(manager(analysisCalls.report, { ...by(run.uuid), body: {} }))).data
    const approve = (one: Report) =>
      manager(reportCalls.approve, { ...by(one.uuid), body: signing(one) })
    const reason = 'a bubble in the well'
    const first = await report()
    const exclusions = [{ well: 'A1', target: null, reason }]
    const { data: changed } = await must(
      manager(analysisCalls.recalc, { ...by(run.uuid), body: { exclusions, reason } }),
    )
    expect(changed.results.at(-1)?.hash).not.toBe(first.result_hash)
    expect((await approve(first)).errors[0]).toMatchObject({
      code: 'stale',
      field: 'result_hash',
      reason: 'report_outdated',
    })
    await must(approve(await report()))
    const waiting = await report()
    await validate(manager, changed)
    await must(manager(analysisCalls.correct, { ...by(run.uuid), body: { reason } }))
    expect((await approve(waiting)).errors[0]).toMatchObject({
      code: 'stale',
      field: 'analysis_uuid',
      reason: 'report_outdated',
    })
  })
})
