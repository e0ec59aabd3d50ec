import { env } from 'cloudflare:test'
import { unzipSync } from 'fflate'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { resultCalls, sampleCalls } from '../../domain/calls/results.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { CommandMessage } from '../../domain/live/command.ts'
import { decodeCurves } from '../../workers/run/blob.ts'
import { countCurves } from '../../workers/run/count-curves.ts'
import { countOldRuns } from '../../edge/store/count-old-runs.ts'
import { sendHeld } from './held.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { readPdf } from './pdf-text.ts'
import { connectDevice, create, cycle, planFor, progressAt } from './plan.ts'
import { changeRecord, inStoreOf } from './store-writes.ts'

let lab: Lab
let operator: Sender
let uuid: string
beforeAll(async () => {
  lab = await foundLab('points')
  operator = await lab.as('Operator')
  await connectDevice(lab)
})

async function commands(): Promise<CommandMessage[]> {
  return (await must(lab.asDevice(deviceLinkCalls.commands))).data
}

const answer = (command_uuid: string | undefined, state: 'accepted' | 'done') =>
  must(lab.asDevice(deviceLinkCalls.answer, { body: { command_uuid, state } }))

beforeEach(async () => {
  uuid = (await create(operator, planFor(lab))).uuid
  await must(operator(analysisCalls.launch, { params: { id: uuid } }))
  const [launch] = await commands()
  await answer(launch?.command_uuid, 'accepted')
})

const params = () => ({ id: uuid })

async function bring(...points: number[]): Promise<void> {
  const body = { readings: points.map((at) => cycle(at)), progress: progressAt(uuid, 1) }
  await must(lab.asDevice(deviceLinkCalls.readings, { params: params(), body }))
}

/** Let its device say that the run is complete, whatever it has measured. */
const finish = (measured = 0) =>
  lab.asDevice(deviceLinkCalls.finished, {
    params: params(),
    body: {
      outcome: 'completed',
      reason: '',
      at: new Date().toISOString(),
      measured: { AMP: measured, VAL: 0 },
    },
  })

async function record(): Promise<Analysis> {
  return (await must(operator(analysisCalls.get, { params: params() }))).data
}

const melt = { measured: 0, last: 0, planned: 0 }

it('attack B7: a record says how many cycles were measured, whatever the device calls the end', async () => {
  await bring(1, 2, 3, 4, 7)
  await must(finish())
  const { status, points } = await record()
  expect(status).toBe('COMPLETE')
  expect(points).toEqual({ AMP: { measured: 5, last: 7, planned: 40 }, VAL: melt })
})

it('attack B7: cycles that people took off, and their device has, are not missing', async () => {
  await bring(1, 2, 3)
  await takeOffFiveCycles()
  await must(finish(3))
  expect((await record()).points?.AMP).toEqual({ measured: 3, last: 3, planned: 35 })
})

it('attack closeRun: a reading that comes while the end is computed is in the curve file', async () => {
  await bring(1, 2, 3)
  const { wasHeld, answer: ended } = await sendHeld(
    () => finish(3),
    { store: (method) => method === 'endRun' },
    () => bring(4),
  )
  expect(wasHeld).toBe(true)
  expect(ended.status).toBe(200)
  const { points, curves_hash } = await record()
  expect(points?.AMP).toEqual({ measured: 4, last: 4, planned: 40 })
  const file = await must(
    operator(analysisCalls.blob, { params: { id: uuid, hash: curves_hash ?? '' } }),
  )
  expect(countCurves(decodeCurves(file.data)).AMP).toEqual({ measured: 4, last: 4 })
})

/** Remove the count of points, as in a record of an earlier version. */
async function forgetPoints(): Promise<void> {
  await changeRecord(lab.company, { kind: 'analysis', uuid }, { points: undefined })
}

