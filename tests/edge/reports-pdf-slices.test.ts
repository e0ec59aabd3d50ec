import { env } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { loadResults } from '../../edge/runs/evaluate.ts'
import { plates } from '../../edge/reports/pdf/content/pictures-of-run.ts'
import type { ReportFacts } from '../../edge/reports/pdf/content/report-facts.ts'
import { speaker } from '../../edge/reports/pdf/content/say.ts'
import { drawReport } from '../../edge/reports/pdf/draw-report.ts'
import { foundLab } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'

const wells = 2304

/** Return the facts of a report about a finished run, with its results repeated until there are so many. */
async function makeFacts(name: string, count: number): Promise<ReportFacts> {
  const lab = await foundLab(name)
  const record = await makeCompleted(await lab.as('Manager'), lab.swarm)
  const hash = record.results.at(-1)?.hash ?? ''
  const { wells: few, ...results } = await loadResults(env as unknown as Env, record, hash)
  const many = Array.from({ length: count }, (_, at) => few[at % few.length] ?? [])
  const exclusions = many.flat().map(({ well }) => ({ well, target: null, reason: 'A bubble' }))
  return {
    record: { ...record, exclusions },
    results: { ...results, wells: many.flat() },
    resultHash: hash,
    curves: null,
    points: record.points,
    calibrations: null,
    template: 'analysis_results',
    filters: {},
    sample: null,
    laboratory: 'Lab',
    protocol: null,
    applications: [],
    say: speaker('en', 'UTC', 'dd/MM/yyyy'),
    paper: 'a4',
  }
}

it('issue 20: the plate of a report has the Cq of each well with two decimals', async () => {
  const facts = await makeFacts('plates', 8)
  const texts: string[] = []
  const shape = (text: string) => {
    texts.push(text)
    return { glyphs: [], width: 0, bold: false }
  }
  const page = new Proxy({}, { get: () => () => undefined }) as never
  for (const plate of plates(facts, shape)) plate.draw(page, 0, 0, 500)
  const numbers = texts.filter((text) => /^\d+\.\d+$/.test(text))
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers.filter((text) => !/^\d+\.\d\d$/.test(text))).toEqual([])
})

it('seventh attack A7-11: lays the rows of a chip of 2,304 wells in slices, not in one piece', async () => {
  const facts = await makeFacts('slices', wells)
  let shaped = 0
  const pieces: number[] = []
  const work = drawReport(facts, (_text, bold = false) => {
    shaped += 1
    return { glyphs: [], width: 0, bold }
  })
  for (let step = work.next(); !step.done; step = work.next()) {
    pieces.push(shaped)
    shaped = 0
  }
  const all = pieces.reduce((sum, one) => sum + one, 0)
  expect(all).toBeGreaterThan(3 * wells)
  expect(Math.max(...pieces)).toBeLessThan(all / 20)
})
