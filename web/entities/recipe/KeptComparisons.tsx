import type { BenchComparison, ChangedCall } from '../../../domain/entities/bench-comparison.ts'
import type { CallName } from '../../../domain/results.ts'
import { formatCq, formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { localTime } from '../../state/local-time.ts'
import { CallBadge } from '../call/CallBadge.tsx'
import styles from './RecipeVersions.module.css'

/** Show the comparisons on the test bench that are kept with a version: who made each, on which runs, and what it found. */
export function KeptComparisons({ comparisons }: { comparisons: readonly BenchComparison[] }) {
  return (
    <section className={styles.part} aria-label={t('versions.kept.title')}>
      {comparisons.map((one) => (
        <Comparison key={`${one.by.uuid} ${one.at}`} comparison={one} />
      ))}
    </section>
  )
}

function Comparison({ comparison }: { comparison: BenchComparison }) {
  const { by, at, against, runs, changes, engine, content_hash: hash } = comparison
  const total = sumRuns(runs)
  return (
    <div className={styles.part}>
      <p>
        <strong>{t('versions.kept.sum', { ...total, runs: runs.length })}</strong>
      </p>
      {comparison.older === 1 && <Notice kind="warning">{t('versions.kept.older')}</Notice>}
      <OtherProgramme count={runs.filter((run) => run.other_programme === 1).length} />
      <p className={styles.quiet}>
        {t('versions.by', { name: by.name, at: localTime(at) ?? '' })}
        {'. '}
        {against
          ? t('versions.kept.against', { version: formatNumber(against.version) })
          : t('versions.kept.asRun')}{' '}
        {t('versions.kept.made', { engine, hash: hash.slice(0, 16) })}
      </p>
      <details>
        <summary>{t('versions.kept.runs')}</summary>
        <ul className={styles.list}>
          {runs.map(({ uuid, name, calls, moved }) => (
            <li key={uuid}>
              <bdi>{name}</bdi>
              <span className={styles.quiet}>{t('versions.kept.counts', { calls, moved })}</span>
            </li>
          ))}
        </ul>
      </details>
      {changes.length > 0 && (
        <details>
          <summary>{t('versions.kept.changes')}</summary>
          <ChangedCalls
            changes={changes}
            total={total.calls}
            nameOf={(run) => runs[run]?.name ?? ''}
          />
        </details>
      )}
    </div>
  )
}

/** Say that runs were measured by another programme than the version's: no calculation shows what that changes. */
export function OtherProgramme({ count }: { count: number }) {
  return count > 0 && <Notice kind="warning">{t('versions.kept.otherProgramme', { count })}</Notice>
}

/** Add up the counts of runs. */
export function sumRuns(runs: readonly { calls: number; moved: number }[]) {
  const sum = (count: 'calls' | 'moved') => runs.reduce((all, run) => all + run[count], 0)
  return { calls: sum('calls'), moved: sum('moved') }
}

/** List results with another call, each with its run. */
export function ChangedCalls(props: {
  changes: readonly ChangedCall[]
  /** Number of changed calls, also of those that are not listed. */
  total: number
  nameOf: (run: number) => string
}) {
  const { changes, total } = props
  const label = t('versions.kept.changes')
  return (
    <>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t('versions.kept.run')}</th>
              <th scope="col">{t('versions.kept.well')}</th>
              <th scope="col">{t('versions.kept.target')}</th>
              <th scope="col">{t('versions.kept.before')}</th>
              <th scope="col">{t('versions.kept.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ run, well, target, before, after, cq_before, cq_after }) => (
              <tr key={`${run} ${well} ${target}`}>
                <th scope="row">
                  <bdi>{props.nameOf(run)}</bdi>
                </th>
                <td>
                  <bdi dir="ltr">{well}</bdi>
                </td>
                <td>
                  <bdi>{target}</bdi>
                </td>
                <td>
                  <Side call={before} cq={cq_before} />
                </td>
                <td>
                  <Side call={after} cq={cq_after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > changes.length && (
        <p className={styles.quiet}>{t('versions.kept.more', { count: total - changes.length })}</p>
      )}
    </>
  )
}

function Side({ call, cq }: { call: CallName | null; cq: number | null }) {
  if (call === null) return <>–</>
  return (
    <>
      <CallBadge call={call} /> {cq === null ? '' : formatCq(cq)}
    </>
  )
}
