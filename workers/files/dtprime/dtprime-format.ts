import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import { type ImportedFile, namesOf, type ProgrammeStep } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { RunDraft } from '../tables/run-draft.ts'
import { readMeasurements } from './read-measurements.ts'
import { addTubes } from './read-tubes.ts'
import { type Section, splitSections } from './split-sections.ts'

/** Sections that are read. */
const known = [
  'Version',
  'Data',
  'BarCode',
  'Information about TESTs',
  'Information about tubes',
  'MultiChannel',
]
const programmeOf = 'Program of amplification'
const light = 'Results of optical measurements'
const device = /^Device (.*)$/

/**
 * Run files of DNA-Technology's DTprime, DTlite and DT-96 (`.r96`): the light of each tube, dye and exposure, with the tests of
 * the tubes, the programme, and the concentrations of standards. Curves are the light of the long exposure without its background. Not taken,
 * and named: the corrections for dyes and places of the block, of which nothing says how the program applies them.
 *
 * Layout: kablag/RDML7, R/import-dtprime.R and inst/extdata/cd53_efficiency.r96.
 */
export const dtprime: FileFormat = {
  name: 'dtprime',
  recognise: (content) =>
    content.kind === 'text' &&
    /^\$Version:\$/m.test(content.decoded.text.slice(0, 4000)) &&
    content.decoded.text.includes(`$${light}:$`),
  read: readDtprime,
}

function readDtprime(content: FileContent): ImportedFile {
  if (content.kind !== 'text') throw refuseFile('file_format_unknown')
  const { limits } = content
  const notices = new NoticeList()
  const draft = new RunDraft(notices, limits)
  const sections = splitSections(content.decoded.text, limits)
  const linesOf = (name: string) => sections.get(name)?.lines ?? []
  const { measurements, tubes } = readMeasurements(linesOf(light), limits, notices)
  if (measurements.length === 0) throw refuseFile('file_without_curves')
  addTubes(
    {
      tests: linesOf('Information about TESTs'),
      tubes: linesOf('Information about tubes'),
      standards: linesOf('MultiChannel'),
    },
    { measurements, tubes },
    draft,
  )
  const programme = readProgramme(linesOf(programmeOf))
  nameUnread(sections, programme ? [...known, programmeOf] : known, notices)
  const text = (name: string) => (sections.get(name)?.text ?? '').trim()
  const [model = '', serial = ''] = [...sections].flatMap(([name, section]) => {
    const own = device.exec(name)?.[1]
    return own === undefined ? [] : [own, section.text.replaceAll(/[()\s]/g, '')]
  })
  const run = draft.finish({
    name: content.name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '') || 'DTprime',
    source: {
      format: 'dtprime',
      version: text('Version').split(/\s+/, 1)[0] ?? '',
      software: 'RealTime_PCR',
      softwareVersion: text('Version').split(/\s+/)[1] ?? '',
      instrument: model,
      ...namesOf({ serial, barcode: text('BarCode') }),
      date: readDate(text('Data')),
    },
    plate: plateOf(tubes),
    states: { amplification: 'raw', melt: 'raw' },
    passiveReference: null,
    wantsAll: false,
  })
  return {
    name: content.name,
    format: 'dtprime',
    runs: [{ ...run, programme }],
    notices: content.notices.list(),
  }
}

/** Lines before and behind the steps: the volume of a tube, and the name of the programme. */
const otherLine = /^(?:XPRG|XSAV)\b/

/**
 * Read a programme such as `XLEV 9400 60 0 0 0 0`, `XCYC 1`, `XLEV 6600 60 0 0 0 1`, `XCYC 40`: hundredths of a degree, seconds, changes from
 * cycle to cycle, 1 where the light is read, and how often the levels above are done. Null where a line says something else, such as a
 * change, of which no public file shows how it counts: half a programme is worse than none.
 */
function readProgramme(lines: Section['lines']): ProgrammeStep[] | null {
  const steps: ProgrammeStep[] = []
  let first = 0
  for (const { text } of lines) {
    const line = text.trim()
    const [, degrees, seconds, measure] =
      /^XLEV\s+(\d{2,5})\s+(\d{1,6})\s+0\s+0\s+0\s+([01])$/.exec(line) ?? []
    const [, count] = /^XCYC\s+([1-9]\d{0,3})$/.exec(line) ?? []
    if (degrees !== undefined) {
      steps.push({
        type: 'temperature',
        temperature: Number(degrees) / 100,
        duration: Number(seconds),
        ...(measure === '1' && { measure: 'real time' as const }),
      })
    } else if (count !== undefined && first < steps.length) {
      if (count !== '1') steps.push({ type: 'loop', goto: first, repeat: Number(count) - 1 })
      first = steps.length
    } else if (!otherLine.test(line)) return null
  }
  // Leave a programme whose last levels nothing counts: its end may be missing.
  return steps.length > 0 && first === steps.length ? steps : null
}

/** Name the sections with lines of which nothing is read. */
function nameUnread(
  sections: ReadonlyMap<string, Section>,
  read: readonly string[],
  notices: NoticeList,
): void {
  for (const [element, { lines }] of sections) {
    if (lines.length === 0 || read.includes(element) || element === light) continue
    const [first] = lines
    const params = { element, count: lines.length }
    notices.add('element_ignored', { row: first?.row ?? 0, path: element }, params)
  }
}

/** Return the block of so many tubes; of blocks whose shape is not known the tubes have numbers. */
function plateOf(tubes: number) {
  if (tubes === 96) return { rows: 8, columns: 12, labels: 'letters' as const }
  if (tubes === 384) return { rows: 16, columns: 24, labels: 'letters' as const }
  return { rows: tubes, columns: 1, labels: 'numbers' as const }
}

/** Beginnings of the months as the program writes them, in Russian or English. */
const months = 'янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек'.split('|')
const english = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'.split('|')

/** Read `29 Апрель 2026, 18:30:54`; null for any other date. */
function readDate(text: string): string | null {
  const [, day = '', name = '', year = '', time] =
    /^(\d{1,2})\s+(\p{L}+)\s+(\d{4})(?:,?\s+(\d{2}:\d{2}:\d{2}))?/u.exec(text) ?? []
  const month = [months, english]
    .map((names) => names.findIndex((one) => new RegExp(`^${one}`, 'i').test(name)))
    .find((at) => at >= 0)
  if (month === undefined) return null
  const date = `${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
  return time === undefined ? date : `${date}T${time}`
}
