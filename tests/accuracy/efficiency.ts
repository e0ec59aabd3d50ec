import { analyseLinreg, type LinregCurves } from '../../workers/linreg/linreg.ts'
import { averageEfficiency, type AssayCurve } from '../../workers/plate/assay-efficiency.ts'
import { estimateAssay } from '../../workers/plate/assay-growth.ts'
import { fitStandardCurve, type StandardPoint } from '../../workers/plate/standard-curve.ts'
import { quantile, type Figure } from '../support/curve-accuracy.ts'
import {
  listReference,
  readCurveTable,
  readRdml,
  readText,
  type CurveTable,
} from '../support/linreg-reference.ts'
import { hasReference } from '../support/vendor-csv.ts'

const experiments = 'rdmlpython/experiments/untergasser/'
const controls = ['ntc', 'nac', 'ntp', 'nrt', 'opt']

/** A dilution series of an assay, and the efficiencies its curves and its slope give. */
export interface Dilution {
  name: string
  levels: number
  /** Decades from the lowest to the highest quantity. */
  decades: number
  slope: number
  /** Half of the 95 % confidence interval of the slope's efficiency. */
  reach: number
  /** Our estimate from the curves, and the mean of LinRegPCR. */
  curves: number
  linreg: number
}

/**
 * Compare efficiency from the curves with efficiency from the dilution: every assay (run and target, and so mix) of the
 * experiments whose genomic DNA or amplicon was diluted to three quantities or more. The dilution's is 10^(-1/slope) of
 * TD0, by LinRegPCR, on log10 of the quantity in the name of the sample, or else the stated one, over all amplified
 * wells of one series. The curves' is that of all amplified wells of the assay in its run, diluted or not; it never
 * sees a quantity.
 */
export function measureEfficiency(): Figure[] {
  const all = findDilutions()
  // Leave out series of three levels over a decade, which cannot tell
  // an efficiency: one pipetting error of a tenth moves it by 0.1.
  const telling = all.filter(
    ({ levels, decades, reach }) => levels >= 4 && decades >= 1.4 && reach <= 0.06,
  )
  return [
    ...describe('efficiency, curves against dilution (any, 3 levels)', all),
    ...describe('efficiency, curves against dilution (4 levels, 1.4 decades, 0.06)', telling),
    ...compareSeries(all),
    ...measureVermeulen(),
  ]
}

/** Compare dilution series of one assay on one plate: no single curve can be more exact than they agree. */
function compareSeries(dilutions: readonly Dilution[]): Figure[] {
  const pairs = [...Map.groupBy(dilutions, ({ name }) => name).values()].flatMap((series) =>
    series.flatMap(({ slope }, i) =>
      series.slice(i + 1).map((other) => Math.abs(other.slope - slope)),
    ),
  )
  const figure = (what: string, value: number, unit: string): Figure => ({
    name: `efficiency, dilution against another of the same assay and plate: ${what}`,
    value,
    unit,
    bar: '',
    ok: null,
  })
  return pairs.length === 0
    ? []
    : [
        figure('pairs', pairs.length, 'pairs'),
        figure('median |d|', quantile(pairs, 0.5), 'fold'),
        figure('p90 |d|', quantile(pairs, 0.9), 'fold'),
      ]
}

function describe(name: string, dilutions: readonly Dilution[]): Figure[] {
  if (dilutions.length === 0) return []
  const ours = dilutions.map(({ curves, slope }) => curves - slope)
  const sizes = ours.map(Math.abs)
  const theirs = dilutions.map(({ linreg, slope }) => Math.abs(linreg - slope))
  const figure = (what: string, value: number, most?: number): Figure => ({
    name: `${name}: ${what}`,
    value,
    unit: 'fold',
    bar: most === undefined ? '' : `<= ${most}`,
    ok: most === undefined ? null : value <= most,
  })
  return [
    { name: `${name}: series`, value: dilutions.length, unit: 'series', bar: '', ok: null },
    figure('median |d|', quantile(sizes, 0.5), 0.04),
    figure('p90 |d|', quantile(sizes, 0.9), 0.12),
    figure('bias (median)', quantile(ours, 0.5)),
    figure('LinRegPCR for comparison, median |d|', quantile(theirs, 0.5)),
    figure('LinRegPCR for comparison, p90 |d|', quantile(theirs, 0.9)),
  ]
}

/** Find every dilution series of the experiments whose file name begins with `begin`. */
export function findDilutions(begin = ''): Dilution[] {
  const files = listReference(experiments).filter(
    (file) => file.startsWith(begin) && file.endsWith('.rdml'),
  )
  return files.flatMap((name) => {
    const file = readRdml(experiments + name)
    return file.runs.flatMap((run) => {
      const found = analyseLinreg(run.values, run.names.length, run.points)
      const assays = Map.groupBy(run.reactions.keys(), (i) => run.reactions[i]!.target)
      return [...assays].flatMap(([target, curves]) => {
        const members = curves.map((curve) => {
          const type = file.samples.get(run.reactions[curve]!.sample)?.type ?? 'unkn'
          return { curve, counted: !controls.includes(type) }
        })
        const placed = members
          .filter(({ counted }) => counted)
          .map(({ curve }) => {
            const { sample } = run.reactions[curve]!
            return { curve, ...placeSample(sample, file.samples.get(sample)?.quantity) }
          })
        const series = Map.groupBy(placed, (one) => one.series)
        return [...series.values()].flatMap((one) =>
          weighDilution(`${name} ${run.run} ${target}`, run, found, members, one),
        )
      })
    })
  })
}

