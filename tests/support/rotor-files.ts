// Exports and run files of Rotor-Gene and MxPro software, made from what is known of their structure: nobody's recordings.
import { lightcyclerLight } from './roche-files.ts'

/** Tubes that were used; the third holds a standard, the fourth nothing that grows. */
export const rotorTubes = [1, 2, 25, 72]
const colours = ['Green', 'Yellow'] as const
const cycles = Array.from({ length: 30 }, (_, i) => i + 1)
const temperatures = Array.from({ length: 24 }, (_, i) => 65 + i * 0.5)
const types = ['Unknown', 'Unknown', 'Standard', 'NTC']

/** Settings of the software: comma or semicolon between cells, point or comma in numbers. */
export interface RotorStyle {
  delimiter: ',' | ';'
  decimal: '.' | ','
}

const english: RotorStyle = { delimiter: ',', decimal: '.' }

function writeLines(rows: (string | number)[][], { delimiter, decimal }: RotorStyle): string {
  const write = (cell: string | number) =>
    `"${typeof cell === 'number' ? String(cell).replace('.', decimal) : cell}"`
  return rows.map((row) => `${row.map(write).join(delimiter)}\r\n`).join('')
}

const melted = (colour: number, tube: number, at: number) =>
  Number((9 / (1 + Math.exp((at - 70 - tube) / 0.5)) + colour).toFixed(2))

function curveRows(title: string, points: number[], light: (tube: number, at: number) => number) {
  return [
    [],
    [],
    [title],
    [],
    ['ID', ...rotorTubes.map(String)],
    ['Page 1', ...rotorTubes.map((_, i) => ` Sample ${i}`)],
    ...points.map((at) => [at, ...rotorTubes.map((_, i) => light(i, at))]),
  ]
}

/** Turn each table of curves: a row for each tube, as the software's other setting exports them. */
export function turnRotorRaw(text: string): string {
  return text.replaceAll(/"ID"[^]*?(?=\r\n\r\n|\r\n$)/g, (table) => {
    const rows = table.split('\r\n').map((line) => line.split(','))
    return (rows[0] ?? []).map((_, at) => rows.map((row) => row[at]).join(',')).join('\r\n')
  })
}

const preamble = (title: string) => [
  [title],
  ['Copyright (c) 2013 QIAGEN GmbH. All Rights Reserved.'],
  ['File', 'Made run.rex'],
  ['Date', '2021-03-16'],
  ['Time', '10:34:20'],
]

/** Make raw data: two channels of an amplification and one of a melt, a column for each tube. */
export function makeRotorRaw(style: RotorStyle = english): string {
  const rows = [
    ...preamble('Excel Raw Data Export'),
    ...colours.flatMap((colour, c) =>
      curveRows(`Channel Cycling A.${colour}`, cycles, (tube, at) => lightcyclerLight(c, tube, at)),
    ),
    ...curveRows('Channel Melt A.Green', temperatures, (tube, at) => melted(0, tube, at)),
  ]
  return writeLines(rows, style)
}

/** Make the crossing points of one target in the first channel; the third tube holds a standard. */
export function makeRotorResults(style: RotorStyle = english): string {
  const rows = rotorTubes.map((tube, i) => [
    tube,
    '5775359',
    `Sample ${i}`,
    types[i] ?? '',
    i === 3 ? '' : 17.25 + i,
    '',
    i === 2 ? 1500 : '',
    '',
  ])
  const table = [
    ...preamble('Excel Analysed Data Export'),
    [],
    ['Machine Serial No', '717122'],
    [],
    ['Channel', 'Threshold'],
    ['Cycling A.Green (Gene A)', 0.06],
    [],
    ['Quantitative analysis of Cycling A.Green (Gene A)'],
    [],
    ['No.', 'Color', 'Name', 'Type', 'Ct', 'Ct Comment', 'Given Conc (Copies)', 'Rep. Ct'],
    ...rows,
  ]
  return writeLines(table, style)
}

