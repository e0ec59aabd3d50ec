import { env } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { loadResults } from '../../edge/evaluate.ts'
import type { ReportFacts } from '../../edge/reports/pdf/content/report-facts.ts'
import { speaker } from '../../edge/reports/pdf/content/say.ts'
import { drawReport } from '../../edge/reports/pdf/draw-report.ts'
import { foundLab } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'

const wells = 2304

it('seventh attack A7-11: lays the rows of a chip of 2,304 wells in slices, not in one piece', async () => {
  const lab = await foundLab('slices')
  const record = await makeCompleted(await lab.as('Manager'), lab.swarm)
  const hash = record.results.at(-1)?.hash ?? ''
  const { wells: few, ...results } = await loadResults(env as unknown as Env, record, hash)
  const many = Array.from({ length: wells }, (_, at) => few[at % few.length] ?? [])
  const exclusions = many.flat().map(({ well }) => ({ well, target: null, reason: 'A bubble' }))
  const facts: ReportFacts = {
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
