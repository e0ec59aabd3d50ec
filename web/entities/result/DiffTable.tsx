import { memo } from 'react'
import type { ResultChange, ResultSide } from '../../../domain/rules/diff-results.ts'
import { formatCq } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { CallBadge } from '../call/CallBadge.tsx'
import { classNames } from '../../parts/class-names.ts'
import styles from './Diff.module.css'
import { formatSignal, traceText } from './trace-text.ts'

/** Most lines shown; more are counted. */
const most = 200

/**
 * List each well and target that differs, before beside after, and why; changed calls first. Rows are grids, not of a
 * `<table>`: the browser then leaves out those that are scrolled away.
 */
export const DiffTable = memo(function DiffTable(props: {
  changes: readonly ResultChange[]
  before: string
  after: string
}) {
  const { changes } = props
  if (changes.length === 0) return <p className={styles.quiet}>{t('diff.none')}</p>
  const sorted = changes.toSorted((a, b) => Number(b.callChanged) - Number(a.callChanged))
  return (
    <div className={styles.list}>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('diff.wells')}>
        <div role="table" aria-label={t('diff.wells')} className={styles.table}>
          <div role="row" className={classNames(styles.row, styles.heading)}>
            <span role="columnheader">{t('result.well')}</span>
            <span role="columnheader">{t('result.target')}</span>
            <span role="columnheader">{props.before}</span>
            <span role="columnheader">{props.after}</span>
            <span role="columnheader">{t('diff.why')}</span>
          </div>
          <div role="rowgroup">
            {sorted.slice(0, most).map((change) => (
              <DiffRow key={`${change.well}|${change.target}`} change={change} />
            ))}
          </div>
        </div>
      </div>
      {changes.length > most && (
        <p className={styles.quiet}>{t('diff.more', { count: changes.length - most })}</p>
      )}
    </div>
  )
})

/** One line, drawn again only when what it shows is another: a drag gives new objects with every step. */
const DiffRow = memo(
  function DiffRow({ change }: { change: ResultChange }) {
    return (
      <div role="row" className={styles.row} data-call={change.callChanged || undefined}>
        <bdi role="cell" dir="ltr">
          {change.well}
        </bdi>
        <span role="cell">{change.target}</span>
        <span role="cell">
          <Side side={change.before} />
        </span>
        <span role="cell">
          <Side side={change.after} />
        </span>
        <span role="cell" className={styles.why}>
          {reasonText(change)}
        </span>
      </div>
    )
  },
  (old, { change }) => JSON.stringify(old.change) === JSON.stringify(change),
)

function Side({ side }: { side: ResultSide | null }) {
  if (!side) return <>–</>
  return (
    <span className={styles.side}>
      <span className={styles.number}>{side.cq === null ? '–' : formatCq(side.cq)}</span>
      <CallBadge call={side.call} />
    </span>
  )
}

/** Say the rule that settles a changed call; of a Cq that only moves the thresholds, where they differ. */
function reasonText({ before, after, callChanged }: ResultChange): string {
  const [was, is] = [before?.threshold ?? null, after?.threshold ?? null]
  if (!callChanged && was !== null && is !== null && was !== is) {
    return t('diff.threshold', { before: formatSignal(was), after: formatSignal(is) })
  }
  const reason = after?.reason ?? null
  return reason ? traceText(reason) : ''
}
