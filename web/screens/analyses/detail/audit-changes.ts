import type {
  Analysis,
  Exclusion,
  Method,
  ResultEntry,
  RunPoints,
  Sample,
  Signature,
} from '../../../../domain/entities/analysis.ts'
import type { RunInstrument } from '../../../../domain/entities/instrument.ts'
import type { RunKit } from '../../../../domain/entities/run-kit.ts'
import type { SampleReview } from '../../../../domain/entities/sample-review.ts'
import type { WellComment } from '../../../../domain/entities/well-comment.ts'
import { shorten } from '../../../../domain/rules/plain-text.ts'
import { phases } from '../../../../domain/rules/run-points.ts'
import { isAnalysisAction } from '../../../../domain/trail/actions.ts'
import type { FieldChange } from '../../../../domain/trail/entry.ts'
import { formatDateTime, formatExact } from '../../../i18n/format.ts'
import { hasText, t } from '../../../i18n/intl.ts'
import { changed, describeMethod } from './audit-settings.ts'

/** Time zone for a trail's times, and names for the ids of its samples. */
export interface TrailReader {
  timeZone: string
  nameOf: (sample: string) => string | undefined
}

/** Return the text of an action; one of another version of the product is shown without its name. */
export function actionText(action: string): string {
  return isAnalysisAction(action) ? t(`audit.${action}`) : t('audit.other')
}

type Describe = (before: unknown, after: unknown, reader: TrailReader) => string[]

type Writer = (value: unknown, reader: TrailReader) => string | null

const longest = 80
const plain: Writer = (value) => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return formatExact(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return shorten(text, longest)
}
const moment: Writer = (value, { timeZone }) =>
  typeof value === 'string' ? formatDateTime(value, timeZone, 'second') : null
/** Show the beginning of a hash: enough to tell two files apart. */
const hash: Writer = (value) => (typeof value === 'string' ? `${value.slice(0, 12)}…` : null)
const status: Writer = (value) => {
  const key = `analysis.status.${String(value)}`
  return hasText(key) ? t(key) : plain(value, { timeZone: '', nameOf: () => undefined })
}
const yesNo: Writer = (value) =>
  value === null || value === undefined ? null : t(value === 'Y' ? 'audit.yes' : 'audit.no')
const kit: Writer = (value) => {
  if (!value) return null
  const { name, lot } = value as RunKit
  return t('detail.kit', { name, lot })
}
const signature: Writer = (value) => {
  if (!value) return null
  const { printed_name, meaning } = value as Signature
  return `${printed_name}, ${t(`validate.meaning.${meaning}`)}`
}
const version: Writer = (value) => {
  const number = listOf<ResultEntry>(value).length
  return number > 0 ? t('audit.version', { number }) : null
}
const file: Writer = (value) => (value ? (value as { file_name: string }).file_name : null)
const wells: Writer = (value) =>
  listOf<Exclusion>(value)
    .map(({ well, target }) => (target ? `${well} ${target}` : well))
    .join(', ') || null

const one =
  (field: () => string, write: Writer = plain): Describe =>
  (before, after, reader) => [changed(field(), write(before, reader), write(after, reader))]

/** Show only phases that the programme has. */
const points: Writer = (value) => {
  const counted = value as RunPoints | null
  if (!counted) return null
  const texts = phases
    .filter((phase) => counted[phase].planned > 0 || counted[phase].last > 0)
    .map((phase) => t(`detail.short.${phase}`, counted[phase]))
  return texts.join(' ')
}

/** Say name and serial number of an instrument. */
const instrument: Writer = (value) => {
  if (!value) return null
  const { name, serial_no } = value as RunInstrument
  return t('detail.instrument', { name, serial: serial_no })
}

const light: Writer = (value) =>
  value === null ? null : t(`audit.light.${(value as NonNullable<Analysis['light']>).divided_by}`)

const nothing: Describe = () => []

const holder: Writer = (value) => (value as Analysis['legal_hold'])?.user_name ?? null

const deviceTimes: Writer = (value, reader) => {
  const { started_at, ended_at } = (value ?? {}) as Partial<NonNullable<Analysis['device_times']>>
  return [started_at, ended_at].flatMap((at) => moment(at, reader) ?? []).join(' – ') || null
}

const personName: Writer = (value) => (value as Analysis['keeper'])?.user_name ?? null

