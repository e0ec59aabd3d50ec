import type { Bkernel } from '../../../../domain/entities/bkernel.ts'
import type { TakenStep } from '../../../../domain/rules/rollout-history.ts'
import { t } from '../../../i18n/intl.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { sayActor } from '../../../record/say-actor.ts'
import { localTime } from '../../../state/local-time.ts'
import styles from './Rollout.module.css'

/** Say why no device is offered the version now: who has stopped its rollout, when and why, or that it has none. */
export function StopNotice(props: { version: Bkernel; steps: readonly TakenStep[] }) {
  const { rollout, file_hash } = props.version
  if (file_hash === null) return <Notice kind="info">{t('bkernels.image.missing')}</Notice>
  if (!rollout) return <Notice kind="info">{t('bkernels.rollout.unplanned')}</Notice>
  const { state, stopped } = rollout
  if (state !== 'halted' && state !== 'paused') return null
  const kind = state === 'halted' ? 'error' : 'warning'
  // Show the reason of a pause only while it is paused: the record keeps it when a person halts it afterwards.
  if (stopped && (stopped.why === 'gates') === (state === 'halted')) {
    const worse = stopped.gates.filter(({ verdict }) => verdict === 'worse')
    const gates = worse.map(({ gate }) => t(`bkernels.gates.name.${gate}`)).join(', ')
    const at = localTime(stopped.at, 'minute')
    return (
      <Notice kind={kind}>{t(`bkernels.rollout.stopped.${stopped.why}`, { at, gates })}</Notice>
    )
  }
  const step = props.steps.find(({ what }) => what === (state === 'halted' ? 'halt' : 'pause'))
  if (!step) return null
  const said = { name: sayWho(step.by), at: localTime(step.at, 'minute') }
  return (
    <Notice kind={kind} title={t(`bkernels.rollout.by.${state}`, said)}>
      {step.reason && (
        <p>
          <bdi>{t('bkernels.rollout.reason', { reason: step.reason })}</bdi>
        </p>
      )}
      <p>{t(`bkernels.rollout.then.${state}`)}</p>
    </Notice>
  )
}

/** List what was done in a rollout, the newest first: step, person or gates, time, and reason. */
export function TakenSteps({ steps }: { steps: readonly TakenStep[] }) {
  if (steps.length === 0) return null
  return (
    <section>
      <h2>{t('bkernels.rollout.taken')}</h2>
      <ol className={styles.taken}>
        {steps.map(({ seq, what, phase, at, by, reason }) => (
          <li key={seq}>
            <strong>{t(`bkernels.rollout.did.${what}`, { phase })}</strong>
            <span>
              <bdi>{sayWho(by)}</bdi>
            </span>
            <time dateTime={at} className={styles.quiet}>
              {localTime(at, 'minute')}
            </time>
            <span className={styles.reason}>
              <bdi>{reason}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function sayWho(by: TakenStep['by']): string {
  return typeof by === 'string' ? t(`bkernels.rollout.who.${by}`) : sayActor(by)
}
