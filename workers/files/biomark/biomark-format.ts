import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import type { ImportedFile } from '../imported-run.ts'
import { namesOf } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { nameOfPosition, type PlateShape } from '../plate.ts'
import { memoryOf } from '../reading-memory.ts'
import { refuseFile } from '../refuse-file.ts'
import { splitTable } from '../split-table.ts'
import { RunDraft } from '../tables/run-draft.ts'
import type { Table } from '../tables/table.ts'
import { TableNumbers } from '../tables/table-numbers.ts'
import { readVendorDate } from '../tables/vendor-date.ts'
import { probesOf, readChambers } from './read-chambers.ts'
import { chamberOf, type LightSection, plainDye, splitSections } from './split-sections.ts'

/**
 * Exports of Fluidigm (Standard BioTools) software for BioMark: `Table Results`, alone or with the raw light of probes and
 * passive reference. A chamber is a well: the row is the sample, the column the assay. What the camera sees without light
 * (`Bkgd Data`) is taken off. Layout: Krewn/Rqpcr, qpcrFileIO.R, and headers that public scripts quote.
 */
export const biomark: FileFormat = {
  name: 'biomark',
  recognise: (content) =>
    content.kind === 'text' && /^\s*"?Chip Run Info"?,/i.test(content.decoded.text.slice(0, 200)),
  read: readBiomark,
}

function readBiomark(content: FileContent): ImportedFile {
  if (content.kind !== 'text') throw refuseFile('file_format_unknown')
  const notices = new NoticeList()
  const { text } = content.decoded
  const rows = splitTable(text, ',', content.limits)
  const openEnded = rows.row(rows.length - 1).join('') !== '' && !/[\r\n]$/.test(text)
  const sheet = {
    name: '',
    file: content.name,
    rows,
    firstRow: 1,
    member: '',
    delimiter: ',' as const,
    isTyped: false,
    memory: content.limits.memory,
    openEnded,
  }
  const { results, light, preamble } = splitSections(sheet, notices)
  const info = preamble.find(([first = '']) => /^chip run info$/i.test(first.trim())) ?? []
  const numbers = new TableNumbers(notices)
  const tables = [...light.map(({ table }) => table), ...(results ? [results] : [])]
  numbers.decide(tables.map((table) => ({ table, columns: numberColumns(table) })))
  const draft = new RunDraft(notices, content.limits)
  if (results) readChambers(results, draft, numbers)
  const reference = light.find(({ isReference }) => isReference)?.dye ?? null
  addLight(light, results ? probesOf(results) : [], draft, numbers)
  if (draft.wells().length === 0) {
    // Say of a heat map that it is one of results: the same software exports the light with its tables.
    const isHeatMap = preamble.some((row) => row.some((cell) => /^heat map/i.test(cell.trim())))
    throw refuseFile(isHeatMap ? 'results_without_curves' : 'file_without_curves')
  }
  const fact = (column: number) => (info[column] ?? '').trim()
  notices.add(
    'chambers_as_wells',
    {},
    { chamber: 'S2-A1', well: nameOfPosition({ row: 1, column: 0 }) },
  )
  const run = draft.finish({
    name: content.name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '') || 'run',
    source: {
      format: 'biomark',
      version: '',
      software: 'BioMark',
      softwareVersion: versionOf(preamble),
      instrument: 'BioMark',
      ...namesOf({ serial: fact(9), barcode: fact(2) }),
      date: readVendorDate(fact(7)),
    },
    plate: plateOf(fact(3)),
    states: { amplification: 'raw', melt: 'raw' },
    passiveReference: reference,
    wantsAll: true,
  })
  return { name: content.name, format: 'biomark', runs: [run], notices: content.notices.list() }
}

function versionOf(preamble: readonly (readonly string[])[]): string {
  return preamble.find(([first = '']) => /^application version$/i.test(first.trim()))?.[1] ?? ''
}

/** Return the chip that `48.48 (113x)` names: samples and assays. */
function plateOf(text: string): PlateShape | null {
  const [, samples, assays] = /^(\d{1,3})\.(\d{1,3})\b/.exec(text) ?? []
  const [rows, columns] = [Number(samples), Number(assays)]
  return rows > 0 && columns > 0 ? { rows, columns, labels: 'letters' } : null
}

function numberColumns(table: Table): number[] {
  return table.names.flatMap((name, column) =>
    /^\d+$/.test(name) || /\|(Value|rConc|In Range)$/.test(name) ? [column] : [],
  )
}

/** Add the light of probes and reference, less that of their backgrounds. */
function addLight(
  light: readonly LightSection[],
  probes: readonly string[],
  draft: RunDraft,
  numbers: TableNumbers,
): void {
  // Use the first of several backgrounds of a dye.
  const backgrounds = new Map(
    light
      .filter(({ isBackground }) => isBackground)
      .map((one) => [one.dye, one] as const)
      .toReversed(),
  )
  for (const section of light) {
    if (section.isBackground) continue
    const { dye, isReference, table } = section
    const background = backgrounds.get(dye)
    if (background) draft.memory.take(memoryOf.line * background.table.rows.length)
    const rows = new Map(background?.table.rows.map((row) => [background.table.cell(row, 0), row]))
    const cycles = table.names.flatMap((name, column) => (/^\d+$/.test(name) ? [column] : []))
    const at = cycles.map((column) => Number(table.names[column]))
    for (const row of table.rows) {
      const chamber = table.cell(row, 0)
      const position = chamberOf(chamber)
      const place = { ...table.place(row, 0), path: dye }
      if (!position) {
        draft.notices.add('row_ignored', place, { well: chamber.slice(0, 40) })
        continue
      }
      const named = { ...place, well: nameOfPosition(position) }
      const dark = rows.get(chamber)
      const values = cycles.map((column) => {
        const less =
          background && dark !== undefined ? numbers.read(background.table, dark, column) : 0
        return numbers.read(table, row, column) - less
      })
      const well = draft.openWell(position)
      if (!values.some(Number.isFinite)) continue
      if (draft.hasCurve('amplification', position, dye)) {
        draft.notices.add('well_twice', named)
        continue
      }
      draft.addCurve('amplification', { position, channel: dye, at, values, place: named })
      if (isReference) continue
      const known = well.targets.find((target) => target.dye === plainDye(dye))
      const target = known ?? draft.openTarget(well, probes.length > 1 ? dye : '', plainDye(dye))
      target.channel = dye
    }
  }
}
