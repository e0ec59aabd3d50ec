import { useMemo, useState } from 'react'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import type { Account } from '../../../../domain/calls/session.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { CheckField } from '../../../parts/form/CheckField.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { FilterChips } from '../../../parts/filter/FilterChips.tsx'
import { KeysToggle } from '../../../parts/keys/KeysToggle.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { paths } from '../../../paths.ts'
import { minute } from '../../../state/clock.ts'
import { reviewQueue, startReview } from '../../../state/review-queue.ts'
import { setSingleKeys, singleKeys } from '../../../state/single-keys.ts'
import { useRecords } from '../../../state/use-records.ts'
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
import { useRisks } from './use-risks.ts'

const nothingRead = new Map<string, never>()
/** Rows drawn at once; the rest on demand. */
const page = 100

/** What waits for a signature, the riskiest first, each with why it stands where it does. */
export function QueueTab({ who }: { who: Account }) {
  const { search, change } = useAddress()
  const filter = readFilter(search)
  const { entries, left } = useQueue(who)
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
      {left > 0 && <Progress label={t('queue.reading')} text={t('queue.left', { count: left })} />}
      {drawn.length === 0 ? (
        <NothingWaits
          any={entries.length > 0}
          onAll={() => change({ why: null, mine: null, q: null })}
        />
      ) : (
        <QueueList entries={drawn} last={reviewQueue.value?.last ?? null} onOpen={open} />
      )}
      {shown.length > drawn.length && (
        <Button onClick={() => setRoom(room + page)}>
          {t('queue.more', { count: shown.length - drawn.length })}
        </Button>
      )}
    </div>
  )
}

function useQueue(who: Account): { entries: QueueEntry[] | null; left: number } {
  const rows = useRecords(analysisEntity)
  const now = minute.value
  // By the counts alone: the order in which results are read, which what they say must not change.
  const waiting = useMemo(
    () => listQueue(rows ?? [], nothingRead, who, now).map(({ row }) => row),
    [rows, who, now],
  )
  const { read, left } = useRisks(waiting, who.uuid)
  const entries = useMemo(
    () => rows && listQueue(waiting, read, who, now),
    [rows, waiting, read, who, now],
  )
  return { entries: entries ?? null, left }
}

function QueueTools(props: {
  entries: readonly QueueEntry[]
  filter: QueueFilter
  onChange: (changes: Record<string, string | null>) => void
}) {
  const { entries, filter, onChange } = props
  const { why, mine, text } = filter
  // The chips count what the fields beside them leave.
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

/** In place of rows when there are none: nothing at all, or none of what was chosen. */
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
