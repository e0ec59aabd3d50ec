import { useMemo, useState } from 'react'
import { AnalysesExtent } from '../../../entities/analysis/AnalysesExtent.tsx'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import type { Account } from '../../../../domain/calls/session.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { CheckField } from '../../../parts/form/CheckField.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { FilterChips } from '../../../parts/filter/FilterChips.tsx'
import { KeysToggle } from '../../../parts/keys/KeysToggle.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { paths } from '../../../paths.ts'
import { minute } from '../../../state/clock.ts'
import { recordsReady } from '../../../state/records.ts'
import { reviewQueue, startReview } from '../../../state/review-queue.ts'
import { setSingleKeys, singleKeys } from '../../../state/single-keys.ts'
import { useRecords, useWhole } from '../../../state/use-records.ts'
import { useAddress } from '../../../use-address.ts'
import styles from './Queue.module.css'
import { QueueList } from './QueueList.tsx'
import {
  countReasons,
  listQueue,
  pickEntries,
  type QueueEntry,
  type QueueFilter,
  readFilter,
} from './queue-entries.ts'
import { type Reading, useRisks } from './use-risks.ts'

const nothingFound = { read: new Map<string, never>(), unreadable: new Set<string>() }
/** Rows drawn at once; the rest on demand. */
const page = 100

/** Show the analyses that wait for a signature, the riskiest first, each with the reasons for its place. */
export function QueueTab({ who }: { who: Account }) {
  const { search, change } = useAddress()
  const filter = readFilter(search)
  const { entries, reading, isWhole } = useQueue(who)
  const [room, setRoom] = useState(page)
  if (!entries) return <Progress label={t('parts.loading')} />
  const shown = pickEntries(entries, filter)
  const drawn = shown.slice(0, room)
  const open = () =>
    startReview({
      user: who.uuid,
      uuids: shown.map(({ uuid }) => uuid),
      back: `${paths.reviewer()}${search.size > 0 ? `?${search.toString()}` : ''}`,
    })
  return (
    <div className={styles.queue}>
      <QueueTools entries={entries} filter={filter} onChange={change} />
      {!isWhole && <Progress label={t('parts.loading')} text={t('queue.fetching')} />}
      <AnalysesExtent />
      <ReadingState entries={entries} reading={reading} />
      {drawn.length > 0 && (
        <QueueList
          entries={drawn}
          last={reviewQueue.value?.last ?? null}
          onOpen={open}
          onSee={reading.see}
        />
      )}
      {drawn.length === 0 && isWhole && (
        <NothingWaits
          any={entries.length > 0}
          onAll={() => change({ why: null, mine: null, q: null })}
        />
      )}
      {shown.length > drawn.length && (
        <Button onClick={() => setRoom(room + page)}>
          {t('queue.more', { count: shown.length - drawn.length })}
        </Button>
      )}
    </div>
  )
}

/** Show the progress of reading the results: groups and order cover only those read so far. */
function ReadingState(props: { entries: readonly QueueEntry[]; reading: Reading }) {
  const { entries, reading } = props
  const left = entries.filter(({ results }) => results === 'unread').length
  const failed = entries.filter(({ results }) => results === 'unreadable').length
  const again = <Button onClick={reading.again}>{t('parts.again')}</Button>
  return (
    <>
      {left > 0 && !reading.stopped && (
        <Progress
          label={t('queue.reading')}
          value={1 - left / entries.length}
          text={t('queue.left', { count: left })}
        />
      )}
      {left > 0 && reading.stopped && (
        <Notice kind="warning" action={again}>
          {t('queue.stopped', { count: left })}
        </Notice>
      )}
      {failed > 0 && (
        <Notice kind="error" action={again}>
          {t('queue.failed', { count: failed })}
        </Notice>
      )}
    </>
  )
}

function useQueue(who: Account): {
  entries: QueueEntry[] | null
  reading: Reading
  /** All records are listed: what is not here does not wait. */
  isWhole: boolean
} {
  const rows = useRecords(analysisEntity)
  const isWhole = useWhole(analysisEntity) && recordsReady.value
  const now = minute.value
  // Sort by the counts alone: the order in which results are read must not change with what they say.
  const waiting = useMemo(
    () => listQueue(rows ?? [], nothingFound, who, now).map(({ row }) => row),
    [rows, who, now],
  )
  const reading = useRisks(waiting, who.uuid)
  const { read, unreadable } = reading
  const entries = useMemo(
    () => rows && listQueue(waiting, { read, unreadable }, who, now),
    [rows, waiting, read, unreadable, who, now],
  )
  return { entries: entries ?? null, reading, isWhole }
}

function QueueTools(props: {
  entries: readonly QueueEntry[]
  filter: QueueFilter
  onChange: (changes: Record<string, string | null>) => void
}) {
  const { entries, filter, onChange } = props
  const { why, mine, text } = filter
  // Count for the chips what the fields beside them leave.
  const counted = pickEntries(entries, { why: null, mine, text })
  const all = {
    id: 'all',
    label: t('review.all'),
    count: counted.length,
    pressed: why === null,
    onPress: () => onChange({ why: null }),
  }
  return (
    <div className={styles.tools}>
      <FilterChips
        label={t('queue.filter')}
        chips={[
          all,
          ...countReasons(counted, why).map(({ why: name, count }) => ({
            id: name,
            label: t(`queue.why.${name}`),
            count,
            pressed: why === name,
            onPress: () => onChange({ why: why === name ? null : name }),
          })),
        ]}
      />
      <Field
        label={t('queue.search')}
        hideLabel
        type="search"
        placeholder={t('queue.search')}
        value={text}
        onChange={(q) => onChange({ q })}
      />
      <CheckField
        label={t('queue.mine')}
        checked={mine}
        onChange={(on) => onChange({ mine: on ? '1' : null })}
      />
      <KeysToggle
        label={t('queue.keys')}
        keys={['J', 'K']}
        on={singleKeys.value}
        onChange={setSingleKeys}
      />
    </div>
  )
}

/** Show that nothing waits at all, or nothing that matches the filter. */
function NothingWaits({ any, onAll }: { any: boolean; onAll: () => void }) {
  if (any) {
    return (
      <EmptyState
        icon="review"
        title={t('queue.none.chosen')}
        action={<Button onClick={onAll}>{t('review.showAll')}</Button>}
      />
    )
  }
  return (
    <EmptyState icon="check" title={t('queue.none.title')}>
      {t('queue.none.text')}
    </EmptyState>
  )
}
