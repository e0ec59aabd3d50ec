import type { WavelengthName } from '../../../domain/catalog/wavelengths.ts'
import type { Evaluation } from '../../../domain/entities/evaluation-recipe.ts'
import type { TraceEntry, WellResult } from '../../../domain/results.ts'
import { wellName } from '../../../domain/rules/well.ts'
import { analyse } from '../../../workers/run/analyse.ts'
import { createReadings, curveOf, type Readings } from '../../../workers/curves/readings.ts'
import { Chart } from '../chart.ts'
import { fixed, overCycles, readJson } from '../data.ts'
import { writeNumber } from '../axis.ts'
import { colours, writePicture, writeText } from '../svg.ts'

interface RatedCurve {
  set: string
  target: string
  name: string
  votes: string
  signal: (number | null)[]
}

const shape = { rows: 8, columns: 12 } as const
const channels: readonly WavelengthName[] = ['FAM', 'VIC', 'CY5']

/** Draw a curve of each call, with the rules that were applied. */
export function drawCalls(): string {
  const { curves, results, readings } = callRun()
  const chosen = [
    { call: 'detected', votes: 'y', colour: colours.green },
    { call: 'review', votes: 'a', colour: colours.orange },
    { call: 'not_detected', votes: 'n', colour: colours.grey },
  ].map(({ call, votes, colour }, i) => {
    const at = curves.findIndex(
      (curve, index) => results[index]?.call === call && curve.votes.startsWith(votes),
    )
    const { channel, well } = placeOf(curves, at)
    return drawCall(results[at]!, {
      curve: curveOf(readings, channel, well),
      votes: curves[at]!.votes,
      colour,
      left: 56 + i * 262,
    })
  })
  return writePicture({
    width: 800,
    height: 560,
    title: 'Calls with their trace',
    description:
      'A curve that is detected, one for review and one not detected; under each the rules that were asked, the value each saw, its limit, and which of them decided.',
    parts: chosen.flat(),
  })
}

const targetsOf = (curves: readonly RatedCurve[]) => [
  ...new Set(curves.map(({ target }) => target)),
]

/** Return channel and well of a curve: a channel for each target, wells in the order of the file. */
function placeOf(curves: readonly RatedCurve[], at: number) {
  const { target } = curves[at]!
  const own = curves.filter((curve) => curve.target === target)
  return { channel: targetsOf(curves).indexOf(target), well: own.indexOf(curves[at]!) }
}

/** Return the rated curves of three targets as one run, evaluated as the product does. */
function callRun(): {
  curves: RatedCurve[]
  results: (WellResult | undefined)[]
  readings: Readings
} {
  const curves = readJson<RatedCurve[]>('../../tests/fixtures/curves/pcredux-rated.json').filter(
    ({ set }) => set === 'kbqPCR',
  )
  const cycles = Math.max(...curves.map(({ signal }) => signal.length))
  const readings = createReadings(channels, 96, cycles)
  for (const [at, { signal }] of curves.entries()) {
    const { channel, well } = placeOf(curves, at)
    curveOf(readings, channel, well).set(signal.map((value) => value ?? Number.NaN))
  }
  const { wells } = analyse({
    amplification: readings,
    melt: null,
    evaluation: makeRecipe(targetsOf(curves), cycles),
    cartridge_type: 'Wells96',
    planned_cycles: cycles,
    samples: [],
    exclusions: [],
    input_hash: '',
  })
  const results = curves.map((curve, at) =>
    wells.find(
      ({ well, target }) =>
        target === curve.target && well === wellName(shape, placeOf(curves, at).well),
    ),
  )
  return { curves, results, readings }
}

function makeRecipe(names: readonly string[], cycles: number): Evaluation {
  return {
    targets: names.map((name, i) => ({
      name,
      channel: channels[i]!,
      role: 'target',
      threshold: { method: 'automatic', factor: 10 },
      baseline: { method: 'automatic' },
      cq_max: cycles,
    })),
    passive_reference: null,
    controls: { ntc_clean: false, positive_detected: false, internal_control: false },
    variables: [],
  }
}

interface CallPanel {
  curve: Float64Array
  votes: string
  colour: string
  left: number
}

function drawCall(result: WellResult, { curve, votes, colour, left }: CallPanel): string[] {
  const cycles = curve.findLastIndex(Number.isFinite) + 1
  const values = curve.subarray(0, cycles)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = 0.12 * (high - low)
  const chart = new Chart(
    { left, top: 40, width: 190, height: 150 },
    { from: 0, to: 45, label: 'cycle', ticks: [0, 10, 20, 30, 40] },
    { from: low - margin, to: high + margin, label: '' },
  ).title(result.call.replaceAll('_', ' '))
  chart.points(overCycles(values), { colour, radius: 2 })
  if (result.baseline) {
    const { intercept, slope } = result.baseline
    const line = [0, 45].map((x) => [x, intercept + slope * x] as const)
    chart.line(line, { colour: colours.frame, dash: '4 3', width: 1.2 })
    const crossing = [0, 45].map(
      (x) => [x, intercept + slope * x + (result.threshold ?? 0)] as const,
    )
    chart.line(crossing, { colour: colours.orange, dash: '4 3', width: 1.2 })
  }
  if (result.cq !== null) chart.upright(result.cq, { colour: colours.orange, width: 1 })
  const raters = `raters: ${[...votes].join(' ')}`
  const cq = `Cq ${result.cq === null ? 'none' : fixed(result.cq, 2)}`
  const heading = { size: 10, colour: colours.ink, bold: true }
  return [
    String(chart),
    writeText(left - 20, 250, raters, { size: 11, colour: colours.ink }),
    writeText(left + 196, 250, cq, { size: 11, colour: colours.ink, anchor: 'end', bold: true }),
    writeText(left - 20, 274, 'rule', heading),
    writeText(left + 142, 274, 'value', { ...heading, anchor: 'end' }),
    writeText(left + 196, 274, 'limit', { ...heading, anchor: 'end' }),
    ...result.trace.flatMap((entry, i) => writeRule(entry, left, 290 + i * 15)),
  ]
}

function writeRule({ rule, value, limit, decided }: TraceEntry, left: number, y: number): string[] {
  const style = { size: 10, bold: decided, colour: decided ? colours.orange : colours.label }
  const number = (one: number | null) => (one === null ? '\u2013' : writeNumber(one, 3))
  return [
    writeText(left - 20, y, `${decided ? '\u25b8 ' : ''}${rule.replaceAll('_', ' ')}`, style),
    writeText(left + 142, y, number(value), { ...style, anchor: 'end' }),
    writeText(left + 196, y, number(limit), { ...style, anchor: 'end' }),
  ]
}