/** Descriptions of a change by field of an analysis; a new field does not compile without one. */
const fields: Readonly<Record<keyof Analysis, Describe>> = {
  uuid: nothing,
  created_at: nothing,
  updated_at: nothing,
  user_uuid: nothing,
  swarm_uuid: nothing,
  company_uuid: nothing,
  device_uuid: nothing,
  name: one(() => t('audit.field.name')),
  status: one(() => t('audit.field.status'), status),
  recipe_name: one(() => t('audit.field.recipe')),
  user_name: one(() => t('audit.field.user')),
  keeper: one(() => t('audit.field.keeper'), personName),
  swarm_name: one(() => t('audit.field.swarm')),
  bcube: one(() => t('audit.field.device')),
  certified: one(() => t('audit.field.certified'), yesNo),
  cartridge_type: one(() => t('audit.field.cartridge')),
  method: (before, after) => describeMethod(before as Method | null, after as Method | null),
  samples: (before, after) => describeSamples(listOf<Sample>(before), listOf<Sample>(after)),
  exclusions: one(() => t('audit.field.exclusions'), wells),
  kit: one(() => t('audit.field.kit'), kit),
  instrument: one(() => t('audit.field.instrument'), instrument),
  notebook: () => [t('audit.field.notebook')],
  started_at: one(() => t('audit.field.started'), moment),
  ended_at: one(() => t('audit.field.ended'), moment),
  device_times: one(() => t('audit.field.deviceTimes'), deviceTimes),
  end_reason: one(() => t('audit.field.endReason')),
  points: one(() => t('audit.field.points'), points),
  light: one(() => t('audit.field.light'), light),
  curves_hash: one(() => t('audit.field.curves'), hash),
  results: one(() => t('audit.field.results'), version),
  sample_reviews: (before, after, reader) =>
    describeReviews(listOf<SampleReview>(before), listOf<SampleReview>(after), reader),
  comments: (before, after) =>
    describeComments(listOf<WellComment>(before), listOf<WellComment>(after)),
  signature: one(() => t('audit.field.signature'), signature),
  source: one(() => t('audit.field.source'), file),
  corrects: () => [t('audit.field.corrects')],
  version: one(() => t('audit.field.version')),
  correction_reason: one(() => t('audit.field.correctionReason')),
  four_eyes: one(() => t('audit.field.fourEyes'), yesNo),
  // Say nothing of it: the entry itself names the person who is added.
  hands: nothing,
  legal_hold: one(() => t('audit.field.legalHold'), holder),
}

/** So many lines are said of one field; of more how many more. */
const mostLines = 12

/** Describe the changes of a trail's entry, a line each, with the values. */
export function describeChanges(changes: readonly FieldChange[], reader: TrailReader): string[] {
  return changes.flatMap(({ field, before, after }) => {
    const describe = Object.hasOwn(fields, field) ? fields[field as keyof Analysis] : null
    const lines = describe ? describe(before, after, reader) : [t('audit.field.other')]
    if (lines.length <= mostLines) return lines
    const more = t('audit.more', { count: lines.length - mostLines })
    return [...lines.slice(0, mostLines), more]
  })
}

function describeSamples(before: readonly Sample[], after: readonly Sample[]): string[] {
  const [old, fresh] = [byUuid(before), byUuid(after)]
  const field = t('audit.field.samples')
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((uuid) => {
    const [was, is] = [old.get(uuid), fresh.get(uuid)]
    if (!was || !is) return changed(field, was?.name ?? null, is?.name ?? null)
    const [oldWells, newWells] = [was.coordinates.join(', '), is.coordinates.join(', ')]
    const rest = ({ name: _name, coordinates: _wells, ...more }: Sample) => JSON.stringify(more)
    return [
      ...(was.name === is.name ? [] : [changed(field, was.name, is.name)]),
      ...(oldWells === newWells
        ? []
        : [changed(t('audit.field.sampleWells', { name: is.name }), oldWells, newWells)]),
      ...(rest(was) === rest(is)
        ? []
        : [
            changed(
              t('audit.field.sampleDetails', { name: is.name }),
              detailsOf(was),
              detailsOf(is),
            ),
          ]),
    ]
  })
}

function detailsOf({ sample_type, well_type, quantity }: Sample): string {
  return [
    t(`sample.type.${sample_type}`),
    well_type,
    quantity === undefined ? undefined : formatExact(quantity),
  ]
    .filter(Boolean)
    .join(', ')
}

function describeReviews(
  before: readonly SampleReview[],
  after: readonly SampleReview[],
  { nameOf }: TrailReader,
): string[] {
  const wordOf = (reviews: readonly SampleReview[], sample: string) => {
    const found = reviews.find(({ sample_uuid }) => sample_uuid === sample)
    return found ? [t(`call.${found.verdict}`), found.reason].filter(Boolean).join(', ') : null
  }
  const samples = new Set([...before, ...after].map(({ sample_uuid }) => sample_uuid))
  return [...samples].flatMap((sample) => {
    const [was, is] = [wordOf(before, sample), wordOf(after, sample)]
    if (was === is) return []
    return changed(t('audit.field.sampleReviews', { name: nameOf(sample) ?? '–' }), was, is)
  })
}

function describeComments(before: readonly WellComment[], after: readonly WellComment[]): string[] {
  const known = new Map(before.map((one) => [one.uuid, one]))
  return after.flatMap(({ uuid, well, target, text, removed }) => {
    const was = known.get(uuid)
    if (was && !(removed && !was.removed)) return []
    const field = t('audit.field.comments', { well: [well, target].filter(Boolean).join(' ') })
    return changed(field, was?.text ?? null, removed ? null : text)
  })
}

function listOf<Item>(value: unknown): readonly Item[] {
  return Array.isArray(value) ? (value as Item[]) : []
}

function byUuid(samples: readonly Sample[]): Map<string, Sample> {
  return new Map(samples.map((sample) => [sample.uuid, sample]))
}
