import { gzipSync, strToU8, zipSync, zlibSync } from 'fflate'
import { writeCompoundFile, writeXls } from '../../support/write-xls.ts'

/** A file made to take as much memory as its format allows, of about so many bytes as it is unpacked. */
export interface WorstFile {
  kind: string
  name: string
  make: (bytes: number) => Uint8Array
}

/** Repeat a piece, which may count, up to a number of letters. */
function fill(letters: number, piece: (index: number) => string): string {
  const pieces: string[] = []
  for (let [index, length] = [0, 0]; length < letters; index++) {
    const one = piece(index)
    pieces.push(one)
    length += one.length
  }
  return pieces.join('')
}

const pack = (members: Readonly<Record<string, string>>) =>
  zipSync(
    Object.fromEntries(Object.entries(members).map(([name, text]) => [name, strToU8(text)])),
    { level: 1 },
  )

function row(count: number, cell: (index: number) => string | number, separator = ','): string {
  return Array.from({ length: count }, (_, index) => cell(index)).join(separator)
}

const letters = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : letters(Math.floor(index / 26) - 1) + letters(index % 26)
const wellOf = (index: number, columns = 24) =>
  `${letters(Math.floor(index / columns))}${(index % columns) + 1}`
const digit = (index: number) => String(1 + (index % 9))

/** Wide tables of short cells: a column for each well, a row for each cycle. */
function wide(bytes: number, wells = 1536, cell: (index: number) => string = digit): string {
  const head = `Cycle,${row(wells, (index) => wellOf(index, 48))}\n`
  return (
    head + fill(bytes, (cycle) => `${cycle + 1},${row(wells, (index) => cell(cycle + index))}\n`)
  )
}

/** Write a row for each reading, each of a well of its own. */
const long = (bytes: number) =>
  `Well,Cycle,Fluorescence\n${fill(bytes, (i) => `${wellOf(i, 999)},1,5\n`)}`

/** Name a well once for all its readings, as merged cells do. */
const merged = (bytes: number) =>
  `Well,Sample,Dye,Cycle,Fluorescence\n${fill(bytes, (i) => {
    const named = i % 45 === 0 ? `${wellOf(Math.floor(i / 45) % 1536, 48)},s,FAM` : ',,'
    return `${named},${1 + (i % 45)},${hash(i, 4)}\n`
  })}`
/** Cut each well into two columns, with a column for each of several dyes. */
const joined = (bytes: number) =>
  `Row,Column,Cycle,FAM,HEX,ROX,Cy5\n${fill(bytes, (i) => {
    const well = Math.floor(i / 45) % 1536
    return `${letters(Math.floor(well / 48))},${1 + (well % 48)},${1 + (i % 45)},1,2,3,${hash(i, 4)}\n`
  })}`
/** Write columns of curves below rows of facts, whose cycles begin with 0 and are a multiple of five. */
const turned = (bytes: number) => {
  const head = `,${row(384, (i) => wellOf(i))}\nSample,${row(384, (i) => `s${i}`)}\n`
  return head + fill(bytes, (i) => row(5, (at) => `${5 * i + at},${row(384, digit)}\n`, ''))
}
/** Write a block of two columns for each curve. */
const plots = (bytes: number) =>
  fill(bytes, (i) => {
    const points = row(10, (at) => `${at + 1},${hash(i, at)}`, '\n')
    return `${wellOf(i % 1536, 48)}, Replicate 1, FAM\nCycles,Fluorescence (R)\n${points}\n\n`
  })
/** Write a few curves beside a layout of many rows. */
const layout = (bytes: number) =>
  pack({
    'curves.csv': `Cycle,A1 FAM,A2 FAM\n${row(40, (c) => `${c + 1},${hash(c, 1)},${hash(c, 2)}`, '\n')}\n`,
    'layout.csv': `Well,Sample,Type,Comment\n${fill(bytes, (i) => `${wellOf(i % 9999, 99)},s${hash(i, 1)},unknown,${hash(i, 2)}\n`)}`,
  })

