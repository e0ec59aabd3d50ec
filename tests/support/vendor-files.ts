import { strToU8, zipSync } from 'fflate'
import { writeXlsx } from '../../workers/files/tidy/write-xlsx.ts'
import type { FileFixture } from './file-fixture.ts'
import { makeBiomark } from './biomark-file.ts'
import { makeIxo } from './ixo-file.ts'
import { makeQuantstudio, quantstudioSheets } from './quantstudio-file.ts'
import { makeEds7500, makeLightcyclerRaw, makeLightcyclerResults } from './roche-files.ts'
import {
  makeMxpro,
  makeMxproBlocks,
  makeMxproResults,
  makeRex,
  makeRotorRaw,
  makeRotorResults,
} from './rotor-files.ts'
import { makeBiomeme, makeCurveColumns, makeCurveRows } from './curve-tables.ts'
import { makeDtprime } from './dtprime-file.ts'
import { writeXls } from './write-xls.ts'

// Files as vendors' programs write them, made from what is known of their structure: nobody's recordings.

const wells = ['A1', 'A2', 'B1', 'H12'] as const
const dyes = ['FAM', 'HEX'] as const
export const madeCycles = 30
const temperatures = Array.from({ length: 21 }, (_, i) => 65 + i * 0.5)

/** Return the fluorescence above the baseline of a made curve, cycles from 1; nothing grows in the fourth well. */
export function madeValue(dye: number, well: number, cycle: number): number {
  const growth = 2000 / (1 + Math.exp(-(cycle - 20 - well - 2 * dye) / 1.5))
  return (well === 3 ? 0 : growth) - 1.25 + ((cycle * 7) % 5) / 2
}

function meltValue(well: number, temperature: number): number {
  return 900 / (1 + Math.exp((temperature - 70 - well) / 0.6)) + 12.5
}

type Rows = (string | number)[][]

function amplificationRows(dye: number): Rows {
  const head = ['', 'Cycle', ...wells]
  const rows = Array.from({ length: madeCycles }, (_, i) => [
    '',
    i + 1,
    ...wells.map((_, well) => madeValue(dye, well, i + 1)),
  ])
  return [head, ...rows]
}

function meltRows(): Rows {
  const rows = temperatures.map((at) => ['', at, ...wells.map((_, well) => meltValue(well, at))])
  return [['', 'Temperature', ...wells], ...rows]
}

const cqHead = [
  '',
  'Well',
  'Fluor',
  'Target',
  'Content',
  'Sample',
  'Biological Set Name',
  'Cq',
  'Cq Mean',
  'Cq Std. Dev',
  'Starting Quantity (SQ)',
  'Log Starting Quantity',
  'SQ Mean',
  'SQ Std. Dev',
  'Set Point',
  'Well Note',
]
const contents = ['Unkn-1', 'Unkn-1', 'Std-1', 'NTC']
const names = ['Liver, left', 'Liver, left', 'Standard', '']

/** List the Cqs dye after dye, as CFX does; `NaN` without a Cq. */
function cqRows(): Rows {
  const rows = dyes.flatMap((dye, d) =>
    wells.map((well, w) => [
      '',
      well.replace(/^([A-H])(\d)$/, '$10$2'),
      dye,
      dye === 'FAM' ? 'Gene A' : '',
      contents[w] ?? '',
      names[w] ?? '',
      '',
      w === 3 ? 'NaN' : 18.25 + w + 2 * d,
      w === 3 ? 0 : 18.25,
      0,
      w === 2 ? 1500 : 'NaN',
      w === 2 ? 3.1760912590556813 : 'NaN',
      0,
      0,
      60,
      '',
    ]),
  )
  return [cqHead, ...rows]
}

function peakRows(): Rows {
  const head = [
    '',
    'Well',
    'Fluor',
    'Target',
    'Content',
    'Sample',
    'Melt Temperature',
    'Peak Height',
  ]
  const rows = wells.flatMap((well, w) => [
    ['', well, 'FAM', 'Gene A', contents[w] ?? '', names[w] ?? '', 68.5, 40],
    ['', well, 'FAM', 'Gene A', contents[w] ?? '', names[w] ?? '', 70 + w, 310],
  ])
  return [head, ...rows]
}

