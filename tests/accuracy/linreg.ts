import { analyseLinreg, type LinregCurves } from '../../workers/linreg/linreg.ts'
import { fillGaps } from '../../workers/linreg/gaps.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import {
  listReference,
  readCurveTable,
  readRdml,
  readTabbed,
  type CurveTable,
} from '../support/linreg-reference.ts'
import { hasReference, readReference } from '../support/vendor-csv.ts'
import { measureFlags } from './linreg-flags.ts'
import { measureStoredResults } from './linreg-stored.ts'

const runs = 'reference-rdmlpython/'
const experiments = 'rdmlpython/experiments/untergasser/'
const technical = 'rdmlpython/experiments/technical/'

/** Difference of one curve between our figures and those of RDML-Tools; NaN where only one has any. */
interface Difference {
  name: string
  td0: number
  efficiency: number
}

/** LinRegPCR of every reference set against the figures RDML-Tools gave for it. */
export function measureLinreg(): Figure[] {
  const differences = [...compareTables(), ...compareFiles(), ...compareExperiments()]
  if (differences.length === 0) return []
  const share = (within: (one: Difference) => boolean) =>
    (100 * differences.filter(within).length) / differences.length
  const percent = (name: string, value: number): Figure => ({
    name: `LinRegPCR against RDML-Tools: ${name}`,
    value,
    unit: '% of curves',
    bar: '>= 99.5',
    ok: value >= 99.5,
  })
  return [
    {
      name: 'LinRegPCR against RDML-Tools: curves compared',
      value: differences.length,
      unit: 'curves',
      bar: '',
      ok: null,
    },
    percent(
      'TD0 within 0.001 cycles',
      share(({ td0 }) => td0 <= 0.001),
    ),
    percent(
      'efficiency within 0.001',
      share(({ efficiency }) => efficiency <= 0.001),
    ),
    ...measureGaps(),
    ...measureShift(),
    ...measureStoredResults(),
    ...measureFlags(),
  ]
}

/** Set of curves in tables; `digits` they were printed with is enough. */
function compareTables(): Difference[] {
  return listReference(runs).flatMap((file) => {
    const set = /^(.*)_linregpcr\.csv$/.exec(file)?.[1]
    const path = [`qpcR/${set}.csv`, `PCRedux/${set}.csv`].find(hasReference)
    if (!set || !path) return []
    const rows = readReference(runs + file).map((row) => ({ ...row, name: row['curve'] ?? '' }))
    return compare(readCurveTable(path), rows, 0)
  })
}

/** RDML files with a table of results for a run each, `<file>__<experiment>_<run>.tsv`. */
function compareFiles(): Difference[] {
  const pairs = listReference(runs).flatMap((file) => {
    const [, stem] = /^(.*?)__.*\.tsv$/.exec(file) ?? []
    const path = ['PCRedux', 'RDML-R', 'rdml-tools'].map((place) => `${place}/${stem}.rdml`)
    const found = path.find(hasReference)
    return found ? [[found, runs + file] as const] : []
  })
  const gaps = [`${technical}matrix_gaps.rdml`, 'rdmlpython/test/matrix_gaps_results.tsv'] as const
  if (gaps.every(hasReference)) pairs.push(gaps)
  return pairs.flatMap(([path, results]) => {
    const rows = nameRows(readTabbed(results))
    return readRdml(path).runs.flatMap((run) => compare(run, rows, 0))
  })
}

/** Compare the experiments whose results were stored with two digits of TD0. */
function compareExperiments(): Difference[] {
  return listReference(experiments).flatMap((file) => {
    const results = `${experiments}${file.replace(/\.rdml$/, '_results.tsv')}`
    if (!file.endsWith('.rdml') || !hasReference(results)) return []
    const rows = readTabbed(results)
    return readRdml(experiments + file).runs.flatMap((run) => {
      const own = rows.filter((row) => row['Experiment'] === run.experiment)
      return compare(run, nameRows(own.filter((row) => row['Run'] === run.run)), 0.005)
    })
  })
}

function nameRows(rows: Record<string, string>[]) {
  return rows.map((row) => ({ ...row, name: `${row['well']} ${row['target']}` }))
}

