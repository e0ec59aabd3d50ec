import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Signature } from '../../../../domain/entities/analysis.ts'
import { timesApart } from '../../../../domain/rules/device-times.ts'
import { findMissing } from '../../../../domain/rules/run-points.ts'
import { writeWells } from '../../../../domain/rules/well-ranges.ts'
import type { PdfPage } from '../file/pdf-page.ts'
import type { Element } from '../file/structure.ts'
import type { Strip } from '../page/paginate.ts'
import { ink, type Sheet, type } from '../page/sheet.ts'
import { factList, heading, paragraph, signatureLines } from '../page/text-strips.ts'
import { reviewText } from './remarks.ts'
import type { ReportFacts } from './report-facts.ts'
import type { Say } from './say.ts'

type Strips = Strip<PdfPage>[]
type Pair = readonly [label: string, value: string | null | undefined]

/** Print the head: laboratory, title, and the mark of a draft while nobody has signed the analysis. */
export function title(sheet: Sheet, parent: Element, facts: ReportFacts): Strips {
  const { say, record, sample } = facts
  const what = say.word(sample ? 'title.sample' : 'title.analysis')
  const isSigned = record.signature !== null
  return [
    ...paragraph(sheet, parent, facts.laboratory, { size: 10, bold: true, colour: ink.quiet }),
    ...paragraph(
      sheet,
      parent,
      say.word('pair', { label: what, value: sample?.name ?? record.name }),
      {
        kind: 'H1',
        size: type.title,
        bold: true,
      },
    ),
    ...paragraph(sheet, parent, say.word(`template.${facts.template}`), { colour: ink.quiet }),
    ...(isSigned
      ? []
      : paragraph(sheet, parent, say.word('draft'), { size: 10, bold: true, colour: ink.warn })),
    ...amendment(sheet, parent, facts),
    ...correction(sheet, parent, facts),
  ]
}

/** Say of a run that a signed version corrects that its results no longer count; of a correction, what it replaces and why. */
export function correction(
  sheet: Sheet,
  parent: Element,
  { say, record, correctedBy }: ReportFacts,
): Strips {
  const { corrects, version = 1, correction_reason: reason = '' } = record
  const number = (value: number) => say.number(value, 0)
  const replaced = { version: number(version), earlier: number(version - 1), reason }
  const lines = [
    correctedBy === undefined ? null : say.word('superseded', { version: number(correctedBy) }),
    corrects === undefined ? null : say.word('corrected', replaced),
  ]
  return lines
    .filter((words) => words !== null)
    .flatMap((words) => paragraph(sheet, parent, words, { size: 10, bold: true, colour: ink.warn }))
}

/** Say on an amended report which one it replaces, and why. */
function amendment(sheet: Sheet, parent: Element, { say, amends }: ReportFacts): Strips {
  if (!amends) return []
  const number = say.number(amends.number, 0)
  const date = say.moment(amends.reported_at) ?? ''
  const words = say.word('amended', { number, date, reason: amends.reason })
  return paragraph(sheet, parent, words, { size: 10, bold: true, colour: ink.warn })
}

/** Print the facts of the run: what, where, when, by whom and with which material. */
export function identity(sheet: Sheet, parent: Element, facts: ReportFacts): Strips {
  const pairs = [
    ...ofSample(facts),
    ...ofRun(facts),
    ...ofMethod(facts),
    ...ofKit(facts),
    ...ofResults(facts),
  ]
  const filtered = shown(facts)
  return [
    { height: 6, draw: () => undefined },
    ...factList(sheet, parent, pairs),
    ...(filtered === '' ? [] : paragraph(sheet, parent, filtered, { bold: true })),
  ]
}

function ofSample(facts: ReportFacts): Pair[] {
  const { say, record, sample } = facts
  if (!sample) return []
  return [
    [say.word('sample'), sample.name],
    [say.word('sampleId'), sample.uuid],
    [say.word('type'), say.word(`sampleType.${sample.sample_type}`)],
    [say.word('wells'), writeWells(sample.coordinates, cartridges[record.cartridge_type])],
    [say.word('sampleReview'), reviewText(facts, sample.uuid)],
  ]
}

function ofRun(facts: ReportFacts): Pair[] {
  const { say, record } = facts
  const { rows, columns } = cartridges[record.cartridge_type]
  return [
    [say.word('analysis'), record.name],
    [say.word('analysisId'), record.uuid],
    [say.word('status'), say.word(`status.${record.status}`)],
    [say.word('version'), record.version ? say.number(record.version, 0) : null],
    [say.word('corrects'), record.corrects],
    [say.word('correctionReason'), record.correction_reason],
    [say.word('started'), say.moment(record.started_at)],
    [say.word('ended'), say.moment(record.ended_at)],
    [say.word('deviceTimes'), sayDeviceTimes(facts)],
    [say.word('endReason'), record.end_reason],
    [say.word('measuredPoints'), pointsOf(facts)],
    [say.word('operator'), record.user_name],
    [say.word('swarm'), record.swarm_name],
    [say.word('device'), facts.device ?? null],
    [say.word('instrument'), sayInstrument(record)],
    [say.word('cartridge'), say.word('cartridgeWells', { rows, columns })],
  ]
}

