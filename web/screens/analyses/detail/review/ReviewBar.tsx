import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { analysis as analysisEntity } from '../../../../../domain/entities/analysis.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Icon } from '../../../../parts/icon/Icon.tsx'
import { KeysToggle } from '../../../../parts/keys/KeysToggle.tsx'
import { useSingleKeys } from '../../../../parts/keys/use-single-keys.ts'
import { paths } from '../../../../paths.ts'
import { placeInQueue, reviewQueue, visitInQueue } from '../../../../state/review-queue.ts'
import { account } from '../../../../state/session.ts'
import { setSingleKeys, singleKeys } from '../../../../state/single-keys.ts'
import { useRecords } from '../../../../state/use-records.ts'
import { useAddress } from '../../../../use-address.ts'
import styles from './ReviewBar.module.css'
import { SignTogether } from './SignTogether.tsx'

/** Show the place in the review queue, with the previous and the next analysis, and the way back to the list. */
export function ReviewBar({ uuid }: { uuid: string }) {
  const { search } = useAddress()
  const queue = reviewQueue.value
  const place = search.has('queue') ? placeInQueue(queue, account.value?.uuid ?? '', uuid) : null
  useEffect(() => visitInQueue(uuid), [uuid])
  if (!queue || !place) return null
  return <Bar key={queue.back} uuids={queue.uuids} back={queue.back} place={place} uuid={uuid} />
}

function Bar(props: {
  uuid: string
  uuids: readonly string[]
  back: string
  place: NonNullable<ReturnType<typeof placeInQueue>>
}) {
  const { uuids, back, place, uuid } = props
  const { position, count, previous, next } = place
  const [, goTo] = useLocation()
  const nextButton = useRef<HTMLButtonElement>(null)
  const { search } = useAddress()
  const open = (one: string | null) => {
    if (one) goTo(`${paths.analysis(one)}?${carryOver(search)}`)
  }
  const { signed, decided } = useDone(uuids, uuid)
  useSingleKeys(singleKeys.value, { j: () => open(next), k: () => open(previous) })
  // Move the focus to the next run once the decision is made and shown.
  useEffect(() => {
    if (decided) nextButton.current?.focus()
  }, [decided])
  return (
    <nav className={styles.bar} aria-label={t('queue.title')}>
      <Link href={back} className={styles.back}>
        <Icon name="list" /> {t('queue.back')}
      </Link>
      <span className={styles.moves}>
        <Button
          icon="back"
          disabledReason={previous ? null : t('queue.first')}
          onClick={() => open(previous)}
        >
          {t('queue.previous')}
        </Button>
        <span className={styles.place} role="status">
          {t('queue.place', { position, count })}
          {signed > 0 && <> · {t('queue.done', { count: signed })}</>}
        </span>
        <Button
          ref={nextButton}
          icon="next"
          kind={decided && next ? 'primary' : 'secondary'}
          disabledReason={next ? null : t('queue.last')}
          onClick={() => open(next)}
        >
          {t('queue.next')}
        </Button>
      </span>
      <SignTogether uuids={uuids} onSigned={() => goTo(back)} />
      <KeysToggle
        label={t('queue.keys.sign')}
        keys={['J', 'K', 'S', 'T']}
        on={singleKeys.value}
        onChange={setSingleKeys}
      />
    </nav>
  )
}

/** Return the part of the address that is kept from one run to the next: the round, and the view. */
function carryOver(search: URLSearchParams): string {
  const kept = ['queue', 'tab', 'beside'].flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(kept).toString()
}

/** Count the signed analyses of the round, and tell whether this one is signed. */
function useDone(uuids: readonly string[], uuid: string): { signed: number; decided: boolean } {
  const rows = useRecords(analysisEntity) ?? []
  const round = new Set(uuids)
  const done = new Set(
    rows.filter((row) => row.status === 'VALIDATION' && round.has(row.uuid)).map((row) => row.uuid),
  )
  return { signed: done.size, decided: done.has(uuid) }
}
