import { loadavg } from 'node:os'
import { type BenchLab, closeLab, createAnalyses, openLab } from './bench-edge/lab.ts'
import { median, quantile } from './quantile.ts'
import { processorMs } from './bench-console/processor.ts'
import { atMost, measured, type ReportRow, withoutBar } from './report-table.ts'

const whole = { analyses: 250, perAnalysis: 800, entries: 200_000, rounds: 25 }
/** Enough to see that each part can be measured. What it takes says nothing. */
const short: typeof whole = { analyses: 2, perAnalysis: 300, entries: 600, rounds: 2 }

/** Rows of a page, as many as the list shows at once. */
const pageRows = 100
/** A page of a list comes within so many milliseconds, p95. */
const barMs = 300

interface Page {
  data: unknown[]
  total: number
  next: string | null
}

interface Asked {
  name: string
  order: string
  /** Path of the search, and its body. */
  path?: string
  body?: object
  filters?: object
  after?: string
}

/**
 * Measure pages of the list of results and of the trail, sorted and filtered by the service over 200,000 rows of each, through
 * the whole way of a request. Beside it, as information, the same rows sorted by SQLite alone in the same store, in turns with the first.
 */
export async function benchLists(given: { short: boolean }): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const lab = await openLab({ checked: false, short: given.short })
  try {
    const count = form.analyses * form.perAnalysis
    const rows = [await timed(`${count} results made`, () => fillResults(lab, form))]
    for (const asked of await listAsked(lab)) {
      rows.push(...(await measurePage(lab, asked, `${count} results`, form.rounds)))
    }
    rows.push(await compareBare(lab, form.rounds))
    // Make up entries last, since they do not agree with the records: the store is not compared with its trail.
    let entries = 0
    const made = await timed(`${form.entries} entries made`, async () => {
      entries = await lab.client.ask<number>(`/bench/trail/${lab.company}/${form.entries}`, {})
    })
    rows.push(made)
    await lab.client.signIn(...administrator(lab))
    for (const asked of await listEntriesAsked(lab)) {
      rows.push(...(await measurePage(lab, asked, `${entries} entries`, form.rounds)))
    }
    rows.push(measured('load of the machine', loadavg()[0]!))
    return given.short ? rows.map(withoutBar) : rows
  } finally {
    await closeLab(lab)
  }
}

/** Make what is measured afterwards, and return how long that took. */
async function timed(name: string, make: () => Promise<void>): Promise<ReportRow> {
  const began = performance.now()
  await make()
  return measured(name, (performance.now() - began) / 1000, 's')
}

async function measurePage(
  lab: BenchLab,
  asked: Asked,
  list: string,
  rounds: number,
): Promise<ReportRow[]> {
  const page = () => timePage(lab, asked)
  await page()
  const times: number[] = []
  const spent = processorMs(lab.worker.pid)
  for (let round = 0; round < rounds; round++) times.push(await page())
  const work = (processorMs(lab.worker.pid) - spent) / rounds
  const name = `${list}: ${asked.name}`
  return [
    atMost(`${name}, p95`, quantile(times, 0.95), 'ms', barMs),
    // Count the processor's time too: of a machine that others use the clock says little.
    measured(`${name}, processor`, work, 'ms'),
  ]
}

function administrator({ signIns }: BenchLab): [string, string] {
  const [name = '', password = ''] = signIns.find(([one]) => one?.startsWith('admin')) ?? []
  return [name, password]
}

async function fillResults(lab: BenchLab, { analyses, perAnalysis }: typeof whole): Promise<void> {
  const [first = ''] = await createAnalyses(lab, 1)
  const { client, company } = lab
  for (let from = 0; from < analyses; from += 250) {
    const some = Math.min(250, analyses - from)
    await client.ask(`/bench/copies/${company}/analysis/${first}/${from}/${some}`, {})
  }
  await client.ask(`/bench/results/${company}/${perAnalysis}`, {})
}

/** List what is asked: orders by one field and by several, filters, and a page far behind the first. */
async function listAsked(lab: BenchLab): Promise<Asked[]> {
  // Read the last row of one order, which is a place near the end of the opposite one.
  const end = await readPage(lab, { name: '', order: 'cq_mean DESC' })
  const asked: Asked[] = [
    { name: 'newest first', order: 'created_at DESC' },
    { name: 'by Cq', order: 'cq_mean ASC' },
    { name: 'by sample', order: 'sample_name ASC' },
    { name: 'by analysis', order: 'analysis_name ASC' },
    { name: 'by call, then Cq', order: 'call ASC,cq_mean DESC' },
    { name: 'by analysis, target, then Cq', order: 'analysis_name ASC,target ASC,cq_mean ASC' },
    { name: 'detected, by Cq', order: 'cq_mean DESC', filters: { call: ['detected'] } },
    { name: 'in doubt, by sample', order: 'sample_name ASC', filters: { call: ['review'] } },
    { name: 'samples that begin with s1, by Cq', order: 'cq_mean ASC', filters: { sample: 's1' } },
  ]
  return end.next === null
    ? asked
    : [...asked, { name: 'by Cq, the last page', order: 'cq_mean ASC', after: end.next }]
}

/** List what is asked of the trail, also a page whose place is near the first entry. */
async function listEntriesAsked(lab: BenchLab): Promise<Asked[]> {
  const path = '/v3/audit/search'
  const at = (name: string, order: string, body: object = {}) => ({ name, order, path, body })
  const end = await readPage(lab, at('', 'at ASC'))
  const asked: Asked[] = [
    at('newest first', 'at DESC'),
    at('by person', 'who ASC'),
    at('by kind, action, then person', 'kind ASC,action ASC,who DESC'),
    at('of one kind, by person', 'who ASC', { kind: 'user' }),
    at('of a period', 'at DESC', { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }),
    at('of a person found by name', 'at DESC', { search: 'person 123' }),
  ]
  return end.next === null
    ? asked
    : [...asked, { ...at('the last page', 'at DESC'), after: end.next }]
}

async function readPage({ client }: BenchLab, asked: Asked): Promise<Page> {
  const { path = '/v3/results/search', body = { filters: asked.filters ?? {} } } = asked
  const query = new URLSearchParams({ limit: String(pageRows), order: asked.order })
  if (asked.after !== undefined) query.set('after', asked.after)
  return client.ask<Page>(`${path}?${query}`, body)
}

async function timePage(lab: BenchLab, asked: Asked): Promise<number> {
  const began = performance.now()
  const { data } = await readPage(lab, asked)
  if (data.length === 0) throw new Error(`${asked.name}: nothing was found`)
  return performance.now() - began
}

/** Return how many times longer a page by Cq takes than SQLite alone needs to sort the same rows; the two take turns. */
async function compareBare(lab: BenchLab, rounds: number): Promise<ReportRow> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await timePage(lab, { name: 'by Cq', order: 'cq_mean ASC' })
    const began = performance.now()
    await lab.client.ask(`/bench/sorted/${lab.company}/${pageRows}`, {})
    ratios.push(page / (performance.now() - began))
  }
  const name = 'a page by Cq, against SQLite alone sorting the same rows, median'
  return measured(name, median(ratios), 'x')
}
