import { loadavg } from 'node:os'
import type { ResultRow } from '../domain/calls/results.ts'
import { type BenchLab, closeLab, createAnalyses, openLab } from './bench-edge/lab.ts'
import { median, quantile } from './bench-edge/load.ts'
import { processorMs } from './bench-console/processor.ts'
import { atMost, type ReportRow, withoutBar } from './report-table.ts'

const whole = { analyses: 250, perAnalysis: 800, rounds: 25 }
/** Enough to see that each part can be measured. What it takes says nothing. */
const short: typeof whole = { analyses: 2, perAnalysis: 300, rounds: 2 }

/** Rows of a page, as many as the list shows at once. */
const pageRows = 100
/** A page of a list comes within so many milliseconds, p95. */
const barMs = 300

interface Page {
  data: ResultRow[]
  total: number
  next: string | null
}

interface Asked {
  name: string
  order: string
  filters?: object
  after?: string
}

/**
 * Measure pages of the list of results, sorted and filtered by the service over 200,000 of them, through the whole way of a
 * request. Beside it, as information, the same rows sorted by SQLite alone in the same store, in turns with the first.
 */
export async function benchLists(given: { short: boolean }): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const lab = await openLab({ short: given.short })
  try {
    const count = form.analyses * form.perAnalysis
    await fillResults(lab, form)
    const rows: ReportRow[] = []
    for (const asked of await listAsked(lab)) {
      const page = () => timePage(lab, asked)
      await page()
      const times: number[] = []
      const spent = processorMs(lab.worker.pid)
      for (let round = 0; round < form.rounds; round++) times.push(await page())
      const work = (processorMs(lab.worker.pid) - spent) / form.rounds
      const name = `${count} results: ${asked.name}`
      rows.push(atMost(`${name}, p95`, quantile(times, 0.95), 'ms', barMs))
      // Count the processor's time too: of a machine that others use the clock says little.
      rows.push({ name: `${name}, processor`, value: work, unit: 'ms', bar: '', ok: null })
    }
    rows.push(await compareBare(lab, form.rounds))
    rows.push({ name: 'load of the machine', value: loadavg()[0]!, unit: '', bar: '', ok: null })
    return given.short ? rows.map(withoutBar) : rows
  } finally {
    await closeLab(lab)
  }
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
  // The last row of one order is a place near the end of the opposite one.
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

async function readPage({ client }: BenchLab, asked: Asked): Promise<Page> {
  const query = new URLSearchParams({ limit: String(pageRows), order: asked.order })
  if (asked.after !== undefined) query.set('after', asked.after)
  return client.ask<Page>(`/v3/results/search?${query}`, { filters: asked.filters ?? {} })
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
  return { name, value: median(ratios), unit: 'x', bar: '', ok: null }
}
