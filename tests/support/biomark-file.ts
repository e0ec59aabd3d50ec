// An export of BioMark software, made from what is known of its structure: nobody's recording.
import { tableCycles, tableLight } from './curve-tables.ts'

const assays = ['ACTB', 'GAPDH', 'IL6'] as const
const samples = ['Liver', 'Spleen', 'Water'] as const
const chambers = samples.flatMap((_, s) =>
  assays.map((_, a) => ({ s, a, id: `S${pad(s)}-A${pad(a)}` })),
)

function pad(index: number): string {
  return String(index + 1).padStart(2, '0')
}

/** Light of the passive reference and what the camera sees without light. */
const [reference, dark] = [200, 7]

/** Make an export of results, with the raw light if it is wanted. */
export function makeBiomark(withLight = true): string {
  const info = 'Experiment Information'
  const dye = 'FAM-MGB'
  const rows: (string | number)[][] = [
    [
      'Chip Run Info',
      'C:\\data\\ChipRun.bml',
      '1131312108',
      '12.12 (113x)',
      'GE 12x12',
      'ROX',
      dye,
    ].concat(['8/26/2014 3:44:20 PM', '01:28:46', 'BIOMARKHD198']),
    ['Application Version', '4.0.1'],
    ['Export Type', 'Table Results'],
    [],
    [info, info, info, info, info, info, dye, dye, dye, dye, 'User'],
    ['Chamber', 'Sample', 'Sample', 'Sample', dye, dye, 'Ct', 'Ct', 'Ct', 'Ct', 'Defined'],
    [
      'ID',
      'Name',
      'Type',
      'rConc',
      'Name',
      'Type',
      'Value',
      'Quality',
      'Call',
      'Threshold',
      'Comments',
    ],
    ...chambers.map(({ s, a, id }) => {
      const cq = s === 2 ? 999 : 15.5 + s + a
      const call = s === 2 ? 'Fail' : 'Pass'
      const type = s === 2 ? 'NTC' : 'Unknown'
      return [id, samples[s] ?? '', type, 1, assays[a] ?? '', 'Test', cq, 0.97, call, 0.005, '']
    }),
    [],
  ]
  const section = (title: string, light: (curve: number, cycle: number) => number) => [
    [title],
    ['Chamber ID', ...tableCycles],
    ...chambers.map(({ s, a, id }) => [
      id,
      ...tableCycles.map((cycle) => light(s === 2 ? 3 : s + a, cycle)),
    ]),
    [],
  ]
  if (withLight) {
    rows.push(
      ...section('Raw Data for Passive Reference ROX', () => reference + dark),
      ...section(`Raw Data for Probe ${dye}`, (curve, cycle) => tableLight(curve, cycle) + dark),
      ...section('Bkgd Data for Passive Reference ROX', () => dark),
      ...section(`Bkgd Data for Probe ${dye}`, () => dark),
      ['Dose Meter Reading Data', 17, 18],
    )
  }
  return `${rows.map((row) => row.join(',')).join('\r\n')}\r\n`
}
