import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { riskLevel } from '../../../../domain/rules/review-risk.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../../parts/badge/Badge.tsx'
import { Icon } from '../../../parts/icon/Icon.tsx'
import { useSingleKeys } from '../../../parts/keys/use-single-keys.ts'
import { paths } from '../../../paths.ts'
import { useDeviceName } from '../../../state/device-names.ts'
import { localTime } from '../../../state/local-time.ts'
import { singleKeys } from '../../../state/single-keys.ts'
import { useRecallHold } from '../../../state/recall-holds.ts'
import styles from './Queue.module.css'
import type { QueueEntry, QueueLevel } from './queue-entries.ts'

/** Look of each level: its shape shows it, the colour repeats it. */
const levelLooks: Readonly<Record<QueueLevel, { shape: BadgeShape; tone: BadgeTone }>> = {
  high: { shape: 'triangle', tone: 'warning' },
  unreadable: { shape: 'triangle', tone: 'danger' },
  medium: { shape: 'diamond', tone: 'review' },
  unread: { shape: 'none', tone: 'neutral' },
  low: { shape: 'half', tone: 'neutral' },
  none: { shape: 'ring', tone: 'neutral' },
}

/** Show the queue as links from top to bottom, through which J and K move like Tab. */
export function QueueList(props: {
  entries: readonly QueueEntry[]
  /** The one that was looked at last: the focus goes back to it. */
  last: string | null
  onOpen: () => void
  /** Told which analyses are in view. */
  onSee: (uuids: ReadonlySet<string>) => void
}) {
  const { entries, last } = props
  const list = useRef<HTMLOListElement>(null)
  useSeen(list, entries, props.onSee)
  const step = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a[href]') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const next = at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))
    links[next]?.focus()
    links[next]?.scrollIntoView({ block: 'nearest' })
  }
  useSingleKeys(singleKeys.value, { j: () => step(1), k: () => step(-1) })
  useEffect(() => {
    if (last) document.getElementById(`queue-${last}`)?.focus()
    // Move only when one comes back to the list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <ol ref={list} className={styles.list} aria-label={t('queue.title')}>
      {entries.map((entry) => (
        <QueueRow key={entry.uuid} entry={entry} onOpen={props.onOpen} />
      ))}
    </ol>
  )
}

/** Tell which rows are in view, whenever others are. */
function useSeen(
  list: RefObject<HTMLElement | null>,
  entries: readonly QueueEntry[],
  onSee: (uuids: ReadonlySet<string>) => void,
) {
  const order = entries.map(({ uuid }) => uuid).join()
  useEffect(() => {
    const seen = new Set<string>()
    const watch = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) {
        const uuid = (target as HTMLElement).dataset['uuid'] ?? ''
        if (isIntersecting) seen.add(uuid)
        else seen.delete(uuid)
      }
      onSee(new Set(seen))
    })
    for (const row of list.current?.children ?? []) watch.observe(row)
    return () => watch.disconnect()
  }, [list, order, onSee])
}

/** Say why this person may not take the next step, and who can change that. */
function sayRefusal(refusal: NonNullable<QueueEntry['refusal']>, status: string): string {
  switch (refusal.reason) {
    case 'four_eyes':
      return t('queue.fourEyes')
    case 'counts_as_you':
      return t('queue.countsAs', { name: refusal.name })
    case 'confirmation_needed':
      return t('queue.unconfirmed')
    default:
      return t(`queue.not.${status === 'INCOMPLETE' ? 'complete' : 'sign'}`)
  }
}

function QueueRow({ entry, onOpen }: { entry: QueueEntry; onOpen: () => void }) {
  const { uuid, row, risks, results, level, refusal, since } = entry
  const device = useDeviceName()(row)
  const hold = useRecallHold(row)
  return (
    <li className={styles.row} data-level={level} data-uuid={uuid}>
      <Badge {...levelLooks[level]}>{t(`risk.level.${level}`)}</Badge>
      <div className={styles.what}>
        <Link
          id={`queue-${uuid}`}
          href={`${paths.analysis(uuid)}?queue=1`}
          className={styles.name}
          onClick={onOpen}
        >
          <bdi>{row.name}</bdi>
        </Link>
        <ul className={styles.reasons}>
          {risks.map(({ name, count }) => (
            <li key={name} data-level={riskLevel(name)}>
              {t(`risk.${name}`, { count })}
            </li>
          ))}
          {results !== 'read' && <li>{t(`queue.results.${results}`)}</li>}
          {results === 'read' && risks.length === 0 && <li>{t('queue.clean')}</li>}
        </ul>
        {hold && (
          <p className={styles.refusal}>
            <Icon name="lock" /> {t('recall.onHold', { recall: hold.recall_number })}
          </p>
        )}
        {refusal && (
          <p className={styles.refusal}>
            <Icon name="lock" /> {sayRefusal(refusal, row.status)}
          </p>
        )}
      </div>
      <ul className={styles.facts}>
        <li>
          <bdi>{row.user_name}</bdi>
          {device && (
            <>
              {' · '}
              <bdi>{device}</bdi>
            </>
          )}
        </li>
        <li>{t('queue.samples', { count: row.sample_count })}</li>
        <li>
          <time dateTime={since}>{localTime(since)}</time>
        </li>
      </ul>
    </li>
  )
}
