import { useState } from 'react'
import { signatureMeanings } from '../../../../domain/entities/analysis.ts'
import { Fault } from '../../../../domain/fault.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { inOneLine } from '../../../parts/form/in-one-line.ts'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { proofFields, SignatureProof, useSignatureProof } from '../../../record/SignatureProof.tsx'
import { account } from '../../../state/session.ts'
import { keepMeaning, type Meaning, readMeaning } from '../../../state/signature-meaning.ts'

/**
 * Hold what a person fills in to sign one analysis or several, and what was wrong with it.
 * @param hash of what is signed, which the proof is bound to; empty until it is made
 */
export function useSigningFields(hash: string) {
  const user = account.value?.uuid ?? ''
  const [meaning, setMeaning] = useState<Meaning | ''>(() => readMeaning(user))
  const [comment, setComment] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(null)
  const proof = useSignatureProof(hash)
  type Filled = { meaning: Meaning; comment: string } & typeof proof.body

  /**
   * Send the signature if the form is complete.
   * @param work sends the body under an operation id of its own
   * @param onFailed receives the fault, which is shown here as well
   */
  const sign = async (
    work: (body: Filled, opId: string) => Promise<void>,
    onFailed: (failure: unknown) => void = () => undefined,
  ) => {
    setAsked(true)
    if (!meaning || !proof.isComplete || !hash || busy) return
    setBusy(true)
    setFault(null)
    try {
      await work({ ...proof.body, meaning, comment: inOneLine(comment) }, makeUuid())
    } catch (failure) {
      setFault(failure)
      onFailed(failure)
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
    fault,
    forgetFault: () => setFault(null),
    first,
    /** The failure is shown where the proof is asked for. */
    isOfProof: proofFields.includes(first?.field ?? '') || first?.code === 'wrong_credentials',
    /** Remember the meaning for the next signature: the service has taken this one. */
    keepMeaning: () => meaning && keepMeaning(user, meaning),
    sign,
  }
}

/** Ask for the meaning, a comment and the proof of a signature of analyses. */
export function SigningFields({ signing }: { signing: ReturnType<typeof useSigningFields> }) {
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
