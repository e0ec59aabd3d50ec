import { formatCq } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { CallBadge } from '../shared/CallBadge.tsx'
import detail from './Detail.module.css'
import styles from './Recalculation.module.css'
import type { ResultChange } from './diff-results.ts'

/** Lines shown; more are counted. */
const most = 200

/** What another calculation would change, old beside new; changed calls first. */
export function DiffTable({ changes }: { changes: readonly ResultChange[] }) {
  const calls = changes.filter(({ callChanged }) => callChanged).length
  if (changes.length === 0) return <Notice kind="info">{t('recalculate.same')}</Notice>
  const sorted = changes.toSorted((a, b) => Number(b.callChanged) - Number(a.callChanged))
  return (
    <div className={styles.diff}>
      <p role="status">{t('recalculate.changes', { count: changes.length, calls })}</p>
      <div
        className={styles.diffScroll}
        tabIndex={0}
        role="region"
        aria-label={t('recalculate.changes', { count: changes.length, calls })}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t('result.well')}</th>
              <th scope="col">{t('result.target')}</th>
              <th scope="col">{t('recalculate.old')}</th>
              <th scope="col">{t('recalculate.new')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, most).map((change) => (
              <tr
                key={`${change.well}|${change.target}`}
                data-call={change.callChanged || undefined}
              >
                <td>{change.well}</td>
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
