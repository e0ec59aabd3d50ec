import { useEffect, useRef, useState } from 'react'
import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../../domain/results.ts'
import { commentsAt } from '../../../../../domain/rules/well-comment.ts'
import { wellIndex, wellName } from '../../../../../domain/rules/well.ts'
import type { CurveLayers, MeltLayers } from '../../../../../workers/run/views.ts'
import { sayCalibration } from '../../../../entities/dye-calibration/say-calibration.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { EmptyState } from '../../../../parts/empty/EmptyState.tsx'
import { KeysToggle } from '../../../../parts/keys/KeysToggle.tsx'
import { useSingleKeys } from '../../../../parts/keys/use-single-keys.ts'
import { useSpoken } from '../../../../parts/voice/use-spoken.ts'
import { setSingleKeys, singleKeys } from '../../../../state/single-keys.ts'
import { CommentList } from '../comments/CommentList.tsx'
import detail from '../Detail.module.css'
import { EarlierResults } from './EarlierResults.tsx'
import { stepWells } from './step-wells.ts'
import { TargetExplanation } from './TargetExplanation.tsx'
import styles from './WellExplanation.module.css'
import { reviewOf } from '../../../../../domain/rules/sample-review.ts'
import { localTime } from '../../../../state/local-time.ts'
import { VerdictBadge } from '../../shared/VerdictBadge.tsx'

interface Explained {
  record: Analysis
  results: Results
  layers: CurveLayers | null
  melt: MeltLayers | null
}

/**
 * Explain the calls of a well, with buttons to the next one: through the selected wells, or from a single one through all.
 */
export function WellExplanation(
  props: Explained & {
    selected: ReadonlySet<number>
    onSelect: (wells: Set<number>) => void
    /** The well on show, where several are selected. */
    onPoint: (well: number | null) => void
  },
) {
  const { record, results, selected, onSelect, onPoint } = props
  const shape = cartridges[record.cartridge_type]
  const [at, setAt] = useState<number | null>(null)
  const wells = [...new Set(results.wells.map(({ well }) => wellIndex(shape, well)))]
  wells.sort((a, b) => a - b)
  const place = stepWells(wells, selected, at)
  const go = (well: number | null | undefined) => {
    if (well === null || well === undefined) return
    if (selected.size > 1) {
      setAt(well)
      onPoint(well)
    } else onSelect(new Set([well]))
  }
  const first = wells[0]
  const area = useRef<HTMLDivElement>(null)
  const shown = place?.well
  // Bring it into sight when it is asked for from above, by a key or a finding.
  useEffect(() => {
    area.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  useSingleKeys(singleKeys.value, {
    n: () => go(place ? place.next : first),
    p: () => go(place?.previous),
  })
  const spoken = useSpoken(place ? wellText(record, wellName(shape, place.well)) : '')
  if (!place) {
    return (
      <div>
        <Voice text={spoken} />
        <EmptyState
          title={t('explain.choose')}
          icon="curve"
          action={
            first !== undefined && <Button onClick={() => go(first)}>{t('explain.first')}</Button>
          }
        >
          {t('explain.choose.hint')}
        </EmptyState>
      </div>
    )
  }
  const well = wellName(shape, place.well)
  return (
    <div ref={area} className={styles.explanation}>
      <Voice text={spoken} />
      <div className={styles.head}>
        <WellTitle record={record} well={well} />
        <WellMoves place={place} onGo={go} />
      </div>
      <WellCalls {...props} well={well} />
    </div>
  )
}

/** Show the sample's decision, the well's exclusion, and each call with its reasons. */
function WellCalls(props: Explained & { well: string }) {
  const { record, results, well } = props
  const own = results.wells.filter((one) => one.well === well)
  const sample = record.samples.find(({ coordinates }) => coordinates.includes(well))
  const exclusion = record.exclusions.find((one) => one.well === well)
  const comments = commentsAt(record, well)
  const { compensation } = results.evaluation
  return (
    <>
      {sample && <SampleWord record={record} sample={sample.uuid} />}
      {exclusion && <p>{t('explain.excluded', { reason: exclusion.reason })}</p>}
      {own.length === 0 && <p className={detail.quiet}>{t('explain.nothing')}</p>}
      <div className={styles.targets}>
        {own.map((result) => (
          <TargetExplanation
            key={result.target}
            record={record}
            results={results}
            layers={props.layers}
            melt={props.melt}
            result={result}
          />
        ))}
      </div>
      {comments.length > 0 && (
        <section aria-label={t('comments.title')}>
          <h3>{t('comments.title')}</h3>
          <CommentList comments={comments} />
        </section>
      )}
      {sample && <EarlierResults key={sample.name} record={record} sample={sample} />}
      <p className={detail.quiet}>
        {t(record.method.recipe_uuid === null ? 'explain.engine.file' : 'explain.engine', {
          engine: `${results.engine.name} ${results.engine.version}`,
          recipe: record.recipe_name,
          version: record.method.recipe_version,
        })}{' '}
        <code>{results.input_hash.slice(0, 12)}</code>
        {compensation && (
          <>
            <br />
            {compensation.from
              ? t('explain.compensation', { calibration: sayCalibration(compensation.from) })
              : t('explain.compensationTyped')}
          </>
        )}
      </p>
    </>
  )
}

/** Put the live region into the page before a well is chosen: a screen reader skips its first words otherwise. */
function Voice({ text }: { text: string }) {
  return (
    <p role="status" className="visually-hidden">
      {text}
    </p>
  )
}

function wellText(record: Analysis, well: string): string {
  const sample = record.samples.find(({ coordinates }) => coordinates.includes(well))
  const type = sample && t(`sample.type.${sample.sample_type}`)
  return [well, sample?.name ?? t('parts.plate.empty'), type].filter(Boolean).join(', ')
}

function WellTitle({ record, well }: { record: Analysis; well: string }) {
  const sample = record.samples.find(({ coordinates }) => coordinates.includes(well))
  return (
    <h2>
      <bdi dir="ltr">{well}</bdi> · <bdi>{sample?.name ?? t('parts.plate.empty')}</bdi>
      {sample && <span className={detail.quiet}> · {t(`sample.type.${sample.sample_type}`)}</span>}
    </h2>
  )
}

function WellMoves(props: {
  place: NonNullable<ReturnType<typeof stepWells>>
  onGo: (well: number | null) => void
}) {
  const { place, onGo } = props
  return (
    <div className={styles.moves} role="group" aria-label={t('explain.moves')}>
      <Button
        icon="back"
        disabledReason={place.previous === null ? t('explain.firstWell') : null}
        onClick={() => onGo(place.previous)}
      >
        {t('explain.previous')}
      </Button>
      <span className={styles.place}>
        {t('queue.place', { position: place.position, count: place.count })}
      </span>
      <Button
        icon="next"
        disabledReason={place.next === null ? t('explain.lastWell') : null}
        onClick={() => onGo(place.next)}
      >
        {t('explain.next')}
      </Button>
      <KeysToggle
        label={t('explain.keys')}
        keys={['N', 'P']}
        on={singleKeys.value}
        onChange={setSingleKeys}
      />
    </div>
  )
}

/** Show the decision of a reviewer on the sample, beside its results. */
function SampleWord({ record, sample }: { record: Analysis; sample: string }) {
  const review = reviewOf(record, sample)
  if (!review) return null
  const { verdict, reason, user_name: name, at } = review
  return (
    <p>
      <VerdictBadge verdict={verdict} /> {reason && <q>{reason}</q>}{' '}
      <span className={detail.quiet}>{t('verdict.word', { name, at: localTime(at) })}</span>
    </p>
  )
}
