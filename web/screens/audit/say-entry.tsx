import type { TrailEntry } from '../../../domain/calls/audit.ts'
import type { EntryRisk, MarkWord } from '../../../domain/entities/audit-review.ts'
import { isAnalysisAction } from '../../../domain/trail/actions.ts'
import { hasText, t } from '../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../parts/badge/Badge.tsx'
import { cellPadding, type Column, textWidth } from '../../parts/table/column.ts'
import { sayDone } from '../../record/history.ts'
import { sayActor } from '../../record/say-actor.ts'
import { localTime } from '../../state/local-time.ts'

/** Say what an entry did, in words where there are some for its action. */
export function sayAction(action: string): string {
  if (isAnalysisAction(action)) return t(`audit.${action}`)
  const own = `trail.did.${action.slice(action.indexOf('.') + 1)}`
  return hasText(own) ? t(own) : sayDone(action)
}

/** Say the kind of a record; an entry of another version may name one that this page does not know. */
export function sayKind(kind: string): string {
  const key = `trail.kind.${kind}`
  return hasText(key) ? t(key) : kind
}

/** Present names of records, by their ids. */
export type RecordNames = ReadonlyMap<string, string>

/** Fields that hold a number instead of a name, by which people call these kinds of records. */
const numbers: Readonly<Record<string, string>> = { bkit_lot: 'lot_number', lab_lot: 'lot' }

/** Return the name that an entry gives its record; null for one that does not name it. */
export function nameIn({ kind, changes }: Pick<TrailEntry, 'kind' | 'changes'>): string | null {
  const naming = ['name', 'subject', numbers[kind]]
  const change = changes.find(({ field }) => naming.includes(field))
  const name = change?.after ?? change?.before
  return typeof name === 'string' ? name : null
}

/** Find the name that an entry gives its record, else the present name of the record; empty where neither is known. */
export function nameOf(entry: TrailEntry, names: RecordNames): string {
  return nameIn(entry) ?? names.get(entry.uuid) ?? ''
}

const risks: Record<EntryRisk, { shape: BadgeShape; tone: BadgeTone }> = {
  deletion: { shape: 'triangle', tone: 'danger' },
  override: { shape: 'diamond', tone: 'warning' },
  recalculation: { shape: 'half', tone: 'warning' },
  rights: { shape: 'disc', tone: 'accent' },
  late: { shape: 'ring', tone: 'neutral' },
}

export function RiskBadge({ risk }: { risk: EntryRisk }) {
  return <Badge {...risks[risk]}>{t(`trail.risk.${risk}`)}</Badge>
}

const words: Record<MarkWord | 'unread', { shape: BadgeShape; tone: BadgeTone }> = {
  in_order: { shape: 'disc', tone: 'accent' },
  explained: { shape: 'half', tone: 'accent' },
  follow_up: { shape: 'triangle', tone: 'warning' },
  unread: { shape: 'ring', tone: 'neutral' },
}

export function WordBadge({ word }: { word: MarkWord | 'unread' }) {
  return <Badge {...words[word]}>{t(`trail.word.${word}`)}</Badge>
}

/** Make the columns that all lists of entries have. */
export function makeEntryColumns(names: RecordNames): Column<TrailEntry>[] {
  return [
    {
      id: 'seq',
      header: t('trail.column.entry'),
      kind: 'number',
      value: ({ seq }) => seq,
      width: 90,
      fixed: true,
    },
    {
      id: 'at',
      header: t('trail.column.at'),
      kind: 'date',
      value: ({ at }) => at,
      cell: ({ at }) => localTime(at, 'second'),
      text: ({ at }) => at,
      // Measure the text: languages write the zone of time with more or fewer letters.
      width: Math.ceil(textWidth(localTime(Date.now(), 'second'))) + cellPadding,
    },
    { id: 'who', header: t('trail.column.who'), value: ({ actor }) => sayActor(actor), width: 150 },
    {
      id: 'action',
      header: t('trail.column.action'),
      value: ({ action }) => sayAction(action),
      text: ({ action }) => action,
      width: 170,
    },
    { id: 'kind', header: t('trail.column.kind'), value: ({ kind }) => sayKind(kind), width: 120 },
    {
      id: 'name',
      header: t('trail.column.name'),
      value: (entry) => nameOf(entry, names),
      width: 150,
    },
    { id: 'reason', header: t('trail.column.reason'), value: ({ reason }) => reason, width: 220 },
  ]
}