const runInformation: Rows = [
  ['File Name', 'made.pcrd'],
  ['Created By User', 'admin'],
  ['Run Started', '11/20/2025 13:05:09 UTC'],
  ['Run Ended', '11/20/2025 14:35:01 UTC'],
  ['Base Serial Number', 'CT000123'],
  ['CFX Maestro Version', '5.3.022.1030. '],
]

/** Sheets of a CFX run by the words that follow the name of the run in its file names. */
export const cfxSheets: Readonly<Record<string, Rows>> = {
  'Quantification Amplification Results_FAM': amplificationRows(0),
  'Quantification Amplification Results_HEX': amplificationRows(1),
  'Quantification Cq Results': cqRows(),
  'Melt Curve RFU Results_FAM': meltRows(),
  'Melt Curve Derivative Results_FAM': meltRows(),
  'Melt Curve Peak Results': peakRows(),
  'Run Information': runInformation,
}

export function writeCsv(rows: Rows, delimiter: ',' | ';' = ','): string {
  const cell = (value: string | number) => {
    const text =
      delimiter === ';' ? String(value).replace(/^(-?\d+)\.(\d+)$/, '$1,$2') : String(value)
    return text.includes(delimiter) ? `"${text}"` : text
  }
  return rows.map((row) => `${row.map(cell).join(delimiter)}\r\n`).join('')
}

/** Write XML such as `<FAM><Row><Cycle>1</Cycle>...`: no declaration, names of columns escaped. */
export function writeXml(rows: Rows, root: string): string {
  const escape = (name: string) =>
    name
      .replaceAll(/[^\w.]/g, (letter) => `_x${letter.charCodeAt(0).toString(16).padStart(4, '0')}_`)
      .replaceAll('_x0020_', '_')
      .replace(/^\d/, (digit) => `_x003${digit}_`)
  const [head = [], ...body] = rows
  const cells = (row: Rows[number]) =>
    row.map((value, i) =>
      head[i] === '' ? '' : `<${escape(String(head[i]))}>${value}</${escape(String(head[i]))}>`,
    )
  return `<${escape(root)}>\n${body.map((row) => `<Row>${cells(row).join('')}</Row>\n`).join('')}</${escape(root)}>`
}

function zipTexts(texts: Readonly<Record<string, string>>): Uint8Array {
  const members = Object.entries(texts).map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync(Object.fromEntries(members), { mtime: new Date(1980, 0, 1, 12) })
}

/** Make a workbook for each kind of table, with a sheet for each dye. */
function makeWorkbooks(): Record<string, Uint8Array> {
  const kinds = new Map<string, { name: string; rows: Rows }[]>()
  for (const [name, rows] of Object.entries(cfxSheets)) {
    const [kind = '', dye = '0'] = name.split('_')
    kinds.set(kind, [...(kinds.get(kind) ?? []), { name: dye, rows }])
  }
  const files = [...kinds].map(([kind, sheets]) => [`made -  ${kind}.xlsx`, writeXlsx(sheets)])
  return Object.fromEntries(files) as Record<string, Uint8Array>
}

/** "Export all data sheets" of CFX Maestro as CSV, XML or workbooks, packed. */
export function makeCfxSet(kind: 'csv' | 'xml' | 'xlsx'): Uint8Array {
  const sheets = Object.entries(cfxSheets)
  if (kind === 'xlsx') return zipSync(makeWorkbooks(), { mtime: new Date(1980, 0, 1, 12) })
  const texts = sheets.map(([name, rows]) => {
    const root = name.includes('_') ? name.replace(/^.*_/, '') : '0'
    return [`made -  ${name}.${kind}`, kind === 'csv' ? writeCsv(rows) : writeXml(rows, root)]
  })
  return zipTexts(Object.fromEntries(texts) as Record<string, string>)
}

const list = (numbers: readonly number[]) => `[${numbers.join(', ')}]`
const cycles = Array.from({ length: madeCycles }, (_, i) => i + 1)
const indexes = [0, 1, 12, 95]
const edsDyes = ['FAM', 'ROX'] as const
const reading = (dye: string, well: number, cycle: number) =>
  dye === 'ROX' ? 5000 + ((well + cycle) % 3) : 9000 + 4 * madeValue(0, well, cycle)

