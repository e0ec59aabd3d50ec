import type { FileLimits } from '../limits.ts'
import { memoryOf } from '../reading-memory.ts'
import { refuseFile } from '../refuse-file.ts'
import { readStream } from './compound-file.ts'
import { showsDate } from './date-styles.ts'
import { readOldSheet } from './read-old-sheet.ts'
import { readRecords, RecordReader, records } from './old-records.ts'
import type { WorkbookSheet } from './open-workbook.ts'

// Use our own code instead of a library: the one on the registry is an old version with known faults.

/** Version of the records of Excel 97 to 2003; older workbooks have another layout. */
const version = 0x0600
const worksheet = 0
/** Bits of the state of a sheet that nobody sees, or that only a macro can show. */
const hiddenBits = 3

/** Parts of a workbook of Excel 97 to 2003 that its sheets share. */
interface Shared {
  sheets: { name: string; isHidden: boolean; from: number }[]
  texts: string[]
  dates: Set<number>
  date1904: boolean
}

/**
 * Open the sheets of a workbook of Excel 97 to 2003 ([MS-XLS]), as StepOne, 7500, ViiA 7 and QuantStudio software export;
 * charts and macros among them are skipped. Throws `file_old_excel` for an older or a locked one, `workbook_damaged`, and
 * `file_format_unknown` for a compound file of another kind.
 */
export function openOldWorkbook(bytes: Uint8Array, limits: FileLimits): WorkbookSheet[] {
  const stream = readStream(bytes, 'Workbook')
  if (!stream)
    throw refuseFile(readStream(bytes, 'Book') ? 'file_old_excel' : 'file_format_unknown')
  limits.memory.take(stream.length)
  const shared = readShared(stream, limits)
  if (shared.sheets.length === 0) throw refuseFile('workbook_damaged')
  const ends = endsOf(shared.sheets, stream.length)
  return shared.sheets.map(({ name, isHidden, from }) => ({
    name,
    isHidden,
    read: () => readOldSheet(stream.subarray(0, ends.get(from)), from, name, { ...shared, limits }),
  }))
}

/**
 * Return where each sheet ends at the latest, by where it begins: where the next one does. A sheet that several names lead to would be read
 * for each of them, thousands of times. Throws `workbook_damaged`.
 */
function endsOf(sheets: Shared['sheets'], length: number): Map<number, number> {
  const starts = sheets.map(({ from }) => from).toSorted((a, b) => a - b)
  const ends = new Map(starts.map((from, at) => [from, starts[at + 1] ?? length]))
  if (ends.size < starts.length) throw refuseFile('workbook_damaged')
  return ends
}

/** Read what is before the first sheet. */
function readShared(stream: Uint8Array, limits: FileLimits): Shared {
  const shared: Shared = { sheets: [], texts: [], dates: new Set(), date1904: false }
  const codes = new Map<number, string>()
  const formats: number[] = []
  let texts: DataView[] | null = null
  for (const { type, data } of readRecords(stream)) {
    if (type === records.continued) {
      texts?.push(data)
      continue
    }
    if (texts && shared.texts.length === 0) shared.texts = readTexts(texts, limits)
    texts = type === records.texts ? [data] : null
    if (type === records.end) break
    if (type === records.locked) throw refuseFile('file_old_excel')
    const reader = new RecordReader([data])
    if (type === records.begin && reader.short() !== version) throw refuseFile('file_old_excel')
    if (type === records.sheet) addSheet(shared, reader)
    if (type === records.dates) shared.date1904 = reader.short() === 1
    if (type === records.numberFormat) codes.set(reader.short(), reader.text(reader.short()))
    if (type === records.cellFormat) {
      reader.skip(2)
      formats.push(reader.short())
    }
  }
  formats.forEach((format, index) => {
    if (showsDate(format, codes.get(format))) shared.dates.add(index)
  })
  return shared
}

function addSheet(shared: Shared, reader: RecordReader): void {
  const from = reader.long()
  const isHidden = (reader.byte() & hiddenBits) !== 0
  if (reader.byte() !== worksheet) return
  shared.sheets.push({ name: reader.text(reader.byte()), isHidden, from })
}

/** Read the texts that cells refer to, which go on over several records. */
function readTexts(parts: readonly DataView[], limits: FileLimits): string[] {
  const reader = new RecordReader(parts)
  reader.skip(4)
  const count = reader.long()
  if (count > limits.cells) {
    throw refuseFile('table_too_large', {}, { what: 'texts', limit: limits.cells })
  }
  const texts: string[] = []
  while (texts.length < count && !reader.isDone) {
    const text = reader.text(reader.short())
    limits.memory.take(memoryOf.text + 2 * text.length)
    texts.push(text)
  }
  return texts
}
