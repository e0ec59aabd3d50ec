import type { CurveState, SampleType } from '../../domain/entities/analysis.ts'
import type { Readings } from '../curves/readings.ts'
import type { ImportPlan } from './import-plan.ts'
import type { Notice } from './notices.ts'
import type { PlateShape } from './plate.ts'

/** RDML's words for what a sample is; `ntp` is a sample known not to hold the target. */
export const importedSampleTypes = [
  'unkn',
  'std',
  'pos',
  'ntp',
  'ntc',
  'nac',
  'nrt',
  'opt',
] as const
export type ImportedSampleType = (typeof importedSampleTypes)[number]

/** Our sample type for each of RDML's, and back. */
export const sampleTypeOf: Readonly<Record<ImportedSampleType, SampleType>> = {
  unkn: 'unknown',
  std: 'standard',
  pos: 'positive',
  ntp: 'negative',
  ntc: 'ntc',
  nac: 'negative',
  nrt: 'negative',
  opt: 'unknown',
}
export const rdmlTypeOf: Readonly<Record<SampleType, ImportedSampleType>> = {
  unknown: 'unkn',
  standard: 'std',
  positive: 'pos',
  negative: 'ntp',
  ntc: 'ntc',
}

/** Quantity of a standard as the file gives it; `cop` copies per microlitre, else RDML's units. */
export interface Quantity {
  value: number
  unit: 'cop' | 'fold' | 'dil' | 'ng' | 'nMol' | 'other'
}

/** Facts of the file about one target in one well; null if the file has none. */
export interface ImportedTarget {
  target: string
  type: 'toi' | 'ref'
  /** Dye as the file names it; empty when it does not. */
  dye: string
  /** Name of its channel in the readings, null without a curve. */
  channel: string | null
  cq: number | null
  /** The file asked for a Cq, so that `cq: null` means "none"; false: the file does not say. */
  cqGiven: boolean
  /** In the unit of the curves, after the file's own baseline. */
  threshold: number | null
  /** Window of the baseline in cycles, from 1. */
  baseline: { start: number; end: number } | null
  /** Baseline as a line over cycles: fluorescence at cycle 0 and rise a cycle. */
  background: { intercept: number; slope: number } | null
  /** Fold-increase a cycle, 2 is perfect. */
  efficiency: number | null
  quantity: Quantity | null
  endPoint: number | null
  /** Melting temperatures the file states, highest peak first where it tells. */
  tm: number[]
  /** The file's own call or amplification status, in its words. */
  call: string | null
  /** Reason of the exclusion; an empty text if excluded without a reason, null if not excluded. */
  excluded: string | null
  note: string | null
}

export interface ImportedWell {
  /** Counted along rows from 0: the well's position in the readings. */
  well: number
  /** Such as `A1`, or the number of a place in a rotor. */
  name: string
  /** Empty when the file names none. */
  sample: string
  sampleType: ImportedSampleType
  targets: ImportedTarget[]
}

export interface ImportedCurves {
  readings: Readings
  state: CurveState
}

/** Formats of files with their names, as the page shows them; `bapp` are files that we write of an analysis. */
export const formatNames = {
  bapp: 'bApp',
  bca: 'bApp',
  rdml: 'RDML',
  rdes: 'RDES',
  cfx: 'Bio-Rad CFX',
  quantstudio: 'QuantStudio',
  lightcycler: 'LightCycler 480',
  eds: 'Thermo EDS',
  rotorgene: 'Rotor-Gene',
  mxpro: 'Agilent MxPro, AriaMx',
  biomark: 'BioMark',
  biomeme: 'Biomeme',
  dtprime: 'DNA-Technology DTprime',
  table: 'CSV, TXT, XLS(X)',
} as const
export type FormatName = keyof typeof formatNames

