import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import { type ImportedFile, type ImportedTarget, namesOf } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { cellAt, decideStyle, type NumberStyle, readNumber } from '../read-numbers.ts'
import { refuseFile } from '../refuse-file.ts'
import { splitTable } from '../split-table.ts'
import { RunDraft } from '../tables/run-draft.ts'
import { readVendorDate } from '../tables/vendor-date.ts'

/** A line of readings: `Well 1 green`, then a value for each cycle. */
const curveName = /^well\s+(\d{1,3})\s+(\S.*)$/i
const rawTitle = /^raw fluorescence$/i
const subtractedTitle = /^baseline subtracted\b.*fluorescence$/i
/** Lines above the readings with a column for each well and channel. */
const factNames = ['Well', 'Channel', 'Target', 'Sample Name', 'Cq'] as const

/**
 * Exports of Biomeme's two3, three9 and Franklin as CSV: facts of the run, of each well and channel, and their curves as
 * they were read and with their baseline taken off. The raw ones are taken; a threshold belongs to the others and is named.
 * A Cq of 0 is none. Layout: HannerLab/MDMAPR, ExampleData/biomemetwo3_standard_curve_raw_fluorescence_data.csv.
 */
export const biomeme: FileFormat = {
  name: 'biomeme',
  recognise: (content) =>
    content.kind === 'text' &&
    /^\s*"?Run Name"?,/i.test(content.decoded.text) &&
    /^"?Well 1 \w+"?,/im.test(content.decoded.text.slice(0, 64_000)),
  read: readBiomeme,
}

interface Line {
  row: number
  /** Cut out of the file whenever they are asked for. */
  readonly cells: string[]
}

function readBiomeme(content: FileContent): ImportedFile {
  if (content.kind !== 'text') throw refuseFile('file_format_unknown')
  const notices = new NoticeList()
  const draft = new RunDraft(notices, content.limits)
  const rows = splitTable(content.decoded.text, ',', content.limits)
  const lines = [...rows.findAll((cells) => cells.some((cell) => cell.trim() !== ''))].map(
    (at): Line => ({
      row: at + 1,
      get cells() {
        return rows.row(at).map((cell) => cell.trim())
      },
    }),
  )
  const { raw, subtracted, facts } = splitLines(lines)
  const taken = raw.length > 0 ? raw : subtracted
  const style = decideNotation(facts, taken)
  const columns = readFacts(facts, style, draft)
  addCurves(taken, columns, style, draft)
  if (taken === raw && subtracted.length > 0) {
    notices.add('element_ignored', {}, { element: 'Baseline Subtracted', count: subtracted.length })
  }
  const isNamed = new Set<string>([
    ...factNames,
    'Run Name',
    'Date & Time',
    'HW Number',
    'SW Version',
  ])
  for (const { row, cells } of facts) {
    const [element = ''] = cells
    const count = cells.filter((cell) => cell !== '').length - 1
    if (!isNamed.has(element) && count > 0) {
      notices.add('element_ignored', { row }, { element: element || cells.join(' ').trim(), count })
    }
  }
  const fact = (name: string) => facts.find(({ cells }) => cells[0] === name)?.cells[1] ?? ''
  if (taken !== raw) notices.add('curves_subtracted')
  const run = draft.finish({
    name: fact('Run Name') || content.name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '') || 'run',
    source: {
      format: 'biomeme',
      version: '',
      software: 'Biomeme',
      softwareVersion: fact('SW Version'),
      instrument: 'Biomeme',
      ...namesOf({ serial: fact('HW Number'), barcode: '' }),
      date: readVendorDate(fact('Date & Time')),
    },
    plate: 'rotor',
    states: { amplification: taken === raw ? 'raw' : 'baseline-subtracted', melt: 'raw' },
    passiveReference: null,
    wantsAll: true,
  })
  return { name: content.name, format: 'biomeme', runs: [run], notices: content.notices.list() }
}

