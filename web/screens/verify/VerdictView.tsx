import {
  type MetSignature,
  problemSteps,
  type Step,
  stepHolds,
  type TrailProblem,
  type Verdict,
} from '../../../domain/trail/problems.ts'
import { hasText, t } from '../../i18n/intl.ts'
import { Icon } from '../../parts/icon/Icon.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import styles from './VerifyScreen.module.css'

/** Number of problems of a step that are listed. */
const shown = 5
const shownSignatures = 100

/** Show the result of a check: the verdict first, then the facts, then each step. */
export function VerdictView({ verdict }: { verdict: Verdict }) {
  const { of, key, keyExpected, problems } = verdict
  const holds = problems.length === 0
  return (
    <section className={styles.verdict} aria-live="polite">
      <Notice kind={holds ? 'done' : 'error'}>
        <strong>{holds ? t(`verify.holds.${of}`) : t('verify.fails')}</strong>
      </Notice>
      {key !== '' && (
        <p className={styles.key}>
          {keyExpected ? t('verify.keyGiven') : t('verify.keyOwn', { key })}
        </p>
      )}
      <Facts verdict={verdict} />
      <h2>{t('verify.steps')}</h2>
      <ol className={styles.steps}>
        {verdict.steps.map((step) => (
          <StepLine
            key={step}
            step={step}
            holds={stepHolds(verdict, step)}
            problems={problems.filter(({ code }) => problemSteps[code] === step)}
          />
        ))}
      </ol>
    </section>
  )
}

function Facts({ verdict }: { verdict: Verdict }) {
  const { origin, timesBack, record, entries, checkpoint, signatures } = verdict
  if (origin === '') return null
  return (
    <>
      <h2>{t('verify.about')}</h2>
      <dl className={styles.facts}>
        {record && (
          <>
            <dt>{t('verify.record')}</dt>
            <dd>
              {record.name} <span className={styles.quiet}>{`${record.kind} ${record.uuid}`}</span>
            </dd>
          </>
        )}
        <dt>{t('verify.trail')}</dt>
        <dd>{origin}</dd>
        <dt>{t('verify.entries')}</dt>
        <dd>{entries}</dd>
        {checkpoint && (
          <>
            <dt>{t('verify.checkpoint')}</dt>
            <dd>
              {t('verify.checkpointOf', { size: checkpoint.size, at: momentOf(checkpoint.at) })}
            </dd>
          </>
        )}
        {timesBack.length > 0 && (
          <>
            <dt>{t('verify.timesBack')}</dt>
            <dd>{timesBack.slice(0, 5).join(' · ') + (timesBack.length > 5 ? ' …' : '')}</dd>
          </>
        )}
        {signatures.slice(0, shownSignatures).map((signature) => (
          <SignatureLine key={`${signature.seq} ${signature.at}`} signature={signature} />
        ))}
      </dl>
      {signatures.length > shownSignatures && (
        <p>{t('verify.moreSignatures', { count: signatures.length - shownSignatures })}</p>
      )}
    </>
  )
}

function SignatureLine({ signature }: { signature: MetSignature }) {
  const { printed_name: name, meaning, at } = signature
  const key = `verify.meaning.${meaning}`
  const words = { name, meaning: hasText(key) ? t(key) : meaning, at: momentOf(at) }
  return (
    <>
      <dt>{t('verify.signedBy')}</dt>
      <dd>{t('verify.signature', words)}</dd>
    </>
  )
}

function StepLine(props: { step: Step; holds: boolean; problems: readonly TrailProblem[] }) {
  const { step, holds, problems } = props
  return (
    <li data-holds={holds}>
      <Icon name={holds ? 'check' : 'error'} size={18} />
      <div>
        {t(`verify.step.${step}`)}
        <span className="visually-hidden">
          : {t(holds ? 'verify.stepHolds' : 'verify.stepFails')}
        </span>
        {problems.length > 0 && (
          <ul>
            {problems.slice(0, shown).map(({ code, at, about }, index) => (
              <li key={index}>
                {at !== undefined && <strong>{t('verify.where', { at })} </strong>}
                {about !== undefined && <strong>{about} </strong>}
                {t(`verify.problem.${code}`)}
              </li>
            ))}
            {problems.length > shown && (
              <li>{t('verify.moreProblems', { count: problems.length - shown })}</li>
            )}
          </ul>
        )}
      </div>
    </li>
  )
}

/** Format a time of the file: the server's time, UTC. */
function momentOf(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
}