async function saysEarly(): Promise<unknown> {
  const body = { filters: { analysis_uuid: [uuid] } }
  const { data } = (await must(operator(resultCalls.search, { body }))).data
  return data[0]?.ended_early
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

it('attack B7: results say that their run ended early', async () => {
  await bring(1, 2, 3)
  await must(finish(3))
  expect(await saysEarly()).toBe(true)
})

it('attack B7: of an older record its curves tell that it ended early, in results and report', async () => {
  await bring(1, 2, 3)
  await must(finish(3))
  await forgetPoints()
  expect(await saysEarly()).toBeNull()
  await inStoreOf(lab.company, (sql) => countOldRuns(env as unknown as Env, sql))
  expect(await saysEarly()).toBe(true)
  const query = { format: 'pdf', language: 'en' }
  const report = await must(
    operator(reportCalls.createAnalysis, { params: params(), query, body: {} }),
  )
  const { texts } = await readPdf(report.data)
  expect(texts.join(' ')).toContain('3 of 40 cycles')
})

it('attack B7: of an older record cycles that people took off are no early end', async () => {
  await bring(...upTo(35))
  await takeOffFiveCycles()
  await must(finish(35))
  await forgetPoints()
  await inStoreOf(lab.company, (sql) => countOldRuns(env as unknown as Env, sql))
  expect(await saysEarly()).toBe(false)
})

const textOf = (bytes: unknown) => new TextDecoder().decode(bytes as Uint8Array)

async function exportAs(fileFormat: string): Promise<Uint8Array<ArrayBuffer>> {
  const order = { params: params(), body: { fileFormat } }
  return (await must(operator(analysisCalls.export, order))).data
}

async function importBack(): Promise<Analysis> {
  const form = new FormData()
  const fields = { uuid: crypto.randomUUID(), name: 'Back', swarm_uuid: lab.swarm }
  form.set('fields', JSON.stringify({ ...fields, recipe_uuid: null, run: 0 }))
  form.set('file', new File([await exportAs('bca')], 'archive.bca'))
  return (await must(operator(analysisCalls.import, { body: form }))).data
}

it('third attack C2: samples and files of a run that ended early say so', async () => {
  await bring(...upTo(12))
  await must(finish(12))
  const body = { filters: { analysis_uuid: [uuid] } }
  const { data } = (await must(operator(sampleCalls.search, { body }))).data
  expect(new Set(data.map(({ ended_early }) => ended_early))).toEqual(new Set([true]))
  const told = 'ended early: 12 of 40 cycles'
  const [, ...rows] = textOf(await exportAs('csv'))
    .trim()
    .split('\r\n')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toContain(told)
  for (const format of ['xlsx', 'rdml']) {
    const members = Object.values(unzipSync(await exportAs(format)))
    expect(members.map(textOf).join()).toContain(told)
  }
})

it('early end: the row of every value, and the name of an RDES file, say it too', async () => {
  await bring(...upTo(12))
  await must(finish(12))
  const [, ...rows] = textOf(await exportAs('tidy'))
    .trim()
    .split('\r\n')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toContain('ended early: 12 of 40 cycles')
  const order = { params: params(), body: { fileFormat: 'rdes' } }
  const { headers } = await must(operator(analysisCalls.export, order))
  expect(headers.get('content-disposition')).toContain('-ended-early-12-of-40-cycles')
})

it.each(['csv', 'tidy', 'xlsx', 'rdml'])(
  'early end: %s says it of an older record, whose curves tell',
  async (format) => {
    await bring(...upTo(12))
    await must(finish(12))
    await forgetPoints()
    const file = await exportAs(format)
    const texts = format === 'csv' || format === 'tidy' ? [file] : Object.values(unzipSync(file))
    expect(texts.map(textOf).join()).toContain('ended early: 12 of 40 cycles')
  },
)

it('early end: the points of an older record are sent to pages, with the orders that shortened it', async () => {
  await bring(...upTo(12))
  await takeOffFiveCycles()
  await must(finish(12))
  const ask = async () =>
    (await must(operator(analysisCalls.oldPoints, { body: { uuids: [uuid] } }))).data
  await forgetPoints()
  await inStoreOf(lab.company, (sql) => countOldRuns(env as unknown as Env, sql))
  expect(await ask()).toEqual([
    { uuid, points: { AMP: { measured: 12, last: 12, planned: 35 }, VAL: melt } },
  ])
})

it('early end: an older record that says why its run ended counts as ended early in every place', async () => {
  await bring(...upTo(40))
  await must(finish(40))
  await changeRecord(
    lab.company,
    { kind: 'analysis', uuid },
    { points: undefined, end_reason: 'The lid was opened' },
  )
  await inStoreOf(lab.company, (sql) => {
    // Leave the facts as those of a store that an earlier version has written.
    sql.run('UPDATE analysis_facts SET ended_early = NULL WHERE uuid = ?', uuid)
  })
  await inStoreOf(lab.company, (sql) => countOldRuns(env as unknown as Env, sql))
  expect(await saysEarly()).toBe(true)
  expect(textOf(await exportAs('csv'))).toContain('ended early')
})

it('third attack C3: an archive keeps what was planned of its run, also beside orders', async () => {
  await bring(1, 2, 3)
  await takeOffFiveCycles()
  await must(finish(3))
  expect((await importBack()).points?.AMP).toEqual({ measured: 3, last: 3, planned: 35 })
})

/** Shorten the programme of 40 cycles to 35 by an order that the device carries out. */
async function takeOffFiveCycles(): Promise<void> {
  const body = { name: 'EXTEND', analysis_uuid: uuid, cycles: -5, of: 40 }
  await must(operator(deviceCalls.command, { params: { id: lab.device }, body }))
  const order = (await commands()).find(({ command }) => command.name === 'EXTEND')
  await answer(order?.command_uuid, 'done')
}
