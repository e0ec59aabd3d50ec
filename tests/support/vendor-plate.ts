import { readFileSync } from 'node:fs'
import type { WavelengthName } from '../../domain/catalog/wavelengths.ts'
import { curveOf, createReadings, type Readings } from '../../workers/curves/readings.ts'
import { hasReference, readReference } from './vendor-csv.ts'

/** Result of a vendor's software for one curve. */
export interface VendorCurve {
  well: number
  target: string
  channel: WavelengthName
  amplified: boolean
  /** Null where the vendor found none. */
  cq: number | null
  threshold: number
  start: number
  end: number
  /** By cycle; only the cycles known, NaN else. */
  rn: Float64Array
  drn: Float64Array
  tm: number | null
}

export interface VendorPlate {
  name: string
  passive: WavelengthName
  amplification: Readings
  melt: Readings | null
  curves: VendorCurve[]
}

/** The channel of ours in which a dye of the reference plates is read. */
const dyeChannels: Record<string, WavelengthName> = {
  FAM: 'FAM',
  SYBR: 'FAM',
  VIC: 'VIC',
  ABY: 'ROX',
  ROX: 'ROX',
  JUN: 'CY5',
  TAMRA: 'CY3',
  'MUSTANG PURPLE': 'QUASAR705',
}

/** Plates of the reference data with every stage of the vendor's calculation. */
export const referencePlates = [
  { name: 'qs1_std', passive: 'ROX' },
  { name: 'qs5_4plex', passive: 'QUASAR705' },
  { name: 'qs7_melt', passive: 'ROX' },
  { name: 'qs7_pa', passive: 'ROX' },
] as const

export function hasPlate(name: string): boolean {
  return hasReference(`allotropy/csv/${name}_Results.csv`)
}

/** Read a plate of the reference data: 96 wells, 40 cycles. */
export function readPlate(name: string, passive: WavelengthName): VendorPlate {
  const table = (sheet: string) => readReference(`allotropy/csv/${name}_${sheet}.csv`)
  const dyes = table('Multicomponent').filter(isAmplification)
  const points = Math.max(...dyes.map((row) => Number(row['Cycle Number'])))
  const columns = Object.keys(dyes[0] ?? {}).filter((column) => column in dyeChannels)
  const amplification = createReadings(columns.map(channelOf), 96, points)
  for (const row of dyes) {
    for (const [channel, dye] of columns.entries()) {
      const value = row[dye]
      if (!value) continue
      const curve = curveOf(amplification, channel, Number(row['Well']) - 1)
      curve[Number(row['Cycle Number']) - 1] = Number(value)
    }
  }
  const curves = table('Results').map((row) => readCurve(row, points))
  const byKey = new Map(curves.map((curve) => [`${curve.well} ${curve.target}`, curve]))
  for (const row of table('Amplification_Data')) {
    const curve = byKey.get(`${Number(row['Well']) - 1} ${row['Target']}`)
    if (!curve) continue
    curve.rn[Number(row['Cycle Number']) - 1] = Number(row['Rn'])
    curve.drn[Number(row['Cycle Number']) - 1] = Number(row['dRn'])
  }
  const melt = hasReference(`allotropy/csv/${name}_Melt_Curve_Raw.csv`)
    ? readMelt(table('Melt_Curve_Raw'))
    : null
  return { name, passive, amplification, melt, curves }
}

function channelOf(dye: string): WavelengthName {
  const channel = dyeChannels[dye]
  if (!channel) throw new Error(`No channel for the dye ${dye}`)
  return channel
}

/**
 * Return true for the amplification, which is stage 2 step 2 in every plate here; other stages are melt and end reads.
 */
function isAmplification(row: Record<string, string>): boolean {
  return row['Stage Number'] === '2'
}

function readCurve(row: Record<string, string>, points: number): VendorCurve {
  const cq = Number(row['Cq'])
  return {
    well: Number(row['Well']) - 1,
    target: row['Target'] ?? '',
    channel: channelOf(row['Reporter'] ?? ''),
    amplified: row['Amp Status'] === 'AMP',
    cq: Number.isFinite(cq) ? cq : null,
    threshold: Number(row['Threshold']),
    start: Number(row['Baseline Start']),
    end: Number(row['Baseline End']),
    rn: new Float64Array(points).fill(Number.NaN),
    drn: new Float64Array(points).fill(Number.NaN),
    tm: row['Tm1'] ? Number(row['Tm1']) : null,
  }
}

function readMelt(rows: Record<string, string>[]): Readings {
  const points = Math.max(...rows.map((row) => Number(row['Reading Number'])))
  const melt = createReadings(['FAM'], 96, points)
  melt.temperatures = new Float64Array(96 * points).fill(Number.NaN)
  for (const row of rows) {
    const at = (Number(row['Well']) - 1) * points + Number(row['Reading Number']) - 1
    melt.temperatures[at] = Number(row['Temperature'])
    melt.values[at] = Number(row['Fluorescence'])
  }
  return melt
}

interface Recording {
  channels: string[]
  wells: number
  phases: { AMP: { points: number; values: number[][][] } }
}

interface RecordedResult {
  well: number
  target: string
  channel: WavelengthName
  amp_status: string
  cq: number | null
  threshold: number
  baseline_start: number
  baseline_end: number
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as T
}

/** Read the Cq of the instrument by well and channel for the recorded CFX96 run, null for none. */
export function readShippedCfx(): { amplification: Readings; cqs: RecordedCq[] } {
  const recording = readJson<Recording>('../../devices/recordings/cfx96-melt.json')
  const cqs = readJson<RecordedCq[]>('../devices/fixtures/cfx96-melt-vendor.json')
  return { amplification: readRecording(recording), cqs }
}

export interface RecordedCq {
  well: number
  channel: WavelengthName
  cq: number | null
}

function readRecording({ channels, wells, phases }: Recording): Readings {
  const readings = createReadings(channels, wells, phases.AMP.points)
  for (const [channel, curves] of phases.AMP.values.entries()) {
    for (const [well, curve] of curves.entries()) curveOf(readings, channel, well).set(curve)
  }
  return readings
}

/** Read the 4-plex plate that ships with the simulated devices, with the vendor's figures: always there. */
export function readShippedPlate(): VendorPlate {
  const recording = readJson<Recording>('../../devices/recordings/qs5-4plex.json')
  const results = readJson<RecordedResult[]>('../devices/fixtures/qs5-4plex-vendor.json')
  const drn = readJson<{ cycles: number[]; curves: Record<string, number[]> }>(
    '../fixtures/curves/qs5-4plex-drn.json',
  )
  const amplification = readRecording(recording)
  const { points } = amplification
  const curves = results.map((row): VendorCurve => {
    const curve: VendorCurve = {
      well: row.well,
      target: row.target,
      channel: row.channel,
      amplified: row.amp_status === 'AMP',
      cq: row.cq,
      threshold: row.threshold,
      start: row.baseline_start,
      end: row.baseline_end,
      rn: new Float64Array(points).fill(Number.NaN),
      drn: new Float64Array(points).fill(Number.NaN),
      tm: null,
    }
    for (const [i, cycle] of drn.cycles.entries()) {
      curve.drn[cycle - 1] = drn.curves[`${row.well} ${row.target}`]?.[i] ?? Number.NaN
    }
    return curve
  })
  return { name: 'qs5_4plex', passive: 'QUASAR705', amplification, melt: null, curves }
}