/** Make a run file: readings of every tube of the rotor, named samples in four of them. */
export function makeRex(count = 72): string {
  const all = Array.from({ length: count }, (_, i) => i + 1)
  const codes = [2, 2, 1, 3]
  const samples = rotorTubes.map(
    (tube, i) =>
      `<Sample><ID>${i + 1}</ID><Name>Sample ${i}</Name><Type>${codes[i]}</Type><GivenConc>${i === 2 ? 1500 : 0}</GivenConc><TubePosition>${tube}</TubePosition><Selected>True</Selected></Sample>`,
  )
  const channel = (name: string, start: number, step: number, light: (at: number) => number[]) =>
    `<RawChannel><Name>${name}</Name><StartX>${start}</StartX><StepX>${step}</StepX>${all.map((tube) => `<Reading>${light(rotorTubes.indexOf(tube)).join(' ')}</Reading>`).join('\n')}</RawChannel>`
  const cycling = colours.map((colour, c) =>
    channel(`Cycling A.${colour}`, 1, 1, (i) =>
      cycles.map((at) => (i < 0 ? 1 + (at % 3) / 100 : lightcyclerLight(c, i, at))),
    ),
  )
  const melt = channel('Melt A.Green', 65, 0.5, (i) =>
    temperatures.map((at) => (i < 0 ? 1 : melted(0, i, at))),
  )
  return `<?xml version="1.0" encoding="utf-8" ?>
<Experiment><RexHeader>REX 3.15</RexHeader><RunId>Made run</RunId><StartTime>2021-01-18T10:20:30</StartTime>
<Samples><Page>${samples.join('\n')}</Page><Groups><Group><Name>Group 1</Name><Tube>1</Tube></Group></Groups></Samples>
<Record><Field><Name>Rotor Type</Name><Value>72-Well Rotor</Value></Field></Record>
<RawChannels>${cycling.join('\n')}${melt}</RawChannels>
<Profile><Cycle><RepeatCount>30</RepeatCount></Cycle></Profile></Experiment>
`
}

const mxWells = [1, 2, 13, 96]
const mxNames = ['FAM', 'HEX'] as const

/** Make raw readings of MxPro: segment 2 amplifies, segment 3 melts, segment 1 is read once. */
export function makeMxpro(names: readonly string[] = mxNames): string {
  const line = (cells: (string | number)[]) => `${cells.join('\t')}\r\n`
  const pad = (value: number, width: number) => String(value).padStart(width)
  const readings = mxWells.flatMap((well, w) =>
    names.flatMap((name, n) => {
      const light = (cycle: number) => Math.round(1000 * lightcyclerLight(n, w, cycle))
      const row = (segment: number, number: number, cycle: number, value: number, at: string) =>
        line([` ${segment}`, 'P', ` ${number}`, pad(well, 2), name, pad(cycle, 3), value, at])
      return [
        row(1, 1, 1, light(1), '95.0'),
        ...cycles.map((cycle) => row(2, 2, cycle, light(cycle), '59.7')),
        ...temperatures.map((at, i) =>
          row(3, 1, i + 1, Math.round(1000 * melted(n, w, at)), at.toFixed(1)),
        ),
      ]
    }),
  )
  const head = 'Segment,Ramp/Plateau,Ramp/Plateau #,Well,Dye,Cycle #,Fluorescence,Temperature'
  return `C:\\Users\\lab\\Made run.mxp\r\n${line(head.split(','))}${readings.join('')}`
}

/** Make the same readings of one dye as a block for each well. */
export function makeMxproBlocks(): string {
  const block = (segment: number, well: number, rows: string[]) => [
    `Segment  ${segment} Plateau  1 Well ${String(well).padStart(2)}`,
    'Cycle Fluo Temp',
    ...rows,
  ]
  const lines = [2, 3].flatMap((segment) =>
    mxWells.flatMap((well, w) =>
      block(
        segment,
        well,
        segment === 2
          ? cycles.map((at) => `${at}   ${Math.round(1000 * lightcyclerLight(0, w, at))}   59.7`)
          : temperatures.map((at, i) => `${i + 1}  ${Math.round(1000 * melted(0, w, at))}  ${at}`),
      ),
    ),
  )
  return [...lines, ''].join('\r\n')
}

/** Make results of MxPro: the Cq of each well and dye. */
export function makeMxproResults(): string {
  const wells = ['A1', 'A2', 'B1', 'H12']
  const kinds = ['Unknown', 'Unknown', 'Standard', 'NTC']
  const rows = mxNames.flatMap((dye, d) =>
    wells.map((well, w) =>
      [
        well,
        `Sample ${w}`,
        dye,
        `Gene ${'AB'[d]}`,
        kinds[w],
        '0.05',
        w === 3 ? 'No Ct' : (17.25 + w + d).toFixed(2),
        w === 2 ? '1500' : '',
      ].join('\t'),
    ),
  )
  const head = 'Well,Well Name,Dye,Assay,Well Type,Threshold (dRn),Ct (dRn),Quantity (copies)'
  return [head.replaceAll(',', '\t'), ...rows, ''].join('\r\n')
}