/** Separate the curves of both kinds from all other lines. */
function splitLines(lines: readonly Line[]): { raw: Line[]; subtracted: Line[]; facts: Line[] } {
  const parts: { raw: Line[]; subtracted: Line[]; facts: Line[] } = {
    raw: [],
    subtracted: [],
    facts: [],
  }
  let kind: 'raw' | 'subtracted' = 'raw'
  for (const line of lines) {
    const [first = ''] = line.cells
    if (rawTitle.test(first)) kind = 'raw'
    else if (subtractedTitle.test(first)) kind = 'subtracted'
    else if (curveName.test(first)) parts[kind].push(line)
    else parts.facts.push(line)
  }
  return parts
}

/** Decide the notation of all numbers together: one program wrote the Cqs and the light. */
function decideNotation(facts: readonly Line[], curves: readonly Line[]): NumberStyle {
  const cqs = facts.filter(({ cells }) => cells[0] === 'Cq')
  const all = [...cqs, ...curves]
  let isCq = false
  const texts = function* () {
    for (const one of findNumbers(all)) {
      isCq = one.isCq
      yield one.cell
    }
  }
  const placeOf = (index: number) => {
    const { row = 0, column = 0 } = cellAt(findNumbers(all), index) ?? {}
    return { row, column }
  }
  return decideStyle(texts(), placeOf, () => isCq)
}

/** Yield the numbers of lines with their places. */
function* findNumbers(lines: readonly Line[]) {
  for (const { row, cells } of lines) {
    const isCq = cells[0] === 'Cq'
    for (const [at, cell] of cells.entries()) if (at > 0) yield { cell, row, column: at + 1, isCq }
  }
}

/** Read samples, targets and Cqs; return the target of each well and channel, such as `1 green`. */
function readFacts(
  facts: readonly Line[],
  style: NumberStyle,
  draft: RunDraft,
): Map<string, ImportedTarget> {
  const lineOf = (name: string) => {
    const found = facts.find(({ cells }) => cells[0] === name)
    // Cut out its cells once.
    return found && { ...found }
  }
  const [wells, channels, targets, samples, cqs] = factNames.map(lineOf)
  const found = new Map<string, ImportedTarget>()
  for (const [column, number] of wells?.cells.entries() ?? []) {
    if (column === 0 || !/^[1-9]\d{0,2}$/.test(number)) continue
    const colour = channels?.cells[column] ?? ''
    const place = { row: wells?.row ?? 0, column: column + 1, well: number }
    const well = draft.openWell({ row: Number(number) - 1, column: 0 })
    draft.nameSample(well, samples?.cells[column] ?? '', place)
    const target = draft.openTarget(well, targets?.cells[column] ?? '', colour)
    if (cqs) {
      const cq = readNumber(cqs.cells[column] ?? '', style) ?? Number.NaN
      target.cqGiven = true
      target.cq = cq > 0 ? cq : null
    }
    found.set(`${number} ${colour}`, target)
  }
  return found
}

function addCurves(
  lines: readonly Line[],
  columns: ReadonlyMap<string, ImportedTarget>,
  style: NumberStyle,
  draft: RunDraft,
): void {
  for (const line of lines) {
    const { cells } = line
    const [, number = '', channel = ''] = curveName.exec(cells[0] ?? '') ?? []
    const position = { row: Number(number) - 1, column: 0 }
    const place = { row: line.row, path: channel, well: number }
    if (position.row < 0) {
      draft.notices.add('row_ignored', place, { well: number })
      continue
    }
    const last = cells.findLastIndex((cell) => cell !== '')
    const values = cells.slice(1, last + 1).map((cell, at) => {
      const value = readNumber(cell, style)
      if (value === null) {
        const params = { value: cell.slice(0, 40) }
        draft.notices.add('number_unreadable', { ...place, column: at + 2 }, params)
      }
      return value ?? Number.NaN
    })
    const well = draft.openWell(position)
    if (!values.some(Number.isFinite)) continue
    if (draft.hasCurve('amplification', position, channel)) {
      draft.notices.add('well_twice', place)
      continue
    }
    const at = values.map((_, cycle) => cycle + 1)
    draft.addCurve('amplification', { position, channel, at, values, place })
    const target = columns.get(`${number} ${channel}`) ?? draft.openTarget(well, '', channel)
    target.channel = channel
  }
}
