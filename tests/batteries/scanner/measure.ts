import fc from 'fast-check'
import { measured, type ReportRow } from '../../../scripts/report-table.ts'
import { judgeNamed, openBench, type Focus, type Outcome } from './bench.ts'
import { altBurst, type Burst, readerBurst, typedName } from './bursts.ts'

/** Measure one kind of bursts: each is sent to the same bench behind the one before it. */
function measure(
  name: string,
  bursts: readonly Burst[],
  never: readonly Outcome[],
  focus: Focus = 'well',
): { rows: ReportRow[]; failed: string[] } {
  const bench = openBench(focus)
  const counts = new Map<Outcome, number>()
  const failed: string[] = []
  for (const burst of bursts) {
    const named = bench.send(burst)
    const outcome = judgeNamed(burst.text, named)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    if (never.includes(outcome))
      failed.push(`${name}: ${outcome}: ${JSON.stringify({ burst, named })}`)
  }
  const told = ['whole', 'whole, to look at', 'other, to look at'] as const
  return {
    rows: [
      measured(name, bursts.length),
      ...told.map((one) => measured(`  ${one}`, counts.get(one) ?? 0)),
      ...never.map((one) => {
        const value = counts.get(one) ?? 0
        const label = one === 'cut' ? 'cut and not to look at' : one
        return { name: `  ${label}`, value, unit: '', bar: '= 0', ok: value === 0 }
      }),
    ],
    failed,
  }
}

/** Scans and typed names, `count` of each kind, drawn from the seed. */
export function measureScanner(
  seed: number,
  count: number,
): { rows: ReportRow[]; failed: string[] } {
  const draw = (kind: fc.Arbitrary<Burst>) => fc.sample(kind, { seed, numRuns: count })
  const steady = readerBurst({ longest: 250, most: 2 })
  const stumbling = readerBurst({ longest: 4000, most: 5 })
  const lossless = ['cut', 'lost'] as const
  const parts = [
    measure('scans into wells, hiccups up to 250 ms', draw(steady), lossless),
    measure('scans into wells, up to 5 hiccups of up to 4 s', draw(stumbling), lossless),
    measure(
      'scans with no field in focus, no hiccups',
      draw(readerBurst({ longest: 61, most: 0 })),
      lossless,
      'nowhere',
    ),
    measure('scans in Alt mode into wells', draw(altBurst), lossless),
    measure('scans in Alt mode with no field in focus', draw(altBurst), lossless, 'nowhere'),
    measure('names typed into wells', draw(typedName), ['cut', 'lost', 'other, to look at']),
    measure('scans and typed names in turns', mix(draw(steady), draw(typedName)), lossless),
  ]
  return {
    rows: parts.flatMap(({ rows }) => rows),
    failed: parts.flatMap(({ failed }) => failed),
  }
}

function mix(one: readonly Burst[], other: readonly Burst[]): Burst[] {
  return one.flatMap((burst, at) => [burst, other[at] as Burst])
}
