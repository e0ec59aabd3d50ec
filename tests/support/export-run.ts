import { createReadings, curveOf } from '../../workers/curves/readings.ts'
import {
  createTarget,
  type ExportRun,
  type ImportedCurves,
  type ImportedWell,
} from '../../workers/files/imported-run.ts'
import { nameWell } from '../../workers/files/plate.ts'
import type { Writer } from '../../workers/files/written-file.ts'
import { createRandom } from './seeded-random.ts'

export const testWriter: Writer = {
  software: 'bApp',
  version: '0.0.0',
  made: '2026-01-02T03:04:05Z',
}

interface Size {
  wells: number
  cycles: number
  temperatures: number
}

const plate = { rows: 8, columns: 12, labels: 'letters' } as const
const channels = ['FAM', 'VIC', 'ROX']

/**
 * Create a run with everything that a file can hold: two targets a well, a passive reference, standards, an excluded
 * well, results of each kind, missing cycles, and values whose decimals are long.
 */
export function createExportRun({ wells, cycles, temperatures }: Size): ExportRun {
  const random = createRandom(7)
  return {
    name: 'Run <1> & "more"',
    experiment: 'Żółć, 測定',
    source: {
      format: 'bapp',
      version: '',
      software: 'bKernel',
      softwareVersion: '2.7.4',
      instrument: 'bGATE-0042',
      date: '2026-01-02T03:04:05Z',
    },
    plate,
    wells: Array.from({ length: wells }, (_, i) => createWell(7 * i)),
    amplification: fill(wells, cycles, null, (point) => 1000 + 900 * random.next() + point / 3),
    melt: fill(wells, temperatures, 60, (point) => 5000 - point * Math.PI + random.next() / 3),
    passiveReference: 'ROX',
    programme: [
      { type: 'temperature', temperature: 95, duration: 120 },
      { type: 'temperature', temperature: 95, duration: 5 },
      { type: 'temperature', temperature: 60.5, duration: 20, measure: 'real time' },
      { type: 'loop', goto: 1, repeat: 39 },
      { type: 'pause', temperature: 4 },
      { type: 'lidOpen' },
    ],
  }
}

function createWell(well: number): ImportedWell {
  const standard = well % 2 === 0
  const fam = {
    ...createTarget('Gene A', 'FAM'),
    channel: 'FAM',
    cq: 20 + well / 7,
    cqGiven: true,
    threshold: 0.1 + 0.2,
    baseline: { start: 3, end: 15 },
    background: { intercept: 1e-7, slope: -1 / 3 },
    efficiency: 1.95,
    quantity: standard ? { value: 1500, unit: 'cop' as const } : null,
    endPoint: 123.456,
    tm: [84.1],
    call: 'detected',
    excluded: well === 14 ? 'bubble; said so' : null,
    note: well === 7 ? 'pipetted twice' : null,
  }
  const vic = {
    ...createTarget('Gene B', 'VIC'),
    type: 'ref' as const,
    channel: 'VIC',
    cqGiven: true,
    excluded: well === 21 ? '' : null,
    quantity: fam.quantity,
  }
  return {
    well,
    name: nameWell(plate, well),
    sample: standard ? 'Standard 1' : `Sample\t${well}`,
    sampleType: standard ? 'std' : 'unkn',
    targets: [fam, vic],
  }
}

function fill(
  wells: number,
  points: number,
  start: number | null,
  value: (point: number) => number,
): ImportedCurves {
  const readings = createReadings(channels, plate.rows * plate.columns, points)
  if (start !== null) readings.temperatures.forEach((_, i, all) => (all[i] = start + i / 7))
  for (let channel = 0; channel < channels.length; channel++) {
    for (let i = 0; i < wells; i++) {
      const curve = curveOf(readings, channel, 7 * i)
      for (let point = 0; point < points; point++) curve[point] = value(point)
      if (i === 1) curve[4] = Number.NaN
    }
  }
  return { readings, state: 'raw' }
}
