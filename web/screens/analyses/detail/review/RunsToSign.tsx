import { formatDateTime } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import type { OpenedRun } from '../../../../state/opened-runs.ts'
import { account } from '../../../../state/session.ts'
import { controlsText } from '../controls-text.ts'
import detail from '../Detail.module.css'
import styles from './RunsToSign.module.css'

/** List the runs of a series, each with what its signature covers, and with what the service said against it. */
export function RunsToSign(props: {
  runs: readonly OpenedRun[]
  /** Reasons by uuid. */
  refused: ReadonlyMap<string, string>
  onLeaveOut: (uuid: string) => void
}) {
  const { runs, refused } = props
  return (
    <ol className={styles.runs} aria-label={t('together.runs')} tabIndex={0}>
      {runs.map((run) => (
        <RunToSign
          key={run.record.uuid}
          run={run}
          refusal={refused.get(run.record.uuid) ?? null}
          onLeaveOut={() => props.onLeaveOut(run.record.uuid)}
        />
      ))}
    </ol>
  )
}

function RunToSign(props: { run: OpenedRun; refusal: string | null; onLeaveOut: () => void }) {
  const { record, record_hash: hash } = props.run
  const { samples, exclusions, name } = record
  const newest = record.results.at(-1)
  const zone = account.value?.preferences.timezone
  return (
    <li data-refused={props.refusal !== null || undefined}>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p>
          <bdi>{record.recipe_name}</bdi> ·{' '}
          {t('validate.samples.count', {
            samples: samples.length,
            wells: samples.reduce((sum, { coordinates }) => sum + coordinates.length, 0),
            excluded: exclusions.length,
          })}
        </p>
        {newest && (
          <p>
            {t('history.summary', { ...newest.summary, controls_ok: '' })} ·{' '}
            {controlsText(record, newest.summary.controls_ok)}
          </p>
        )}
        <p className={detail.quiet}>
          {t(record.source ? 'validate.importedBy' : 'validate.launchedBy')}{' '}
          <bdi>{record.user_name}</bdi>
          {newest && <> · {formatDateTime(newest.computed_at, zone, 'second')}</>} ·{' '}
          {t('validate.hash')} <code title={hash}>{hash.slice(0, 16)}…</code>
        </p>
        {props.refusal && (
          <p className={styles.refusal} role="alert">
            {props.refusal}
          </p>
        )}
      </div>
      <Button kind="plain" icon="close" iconOnly onClick={props.onLeaveOut}>
        {t('together.leaveOut', { name })}
      </Button>
    </li>
  )
}