const quantstudioMelt = (bytes: number) =>
  `[Melt Curve Raw Data]\nWell\tWell Position\tReading\tTemperature\tFluorescence\tDerivative\n${fill(
    bytes,
    (i) => {
      const [well, reading] = [Math.floor(i / 400) % 384, i % 400]
      return `${well + 1}\t${wellOf(well)}\t${reading + 1}\t${60 + reading / 10}\t${i % 97}.5\t0.1\n`
    },
  )}`

const quantstudioDyes = (bytes: number) =>
  `[Multicomponent Data]\nWell\tCycle\tFAM\tVIC\tROX\n${fill(bytes, (i) => {
    return `${1 + (Math.floor(i / 5000) % 384)}\t${1 + (i % 5000)}\t1\t2\t3\n`
  })}[Amplification Data]\nWell\tCycle\tTarget Name\tRn\tDelta Rn\n1\t1\tA\t1\t1\n`

function workbook(sheet: string, strings = ''): Uint8Array {
  return pack({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    ...(strings && { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` }),
  })
}

const headerCells = (wells: number) =>
  `<row>${['Cycle', ...Array.from({ length: wells }, (_, i) => wellOf(i, 48))]
    .map((name) => `<c t="str"><v>${name}</v></c>`)
    .join('')}</row>`

/** Cells without an address. */
const xlsx = (bytes: number) =>
  workbook(
    headerCells(1536) +
      fill(bytes, (cycle) => {
        return `<row><c><v>${cycle + 1}</v></c>${row(1536, (i) => `<c><v>${hash(cycle, i)}</v></c>`, '')}</row>`
      }),
  )

/** Digits that do not repeat: an archive that unpacks to suspiciously much is refused before anything is read. */
function hash(a: number, b: number): number {
  return (Math.imul(a * 7919 + b, 2_654_435_761) >>> 0) % 997
}

const sharedTexts = (bytes: number) =>
  workbook(
    `${headerCells(96)}<row><c><v>1</v></c><c><v>2</v></c></row>`,
    fill(bytes, (i) => `<si><t>${hash(i, 1)}${i}</t></si>`),
  )

const textNumbers = (bytes: number) =>
  workbook(
    headerCells(1536) +
      fill(bytes, (cycle) => {
        return `<row><c><v>${cycle + 1}</v></c>${row(1536, (i) => `<c t="str"><v>${hash(cycle, i)}.5</v></c>`, '')}</row>`
      }),
  )

/** Write rows that a sheet comes back to again and again. */
const returning = (bytes: number) =>
  workbook(
    fill(bytes, (i) => {
      return `<row><c r="${letters(Math.floor(i / 100) % 600)}${1 + (i % 100)}"><v>${hash(i, 3)}</v></c></row>`
    }),
  )

const xls = (bytes: number) =>
  writeXls([
    {
      name: 'Data',
      rows: [
        ['Cycle', ...Array.from({ length: 240 }, (_, i) => wellOf(i))],
        ...Array.from({ length: Math.ceil(bytes / (241 * 18)) }, (_, cycle) => [
          cycle + 1,
          ...Array.from({ length: 240 }, (_, i) => hash(cycle, i) + 0.5),
        ]),
      ],
    },
  ])

const xmlRows = (bytes: number) =>
  `<FAM>${fill(bytes, (cycle) => `<Row><Cycle>${cycle + 1}</Cycle>${row(96, (i) => `<${wellOf(i, 12)}>${digit(i)}</${wellOf(i, 12)}>`, '')}</Row>`)}</FAM>`

const rdml = (content: string) =>
  `<rdml version="1.2" xmlns="http://www.rdml.org"><experiment id="e"><run id="r"><pcrFormat><rows>16</rows><columns>24</columns></pcrFormat>${content}</run></experiment></rdml>`

const rdmlElements = (bytes: number) =>
  rdml(fill(bytes, (i) => `<react id="${1 + (i % 384)}"><data/><a b="" c=""/></react>`))
const rdmlPoints = (bytes: number) =>
  rdml(
    `<react id="1">${fill(bytes, (i) => {
      const begin = i % 5000 === 0 ? `${i > 0 ? '</data>' : ''}<data><tar id="t${i}"/>` : ''
      return `${begin}<adp><cyc>${1 + (i % 5000)}</cyc><fluor>5</fluor></adp>`
    })}</data></react>`,
  )
const rdmlFewPoints = (bytes: number) =>
  rdml(
    fill(bytes, (i) => {
      return `<react id="${1 + (i % 384)}"><data><tar id="t${i}"/><adp><cyc>1</cyc><fluor>5</fluor></adp></data></react>`
    }),
  )
const deep = (bytes: number) =>
  rdml(`<react id="1"/>${fill(bytes, () => `${'<a>'.repeat(50)}${'</a>'.repeat(50)}`)}`)
const texts = (bytes: number) => rdml(`<react id="1"/>${fill(bytes, () => '<a>ab</a>')}`)

const signals = (bytes: number) =>
  pack({
    'apldbio/sds/plate_setup.xml': '<Plate><Rows>16</Rows><Columns>24</Columns></Plate>',
    'apldbio/sds/multicomponentdata.xml': `<M><CollectionPoints>${fill(bytes / 10, (i) => `[Stg:2 Cyc:${i + 1} Stp:1 Pt:1]`)}</CollectionPoints>${row(
      384,
      (well) => {
        return `<DyeData WellIndex="${well}"><DyeList>[FAM]</DyeList></DyeData><SignalData WellIndex="${well}"><CycleData>[${fill(bytes / 500, (i) => `${hash(well, i) % 10},`)}1]</CycleData></SignalData>`
      },
      '',
    )}</M>`,
  })
const nested = (bytes: number) =>
  pack({
    'primary/analysis_result.json': `[${fill(bytes, (i) => `${'['.repeat(1 + (hash(i, 2) % 9))}1${']'.repeat(1 + (hash(i, 2) % 9))},`)}[]]`,
  })
const members = (bytes: number) =>
  pack({
    'primary/analysis_result.json': `{${fill(bytes, (i) => `"${hash(i, 5)}${i}":${i},`)}"z":0}`,
  })
const edsResults = (bytes: number) =>
  pack({
    'apldbio/sds/analysis_result.txt': `Well\t${row(600, (i) => `Column ${i}`, '\t')}\n${fill(bytes, (i) => `${i % 384}\t${hash(i, 7)}\n`)}`,
  })
const edsText = (bytes: number) =>
  pack({
    'apldbio/sds/multicomponent_data.txt': `Well\tCycle\tDye\tError\tLight\tx\n${fill(bytes, (i) => `${hash(i, 1) % 384}\t${i % 2 ? 9999 : hash(i, 2)}\tFAM\t0\t${hash(i, 3)}\tx\n`)}`,
  })

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const ixo = (bytes: number) => {
  const store = `<obj class="HTCAcquisitionStore"><list name="Cycles">${fill(bytes, (i) => `<obj class="TCycle"><prop name="Cycle">${hash(i, 3)}</prop></obj>`)}</list></obj>`
  return `<objectstream signature="IXOS"><obj name="root"><obj name="run"><prop name="AcquisitionStore">${base64(zlibSync(strToU8(store)))}</prop><obj name="Protocol"><obj name="Programs"><obj name="Container"><prop name="RowCount">16</prop><prop name="ColCount">24</prop></obj><obj name="DetectionFormats"><prop name="DefFormatName">F</prop><list name="emlist"><obj><prop name="name">F</prop><list name="emlist"><obj><prop name="name">465-510</prop></obj></list></obj></list></obj></obj></obj></obj></obj></objectstream>`
}
const rex = (bytes: number) =>
  `<Experiment><RexHeader>REX 3.15</RexHeader><RawChannels><RawChannel><Name>Cycling A.Green</Name>${row(72, () => `<Reading>${fill(bytes / 72, (i) => `${digit(i)} `)}</Reading>`, '')}</RawChannel></RawChannels></Experiment>`

const rdes = (bytes: number) =>
  `Well\tSample\tSample Type\tTarget\tTarget Type\tDye\tCq\t${row(1000, (i) => i + 1, '\t')}\n${fill(bytes, (i) => `${wellOf(i % 1536, 48)}\ts\tunkn\tt${Math.floor(i / 1536)}\ttoi\tFAM\t\t${row(1000, (at) => digit(i + at), '\t')}\n`)}`

const biomark = (bytes: number) => {
  const chamber = (i: number) => `S${1 + Math.floor(i / 96)}-A${1 + (i % 96)}`
  const light = (title: string) =>
    `${title}\nChamber,${row(200, (i) => i + 1)}\n${fill(bytes / 2, (i) => `${chamber(i % 9216)},${row(200, (at) => digit(i + at))}\n`)}\n`
  return `Chip Run Info,a.bml,1131,96.96 (113x),GE,ROX,FAM-MGB,8/26/2014 3:44:20 PM,01:28,H\n\n${light('Raw Data for Probe FAM-MGB')}${light('Bkgd Data for Probe FAM-MGB')}`
}
const biomeme = (bytes: number) =>
  `Run Name,a\nWell,${row(9, (i) => i + 1)}\nRaw Fluorescence\n${fill(bytes, (i) => `Well ${1 + (i % 999)} green${i},${row(500, (at) => digit(i + at))}\n`)}`.replace(
    'Well 1 green0',
    'Well 1 green',
  )
const dtprime = (bytes: number) =>
  `$Version:$ 7\n$Results of optical measurements:$\n${fill(bytes, (i) => `Fam_ 0 4 2 ${i} 1000 1 ${row(96, (at) => digit(i + at), ' ')}\n`)}`
const mxpro = (bytes: number) =>
  fill(bytes, (i) => {
    return `Segment 1 Plateau 1 Well ${1 + (i % 96)}\nCycle Light Temp\n${row(5, (at) => `${at + 1} 5 60`, '\n')}\n`
  })
const unread = (bytes: number) => wide(bytes, 1536, () => 'x')
const cfx = (bytes: number) =>
  `Cycle,${row(384, (i) => wellOf(i))}\n${fill(bytes, (c) => `${c + 1},${row(384, (i) => `${hash(c, i)}.25`)}\n`)}`

/** Every way in which the service reads a file, with what takes most of its memory. */
export const worstFiles: readonly WorstFile[] = [
  { kind: 'table of short cells', name: 'a.csv', make: (n) => strToU8(wide(n)) },
  {
    kind: 'table in UTF-16',
    name: 'a.csv',
    make: (n) => Buffer.from(`\ufeff${wide(n / 2)}Ω`, 'utf16le'),
  },
  {
    kind: 'table with a letter beyond Latin',
    name: 'a.csv',
    make: (n) => strToU8(`${wide(n)}Ω\n`),
  },
  { kind: 'table of one row', name: 'a.csv', make: (n) => strToU8(`Cycle,${row(n / 2, digit)}\n`) },
  {
    kind: 'table of empty rows',
    name: 'a.csv',
    make: (n) => strToU8(`Cycle,A1,A2\n${'\n'.repeat(n)}`),
  },
  {
    kind: 'table of headers',
    name: 'a.csv',
    make: (n) => strToU8(fill(n, (i) => `Cycle,${row(50, (at) => `A${at + 1}`)}\n${i},1\n`)),
  },
  { kind: 'table of what is no number', name: 'a.csv', make: (n) => strToU8(unread(n)) },
  { kind: 'table of readings', name: 'a.csv', make: (n) => strToU8(long(n)) },
  { kind: 'table of merged wells', name: 'a.csv', make: (n) => strToU8(merged(n)) },
  { kind: 'table of joined wells', name: 'a.csv', make: (n) => strToU8(joined(n)) },
  { kind: 'table of curves below facts', name: 'a.csv', make: (n) => strToU8(turned(n)) },
  { kind: 'table beside a layout', name: 'a.zip', make: layout },
  { kind: 'table of CFX', name: 'a - FAM.csv', make: (n) => strToU8(cfx(n)) },
  { kind: 'QuantStudio, melt', name: 'a.txt', make: (n) => strToU8(quantstudioMelt(n)) },
  { kind: 'QuantStudio, dyes', name: 'a.txt', make: (n) => strToU8(quantstudioDyes(n)) },
  {
    kind: 'table packed alone',
    name: 'a.csv.gz',
    make: (n) => gzipSync(strToU8(cfx(n)), { level: 1 }),
  },
  {
    kind: 'archive of tables',
    name: 'a.zip',
    make: (n) =>
      pack(
        Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`a${i} - FAM.csv`, cfx(n / 10)])),
      ),
  },
  { kind: 'workbook', name: 'a.xlsx', make: xlsx },
  { kind: 'workbook of text numbers', name: 'a.xlsx', make: textNumbers },
  { kind: 'workbook of shared texts', name: 'a.xlsx', make: sharedTexts },
  { kind: 'workbook of rows in no order', name: 'a.xlsx', make: returning },
  { kind: 'workbook of Excel 2003', name: 'a.xls', make: xls },
  {
    kind: 'compound file of nothing',
    name: 'a.xls',
    make: (n) => writeCompoundFile('Workbook', new Uint8Array(n)),
  },
  { kind: 'XML of rows', name: 'a.xml', make: (n) => strToU8(xmlRows(n)) },
  { kind: 'RDML of elements', name: 'a.rdml', make: (n) => strToU8(rdmlElements(n)) },
  { kind: 'RDML of points', name: 'a.rdml', make: (n) => pack({ 'rdml_data.xml': rdmlPoints(n) }) },
  { kind: 'RDML of curves with one point', name: 'a.rdml', make: (n) => strToU8(rdmlFewPoints(n)) },
  { kind: 'RDML of deep elements', name: 'a.rdml', make: (n) => strToU8(deep(n)) },
  { kind: 'RDML of short texts', name: 'a.rdml', make: (n) => strToU8(texts(n)) },
  { kind: 'EDS of numbers', name: 'a.eds', make: signals },
  { kind: 'EDS of nested lists', name: 'a.eds', make: nested },
  { kind: 'EDS of members', name: 'a.eds', make: members },
  { kind: 'EDS of results', name: 'a.eds', make: edsResults },
  { kind: 'EDS of readings as text', name: 'a.eds', make: edsText },
  { kind: 'LightCycler 480', name: 'a.ixo', make: (n) => strToU8(ixo(n)) },
  { kind: 'Rotor-Gene', name: 'a.rex', make: (n) => strToU8(rex(n)) },
  { kind: 'RDES', name: 'a.tsv', make: (n) => strToU8(rdes(n)) },
  { kind: 'BioMark', name: 'a.csv', make: (n) => strToU8(biomark(n)) },
  { kind: 'Biomeme', name: 'a.csv', make: (n) => strToU8(biomeme(n)) },
  { kind: 'DTprime', name: 'a.r96', make: (n) => strToU8(dtprime(n)) },
  { kind: 'MxPro', name: 'a.txt', make: (n) => strToU8(mxpro(n)) },
  { kind: 'MxPro, plots', name: 'a.csv', make: (n) => strToU8(plots(n)) },
]
