import { columnOfHeader } from '../../../domain/rules/list-words.ts'
import { memoryOf } from '../reading-memory.ts'
import { refuseFile } from '../refuse-file.ts'
import { keyOf, placeIn, type Sheet } from './sheet.ts'

const plateHead =
  /^(plates?|plate(id|name|no|number|barcode)|platte|placa|plaque|piastra|планшеt|板|孔板|板号|اللوحة)$/
const runHead =
  /^(runs?|experiments?|(run|experiment)(id|name|no|number)|lauf|laufnr|ejecucion|experimento|corsa|esperimento|прогон|эксперименt|运行|实验|تشغيل)$/
/** Names that people give to the sheets, files or tables of several runs, with whatever follows: `Run 2`, `plate_1 (FAM)`. */
const runName =
  /^((?:run|plate|experiment|lauf|platte|ejecuci[oó]n|placa|plaque|corsa|piastra|прогон|планшет|运行|板)[\s_.#:-]*\d{1,4})(?=$|[\s_:;,(–-])/iu

/** Names of plates that a refusal lists. */
const mostNamed = 5

/**
 * Refuse a table of several plates, whose wells would be taken for each other; of several runs only where a well is in
 * two of them, for a column of that name may count replicates.
 */
export function refusePlates(sheet: Sheet, head: number): void {
  const keys = sheet.rows.row(head).map(keyOf)
  refuseNames(
    sheet,
    head,
    keys.findIndex((key) => plateHead.test(key)),
  )
  const run = keys.findIndex((key) => runHead.test(key))
  const well = sheet.rows.row(head).findIndex((cell) => columnOfHeader(cell)?.column === 'well')
  if (run >= 0 && well >= 0 && isWellTwice(sheet, head, run, well)) refuseNames(sheet, head, run)
}

function refuseNames(sheet: Sheet, head: number, column: number): void {
  if (column < 0) return
  const names = new Set<string>()
  for (let row = head + 1; row < sheet.rows.length; row++) {
    const name = sheet.rows.cell(row, column).trim()
    if (name === '' || names.has(name)) continue
    sheet.memory.check(memoryOf.group * (names.size + 1))
    names.add(name)
  }
  if (names.size < 2) return
  const plates = [...names].slice(0, mostNamed).join(', ')
  throw refuseFile('plates_several', placeIn(sheet, head, column), { count: names.size, plates })
}

/** Tell if a well has rows of two runs. */
function isWellTwice({ rows, memory }: Sheet, head: number, run: number, well: number): boolean {
  const runOf = new Map<string, string>()
  for (let row = head + 1; row < rows.length; row++) {
    const [name, own] = [rows.cell(row, well).trim(), rows.cell(row, run).trim()]
    if (name === '' || own === '') continue
    const known = runOf.get(name)
    if (known !== undefined && known !== own) return true
    if (known !== undefined) continue
    memory.check(memoryOf.group * (runOf.size + 1))
    runOf.set(name, own)
  }
  return false
}

/** Return the name of a run that a title begins with; empty for any other title. */
export function runOfTitle(title: string): string {
  return runName.exec(title.trim())?.[1] ?? ''
}

/** Refuse curves whose sheets, files or tables are named as those of several runs: they are no dyes of one plate. */
export function refuseRuns(curves: readonly Sheet[]): void {
  const named = new Map<string, Sheet>()
  for (const sheet of curves) {
    const own = sheet.name || sheet.file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')
    const run = runOfTitle(own)
    if (run !== '') named.set(run, sheet)
  }
  const [, second] = named.values()
  if (!second) return
  const plates = [...named.keys()].slice(0, mostNamed).join(', ')
  throw refuseFile('plates_several', placeIn(second, 0), { count: named.size, plates })
}
