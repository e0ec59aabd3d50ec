import { existsSync, readFileSync } from 'node:fs'
import { hasReference, readReference } from './vendor-csv.ts'

/** A melt curve with what another software made of it. */
export interface ReferenceMelt {
  name: string
  temperatures: Float64Array
  values: Float64Array
  /** Its peaks; `weight` as that software has it, the largest first. */
  peaks: { tm: number; weight: number }[]
}

/** A vendor's plate: melts, the Tm it reports, its own derivative and all the peaks it lists. */
export interface VendorMelt extends ReferenceMelt {
  tm: number
  derivative: Float64Array
}

/** Read 96 wells of one SYBR assay on a QuantStudio 7 Pro; [] if the reference data is missing. */
export function readVendorMelts(): VendorMelt[] {
  const sheet = (name: string) => `allotropy/csv/qs7_melt_${name}.csv`
  if (!hasReference(sheet('Melt_Curve_Raw'))) return []
  const points = groupByWell(readReference(sheet('Melt_Curve_Raw')))
  const listed = groupByWell(readReference(sheet('Melt_Curve_Result')))
  return readReference(sheet('Results')).map((row) => {
    const own = points.get(row['Well']!) ?? []
    const column = (key: string) => Float64Array.from(own, (point) => Number(point[key]))
    const peaks = (listed.get(row['Well']!) ?? []).map((peak) => ({
      tm: Number(peak['Tm']),
      weight: Number(peak['Melt Peak Height']),
    }))
    return {
      name: row['Well Position']!,
      temperatures: column('Temperature'),
      values: column('Fluorescence'),
      derivative: column('Derivative'),
      tm: Number(row['Tm1']),
      peaks: peaks.sort((a, b) => b.weight - a.weight),
    }
  })
}

function groupByWell(rows: Record<string, string>[]): Map<string, Record<string, string>[]> {
  const wells = new Map<string, Record<string, string>[]>()
  for (const row of rows) {
    const well = row['Well']!
    wells.set(well, [...(wells.get(well) ?? []), row])
  }
  return wells
}

const folder = new URL('../../../shared/data/rdmlpython/test/', import.meta.url)

/**
 * Read melts of the test set of rdmlpython with its peaks, whose weight is their part of the fluorescence.
 * @param raw name of the raw data, e.g. `test_mca_1`.
 * @param results name of the analysis, e.g. `test_mca_2`.
 */
export function readRdmlMelts(raw: string, results: string): ReferenceMelt[] {
  const table = (name: string) => {
    const file = new URL(`${name}.tsv`, folder)
    if (!existsSync(file)) return []
    const rows = readFileSync(file, 'utf8').trim().split('\n')
    return rows.map((row) => row.split('\t'))
  }
  const [head, ...curves] = table(`${raw}_out_raw_data`)
  const [columns, ...found] = table(`${results}_out_results`)
  if (!head || !columns) return []
  const starts = columns.flatMap((name, i) => (name === 'peak temp' ? [i] : []))
  const peaksOf = new Map(
    found.map((row) => {
      const peaks = starts.map((i) => ({ tm: Number(row[i]), weight: Number(row[i + 3]) }))
      // Count a peak once: the first columns repeat the one at the expected Tm.
      const distinct = new Map(peaks.filter(({ tm }) => tm > 0).map((peak) => [peak.tm, peak]))
      return [row[0], [...distinct.values()].sort((a, b) => b.weight - a.weight)] as const
    }),
  )
  return curves.map((row) => ({
    name: row[1] ?? '',
    temperatures: Float64Array.from(head.slice(6), Number),
    values: Float64Array.from(row.slice(6), (value) => (value === '' ? Number.NaN : Number(value))),
    peaks: peaksOf.get(row[0]) ?? [],
  }))
}

/** Read replicates of one assay on a CFX96: 96 wells, 55 to 95 degrees by 0.5. */
export function readReplicateMelts(): ReferenceMelt[] {
  const path = 'chipPCR/VIMCFX96_meltcurve.csv'
  if (!hasReference(path)) return []
  const rows = readReference(path)
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'Temperature')
  const temperatures = Float64Array.from(rows, (row) => Number(row['Temperature']))
  return names.map((name) => ({
    name,
    temperatures,
    values: Float64Array.from(rows, (row) => Number(row[name])),
    peaks: [],
  }))
}