/** Make an archive of version 1.3: XML, and the analysis as text. Stage 2 amplifies, stage 3 melts. */
export function makeEds1(): Uint8Array {
  const points = [
    ...cycles.map((cycle) => `[Stg:2 Cyc:${cycle} Stp:2 Pt:1]`),
    ...temperatures.map((_, i) => `[Stg:3 Cyc:1 Stp:1 Pt:${i + 1}]`),
  ]
  const scale = [...cycles.map(() => 60), ...temperatures]
  const feature = (id: string, item: (w: number) => string) =>
    `<FeatureMap><Feature><Id>${id}</Id><Name>${id}</Name></Feature>${indexes.map((index, w) => `<FeatureValue><Index>${index}</Index><FeatureItem>${item(w)}</FeatureItem></FeatureValue>`).join('')}</FeatureMap>`
  const task = (w: number) => ['UNKNOWN', 'UNKNOWN', 'STANDARD', 'NTC'][w] ?? ''
  const plate = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Plate><Rows>8</Rows><Columns>12</Columns><PassiveReferenceDye>ROX</PassiveReferenceDye>${feature('sample', (w) => `<Sample><Name>Sample ${w}</Name></Sample>`)}${feature('detector-task', (w) => `<DetectorTaskList><DetectorTask><Task>${task(w)}</Task><Concentration>${w === 2 ? 3000 : 0}</Concentration><Detector><Name>Gene A</Name><Reporter>FAM</Reporter><Quencher>None</Quencher></Detector></DetectorTask></DetectorTaskList>`)}</Plate>`
  const signals = indexes.map((index, w) => {
    const series = edsDyes.map((dye) => [
      ...cycles.map((cycle) => reading(dye, w, cycle)),
      ...temperatures.map((at) => (dye === 'ROX' ? 5000 : 9000 + meltValue(w, at))),
    ])
    return `<DyeData WellIndex="${index}"><DyeList>[FAM, ROX]</DyeList></DyeData><SignalData WellIndex="${index}">${series.map((values) => `<CycleData>${list(values)}</CycleData>`).join('')}</SignalData>`
  })
  const allWells = Array.from({ length: 96 }, () => scale.join('\t')).join('\t')
  const multicomponent = `<MulticomponentData><WellCount>96</WellCount><CycleCount>${points.length}</CycleCount><CollectionPoints>[${points.join(', ')}]</CollectionPoints><SampleTemperatures>${allWells}</SampleTemperatures>${signals.join('')}</MulticomponentData>`
  const results = indexes.map((index, w) => {
    const rn = cycles.map((cycle) => reading('FAM', w, cycle) / reading('ROX', w, cycle))
    const ct = w === 3 ? madeCycles : 18.5 + w
    return `${index}\tSample ${w}\tGene A\t${task(w)}\t${ct}\t${w === 3 ? -1 : 1}\t0.97\nRn values\t${rn.join('\t')}\t\nDelta Rn values\t${rn.map((value) => value - 1.8).join('\t')}\t\n`
  })
  const experiment = `<Experiment><Name>Made run</Name><RunStartTime>1700000000000</RunStartTime><InstrumentTypeId>appletini</InstrumentTypeId></Experiment>`
  const melt = indexes
    .map((index, w) => `${index}\tSample ${w}\tGene A\t${70 + w}.5,65.25\n`)
    .join('')
  return zipTexts({
    'Manifest.mf': 'Manifest-Version: 1.0\nSpecification-Version: 1.3.0\n',
    'apldbio/sds/experiment.xml': experiment,
    'apldbio/sds/plate_setup.xml': plate,
    'apldbio/sds/multicomponentdata.xml': multicomponent,
    'apldbio/sds/analysis_result.txt': `Made run\nWell\tSample Name\tDetector\tTask\tCt\tAmp Status\tCq Conf\n${results.join('')}`,
    'apldbio/sds/meltcuve_result.txt': `Made run\nWell\tSample Name\tDetector\tTm\n${melt}`,
  })
}

/** Make an archive of version 2.0: JSON. */
export function makeEds2(): Uint8Array {
  const plate = {
    blockType: 'BLOCK_96W_02ML',
    passiveReference: 'ROX',
    targets: [{ name: 'Gene A', reporter: 'FAM', quencher: 'NFQ-MGB' }],
    wells: indexes.map((index, w) => ({
      index,
      sampleName: `Sample ${w}`,
      targetAssignments: [{ targetName: 'Gene A', task: w === 3 ? 'NTC' : 'UNKNOWN', quantity: 0 }],
    })),
  }
  const signals = {
    collectionPoints: cycles.map((cycle) => ({ cycle, point: 1, stage: 2, step: 2 })),
    wellData: indexes.map((wellIndex, w) => ({
      wellIndex,
      dyeData: edsDyes.map((dyeName) => ({
        dyeName,
        fluorescences: cycles.map((cycle) => reading(dyeName, w, cycle)),
      })),
      temperatures: cycles.map(() => 60.25),
    })),
  }
  const results = {
    wellResults: indexes.map((wellIndex, w) => ({
      wellIndex,
      reactionResults: [
        {
          targetName: 'Gene A',
          amplificationResult: {
            cq: w === 3 ? -1 : 18.5 + w,
            ctThreshold: 0.2,
            ctBaselineStart: 3,
            ctBaselineEnd: 12,
            ampStatus: w === 3 ? 'NO_AMP' : 'AMP',
          },
        },
      ],
    })),
  }
  return zipTexts({
    'Manifest.mf': 'Manifest-Version: 1.0\nSpecification-Version: 2.0.0\n',
    'summary.json': JSON.stringify({ name: 'Made run 2', instrumentType: 'QS6PRO' }),
    'setup/plate_setup.json': JSON.stringify(plate),
    'primary/multicomponent_data.json': JSON.stringify(signals),
    'primary/analysis_result.json': JSON.stringify(results),
  })
}

/** Return one file of each kind, for tests that read all kinds. */
export function madeVendorFiles(): FileFixture[] {
  const amplification = cfxSheets['Quantification Amplification Results_FAM'] ?? []
  return [
    { name: 'made - CFX.zip', bytes: makeCfxSet('csv') },
    { name: 'made - CFX XML.zip', bytes: makeCfxSet('xml') },
    { name: 'made - CFX XLSX.zip', bytes: makeCfxSet('xlsx') },
    {
      name: 'made -  Quantification Amplification Results.xlsx',
      bytes:
        makeWorkbooks()['made -  Quantification Amplification Results.xlsx'] ?? new Uint8Array(),
    },
    {
      name: 'made -  Quantification Amplification Results_FAM.csv',
      bytes: strToU8(writeCsv(amplification, ';')),
    },
    {
      name: 'made -  Quantification Cq Results.xml',
      bytes: strToU8(writeXml(cqRows(), '0')),
    },
    { name: 'made QuantStudio.xlsx', bytes: makeQuantstudio() },
    { name: 'made1.eds', bytes: makeEds1() },
    { name: 'made2.eds', bytes: makeEds2() },
    { name: 'made 7500.eds', bytes: makeEds7500() },
    { name: 'made raw.txt', bytes: strToU8(makeLightcyclerRaw()) },
    { name: 'made cp.txt', bytes: strToU8(makeLightcyclerResults()) },
    { name: 'made rotor raw.csv', bytes: strToU8(makeRotorRaw()) },
    { name: 'made rotor ct.csv', bytes: strToU8(makeRotorResults()) },
    {
      name: 'made rotor.zip',
      bytes: zipSync({
        'raw.csv': strToU8(makeRotorRaw()),
        'ct.csv': strToU8(makeRotorResults()),
      }),
    },
    { name: 'made.rex', bytes: strToU8(makeRex()) },
    { name: 'made biomark.csv', bytes: strToU8(makeBiomark()) },
    { name: 'made biomeme.csv', bytes: strToU8(makeBiomeme()) },
    { name: 'made.r96', bytes: strToU8(makeDtprime()) },
    { name: 'made.ixo', bytes: strToU8(makeIxo()) },
    { name: 'made.xls', bytes: writeXls(quantstudioSheets()) },
    { name: 'made curve table rows.txt', bytes: strToU8(makeCurveRows()) },
    {
      name: 'made curve table columns.csv',
      bytes: strToU8(makeCurveColumns(['A1 FAM', 'A2 FAM', 'A1 HEX', 'B1 FAM'], 'Cycles')),
    },
    { name: 'made mxpro blocks.txt', bytes: strToU8(makeMxproBlocks()) },
    { name: 'made mxpro.txt', bytes: strToU8(makeMxpro()) },
    {
      name: 'made mxpro.zip',
      bytes: zipSync({ 'raw.txt': strToU8(makeMxpro()), 'ct.txt': strToU8(makeMxproResults()) }),
    },
  ]
}
