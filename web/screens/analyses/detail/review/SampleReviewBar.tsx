import { useState } from 'react'
import { analysisActions } from '../../../../../domain/actions/analysis.ts'
import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { countReviews } from '../../../../../domain/rules/sample-review.ts'
import { wellIndex } from '../../../../../domain/rules/well.ts'
import { errorTexts } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { KeysToggle } from '../../../../parts/keys/KeysToggle.tsx'
import { useSingleKeys } from '../../../../parts/keys/use-single-keys.ts'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { may } from '../../../../state/session.ts'
import { setSingleKeys, singleKeys } from '../../../../state/single-keys.ts'
import detail from '../Detail.module.css'
import { HoldDialog } from '../later.tsx'
import { countsText } from './counts-text.ts'
import styles from './SampleReviewBar.module.css'
import { namesOf } from './name-samples.ts'
import type { SampleReviews } from './use-sample-reviews.ts'

/**
 * Review the selected samples before the whole is signed: accept, hold back or reject. By A, H and U as well, so that
 * with N and P a plate is reviewed without the mouse.
 */
export function SampleReviewBar(props: {
  reviews: SampleReviews
  /** Reason that nothing can be decided now; null when it can. */
  refusal: string | null
  selected: ReadonlySet<number>
  onSelect: (wells: Set<number>) => void
}) {
  const { reviews, refusal, selected } = props
  const { record } = reviews
  const [holding, setHolding] = useState<readonly string[] | null>(null)
  const chosen = samplesIn(record, selected)
  const counts = countReviews(record)
  const reason = refusal ?? (chosen.length === 0 ? t('verdict.none') : null)
  const unlessRefused = (act: () => void) => () => (reason ? reviews.say(reason) : act())
  const accept = () => void reviews.decide(chosen, 'accepted', '')
  const hold = () => setHolding(chosen)
  useSingleKeys(singleKeys.value, {
    a: unlessRefused(accept),
    h: unlessRefused(hold),
    u: () => reviews.canUndo && reviews.undo(),
  })
  if (!may(analysisActions.reviewSamples.needs)) return null
  return (
    <section className={styles.review} aria-label={t('verdict.title')}>
      <div className={styles.bar}>
        <span className={styles.counts}>{countsText(counts)}</span>
        <span className={styles.chosen}>
          {chosen.length > 0 && t('verdict.selected', { names: namesOf(record, chosen) })}
        </span>
        <span className={styles.acts}>
          <Button icon="check" disabledReason={reason} onClick={accept}>
            {t('verdict.accept')}
          </Button>
          <Button icon="clock" disabledReason={reason} onClick={hold}>
            {t('verdict.hold')}
          </Button>
          <Button
            icon="undo"
            disabledReason={reviews.canUndo ? null : t('verdict.undo.none')}
            onClick={reviews.undo}
          >
            {t('verdict.undo')}
          </Button>
          <KeysToggle
            label={t('verdict.keys')}
            keys={['A', 'H', 'U']}
            on={singleKeys.value}
            onChange={setSingleKeys}
          />
        </span>
      </div>
      <p role="status" className={detail.quiet}>
        {reviews.said}
      </p>
      {reviews.error !== null && (
        <Notice kind="error">{errorTexts(reviews.error).join(' ')}</Notice>
      )}
      {counts.stale > 0 && refusal === null && <StaleNotice {...props} count={counts.stale} />}
      {holding && (
        <HoldDialog reviews={reviews} samples={holding} onClose={() => setHolding(null)} />
      )}
    </section>
  )
}

/** Ask the reviewer to confirm or drop reviews of earlier results. */
function StaleNotice(props: {
  reviews: SampleReviews
  count: number
  onSelect: (wells: Set<number>) => void
}) {
  const { reviews, count } = props
  const { record } = reviews
  const show = () => {
    const newest = record.results.at(-1)?.hash
    const stale = (record.sample_reviews ?? []).filter((one) => one.result_hash !== newest)
    props.onSelect(
      wellsOf(
        record,
        stale.map(({ sample_uuid }) => sample_uuid),
      ),
    )
  }
  return (
    <Notice
      kind="warning"
      action={
        <span className={styles.acts}>
          <Button onClick={show}>{t('verdict.stale.show')}</Button>
          <Button busy={reviews.busy} onClick={reviews.keepStale}>
            {t('verdict.stale.keep')}
          </Button>
          <Button busy={reviews.busy} onClick={reviews.dropStale}>
            {t('verdict.stale.drop')}
          </Button>
        </span>
      }
    >
      {t('verdict.stale', { count })}
    </Notice>
  )
}

/** Return the samples that fill one of the wells. */
function samplesIn(
  { samples, cartridge_type }: Analysis,
  selected: ReadonlySet<number>,
): readonly string[] {
  const shape = cartridges[cartridge_type]
  return samples
    .filter(({ coordinates }) => coordinates.some((well) => selected.has(wellIndex(shape, well))))
    .map(({ uuid }) => uuid)
}

function wellsOf({ samples, cartridge_type }: Analysis, uuids: readonly string[]): Set<number> {
  const shape = cartridges[cartridge_type]
  const wells = samples
    .filter(({ uuid }) => uuids.includes(uuid))
    .flatMap(({ coordinates }) => coordinates.map((well) => wellIndex(shape, well)))
  return new Set(wells)
}