export interface RunSource {
  format: FormatName
  /** Its version; empty when it has none. */
  version: string
  /** Software that wrote the file or collected the data, with its version; empty when not given. */
  software: string
  softwareVersion: string
  instrument: string
  /** Serial number of the instrument, and the bar code of the plate; absent where the file names none. */
  serial?: string
  barcode?: string
  /** Date of the run in ISO 8601 as far as the file gives it, null when it does not. */
  date: string | null
}

/** Return those of the two that a file names; vendors write words such as NA where there is none. */
export function namesOf(given: {
  serial: string
  barcode: string
}): Pick<RunSource, 'serial' | 'barcode'> {
  const isNamed = ([, text]: [string, string]) => !/^(|na|n\/a|none|not set|-)$/i.test(text.trim())
  return Object.fromEntries(Object.entries(given).filter(isNamed))
}

/** A step of the thermal programme in RDML's terms. Temperatures in deg C, durations in seconds. */
export type ProgrammeStep =
  | {
      type: 'temperature'
      temperature: number
      duration: number
      temperatureChange?: number
      measure?: 'real time' | 'meltcurve'
    }
  | { type: 'gradient'; high: number; low: number; duration: number }
  /** Goes back to the step at index `goto` (from 0) `repeat` times. */
  | { type: 'loop'; goto: number; repeat: number }
  | { type: 'pause'; temperature: number }
  | { type: 'lidOpen' }

export interface ImportedRun {
  /** Name of the run as the file gives it. */
  name: string
  /** Name of what the run belongs to, such as RDML's experiment; empty when there is none. */
  experiment: string
  source: RunSource
  plate: PlateShape
  /** Wells that the file describes, in order of `well`, each once. */
  wells: ImportedWell[]
  /** Points are cycles 1, 2, 3...; NaN where a cycle was not measured. */
  amplification: ImportedCurves | null
  melt: ImportedCurves | null
  /** Channel that the others are to be divided by, null when none is named. */
  passiveReference: string | null
  programme: ProgrammeStep[] | null
  /** Minutes between readings, of an isothermal run whose file has times in the place of cycles. */
  minutesPerReading?: number
  /** Description of what the run has not measured of its programme; empty or absent for a complete run. */
  end?: string
  /** Analysis as it was, from an archive of ours, so that nothing has to be inferred. */
  plan?: ImportPlan
  notices: Notice[]
}

export interface ImportedFile {
  /** Name the file came with. */
  name: string
  format: FormatName
  /** At least one. */
  runs: ImportedRun[]
  /** Notices about the whole file; each run has its own. */
  notices: Notice[]
}

/** A run as the writers take it: an imported one, or one made from an analysis. */
export type ExportRun = Omit<ImportedRun, 'notices' | 'plan'> & {
  /** Calibrations in force when the run began, in words; empty or left out where nobody knows. */
  calibrations?: string
  /** Version of a corrected run that counts, in words; empty or left out for all others. */
  correction?: string
  /** Light of the dyes in place of that of the channels, where the results rest on a colour compensation. */
  compensated?: { amplification: Readings; melt: Readings | null }
}

/** Count the readings of runs. */
export function countValues(runs: readonly ImportedRun[]): number {
  return runs
    .flatMap(({ amplification, melt }) => [amplification, melt])
    .reduce((sum, curves) => sum + (curves?.readings.values.length ?? 0), 0)
}

/** Create a target of which only the name is known. */
export function createTarget(target: string, dye: string): ImportedTarget {
  return {
    target,
    type: 'toi',
    dye,
    channel: null,
    cq: null,
    cqGiven: false,
    threshold: null,
    baseline: null,
    background: null,
    efficiency: null,
    quantity: null,
    endPoint: null,
    tm: [],
    call: null,
    excluded: null,
    note: null,
  }
}

/** Return a name that no target of a well has: several targets without a name are several targets. */
export function freeTargetName({ targets }: ImportedWell, base = 'unnamed'): string {
  let name = base
  for (let n = 2; targets.some(({ target }) => target === name); n++) name = `${base} (${n})`
  return name
}
