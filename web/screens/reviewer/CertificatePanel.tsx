import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import { certificateCalls } from '../../../domain/calls/certificates.ts'
import type { Certificate } from '../../../domain/entities/certificate.ts'
import { Fault } from '../../../domain/fault.ts'
import { call } from '../../client/call.ts'
import { faultText, fetchFaultTexts } from '../../i18n/faults.ts'
import { AlarmLines } from '../../entities/alarm/AlarmLines.tsx'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { FactList } from '../../parts/facts/FactList.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { SidePanel } from '../../parts/panel/SidePanel.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { ActList } from '../../record/RecordPanel.tsx'
import { whyNotAway } from '../../record/rights.ts'
import { useActs } from '../../record/use-acts.tsx'
import { paths } from '../../paths.ts'
import { localTime } from '../../state/local-time.ts'
import { useRecallHold } from '../../state/recall-holds.ts'
import { account } from '../../state/session.ts'
import { useAnswer } from '../../state/use-answer.ts'
import styles from './CertificatePanel.module.css'
import { listCertificateActs } from './certificate-acts.ts'
import { CertificateResults } from './CertificateResults.tsx'
import { CertificateStatusBadge } from './CertificateStatusBadge.tsx'
import { IssueDialog } from './IssueDialog.tsx'
import { RefuseDialog } from './RefuseDialog.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { asksAs, refuseReview, type WhyNotReview } from './review-rules.ts'
import { ReviewersWord } from './ReviewersWord.tsx'

/** Show one certificate: its analysis, its requester, and the reviewer's decision. */
export function CertificatePanel(props: {
  uuid: string
  onChanged: () => void
  onClose: () => void
}) {
  const { uuid, onChanged, onClose } = props
  const load = useCallback(
    async (signal: AbortSignal) => {
      const report = await call(certificateCalls.report, { params: { id: uuid } }, { signal })
      // Fetch the words of the reason, which come with failures only, and this call has not failed.
      const reason = report.unreadable
      if (reason) await fetchFaultTexts(new Fault('refused', '', { reason }))
      return report
    },
    [uuid],
  )
  const { value, failure, again } = useAnswer(load)
  const [asked, setAsked] = useState<'issue' | 'refuse' | 'again' | null>(null)
  const run = useActs(onChanged)
  const changed = () => {
    again()
    onChanged()
  }
  const close = () => setAsked(null)
  return (
    <SidePanel title={value?.certificate.name ?? t('review.certificate')} onClose={onClose}>
      {failure.length > 0 && (
        <Notice kind="error" action={<Button onClick={again}>{t('parts.again')}</Button>}>
          {failure.join(' ')}
        </Notice>
      )}
      {!value && failure.length === 0 && <Progress label={t('parts.loading')} />}
      {value && (
        <>
          <div className={styles.state}>
            <CertificateStatusBadge status={value.certificate.status} />
            <Link href={paths.analysis(value.analysis.uuid)}>{t('review.openAnalysis')}</Link>
          </div>
          <ReviewersWord record={value.certificate} />
          <Acts record={value.certificate} unreadable={value.unreadable ?? null} onAsk={setAsked} />
          <Facts record={value.certificate} analysis={value.analysis} />
          <AlarmLines about={value.certificate.uuid} />
          {run.failure.length > 0 && <Notice kind="error">{run.failure.join(' ')}</Notice>}
          <ActList
            acts={listCertificateActs(value.certificate, {
              again: () => setAsked('again'),
              removed: onClose,
            })}
            run={run}
          />
          <CertificateResults report={value} />
          {run.dialog}
          {asked === 'again' && (
            <RequestDialog first={value.analysis.uuid} onDone={onChanged} onClose={close} />
          )}
          {asked === 'issue' && (
            <IssueDialog report={value} onDone={changed} onReload={changed} onClose={close} />
          )}
          {asked === 'refuse' && (
            <RefuseDialog record={value.certificate} onDone={changed} onClose={close} />
          )}
        </>
      )}
    </SidePanel>
  )
}

/** Say why this person does not decide about the certificate, and who can change that. */
function sayWhy(why: Exclude<WhyNotReview, 'decided'>, record: Certificate): string {
  if (why === 'unconfirmed') return t('fault.confirmation_needed')
  if (why !== 'countsAsYou') return t(`review.why.${why}`)
  const who = account.value
  return t('fault.counts_as_you', { name: who ? String(asksAs(record, who)) : '' })
}

function Acts(props: {
  record: Certificate
  /** Reason for which the files of its analysis cannot be read. */
  unreadable: string | null
  onAsk: (act: 'issue' | 'refuse') => void
}) {
  const { analysis_uuid: uuid, updated_at } = props.record
  const hold = useRecallHold({ uuid, updated_at })
  const who = account.value
  if (!who) return null
  const why = refuseReview(props.record, who)
  if (why === 'decided') return null
  const unread =
    hold !== null
      ? t('refusal.recall_hold', { recall: hold.recall_number })
      : props.unreadable === null
        ? null
        : faultText({ code: 'refused', reason: props.unreadable })
  const words = why && sayWhy(why, props.record)
  const refused = words ?? whyNotAway(certificateCalls.edit)
  const notIssued = refused ?? unread
  return (
    <div className={styles.acts}>
      <div className={styles.buttons}>
        <Button
          kind="primary"
          icon="lock"
          disabledReason={notIssued}
          onClick={() => props.onAsk('issue')}
        >
          {t('review.issue')}
        </Button>
        <Button icon="close" disabledReason={refused} onClick={() => props.onAsk('refuse')}>
          {t('review.refuse')}
        </Button>
      </div>
      {unread !== null && !why ? (
        <Notice kind="error">{unread}</Notice>
      ) : (
        <p className={styles.quiet} aria-hidden={why ? true : undefined}>
          {words ?? t('review.hint')}
        </p>
      )}
    </div>
  )
}

function Facts(props: {
  record: Certificate
  analysis: {
    recipe_name: string
    user_name: string
    bcube: string | null
    ended_at: string | null
    signed_by: string
    signed_at: string | null
  }
}) {
  const { record, analysis } = props
  const { recipe_name, user_name, bcube, ended_at, signed_by, signed_at } = analysis
  return (
    <FactList
      facts={[
        [t('review.column.requestor'), record.requestor_name],
        [t('review.column.requested'), localTime(record.requested_at)],
        [t('review.column.note'), record.note],
        [t('review.method'), recipe_name],
        [t('review.operator'), user_name],
        [t('review.device'), bcube],
        [t('review.ended'), localTime(ended_at)],
        [t('review.validated'), [signed_by, localTime(signed_at)].filter(Boolean).join(', ')],
      ]}
    />
  )
}
