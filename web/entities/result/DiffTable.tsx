import { memo } from 'react'
import type { ResultChange, ResultSide } from '../../../domain/rules/diff-results.ts'
import { formatCq } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { CallBadge } from '../call/CallBadge.tsx'
import styles from './Diff.module.css'
import { formatSignal, traceText } from './trace-text.ts'

/** Lines shown; more are counted. */
const most = 200

/** Each well and target that differs, before beside after, and why; changed calls first. */
export function DiffTable(props: {
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
        <table>
          <thead>
            <tr>
              <th scope="col">{t('result.well')}</th>
              <th scope="col">{t('result.target')}</th>
              <th scope="col">{props.before}</th>
              <th scope="col">{props.after}</th>
              <th scope="col">{t('diff.why')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, most).map((change) => (
              <DiffRow key={`${change.well}|${change.target}`} change={change} />
            ))}
          </tbody>
        </table>
      </div>
      {changes.length > most && (
        <p className={styles.quiet}>{t('diff.more', { count: changes.length - most })}</p>
      )}
    </div>
  )
}

/** One line, drawn again only when what it shows is another: a drag gives new objects with every step. */
const DiffRow = memo(
  function DiffRow({ change }: { change: ResultChange }) {
    return (
      <tr data-call={change.callChanged || undefined}>
        <td>
          <bdi dir="ltr">{change.well}</bdi>
        </td>
        <td>{change.target}</td>
        <td>
          <Side side={change.before} />
        </td>
        <td>
          <Side side={change.after} />
        </td>
        <td className={styles.why}>{reasonText(change)}</td>
      </tr>
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
