import { memo, useRef } from 'react'
import { errorTexts } from '../../../i18n/faults.ts'
import { formatDateTime, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { classNames } from '../../../parts/class-names.ts'
import { useScrollEdges } from '../../../parts/scroll/use-scroll-edges.ts'
import type { BenchRun } from './bench-run.ts'
import styles from './MethodBench.module.css'
import type { RunAnswer } from './use-bench.ts'

/**
 * List the runs on the bench, each with what the draft would change in it. Rows are grids, not of a `<table>`: the browser
 * then leaves out those that are scrolled away, which a dragged threshold would lay out and paint with every step.
 */
export function RunList(props: {
  runs: readonly BenchRun[]
  answers: ReadonlyMap<string, RunAnswer>
  shown: string | null
  onShow: (uuid: string) => void
  sourceOf: (run: BenchRun) => string
}) {
  const scroller = useRef<HTMLDivElement>(null)
  useScrollEdges(scroller)
  return (
    <div ref={scroller} className={styles.runs} role="region" aria-label={t('bench.runs')}>
      <div role="table" aria-label={t('bench.runs')} aria-rowcount={props.runs.length + 1}>
        <div role="row" className={classNames(styles.row, styles.heading)}>
          <span role="columnheader">{t('bench.run')}</span>
          <span role="columnheader" data-kind="number">
            {t('bench.calls')}
          </span>
          <span role="columnheader" data-kind="number">
            {t('bench.moved')}
          </span>
          <span role="columnheader">{t('bench.moves')}</span>
        </div>
        <div role="rowgroup">
          {props.runs.map((run) => (
            <RunRow
              key={run.uuid}
              run={run}
              source={props.sourceOf(run)}
              answer={props.answers.get(run.uuid) ?? null}
              isShown={run.uuid === props.shown}
              onShow={props.onShow}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** One run. It is drawn again only when its own numbers change: a drag gives new answers with every step. */
const RunRow = memo(
  function RunRow(props: {
    run: BenchRun
    source: string
    answer: RunAnswer | null
    isShown: boolean
    onShow: (uuid: string) => void
  }) {
    const { run, answer, isShown } = props
    const counts = answer?.comparison?.counts
    return (
      <div
        role="row"
        className={styles.row}
        data-shown={isShown || undefined}
        data-changed={(counts?.calls ?? 0) > 0 || undefined}
      >
        <div role="rowheader">
          <button type="button" aria-pressed={isShown} onClick={() => props.onShow(run.uuid)}>
            {run.name}
          </button>
          <span className={styles.source}>
            {formatDateTime(run.created_at, undefined, 'date')} · {props.source}
          </span>
        </div>
        <div role="cell" data-kind="number">
          {counts ? formatNumber(counts.calls) : '–'}
        </div>
        <div role="cell" data-kind="number">
          {counts ? formatNumber(counts.moved) : '–'}
        </div>
        <div role="cell">
          <Outcome answer={answer} />
        </div>
      </div>
    )
  },
  (old, { answer, ...props }) =>
    isSaidAlike(old.answer, answer) &&
    old.run === props.run &&
    old.source === props.source &&
    old.isShown === props.isShown &&
    old.onShow === props.onShow,
)

/** Tell if two answers say the same in the list. */
function isSaidAlike(one: RunAnswer | null, other: RunAnswer | null): boolean {
  const key = (answer: RunAnswer | null) =>
    answer &&
    JSON.stringify([
      answer.comparison?.counts,
      answer.comparison?.summaries,
      answer.comparison === null,
    ])
  return one === other || key(one) === key(other)
}

/** Say which calls change into which, what becomes of the controls, or why nothing is known. */
function Outcome({ answer }: { answer: RunAnswer | null }) {
  if (!answer) return <span className={styles.quiet}>{t('bench.waiting')}</span>
  const { comparison, error } = answer
  if (!comparison)
    return (
      <Badge tone="danger" shape="triangle">
        {errorTexts(error).join(' ')}
      </Badge>
    )
  const { inForce, draft } = comparison.summaries
  return (
    <span className={styles.outcome}>
      {inForce.controls_ok !== draft.controls_ok && (
        <Badge tone={draft.controls_ok ? 'accent' : 'warning'} shape="half">
          {t(draft.controls_ok ? 'bench.controls.hold' : 'bench.controls.fail')}
        </Badge>
      )}
      {comparison.counts.moves.map(({ from, to, count }) => (
        <span key={`${from} ${to}`}>
          {t('diff.move', {
            count,
            from: from ? t(`call.${from}`) : '–',
            to: to ? t(`call.${to}`) : '–',
          })}
        </span>
      ))}
    </span>
  )
}
