import { useEffect, useState } from 'react'
import type { CallData } from '../../../domain/call.ts'
import { certificateCalls } from '../../../domain/calls/certificates.ts'
import type { Signing } from '../../../domain/calls/signing.ts'
import { canonicalJson } from '../../../domain/canonical.ts'
import { signatureMeanings } from '../../../domain/entities/analysis.ts'
import type { Certificate } from '../../../domain/entities/certificate.ts'
import { Fault } from '../../../domain/fault.ts'
import { contentSigned } from '../../../domain/trail/signed.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { hashOf } from '../../local/blobs.ts'
import facts from '../../parts/facts/Facts.module.css'
import { inOneLine } from '../../parts/form/in-one-line.ts'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { Icon } from '../../parts/icon/Icon.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { proofFields, SignatureProof, useSignatureProof } from '../../record/SignatureProof.tsx'
import { localTime } from '../../state/local-time.ts'
import { account } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { useSending } from '../../state/use-sending.ts'
import styles from './CertificatePanel.module.css'
import { makeUuid } from '../../client/make-uuid.ts'

type Meaning = (typeof signatureMeanings)[number]
type Report = CallData<typeof certificateCalls.report>

/**
 * Issue a certificate by signing: show exactly the signed content, and ask for the password again (decisions R5, D21).
 */
export function IssueDialog(props: {
  report: Report
  onDone: () => void
  /** The certificate has moved on: it must be read again. */
  onReload: () => void
  onClose: () => void
}) {
  const { onDone, onReload, onClose } = props
  const [meaning, setMeaning] = useState<Meaning | ''>('')
  const [comment, setComment] = useState('')
  // Sign the content that was on the screen when the dialog opened.
  const [shown] = useState(props.report)
  const { certificate } = shown
  const hash = useContentHash(certificate)
  const proof = useSignatureProof(hash)
  const sending = useSending(proofFields)
  const { tried, refused } = sending
  const issue = async () => {
    const done = await sending.send(Boolean(meaning && proof.isComplete && hash), async () => {
      if (!meaning) return
      try {
        await sendSignature(certificate.uuid, {
          ...proof.body,
          meaning,
          comment: inOneLine(comment),
          record_hash: hash,
        })
      } catch (error) {
        if (error instanceof Fault && error.code === 'stale') onReload()
        proof.noteFailure(error)
        throw error
      }
    })
    if (!done) return
    showToast('done', t('review.done.issued', { name: certificate.name }))
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t('review.issue.title')}
      submit={t('review.issue.submit')}
      wide
      sending={sending}
      onSubmit={() => void issue()}
      onClose={onClose}
    >
      <SignedFacts report={shown} hash={hash} />
      {certificate.requestor === account.value?.uuid && (
        <Notice kind="warning">{t('review.issue.own')}</Notice>
      )}
      <MeaningField value={meaning} tried={tried} onChange={setMeaning} />
      <TextAreaField
        label={t('review.comment')}
        value={comment}
        rows={2}
        maxLength={1000}
        onChange={setComment}
      />
      <SignatureProof
        proof={proof}
        label={t('review.password')}
        hint={t('review.password.hint', { name: account.value?.name ?? '' })}
        missing={t('review.password.missing')}
        tried={tried}
        refused={refused}
        onChange={() => sending.forget()}
      />
    </FormDialog>
  )
}

/** Ask what the signature means (21 CFR 11.50). */
function MeaningField(props: {
  value: Meaning | ''
  tried: boolean
  onChange: (meaning: Meaning) => void
}) {
  return (
    <SelectField
      label={t('review.meaning')}
      value={props.value}
      required
      placeholder={t('review.meaning.choose')}
      error={props.tried && !props.value ? t('review.meaning.missing') : null}
      choices={signatureMeanings.map((one) => ({
        value: one,
        label: t(`review.meaning.${one}`),
      }))}
      onChange={(one) => props.onChange(one as Meaning)}
    />
  )
}

/** Show what the signature covers. */
function SignedFacts({ report, hash }: { report: Report; hash: string }) {
  const { certificate, analysis, controls_failed: failed = 0 } = report
  return (
    <dl className={`${facts.facts} ${styles.signed}`}>
      <dt>{t('review.column.analysis')}</dt>
      <dd>{certificate.name}</dd>
      <dt>{t('review.validated')}</dt>
      <dd>{[analysis.signed_by, localTime(analysis.signed_at)].filter(Boolean).join(', ')}</dd>
      <dt>{t('review.column.requestor')}</dt>
      <dd>{certificate.requestor_name}</dd>
      {failed > 0 && (
        <>
          <dt>{t('review.results')}</dt>
          <dd>
            <Icon name="warning" /> {t('controls.failed', { count: failed })}
          </dd>
        </>
      )}
      {certificate.note && (
        <>
          <dt>{t('review.column.note')}</dt>
          <dd>{certificate.note}</dd>
        </>
      )}
      <dt>{t('review.hash')}</dt>
      <dd>
        <code title={hash}>{hash ? `${hash.slice(0, 16)}…` : '…'}</code>
      </dd>
    </dl>
  )
}

async function sendSignature(id: string, signature: Signing): Promise<void> {
  await call(
    certificateCalls.edit,
    { params: { id }, body: { status: 'Issued', signature } },
    { opId: makeUuid() },
  )
}

/**
 * Return the hash that a signature of the present certificate would cover (21 CFR 11.70); empty until it is calculated.
 */
function useContentHash(certificate: Certificate): string {
  const [hash, setHash] = useState('')
  useEffect(() => {
    let gone = false
    const content = new TextEncoder().encode(canonicalJson(contentSigned({ ...certificate })))
    void hashOf(content).then((made) => gone || setHash(made))
    return () => {
      gone = true
    }
  }, [certificate])
  return hash
}
