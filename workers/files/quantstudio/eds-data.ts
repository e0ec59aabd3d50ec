import type { PlateShape } from '../plate.ts'

/** Position of a reading in the run, all counted from 1. */
export interface CollectionPoint {
  stage: number
  cycle: number
  step: number
  point: number
}

/** Dyes of one well at each collection point. */
export interface WellSignals {
  dyes: { name: string; values: readonly number[] }[]
  /** Temperatures in deg C at each collection point; empty when not given. */
  temperatures: readonly number[]
}

export interface EdsSignals {
  /** Empty when the layout does not say. */
  points: readonly CollectionPoint[]
  /** By index of the well, counted along rows from 0. */
  wells: ReadonlyMap<number, WellSignals>
  /** Wells that are there again; the first one is kept. */
  twice?: readonly number[]
}

export interface EdsWell {
  /** Names of its sample: more than one only in a damaged file. */
  samples: string[]
  omitted: boolean
  targets: { name: string; dye: string; task: string; quantity: number | null }[]
}

export interface EdsSetup {
  plate: PlateShape | null
  passive: string | null
  wells: ReadonlyMap<number, EdsWell>
  /** Wells that are there again; their samples are known, their targets are those of the first one. */
  twice?: readonly number[]
}

/** Result of the vendor's analysis for one target in one well. */
export interface EdsResult {
  well: number
  target: string
  sample: string
  task: string
  /** NaN: looked for and not found; null: not said. */
  cq: number | null
  threshold: number | null
  baseline: { start: number; end: number } | null
  call: string
  omitted: boolean
  /** Normalised curve, cycle by cycle; empty when not given. */
  rn: readonly number[]
  tm: readonly number[]
  melt: { temperatures: readonly number[]; values: readonly number[] } | null
}

/** An EDS archive of either layout, read but not put together. */
export interface EdsData {
  version: string
  name: string
  software: string
  softwareVersion: string
  instrument: string
  serial: string
  date: string | null
  setup: EdsSetup
  signals: EdsSignals | null
  results: readonly EdsResult[]
  /** Stages that were analysed, where the settings say. */
  stages: { amplification: number | null; melt: number | null }
}

export function createResult(well: number, target: string): EdsResult {
  return {
    well,
    target,
    sample: '',
    task: '',
    cq: null,
    threshold: null,
    baseline: null,
    call: '',
    omitted: false,
    rn: [],
    tm: [],
    melt: null,
  }
}

/** Write milliseconds since 1970 as ISO 8601; null for anything that is no date. */
export function readEpoch(milliseconds: number): string | null {
  if (!(milliseconds > 0 && milliseconds < 8.64e15)) return null
  return new Date(milliseconds).toISOString()
}
