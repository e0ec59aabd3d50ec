import type { ImportedRun } from './imported-run.ts'
import { NoticeList } from './notices.ts'
import { nameRanges } from './plate.ts'

/** Cyrillic and Greek letters that are printed as Latin ones, and those. */
const printedAlike: ReadonlyMap<string, string> = new Map(
  [
    ['АВЕЅІЈКМНОРСТУХаеѕіјорсух', 'ABESIJKMHOPCTYXaesijopcyx'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο', 'ABEZHIKMNOPTYXo'],
  ].flatMap(([letters = '', latin = '']) =>
    [...letters].map((letter, at) => [letter, latin[at] ?? letter] as const),
  ),
)
const plain = /^[!-~]*(?: [!-~]+)*$/

/** Return what a name looks like: its letters as Latin ones, its blanks as one, without what is not seen. */
function lookOf(name: string): string {
  if (plain.test(name)) return name
  return [...name.normalize('NFKC').replaceAll(/[\p{Cf}\p{Mn}]/gu, '')]
    .map((letter) => printedAlike.get(letter) ?? letter)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * Add a notice for each two samples or targets of a run that look alike and are named by other letters or blanks: their wells are no
 * replicates, and nobody sees why.
 */
export function nameAlike(run: ImportedRun): ImportedRun {
  const notices = new NoticeList()
  const kinds = [
    run.wells.map(({ name, sample }) => ({ well: name, name: sample })),
    run.wells.flatMap((well) =>
      well.targets.map(({ target }) => ({ well: well.name, name: target })),
    ),
  ]
  for (const named of kinds) {
    const firsts = new Map<string, string>()
    const others = new Map<string, { first: string; wells: string[] }>()
    for (const { well, name } of named) {
      const look = lookOf(name)
      const first = firsts.get(look) ?? name
      firsts.set(look, first)
      if (first === name) continue
      const other = others.get(name) ?? { first, wells: [] }
      other.wells.push(well)
      others.set(name, other)
    }
    for (const [second, { first, wells }] of others) {
      notices.add('names_alike', { wells: nameRanges(wells) }, { first, second })
    }
  }
  const found = notices.list()
  return found.length === 0 ? run : { ...run, notices: [...run.notices, ...found] }
}
