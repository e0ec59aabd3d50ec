import { formatCq } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { CallBadge } from '../../../entities/call/CallBadge.tsx'
import detail from './Detail.module.css'
import styles from './Recalculation.module.css'
import type { ResultChange } from '../../../../domain/rules/diff-results.ts'

/** Lines shown; more are counted. */
const most = 200

/** Each well and target that differs, before beside after; changed calls first. */
export function DiffTable(props: {
  changes: readonly ResultChange[]
  before: string
  after: string
}) {
  const { changes } = props
  if (changes.length === 0) return <p className={detail.quiet}>{t('diff.none')}</p>
  const sorted = changes.toSorted((a, b) => Number(b.callChanged) - Number(a.callChanged))
  return (
    <div className={styles.diffList}>
      <div className={styles.diffScroll} tabIndex={0} role="region" aria-label={t('diff.wells')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('result.well')}</th>
              <th scope="col">{t('result.target')}</th>
              <th scope="col">{props.before}</th>
              <th scope="col">{props.after}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, most).map((change) => (
              <tr
                key={`${change.well}|${change.target}`}
                data-call={change.callChanged || undefined}
              >
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
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {changes.length > most && (
        <p className={detail.quiet}>{t('wizard.layout.more', { count: changes.length - most })}</p>
      )}
    </div>
  )
}

function Side({ side }: { side: ResultChange['before'] }) {
  if (!side) return <>–</>
  return (
    <span className={styles.side}>
      <span className={styles.number}>{side.cq === null ? '–' : formatCq(side.cq)}</span>
      <CallBadge call={side.call} />
    </span>
  )
}
