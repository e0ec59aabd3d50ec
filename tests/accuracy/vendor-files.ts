import { analyse } from '../../workers/run/analyse.ts'
import { divideByReference } from '../../workers/curves/passive-reference.ts'
import { curveOf, findChannel } from '../../workers/curves/readings.ts'
import { importFile } from '../../workers/files/import.ts'
import type { ImportedFile, ImportedRun } from '../../workers/files/imported-run.ts'
import { planImport } from '../../workers/files/plan-import.ts'
import { checkImport } from '../support/check-import.ts'
import { quantile, type Figure } from '../support/curve-accuracy.ts'
import { bundledFiles, referenceFiles, writtenFiles } from '../support/file-fixtures.ts'
import type { FileFixture } from '../support/file-fixture.ts'
import { hasReference, readReference } from '../support/vendor-csv.ts'
import { uuidOf } from '../support/uuid-of.ts'

/** Exports of Bio-Rad and Thermo software among the files of the reference data. */
const exported =
  /(^|\/)(appbio_[^/]*\.(xlsx|txt)|cfxmaestro[^/]*\.csv|BioRad\.xlsx|design_and_analysis[^/]*\.xlsx|[^/]*\.eds|[^/]*_plate\d(_Cq)?\.txt\.gz|made[^/]*)$/i

/** Workbooks with the vendor's own Rn and Cq, by the name of the sheets that are there as CSV. */
const plates = [
  ['qs1_std', 'QS1_Standard_Curve'],
  ['qs5_4plex', 'QS5_Standard_Curve_4Plex'],
  ['qs7_melt', 'QS7Pro_PCR_with_Melt'],
] as const

/**
 * Count the exports of CFX, QuantStudio and LightCycler software that are read completely, by format. For the workbooks
 * with the vendor's own numbers compare Rn of the imported dyes, and the Cq in the file with ours from the imported
 * curves, with the vendor's threshold and our own window. Our Cq takes no vendor window.
 */
export async function measureVendorFiles(): Promise<Figure[]> {
  const reference = referenceFiles(8_000_000)
  const base = (name: string) => name.replace(/^.*\//, '')
  const known = new Set(reference.map(({ name }) => base(name)))
  const more = [...bundledFiles(), ...writtenFiles()].filter(({ name }) => !known.has(base(name)))
  const files = [...reference, ...more]
  const read = new Map<string, ImportedFile>()
  const counts = new Map<string, { all: number; bad: number }>()
  for (const file of files.filter(({ name }) => exported.test(name))) {
    const { format, imported } = await readWhole(file)
    const count = counts.get(format) ?? { all: 0, bad: 0 }
    count.all++
    if (!imported) count.bad++
    else read.set(file.name, imported)
    counts.set(format, count)
  }
  const figures = [...counts].map(([format, { all, bad }]): Figure => ({
    name: `vendor exports not read, of ${all} ${format}`,
    value: bad,
    unit: '',
    bar: '<= 0',
    ok: bad === 0,
  }))
  for (const [name, title] of plates) {
    const run = [...read].find(([file]) => file.includes(title))?.[1].runs[0]
    if (run && hasReference(`allotropy/csv/${name}_Results.csv`)) {
      figures.push(...comparePlate(name, run))
    }
  }
  return figures
}

async function readWhole({ name, bytes }: FileFixture) {
  const known = {
    CFX: /cfx|biorad|quantification/i,
    EDS: /\.eds$/i,
    LightCycler: /_plate|made (raw|cp)/,
  }
  const format = Object.entries(known).find(([, test]) => test.test(name))?.[0] ?? 'QuantStudio'
  try {
    const imported = await importFile(name, bytes)
    const problem = checkImport(imported)[0]
    if (problem !== undefined) throw new Error(problem)
    return { format, imported }
  } catch (error) {
    console.log(`  not read: ${name}: ${error instanceof Error ? error.message : String(error)}`)
    return { format, imported: null }
  }
}

function comparePlate(name: string, run: ImportedRun): Figure[] {
  const cqs = compareCqs(name, run)
  const figure = (what: string, value: number, unit: string, bar: number): Figure => ({
    name: `${name}: ${what}`,
    value,
    unit,
    bar: `<= ${bar}`,
    ok: value <= bar,
  })
  return [
    figure(
      'Rn of the imported dyes against the vendor, max',
      compareRn(name, run),
      'relative',
      2e-6,
    ),
    figure('Cq as imported against the sheet, max', cqs.imported, 'cycles', 1e-6),
    figure('Cq found again, median', quantile(cqs.ours, 0.5), 'cycles', 0.03),
    figure('Cq found again, 95 %', quantile(cqs.ours, 0.95), 'cycles', 0.1),
  ]
}

/** Return the largest relative difference; the CSV has nine digits. */
function compareRn(name: string, run: ImportedRun): number {
  const { amplification, passiveReference, wells } = run
  if (!amplification || passiveReference === null) return Number.POSITIVE_INFINITY
  const { readings } = amplification
  const passive = findChannel(readings, passiveReference)
  const targets = new Map(wells.map((well) => [well.name, well]))
  let most = 0
  for (const row of readReference(`allotropy/csv/${name}_Amplification_Data.csv`)) {
    const well = targets.get(row['Well Position'] ?? '')
    const channel = well?.targets.find(({ target }) => target === row['Target'])?.channel
    const vendor = Number(row['Rn'])
    if (!well || !row['Rn']) continue
    const reporter = curveOf(readings, findChannel(readings, channel ?? ''), well.well)
    const reference = curveOf(readings, passive, well.well)
    const rn = divideByReference(reporter, reference, new Float64Array(reporter.length))
    const ours = rn[Number(row['Cycle Number']) - 1] ?? Number.NaN
    most = Math.max(most, Math.abs(ours - vendor) / Math.abs(vendor) || 0)
  }
  return most
}

function compareCqs(name: string, run: ImportedRun): { imported: number; ours: number[] } {
  let id = 0
  const plan = planImport(run, () => uuidOf(id++))
  const { wells } = analyse({
    ...plan.curves,
    evaluation: plan.evaluation,
    cartridge_type: plan.cartridge_type,
    planned_cycles: plan.curves.amplification.points,
    samples: plan.samples,
    exclusions: [],
    input_hash: '',
  })
  const found = new Map<string, number | null>(
    wells.map((one) => [`${one.well} ${one.target}`, one.cq]),
  )
  const given = new Map<string, number | null>(
    run.wells.flatMap((well) =>
      well.targets.map((one) => [`${well.name} ${one.target}`, one.cq] as const),
    ),
  )
  let imported = 0
  const ours: number[] = []
  for (const row of readReference(`allotropy/csv/${name}_Results.csv`)) {
    const key = `${row['Well Position']} ${row['Target']}`
    const vendor = Number(row['Cq'] || Number.NaN)
    const [file, own] = [given.get(key) ?? Number.NaN, found.get(key) ?? Number.NaN]
    if (Number.isNaN(vendor)) {
      if (!Number.isNaN(file)) imported = Number.POSITIVE_INFINITY
      continue
    }
    imported = Math.max(imported, Number.isNaN(file) ? Infinity : Math.abs(file - vendor))
    ours.push(Number.isNaN(own) ? Number.POSITIVE_INFINITY : Math.abs(own - vendor))
  }
  return { imported, ours }
}