/** Write start and end by the clock of the device, where they are apart from those of the record. */
function sayDeviceTimes({ say, record }: ReportFacts): string | null {
  const told = timesApart(record)
  if (!told) return null
  return [told.started_at, told.ended_at]
    .flatMap((at) => (at === null ? [] : [say.moment(at)]))
    .join(' – ')
}

/** Write the instrument that a run was planned on; null for a run without one. */
function sayInstrument({ instrument }: ReportFacts['record']): string | null {
  return instrument ? `${instrument.name} (${instrument.serial_no})` : null
}

/** Write the number of points where some are missing; null otherwise. */
function pointsOf({ say, points }: ReportFacts): string | null {
  const missing = findMissing(points)
  const texts = missing.map(({ phase, measured, planned }) =>
    say.word(`measured.${phase}`, { measured, planned }),
  )
  return texts.length > 0 ? texts.join(' ') : null
}

function ofMethod({ say, record, protocol, applications }: ReportFacts): Pair[] {
  const { method, recipe_name, source } = record
  const { recipe_uuid, recipe_version, protocol_version } = method
  const versionOf = (name: string, version: number) => say.word('versionOf', { name, version })
  const withVersion =
    protocol !== null && protocol_version !== undefined
      ? versionOf(protocol, protocol_version)
      : protocol
  const instrument = source && [source.instrument, source.software].filter(Boolean).join(', ')
  return [
    // Name no version for an imported run, which is judged by what its file says.
    [say.word('recipe'), recipe_uuid ? versionOf(recipe_name, recipe_version) : recipe_name],
    [say.word('protocol'), withVersion],
    [say.word('application'), say.list(applications)],
    [say.word('sourceFile'), source?.file_name],
    [say.word('instrument'), instrument],
  ]
}

function ofKit({ say, record: { kit } }: ReportFacts): Pair[] {
  if (!kit) return []
  const lot = `${kit.lot} (${say.word(kit.confirmed ? 'kitConfirmed' : 'kitEntered')})`
  return [
    [say.word('kit'), kit.name],
    [say.word('ref'), kit.ref],
    [say.word('lot'), lot],
    [say.word('box'), kit.box === null ? null : say.number(kit.box, 0)],
    [say.word('expiry'), say.day(kit.expiry_date)],
    [say.word('expiredReason'), kit.expired_reason],
  ]
}

function ofResults({ say, record, results }: ReportFacts): Pair[] {
  const newest = record.results.at(-1)
  const moment = say.moment(newest?.computed_at ?? null)
  const name = newest?.computed_by ?? ''
  return [
    [say.word('computed'), name === '' ? moment : say.word('byWhom', { moment, name })],
    [say.word('engine'), `${results.engine.name} ${results.engine.version}`],
    [say.word('asOf'), say.moment(record.updated_at)],
  ]
}

/** Write the filters of the results, where not all are shown. */
function shown({ say, filters }: ReportFacts): string {
  const { samples, targets, calls } = filters
  const parts = [
    ...(samples ? [say.word('shown.samples', { list: say.list(samples) })] : []),
    ...(targets ? [say.word('shown.targets', { list: say.list(targets) })] : []),
    ...(calls
      ? [say.word('shown.calls', { list: say.list(calls.map((call) => say.word(`call.${call}`))) })]
      : []),
  ]
  return parts.length === 0
    ? ''
    : say.word('pair', { label: say.word('shown'), value: parts.join(' · ') })
}

/** Draw the electronic signature; without one, a note of that and lines to sign by hand. */
export function signature(sheet: Sheet, parent: Element, facts: ReportFacts): Strips {
  const { say, record } = facts
  const head = heading(sheet, parent, say.word('signature'))
  const { signature: signed } = record
  if (!signed) {
    const how = say.word('dateAndSignature')
    return [
      ...head,
      ...paragraph(sheet, parent, say.word('notSigned'), { bold: true, colour: ink.warn }),
      ...signatureLines(sheet, parent, [
        [say.word('operator'), how],
        [say.word('reviewer'), how],
      ]),
    ]
  }
  return [...head, ...factList(sheet, parent, signatureFacts(say, signed))]
}

const provenBy = { provider: 'provenByProvider', pin: 'provenByPin' } as const

/** List what a report prints of an electronic signature, with how it was proven and the hash of what was signed. */
export function signatureFacts(say: Say, signed: Signature): (readonly [string, string])[] {
  return [
    [say.word('signedBy'), signed.printed_name],
    [say.word('meaning'), say.word(`meaning.${signed.meaning}`)],
    [say.word('signedAt'), say.moment(signed.at, signed.zone)],
    ...(signed.proven ? [[say.word('provenBy'), say.word(provenBy[signed.proven])] as const] : []),
    [say.word('recordHash'), signed.record_hash],
    [say.word('comment'), signed.comment],
  ]
}
