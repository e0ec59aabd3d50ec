import { Link } from 'wouter'
import type { TrailEntry } from '../../../domain/calls/audit.ts'
import { shorten } from '../../../domain/rules/plain-text.ts'
import type { FieldChange } from '../../../domain/trail/entry.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { FactList } from '../../parts/facts/FactList.tsx'
import { paths, recordPath } from '../../paths.ts'
import { sayActor } from '../../record/say-actor.ts'
import { localTime } from '../../state/local-time.ts'
import styles from './Audit.module.css'
import { nameOf, type RecordNames, sayAction, sayKind } from './say-entry.tsx'

/** List the facts of an entry: who, what, when, on which record and why. */
export function factsOf(
  entry: TrailEntry,
  names: RecordNames,
): Parameters<typeof FactList>[0]['facts'] {
  const { seq, at, actor, kind, action, reason } = entry
  return [
    [t('trail.column.entry'), formatNumber(seq)],
    [t('trail.column.at'), `${localTime(at, 'second')} · ${at}`],
    [t('trail.column.who'), [sayActor(actor), actor.role].filter(Boolean).join(' · ')],
    [t('trail.via'), t(viaKey(actor.via))],
    [t('trail.column.action'), `${sayAction(action)} · ${action}`],
    [t('trail.column.kind'), [sayKind(kind), nameOf(entry, names)].filter(Boolean).join(' · ')],
    [t('trail.column.reason'), reason],
  ]
}

const vias = ['account', 'key', 'partner', 'provider', 'device', 'operator', 'system'] as const

function viaKey(via: string) {
  return `trail.via.${vias.find((one) => one === via) ?? 'other'}` as const
}

/** Show what an entry changed, field by field, the ways on from it, and the hash by which the next entry holds it. */
export function EntryDetails({ entry }: { entry: TrailEntry }) {
  const { kind, uuid, changes, action, record_hash: hash } = entry
  const page = recordPath(kind, uuid)
  return (
    <>
      <h3 className={styles.part}>{t('trail.changes', { count: changes.length })}</h3>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={change.field}>
            <Change change={change} />
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>
        {t('record.sign.hash')} <bdi dir="ltr">{hash ?? t('trail.removed')}</bdi>
      </p>
      <ul className={styles.ways}>
        {page && hash !== null && (
          <li>
            <Link href={page}>{t('trail.openRecord')}</Link>
          </li>
        )}
        <li>
          <Link href={`${paths.audit()}?uuid=${uuid}`}>{t('trail.ofRecord')}</Link>
        </li>
        <li>
          <Link href={`${paths.audit()}?action=${encodeURIComponent(action)}`}>
            {t('trail.ofAction')}
          </Link>
        </li>
      </ul>
    </>
  )
}

function Change({ change }: { change: FieldChange }) {
  const { field, before, after } = change
  return (
    <>
      <code dir="ltr">{field}</code>
      {before !== undefined && (
        <del>
          <bdi>{write(before)}</bdi>
        </del>
      )}
      {after !== undefined && (
        <ins>
          <bdi>{write(after)}</bdi>
        </ins>
      )}
    </>
  )
}

/** Longest value that is written whole: the proof of the record has all of it. */
const longest = 400

function write(value: unknown): string {
  return shorten(typeof value === 'string' ? value : JSON.stringify(value), longest)
}
