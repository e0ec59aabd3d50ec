import { useState } from 'react'
import { retentionCalls } from '../../../../domain/calls/retention.ts'
import type { Company } from '../../../../domain/entities/company.ts'
import { retainedParts } from '../../../../domain/entities/retention.ts'
import { call } from '../../../client/call.ts'
import { saySpan, sayParts } from '../../../entities/company/retention-words.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FactList } from '../../../parts/facts/FactList.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { ReasonDialog } from '../../../record/ReasonDialog.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { localTime } from '../../../state/local-time.ts'
import { resyncRecords } from '../../../state/records.ts'
import styles from '../Companies.module.css'
import { RetentionDialog } from './RetentionDialog.tsx'

/** Show how long the company keeps what, what is removed next, and its legal hold; and let administrators change both. */
export function RetentionSection({ company }: { company: Company }) {
  const [open, setOpen] = useState<'times' | 'hold' | null>(null)
  const { retention, legal_hold: held, last_removal: last } = company
  const isOn = held === undefined
  return (
    <section className={styles.section} aria-label={t('retention.title')}>
      <h2>{t('retention.title')}</h2>
      <PlannedRemoval company={company} />
      {held && (
        <Notice kind="warning" title={t('retention.hold.on')}>
          {t('retention.hold.by', {
            by: held.user_name,
            at: localTime(held.at, 'minute'),
            reason: held.reason,
          })}
        </Notice>
      )}
      <FactList
        facts={retainedParts.map((part) => [
          t(`retention.part.${part}`),
          saySpan(retention?.[part] ?? null),
        ])}
      />
      <p className={styles.quiet}>{t('retention.text')}</p>
      {last && (
        <p className={styles.quiet}>
          {t('retention.last', { at: localTime(last.at, 'date'), what: sayParts(last.parts) })}
        </p>
      )}
      <span className={styles.acts}>
        <Button
          icon="edit"
          disabledReason={whyNotCall(retentionCalls.set)}
          onClick={() => setOpen('times')}
        >
          {t('retention.act')}
        </Button>
        <Button
          icon="lock"
          disabledReason={whyNotCall(retentionCalls.hold)}
          onClick={() => setOpen('hold')}
        >
          {t(isOn ? 'retention.hold.act' : 'retention.hold.lift')}
        </Button>
      </span>
      {open === 'times' && <RetentionDialog company={company} onClose={() => setOpen(null)} />}
      {open === 'hold' && (
        <ReasonDialog
          ask={{
            title: t(isOn ? 'retention.hold.ask' : 'retention.hold.askLift'),
            text: t(isOn ? 'retention.hold.text' : 'retention.hold.liftText'),
            submit: t(isOn ? 'retention.hold.act' : 'retention.hold.lift'),
            reason: 'due',
            danger: !isOn,
          }}
          onClose={() => setOpen(null)}
          send={async (opId, reason) => {
            await call(retentionCalls.hold, { body: { on: isOn, reason } }, { opId })
            resyncRecords()
          }}
        />
      )}
    </section>
  )
}

/** Say what is going to be removed, when, and how to keep it. */
function PlannedRemoval({ company: { removal_plan: plan } }: { company: Company }) {
  if (!plan) return null
  const at = localTime(plan.due_at, 'date')
  return (
    <Notice kind="warning" title={t('retention.planned', { at })}>
      <p>{sayParts(plan.parts)}</p>
      <p>{t('retention.plannedText')}</p>
    </Notice>
  )
}
