import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { strFromU8, unzipSync } from 'fflate'
import { readReference } from './vendor-csv.ts'

const folder = new URL('../../../shared/data/', import.meta.url)

/** Curves of one run: `values[well * points + cycle - 1]`, NaN where nothing was measured. */
export interface CurveTable {
  names: string[]
  points: number
  values: Float64Array
}

/** One reaction of an RDML run. */
export interface Reaction {
  well: string
  sample: string
  target: string
  /** True if a person excluded it. */
  excluded: boolean
  /** Volume in microlitres, NaN when not given. */
  volume: number
}

export interface RdmlRun extends CurveTable {
  experiment: string
  run: string
  columns: number
  reactions: Reaction[]
}

export interface RdmlFile {
  runs: RdmlRun[]
  samples: Map<string, { type: string; doubleStranded: boolean; quantity: number }>
  /** `primer`: the scarcer one in nmol/l; NaN where nothing is said. */
  targets: Map<string, { dye: string; amplicon: number; primer: number }>
  dyes: Map<string, { chemistry: string; concentration: number }>
}

/** Read a table of curves: a column a curve, a row a cycle, the cycle in the first column. */
export function readCurveTable(path: string): CurveTable {
  const rows = readReference(path)
  const [, ...names] = Object.keys(rows[0] ?? {})
  const values = new Float64Array(names.length * rows.length).fill(Number.NaN)
  for (const [cycle, row] of rows.entries()) {
    for (const [well, name] of names.entries()) {
      const text = row[name]
      if (text && text !== 'NA') values[well * rows.length + cycle] = Number(text)
    }
  }
  return { names, points: rows.length, values }
}

/** Read the rows of a tab-separated reference file by column name. */
export function readTabbed(path: string): Record<string, string>[] {
  const [head, ...rows] = readText(path).trimEnd().split(/\r?\n/)
  const names = head?.split('\t') ?? []
  return rows.map((row) => {
    const cells = row.split('\t')
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
  })
}

/** List the names in a folder of the reference data, in order; none where it is not there. */
export function listReference(path: string): string[] {
  const place = fileURLToPath(new URL(path, folder))
  return existsSync(place) ? readdirSync(place).sort() : []
}

export function readText(path: string): string {
  return readFileSync(fileURLToPath(new URL(path, folder)), 'utf8')
}

/**
 * Read the parts of an RDML file that the LinRegPCR figures need, without checks and without support for other
 * versions. `path` is one of the reference data.
 */
export function readRdml(path: string | URL): RdmlFile {
  const place = typeof path === 'string' ? new URL(path, folder) : path
  const files = unzipSync(readFileSync(fileURLToPath(place)))
  const text = strFromU8(Object.values(files)[0]!)
  const head = text.replaceAll(/<experiment [\s\S]*?<\/experiment>/g, '')
  return {
    runs: split(text, 'experiment').flatMap(({ id, body }) =>
      split(body, 'run').map((run) => readRun(id, run.id, run.body)),
    ),
    samples: new Map(split(head, 'sample').map(({ id, body }) => [id, readSample(body)])),
    targets: new Map(
      split(head, 'target').map(({ id, body }) => [
        id,
        {
          dye: findId(body, 'dyeId'),
          amplicon: inner(inner(body, 'amplicon'), 'sequence').trim().length,
          primer: Math.min(
            numberOf(inner(body, 'forwardPrimer'), 'oligoConc'),
            numberOf(inner(body, 'reversePrimer'), 'oligoConc'),
          ),
        },
      ]),
    ),
    dyes: new Map(
      split(head, 'dye').map(({ id, body }) => [
        id,
        { chemistry: inner(body, 'dyeChemistry'), concentration: numberOf(body, 'dyeConc') },
      ]),
    ),
  }
}

function readSample(body: string) {
  return {
    type: inner(body, 'type') || 'unkn',
    doubleStranded: inner(body, 'doubleStranded') === 'true',
    quantity: numberOf(inner(body, 'quantity'), 'value'),
  }
}

function readRun(experiment: string, run: string, body: string): RdmlRun {
  const columns = numberOf(body, 'columns')
  const reactions: Reaction[] = []
  const readings: [cycle: number, value: number][][] = []
  for (const react of split(body, 'react')) {
    const position = Number(react.id) - 1
    const letter = String.fromCodePoint(65 + Math.floor(position / columns))
    for (const data of react.body.matchAll(/<data>([\s\S]*?)<\/data>/g)) {
      reactions.push({
        well: `${letter}${(position % columns) + 1}`,
        sample: findId(react.body, 'sample'),
        target: findId(data[1]!, 'tar'),
        excluded: /<excl>[^<]/.test(data[1]!),
        volume: numberOf(react.body, 'vol'),
      })
      readings.push(
        [...data[1]!.matchAll(/<adp>([\s\S]*?)<\/adp>/g)].map(([, adp]) => [
          Math.ceil(numberOf(adp!, 'cyc')),
          numberOf(adp!, 'fluor'),
        ]),
      )
    }
  }
  const points = Math.max(0, ...readings.flatMap((one) => one.map(([cycle]) => cycle)))
  const values = new Float64Array(readings.length * points).fill(Number.NaN)
  for (const [at, one] of readings.entries()) {
    for (const [cycle, value] of one) values[at * points + cycle - 1] = value
  }
  const names = reactions.map(({ well, target }) => `${well} ${target}`)
  return { experiment, run, columns, reactions, names, points, values }
}

/** Attribute in either kind of quotes. */
const identity = String.raw`id\s*=\s*(["'])(.*?)\1`

function findId(text: string, name: string): string {
  return decode(new RegExp(`<${name} ${identity}`).exec(text)?.[2] ?? '')
}

/** Return the elements of a name with their id and body. */
function split(text: string, name: string): { id: string; body: string }[] {
  const pattern = new RegExp(`<${name} ${identity}\\s*>([\\s\\S]*?)</${name}>`, 'g')
  return [...text.matchAll(pattern)].map(([, , id, body]) => ({ id: decode(id!), body: body! }))
}

function inner(text: string, name: string): string {
  return new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`).exec(text)?.[1] ?? ''
}

function numberOf(text: string, name: string): number {
  const found = inner(text, name)
  return found === '' ? Number.NaN : Number(found)
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
