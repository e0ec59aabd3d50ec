import { useState } from 'react'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { Observation } from '../../../../../workers/watch/observation.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import {
  bringBackObservations,
  dismissObservation,
  watchDismissed,
} from '../../../../state/watch-dismissed.ts'
import type { Picked } from '../curves/use-picked.ts'
import { observationText, placeText } from './observation-text.ts'
import styles from './WatchList.module.css'

/** So many are shown before the rest is asked for: fewer once plate and curves are what is looked at. */
const shownAtFirst = { running: 4, ended: 3 } as const

/**
 * List the observations: clicking one shows its wells and the cycle. They decide nothing, so that each can be dismissed.
 */
export function WatchList(props: {
  record: Analysis
  observations: readonly Observation[]
  picked: Pick<Picked, 'onSelect' | 'scrub'>
  isRunning: boolean
}) {
  const { record, observations, picked } = props
  const [isWhole, setWhole] = useState(false)
  const first = shownAtFirst[props.isRunning ? 'running' : 'ended']
  const dismissed = watchDismissed.value
  const open = observations.filter(({ id }) => !dismissed.has(`${record.uuid} ${id}`))
  const aside = observations.length - open.length
  if (observations.length === 0 && !props.isRunning) return null
  const listed = isWhole ? open : open.slice(0, first)
  const show = ({ wells, cycle }: Observation) => {
    picked.onSelect(new Set(wells))
    picked.scrub.cycle.value = cycle
  }
  return (
    <section className={styles.watch} aria-label={t('watch.title')}>
      <header>
        <strong>{t('watch.title')}</strong>
        <span role="status">
          {open.length === 0 ? t('watch.none') : t('watch.count', { count: open.length })}
        </span>
        {!isWhole && open.length > first && (
          <Button kind="plain" icon="down" onClick={() => setWhole(true)}>
            {t('watch.more', { count: open.length - first })}
          </Button>
        )}
        {aside > 0 && (
          <Button kind="plain" icon="undo" onClick={() => bringBackObservations(record.uuid)}>
            {t('watch.back', { count: aside })}
          </Button>
        )}
      </header>
      {open.length > 0 && (
        <ul>
          {listed.map((one, at) => (
            <li key={one.id}>
              <button type="button" className={styles.show} onClick={() => show(one)}>
                <bdi dir="ltr" className={styles.place}>
                  {placeText(one, record)}
                </bdi>
                <span>
                  {observationText(one)}
                  {/* Explain a kind only with the first of several in a row. */}
                  {listed[at - 1]?.kind !== one.kind && (
                    <span className={styles.hint}> {t(`watch.hint.${one.kind}`)}</span>
                  )}
                </span>
              </button>
              <Button
                kind="plain"
                icon="close"
                iconOnly
                onClick={() => dismissObservation(record.uuid, one.id)}
              >
                {t('watch.dismiss', { place: placeText(one, record) })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
