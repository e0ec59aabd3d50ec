import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { hasReference, readReference } from './vendor-csv.ts'

const folder = new URL('../../../shared/data/', import.meta.url)

/** A published curve with what several people said of it. */
export interface RatedCurve {
  set: string
  /** Target, where the set has several and says which. */
  target: string
  name: string
  /** y (amplified), a (ambiguous) or n (not) of each rater. */
  votes: string
  /** Signal by cycle, NaN where there is none. */
  signal: Float64Array
}

export type Rating = 'y' | 'a' | 'n' | 'split'

/** The tables of curves behind the ratings. */
const tables: Readonly<Record<string, string>> = {
  batsch1: 'qpcR/batsch1.csv',
  boggy: 'qpcR/boggy.csv',
  competimer: 'qpcR/competimer.csv',
  dil4reps94: 'qpcR/dil4reps94.csv',
  guescini1: 'qpcR/guescini1.csv',
  lievens1: 'qpcR/lievens1.csv',
  reps: 'qpcR/reps.csv',
  reps3: 'qpcR/reps3.csv',
  testdat: 'qpcR/testdat.csv',
  vermeulen1: 'qpcR/vermeulen1.csv',
  htPCR_half: 'qpcR/htPCR_half.csv.gz',
  C127EGHP: 'chipPCR/C127EGHP.csv',
  'C316.amp': 'chipPCR/C316.amp.csv',
  'C60.amp': 'chipPCR/C60.amp.csv',
  CD74: 'chipPCR/CD74.csv',
  VIMCFX96_60: 'chipPCR/VIMCFX96_60.csv',
  kbqPCR: 'PCRedux/kbqPCR.csv',
  RAS003: 'PCRedux/RAS003.rdml',
  lc96_bACTXY: 'RDML-R/lc96_bACTXY.rdml',
}

/** The targets of a run's channels where its file names only the dye. */
const dyeTargets: Readonly<Record<string, string>> = {
  FAM: 'bACT',
  Hex: 'X',
  'Texas Red': 'Y',
  Cy5: 'IPC',
}

/** Read every rated curve whose table exists; none without the reference data. */
export function readRatedCurves(): RatedCurve[] {
  return Object.entries(tables).flatMap(([set, path]) => {
    const ratings = `PCRedux/decision_res_${set}.csv`
    if (!hasReference(path) || !hasReference(ratings)) return []
    const isRun = path.endsWith('.rdml')
    const curves = isRun ? readRun(path) : readTable(path)
    return readReference(ratings).flatMap((row) => {
      const [name = '', ...rest] = Object.values(row)
      const well = name.split('_')[0]
      const signal = curves.get(isRun ? `${well} ${targetOf(set, name)}` : name)
      const votes = rest.slice(0, -1).join('')
      return signal ? [{ set, target: targetOf(set, name), name, votes, signal }] : []
    })
  })
}

/**
 * Return the rating on which all raters agree, or six of eight for htPCR, whose raters rarely all agree; otherwise
 * `split`.
 */
export function rate({ set, votes }: RatedCurve): Rating {
  const needed = set === 'htPCR_half' ? 6 : votes.length
  const count = (rating: string) => votes.split(rating).length - 1
  return (['y', 'a', 'n'] as const).find((rating) => count(rating) >= needed) ?? 'split'
}

/** Return the target with which names of the sets with several targets end or begin. */
function targetOf(set: string, name: string): string {
  if (set === 'vermeulen1') return name.slice(0, name.lastIndexOf('.'))
  if (set === 'kbqPCR') return name.split('_').slice(3).join('_')
  return tables[set]?.endsWith('.rdml') ? (name.split('_').at(-1) ?? '') : ''
}

/** Read the curves by name of a table with a column per curve and a row per cycle. */
function readTable(path: string): Map<string, Float64Array> {
  const rows = path.endsWith('.gz') ? readPacked(path) : readReference(path)
  const names = Object.keys(rows[0] ?? {})
  return new Map(
    names.map((name) => [name, Float64Array.from(rows, (row) => readNumber(row[name]))]),
  )
}

function readPacked(path: string): Record<string, string>[] {
  const text = gunzipSync(readFileSync(fileURLToPath(new URL(path, folder)))).toString('utf8')
  const [names = [], ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])))
}

function readNumber(text: string | undefined): number {
  return text && text !== 'NA' ? Number(text) : Number.NaN
}

/** Read the curves by `A01 target` of the one run in an RDML file of 96 wells. */
function readRun(path: string): Map<string, Float64Array> {
  const files = unzipSync(readFileSync(fileURLToPath(new URL(path, folder))))
  const text = strFromU8(files['rdml_data.xml'] ?? new Uint8Array())
  const curves = new Map<string, Float64Array>()
  for (const react of text.split('<react ').slice(1)) {
    const position = Number(/id ?= ?['"](\d+)/.exec(react)?.[1]) - 1
    const column = String((position % 12) + 1).padStart(2, '0')
    const well = `${'ABCDEFGH'[Math.floor(position / 12)]}${column}`
    for (const data of react.split('<data>').slice(1)) {
      const id = /<tar id ?= ?['"]([^'"]*)/.exec(data)?.[1] ?? ''
      const target = dyeTargets[id.split('@')[0] ?? ''] ?? id.replace('-', '.')
      const points = [...data.matchAll(/<cyc>([^<]*)<\/cyc>[^]*?<fluor>([^<]*)<\/fluor>/g)]
        .map(([, cycle, signal]) => [Number(cycle), Number(signal)] as const)
        .sort(([one], [other]) => one - other)
      curves.set(
        `${well} ${target}`,
        Float64Array.from(points, ([, signal]) => signal),
      )
    }
  }
  return curves
}