/** Compare a run; `rounding` is what printing may have taken from TD0. */
function compare(
  table: CurveTable,
  rows: readonly (Record<string, string> & { name: string })[],
  rounding: number,
): Difference[] {
  const found = analyseLinreg(table.values, table.names.length, table.points)
  const places = new Map(table.names.map((name, i) => [name, i]))
  return rows.flatMap((row) => {
    const curve = places.get(row.name)
    if (curve === undefined) return []
    const { td0, efficiency } = differ(found, curve, row)
    return { name: row.name, td0: Math.max(0, td0 - rounding), efficiency }
  })
}

/** RDML-Tools writes -1 for no TD0 and 1 for no efficiency. */
function differ(found: LinregCurves, curve: number, row: Record<string, string>) {
  const theirs = Number(row['TD0'])
  const efficiency = Number(row['indiv PCR eff'])
  return {
    td0: distance(found.td0[curve]!, theirs < 0 ? Number.NaN : theirs),
    efficiency: distance(found.efficiency[curve]!, efficiency === 1 ? Number.NaN : efficiency),
  }
}

/** Return the difference of two results: zero where both have none, NaN where only one has none. */
function distance(ours: number, theirs: number): number {
  return ours !== ours && theirs !== theirs ? 0 : Math.abs(ours - theirs)
}

/** Compare filled gaps and corrected curves with those that RDML-Tools wrote. */
function measureGaps(): Figure[] {
  const path = `${technical}matrix_gaps.rdml`
  if (!hasReference(path) || !hasReference('rdmlpython/test/matrix_gaps_baseline_corrected.tsv')) {
    return []
  }
  const run = readRdml(path).runs[0]!
  const found = analyseLinreg(run.values, run.names.length, run.points)
  const fixed = readTabbed('rdmlpython/test/matrix_gaps_raw_fixed_data.tsv')
  const corrected = readTabbed('rdmlpython/test/matrix_gaps_baseline_corrected.tsv')
  const filled = new Float64Array(run.points)
  let gaps = 0
  let baselines = 0
  for (const curve of run.names.keys()) {
    if (!fillGaps(run.values.subarray(curve * run.points, (curve + 1) * run.points), filled))
      continue
    for (const [i, value] of filled.entries()) {
      const column = String(i + 1)
      const left = value - found.baseline[curve]!
      gaps = Math.max(gaps, Math.abs(value - Number(fixed[curve]![column])))
      baselines = Math.max(baselines, Math.abs(left - Number(corrected[curve]![column])))
    }
  }
  const figure = (name: string, value: number): Figure => ({
    name: `LinRegPCR, curves with gaps: ${name}`,
    value,
    unit: 'a.u.',
    bar: '<= 0.001',
    ok: value <= 0.001,
  })
  return [
    figure('filled readings, largest difference', gaps),
    figure('corrected readings, largest difference', baselines),
  ]
}

/** Measure the same curves with a constant added: no result may move. */
function measureShift(): Figure[] {
  const path = `${technical}shifted_baseline.rdml`
  if (!hasReference(path)) return []
  let td0 = 0
  let efficiency = 0
  for (const run of readRdml(path).runs) {
    const found = analyseLinreg(run.values, run.names.length, run.points)
    // Pair each reaction with its shifted one: the shifted half follows the other one, in the same order.
    const pairs = run.reactions.flatMap(({ target }, i) =>
      target.endsWith(' X') ? [] : [[i, i + run.names.length / 2] as const],
    )
    for (const [plain, shifted] of pairs) {
      td0 = Math.max(td0, distance(found.td0[plain]!, found.td0[shifted]!))
      const both = distance(found.efficiency[plain]!, found.efficiency[shifted]!)
      efficiency = Math.max(efficiency, both)
    }
  }
  return [
    {
      name: 'LinRegPCR, constant added to the curves: TD0, largest change',
      value: td0,
      unit: 'cycles',
      bar: '<= 1e-6',
      ok: td0 <= 1e-6,
    },
    {
      name: 'LinRegPCR, constant added to the curves: efficiency, largest change',
      value: efficiency,
      unit: 'fold',
      bar: '<= 0.001',
      ok: efficiency <= 0.001,
    },
  ]
}
