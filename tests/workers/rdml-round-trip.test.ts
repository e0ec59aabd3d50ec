import { expect, it } from 'vitest'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { createReadings, curveOf } from '../../workers/curves/readings.ts'
import { exportRun } from '../../workers/files/export-run.ts'
import { importFile } from '../../workers/files/import.ts'
import { planImport } from '../../workers/files/plan-import.ts'
import { NoticeList } from '../../workers/files/notices.ts'
import { writeRdml, writeRdmlText } from '../../workers/files/rdml/write.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { finishAtOnce } from '../../workers/slices.ts'
import { makeAnalysis } from '../support/archive-of.ts'
import { testWriter } from '../support/export-run.ts'
import { makeRun } from './run.ts'

const cycles = 40

/** Make light of two channels in 16 wells: FAM grows, VIC holds a fifth of it over a light of its own. */
function makeLight() {
  const readings = createReadings(['FAM', 'VIC'], 16, cycles)
  for (let well = 0; well < 16; well++) {
    for (let at = 0; at < cycles; at++) {
      const noise = ((7 * at + 3 * well) % 5) - 2
      const fam = 9000 / (1 + Math.exp(-(at - 18 - well / 4) / 1.4))
      curveOf(readings, 0, well)[at] = 1000 + fam + noise
      curveOf(readings, 1, well)[at] = 2000 + 100 * well + fam / 5 + noise
    }
  }
  return readings
}

function makeInput(change: (evaluation: Evaluation) => Evaluation): AnalyseInput {
  const { evaluation } = makeRun([{ type: 'unknown', wells: [[25, 25]] }])
  const wells = [...'ABCD'].flatMap((row) => [1, 2, 3, 4].map((column) => row + column))
  return {
    amplification: makeLight(),
    melt: null,
    evaluation: change(evaluation),
    cartridge_type: 'Wells16',
    planned_cycles: cycles,
    samples: wells.map((well) => ({
      uuid: crypto.randomUUID(),
      name: well,
      sample_type: 'unknown',
      coordinates: [well],
    })),
    exclusions: [],
    input_hash: '',
  }
}

const ruled = (evaluation: Evaluation, value: number): Evaluation => ({
  ...evaluation,
  targets: [
    {
      ...evaluation.targets[0]!,
      name: 'FAM',
      channel: 'FAM',
      threshold: { method: 'fixed', value },
      cq_method: 'threshold',
      baseline: { method: 'window', start: 3, end: 12 },
    },
  ],
})

const cases: [string, number, (evaluation: Evaluation) => Evaluation][] = [
  ['without corrections', 700, (evaluation) => evaluation],
  [
    'with a colour compensation',
    700,
    (evaluation) => ({
      ...evaluation,
      compensation: {
        channels: ['FAM', 'VIC'],
        matrix: [
          [1, 0.3],
          [0.2, 1],
        ],
      },
    }),
  ],
  [
    'with a passive reference',
    0.25,
    (evaluation) => ({ ...evaluation, passive_reference: 'VIC' as const }),
  ],
]

it.each(cases)(
  'RDML of a run %s comes back with the same threshold, Cqs and meaning of both',
  async (name, threshold, change) => {
    const input = makeInput((evaluation) => change(ruled(evaluation, threshold)))
    const { record } = makeAnalysis(1, { cartridge: 'Wells16' })
    const results = analyse(input)
    const { amplification, melt } = input
    const own = { ...record, source: undefined, samples: [...input.samples] as Analysis['samples'] }
    const written = exportRun(own, results, { amplification, melt }, 'test')
    const { bytes } = finishAtOnce(writeRdml([written], testWriter))
    const text = [...writeRdmlText([written], testWriter, new NoticeList())].join('')
    // Expect these elements without a reference only: the light beside them is not divided by it.
    expect(/<(quantFluor|bgFluor|endPt)>/.test(text)).toBe(written.passiveReference === null)
    const [run] = (await importFile('back.rdml', bytes)).runs
    const plan = planImport(run!, () => crypto.randomUUID())
    expect(plan.evaluation.passive_reference).toBe(input.evaluation.passive_reference)
    expect(plan.source.curves).toBe(name.includes('compensation') ? 'compensated' : 'raw')
    expect(plan.evaluation.targets.find((one) => one.name === 'FAM')).toMatchObject({
      threshold: { method: 'fixed', value: threshold },
      baseline: { method: 'window', start: 3, end: 12 },
    })
    const again = analyse({
      ...input,
      amplification: plan.curves.amplification,
      evaluation: { ...plan.evaluation, targets: input.evaluation.targets },
    })
    const cqs = (all: typeof results) => all.wells.map(({ well, cq }) => [well, cq])
    expect(cqs(again)).toEqual(cqs(results))
    expect(results.wells.filter(({ cq }) => cq !== null)).toHaveLength(16)
    expect(run?.wells[0]?.targets[0]?.background).toEqual(written.wells[0]?.targets[0]?.background)
  },
)
