import { useEffect, useState } from 'react'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import { type Analysis, signatureMeanings } from '../../../../domain/entities/analysis.ts'
import { Fault } from '../../../../domain/fault.ts'
import { call } from '../../../client/call.ts'
import { errorTexts, faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { inOneLine } from '../../../parts/form/in-one-line.ts'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { proofFields, SignatureProof, useSignatureProof } from '../../../record/SignatureProof.tsx'
import { resyncRecords } from '../../../state/records.ts'
import { account } from '../../../state/session.ts'
import styles from './Detail.module.css'
import { EarlyEnd } from './EarlyEnd.tsx'
import { useResults } from './history/use-results.ts'
import { SignedContent } from './SignedContent.tsx'
import { recordHash } from '../../../entities/analysis/record-hash.ts'
import { keepMeaning, type Meaning, readMeaning } from '../../../state/signature-meaning.ts'
import { makeUuid } from '../../../client/make-uuid.ts'

/** Sign an analysis: show exactly the signed content, and ask for the password again (decisions R5). */
export function ValidateDialog({ record, onClose }: { record: Analysis; onClose: () => void }) {
  // Sign the record that was on the screen when the dialog opened: a later change makes it stale.
  const [shown] = useState(record)
  const signing = useSigning(shown, onClose)
  const { hash, fault, first, isOfProof } = signing
  const newest = shown.results.at(-1)?.hash ?? null
  const { results } = useResults(shown.uuid, account.value?.uuid ?? '', newest)
  const failed = results?.controls.filter(({ ok }) => !ok).length
  const stale = record.updated_at !== shown.updated_at || first?.code === 'stale'
  return (
    <Dialog
      open
      title={t('validate.title')}
      role="alertdialog"
      onClose={onClose}
      onSubmit={() => void signing.sign()}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            icon="lock"
            busy={signing.busy}
            disabledReason={stale ? t('validate.stale') : hash ? null : t('parts.loading')}
          >
            {t('validate.sign')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <EarlyEnd record={shown} drawn={null} />
        <SignedContent record={shown} hash={hash} failed={failed} />
        {stale && <Notice kind="warning">{t('validate.stale')}</Notice>}
        {fault !== null && !isOfProof && !stale && (
          <Notice kind="error">{errorTexts(fault).join(' ')}</Notice>
        )}
        <SigningFields {...signing} />
      </div>
    </Dialog>
  )
}

function SigningFields(signing: ReturnType<typeof useSigning>) {
  const { meaning, proof, asked, first, isOfProof } = signing
  const [isRemembered] = useState(meaning !== '')
  const field = first?.field ?? 'password'
  return (
    <>
      <SelectField
        label={t('validate.meaning')}
        value={meaning}
        required
        placeholder={t('validate.meaning.choose')}
        error={asked && !meaning ? t('validate.meaning.missing') : null}
        choices={signatureMeanings.map((one) => ({
          value: one,
          label: t(`validate.meaning.${one}`),
        }))}
        onChange={(one) => signing.setMeaning(one as Meaning)}
      />
      <TextAreaField
        label={t('validate.comment')}
        value={signing.comment}
        rows={2}
        maxLength={1000}
        onChange={signing.setComment}
      />
      <SignatureProof
        proof={proof}
        autoFocus={isRemembered}
        label={t('validate.password')}
        hint={t('validate.password.hint', { name: account.value?.name ?? '' })}
        missing={t('validate.password.missing')}
        tried={asked}
        refused={isOfProof && first ? { [field]: faultText(first) } : {}}
      />
    </>
  )
}

/** Hold what is filled in for the signature of a record, send it, and say what was wrong with it. */
function useSigning(shown: Analysis, onSigned: () => void) {
  const user = account.value?.uuid ?? ''
  const [meaning, setMeaning] = useState<Meaning | ''>(() => readMeaning(user))
  const [comment, setComment] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(null)
  const [hash, setHash] = useState('')
  useEffect(() => {
    let gone = false
    void recordHash(shown).then((made) => gone || setHash(made))
    return () => {
      gone = true
    }
  }, [shown])
  const proof = useSignatureProof(hash)
  const sign = async () => {
    setAsked(true)
    if (!meaning || !proof.isComplete || !hash || busy) return
    setBusy(true)
    setFault(null)
    try {
      await call(
        analysisCalls.validate,
        {
          params: { id: shown.uuid },
          body: {
            ...proof.body,
            meaning,
            comment: inOneLine(comment),
            record_hash: hash,
          },
        },
        { opId: makeUuid() },
      )
      keepMeaning(user, meaning)
      resyncRecords()
      onSigned()
    } catch (failure) {
      setFault(failure)
      proof.noteFailure(failure)
      setBusy(false)
    }
  }
  const first = fault instanceof Fault ? fault.first : null
  return {
    meaning,
    setMeaning,
    comment,
    setComment,
    proof,
    asked,
    busy,
    hash,
    fault,
    first,
    /** The failure is shown where the proof is asked for. */
    isOfProof: proofFields.includes(first?.field ?? '') || first?.code === 'wrong_credentials',
    sign,
  }
}