/** Read series and log10 quantity of a sample: nanograms in its name, or the stated quantity. */
function placeSample(sample: string, quantity: number | undefined) {
  const mass = /([\d.]+) ?ng/.exec(sample)?.[1]
  return {
    series: sample.replaceAll(/[\d.]+(?=e\d+$)|e\d+$|[\d.]+ ?ng/g, ''),
    log10Quantity: Math.log10(mass ? Number(mass) : (quantity ?? Number.NaN)),
  }
}

function weighDilution(
  name: string,
  table: CurveTable,
  found: LinregCurves,
  members: readonly AssayCurve[],
  series: readonly { curve: number; log10Quantity: number }[],
): Dilution[] {
  const points = series.flatMap(({ curve, log10Quantity }) =>
    found.amplified[curve] === 1 ? { log10Quantity, cq: found.td0[curve]! } : [],
  )
  const levels = new Set(points.map((one) => one.log10Quantity).filter(Number.isFinite))
  const dilution = levels.size < 3 ? null : readSlope(points)
  if (!dilution) return []
  const linreg = averageEfficiency(found, members).efficiency
  return [{ name, ...dilution, curves: estimate(table, found, members), linreg }]
}

function readSlope(points: readonly StandardPoint[]) {
  const fitted = fitStandardCurve(points)
  if (fitted.outcome !== 'fitted') return null
  const { efficiency, levels, highest, lowest } = fitted.curve
  return {
    levels,
    decades: highest - lowest,
    slope: efficiency.value,
    reach: (efficiency.high - efficiency.low) / 2,
  }
}

function estimate(
  { values, points }: CurveTable,
  found: LinregCurves,
  members: readonly AssayCurve[],
): number {
  return estimateAssay(values, points, found, members).assay.efficiency
}

/**
 * Measure the genes of Vermeulen 2009. The model's sharpness, set without them, would be 1.185 instead of 1.17; their
 * median would then be at the bar.
 */
function measureVermeulen(): Figure[] {
  if (hasReference('qpcR/vermeulen2.csv')) return measureStandards()
  const path = 'rdmlpython/experiments/vermeulen/RDML_Tools_bias.tsv'
  if (!hasReference(path) || !hasReference('qpcR/vermeulen1.csv')) return []
  const lines = readText(path)
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
  const table = readCurveTable('qpcR/vermeulen1.csv')
  const found = analyseLinreg(table.values, table.names.length, table.points)
  const genes = groupGenes(table.names)
  return describeGenes(
    'their samples against published slopes',
    (lines[0] ?? []).slice(2).flatMap((gene, column) => {
      const members = genes.get(plain(gene))?.map((curve) => ({ curve, counted: true }))
      if (!members) return []
      const points = lines.slice(1).flatMap(([, copies, ...cells]) => {
        const copied = Number(cells[column])
        return Number(copies) >= 15 && copied > 0
          ? { log10Quantity: Math.log10(Number(copies)), cq: Math.log10(copied) }
          : []
      })
      const fitted = fitStandardCurve(points)
      if (fitted.outcome !== 'fitted') return []
      // Correct LinRegPCR's mean by the slope of the copies, which were
      // TD0 in powers of it: the slope says by how much it was off.
      const linreg = averageEfficiency(found, members).efficiency
      const slope = Math.pow(linreg, 1 / fitted.curve.slope)
      return [[estimate(table, found, members), slope, linreg] as const]
    }),
  )
}

/** Compare the standards of the set, `GENE.STD_copies.replicate`, with their own slope of TD0. */
function measureStandards(): Figure[] {
  const table = readCurveTable('qpcR/vermeulen2.csv')
  const found = analyseLinreg(table.values, table.names.length, table.points)
  const genes = [...groupGenes(table.names).values()]
  return describeGenes(
    'their standards against their slopes',
    genes.flatMap((curves) => {
      const members = curves.map((curve) => ({ curve, counted: true }))
      const points = curves.flatMap((curve) => {
        const copies = Number(/STD_(\d+)/.exec(table.names[curve]!)?.[1])
        return found.amplified[curve] === 1
          ? { log10Quantity: Math.log10(copies), cq: found.td0[curve]! }
          : []
      })
      const dilution = readSlope(points)
      if (!dilution) return []
      const linreg = averageEfficiency(found, members).efficiency
      return [[estimate(table, found, members), dilution.slope, linreg] as const]
    }),
  )
}

function describeGenes(
  what: string,
  genes: readonly (readonly [ours: number, slope: number, linreg: number])[],
): Figure[] {
  const middle = quantile(
    genes.map(([ours, slope]) => Math.abs(ours - slope)),
    0.5,
  )
  const theirs = quantile(
    genes.map(([, slope, linreg]) => Math.abs(linreg - slope)),
    0.5,
  )
  const name = `efficiency of ${genes.length} Vermeulen genes, ${what}`
  return [
    {
      name: `${name}: median |d|`,
      value: middle,
      unit: 'fold',
      bar: '<= 0.025',
      ok: middle <= 0.025,
    },
    {
      name: `${name}: LinRegPCR for comparison, median |d|`,
      value: theirs,
      unit: 'fold',
      bar: '',
      ok: null,
    },
  ]
}

function plain(gene: string): string {
  return gene.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()
}

/** Group curves by gene; the last part or two of a name are sample and replicate. */
function groupGenes(names: readonly string[]): Map<string, number[]> {
  return Map.groupBy(names.keys(), (i) =>
    plain(names[i]!.replace(/\.STD_.*$/, '').replace(/\.[^.]*$/, '')),
  )
}
