import { useCallback, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { certificateActions } from '../../../domain/actions/certificate.ts'
import { certificateCalls } from '../../../domain/calls/certificates.ts'
import type { Certificate } from '../../../domain/entities/certificate.ts'
import { call } from '../../client/call.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { AlarmLines } from '../../entities/alarm/AlarmLines.tsx'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { Menu } from '../../parts/menu/Menu.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { Fetching } from '../../parts/progress/Fetching.tsx'
import { paths } from '../../paths.ts'
import type { Act } from '../../record/act.ts'
import { type ActRun, useActs } from '../../record/use-acts.tsx'
import { usePageName } from '../../state/page-name.ts'
import { may } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswerAbout } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './CertificateScreen.module.css'
import { listCertificateActs } from './certificate-acts.ts'
import { CertificateResults } from './CertificateResults.tsx'
import { CertificateStatusBadge } from './CertificateStatusBadge.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { ReviewersWord } from './ReviewersWord.tsx'
import { HeldFields } from '../../parts/form/HeldFields.tsx'

/**
 * Show one certificate to its requester: its note while it is pending, and the step that submits it to the reviewers.
 */
export function CertificateScreen({ params }: { params: Record<string, string | undefined> }) {
  const [, navigate] = useLocation()
  const uuid = params['uuid'] ?? ''
  const load = useCallback(
    (signal: AbortSignal) => call(certificateCalls.report, { params: { id: uuid } }, { signal }),
    [uuid],
  )
  const { value, failure, again } = useAnswerAbout(load)
  const [asked, setAsked] = useState(false)
  const run = useActs(noMore)
  usePageName(value?.certificate.name ?? t('review.certificate'))
  if (!value) {
    return (
      <Page title={t('review.certificate')}>
        <Fetching failure={failure} again={again} />
      </Page>
    )
  }
  const record = value.certificate
  const acts = listCertificateActs(record, {
    again: () => setAsked(true),
    removed: () => navigate(paths.certificates()),
  })
  return (
    <Page
      title={record.name}
      state={<CertificateStatusBadge status={record.status} />}
      facts={[record.requestor_name]}
      menu={<ActMenu acts={acts} run={run} />}
    >
      <p className={styles.links}>
        <Link href={paths.analysis(record.analysis_uuid)}>{t('review.openAnalysis')}</Link>
        <Link href={paths.certificates()}>{t('certificates.title')}</Link>
      </p>
      {run.failure.length > 0 && <Notice kind="error">{run.failure.join(' ')}</Notice>}
      <ReviewersWord record={record} />
      <AlarmLines about={record.uuid} />
      {record.status === 'Pending' ? (
        <PendingForm
          key={record.updated_at}
          record={record}
          onSaved={again}
          onRequested={() => navigate(paths.certificates())}
        />
      ) : (
        record.note && <p>{record.note}</p>
      )}
      <CertificateResults report={value} />
      {run.dialog}
      {asked && (
        <RequestDialog
          first={record.analysis_uuid}
          onDone={(made) => navigate(paths.certificate(made.uuid))}
          onClose={() => setAsked(false)}
        />
      )}
    </Page>
  )
}

/** Show the first act as a button, and the others behind the three dots. */
function ActMenu({ acts, run }: { acts: readonly Act[]; run: ActRun }) {
  const [first, ...others] = acts
  return (
    <>
      {first && (
        <Button
          icon={first.icon}
          busy={run.busy === first.id}
          disabledReason={first.why}
          onClick={() => run.press(first)}
        >
          {first.label}
        </Button>
      )}
      <Menu
        items={others.map((act) => ({
          id: act.id,
          label: act.label,
          icon: act.icon,
          danger: act.ask?.danger ?? false,
          disabledReason: act.why,
          onPress: () => run.press(act),
        }))}
      />
    </>
  )
}

/** Do nothing after an act: what changes the certificate leaves its page. */
const noMore = () => undefined

function PendingForm(props: { record: Certificate; onSaved: () => void; onRequested: () => void }) {
  const { record } = props
  const [note, setNote] = useState(record.note)
  const [asked, setAsked] = useState<'save' | 'request'>('save')
  const sending = useSending(['note'])
  const params = { id: record.uuid }
  const save = async () => {
    setAsked('save')
    const body = { note, base: record.updated_at }
    const work = async () =>
      void (await call(certificateCalls.edit, { params, body }, { opId: makeUuid() }))
    if (!(await sending.send(true, work))) return
    showToast('done', t('certificates.saved'))
    props.onSaved()
  }
  const request = async () => {
    setAsked('request')
    const body = { note, base: record.updated_at }
    const work = async () =>
      void (await call(certificateCalls.request, { params, body }, { opId: makeUuid() }))
    if (!(await sending.send(true, work))) return
    showToast('done', t('certificates.requested', { name: record.name }))
    props.onRequested()
  }
  return (
    <form
      className={styles.form}
      aria-label={t('review.column.note')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {sending.others.length > 0 && (
        <Notice
          kind="error"
          {...(asked === 'request' && { title: t('certificates.requestFailed') })}
        >
          {sending.others.join(' ')}
        </Notice>
      )}
      <HeldFields busy={sending.busy}>
        <TextAreaField
          label={t('review.column.note')}
          value={note}
          rows={4}
          maxLength={2000}
          error={sending.refused['note'] ?? null}
          onChange={setNote}
        />
      </HeldFields>
      <div className={styles.links}>
        <Button type="submit" busy={sending.busy}>
          {t('certificates.save')}
        </Button>
        <Button
          kind="primary"
          busy={sending.busy}
          disabledReason={
            may(certificateActions.request.needs) ? null : t('fault.permission_missing')
          }
          onClick={() => void request()}
        >
          {t('certificates.request')}
        </Button>
      </div>
    </form>
  )
}
