import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const library = join(root, 'node_modules', 'bwip-js')
const target = join(root, 'domain', 'codes', 'gs1-table.ts')

/** A field of an application identifier as the library holds it. */
interface Part {
  cset: string
  min: number
  max: number
  opt: boolean
  linters: string[]
}

interface Row {
  parts: Part[]
  dlpkey?: string[][]
  dlattr?: boolean
}

/** Arrays and texts of PostScript, as the library keeps them: a view of a longer one. */
interface View {
  b: Uint8Array | unknown[]
  o: number
  length: number
}

/**
 * Return the table of GS1 application identifiers that bwip-js carries. Its makers build it from the GS1 Barcode Syntax
 * Dictionary (https://ref.gs1.org/tools/gs1-barcode-syntax-resource/syntax-dictionary/) and keep it to themselves, so that the
 * library is loaded with one more export.
 */
async function readLibrary(): Promise<{ rows: Record<string, Row>; fixed: string[] }> {
  const source = readFileSync(join(library, 'dist', 'bwipp.mjs'), 'utf8')
  const probe = `
    export function readTable() {
      $k[$j++] = '(01)09506000134352'
      $k[$j++] = 'ai'
      bwipp_gs1process()
      return bwipp_gs1process.globals
    }`
  const file = join(root, 'node_modules', '.gs1-table.mjs')
  writeFileSync(file, source + probe)
  const { readTable } = (await import(file)) as { readTable: () => Record<string, unknown> }
  const { gs1syntax, aifixed } = readTable()
  return {
    rows: plain(gs1syntax) as Record<string, Row>,
    fixed: Object.keys(plain(aifixed) as object).toSorted(),
  }
}

/** Turn values of PostScript into plain ones. */
function plain(value: unknown): unknown {
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, one]) => [String(key), plain(one)]))
  }
  if (Array.isArray(value)) return value.map(plain)
  if (value !== null && typeof value === 'object' && 'b' in value) {
    const { b, o, length } = value as View
    return b instanceof Uint8Array
      ? Buffer.from(b.subarray(o, o + length)).toString('latin1')
      : b.slice(o, o + length).map(plain)
  }
  return value
}

/** Write a field as the Syntax Dictionary does: `N14,csum`, `X..20`, `[N..12]`. */
function partText({ cset, min, max, opt, linters }: Part): string {
  const length = min === max ? String(max) : `..${max}`
  const rules = linters.map((name) => name.replace('lint', ''))
  const text = [`${cset}${length}`, ...rules].join(',')
  return opt ? `[${text}]` : text
}

function rowText({ parts, dlpkey, dlattr }: Row): string {
  const key = dlpkey && ['dlpkey', dlpkey.map((list) => list.join(',')).join('|')]
  const marks = [key?.filter(Boolean).join('='), dlattr === false ? 'dlattr=no' : null]
  return [...parts.map(partText), ...marks.filter(Boolean)].join(' ')
}

/** Join identifiers that follow each other: `3100-3105`. */
function rangesOf(ais: readonly string[]): string[] {
  const ranges: [from: string, to: string][] = []
  for (const ai of ais) {
    const last = ranges.at(-1)
    const isNext = last && last[1].length === ai.length && Number(ai) === Number(last[1]) + 1
    if (isNext) last[1] = ai
    else ranges.push([ai, ai])
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`))
}

/** Return the text of domain/codes/gs1-table.ts. */
export async function makeGs1Table(): Promise<string> {
  const { rows, fixed } = await readLibrary()
  const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as {
    version: string
  }
  const ais = Object.keys(rows).toSorted()
  const texts = [...new Set(ais.map((ai) => rowText(rows[ai] as Row)))]
  const lines = texts.map((text) => {
    const own = rangesOf(ais.filter((ai) => rowText(rows[ai] as Row) === text))
    return `  [${quote(own.join(' '))}, ${quote(text)}],`
  })
  return `/**
 * Application identifiers of GS1 with their fields, in the notation of the GS1 Barcode Syntax Dictionary (GS1 AISBL,
 * Apache-2.0; https://ref.gs1.org/tools/gs1-barcode-syntax-resource/syntax-dictionary/), from the copy in bwip-js ${version}.
 * \`node scripts/write-gs1-table.ts\` writes it: never edit it by hand (docs/decisions/033-codes-and-labels.md).
 *
 * A field: its signs (N digits, X the set of 82, Y the set of 39, Z base64), its length or longest length, rules of
 * its content; in brackets where it may be missing. \`dlpkey\`: primary key of a Digital Link, with the qualifiers that may
 * follow, in order. \`dlattr=no\`: no attribute of a Digital Link.
 */
export const gs1Table: readonly (readonly [ais: string, fields: string])[] = [
${lines.join('\n')}
]

/** First two digits of identifiers whose length is known beforehand: no separator follows (General Specifications 7.8.5). */
export const fixedLength: readonly string[] = ${JSON.stringify(fixed).replaceAll('"', "'").replaceAll(',', ', ')}
`
}

function quote(text: string): string {
  return `'${text}'`
}

if (process.argv[1] === import.meta.filename) writeFileSync(target, await makeGs1Table())
