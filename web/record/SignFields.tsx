import { useEffect, useState } from 'react'
import { canonicalJson } from '../../domain/canonical.ts'
import { Fault } from '../../domain/fault.ts'
import type { Body } from '../../domain/trail/entry.ts'
import { contentSigned } from '../../domain/trail/signed.ts'
import { t } from '../i18n/intl.ts'
import { hashOf } from '../local/blobs.ts'
import { CodeField } from '../parts/form/CodeField.tsx'
import { inOneLine } from '../parts/form/in-one-line.ts'
import { PasswordField } from '../parts/form/PasswordField.tsx'
import { TextAreaField } from '../parts/form/TextAreaField.tsx'
import { account } from '../state/session.ts'
import type { Sending } from '../state/use-sending.ts'

/** Hash that a signature of a record would cover (21 CFR 11.70); empty until it is made. */
export function useContentHash(record: object | null): string {
  const [made, setMade] = useState<{ of: object; hash: string } | null>(null)
  useEffect(() => {
    if (!record) return undefined
    let gone = false
    const bytes = new TextEncoder().encode(canonicalJson(contentSigned(record as Body)))
    void hashOf(bytes).then((hash) => gone || setMade({ of: record, hash }))
    return () => {
      gone = true
    }
  }, [record])
  return made !== null && made.of === record ? made.hash : ''
}

/** Keep what a person types to sign: comment and password, and a code where the second step is on. */
export function useSignature() {
  const [comment, setComment] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codeAsked, setCodeAsked] = useState(false)
  return {
    comment,
    setComment,
    password,
    setPassword,
    code,
    setCode,
    codeAsked,
    /** Body of the call that signs the content with this hash. */
    bodyOf: (record_hash: string) => ({
      password,
      ...(code.trim() && { code: code.trim() }),
      comment: inOneLine(comment),
      record_hash,
    }),
    /** Send a signature; where it fails, ask for the code if that was missing, and empty it. */
    send: async <Value,>(work: () => Promise<Value>): Promise<Value> => {
      try {
        return await work()
      } catch (error) {
        if (error instanceof Fault && error.first.field === 'code') setCodeAsked(true)
        // Clear a code, which is good once.
        setCode('')
        throw error
      }
    },
  }
}

/** Ask for what an electronic signature needs (21 CFR 11.50, 11.200). */
export function SignFields(props: {
  signature: ReturnType<typeof useSignature>
  sending: Pick<Sending, 'tried' | 'refused' | 'forget'>
}) {
  const { signature, sending } = props
  const { tried, refused } = sending
  return (
    <>
      <TextAreaField
        label={t('record.sign.comment')}
        value={signature.comment}
        rows={2}
        maxLength={500}
        onChange={signature.setComment}
      />
      <PasswordField
        label={t('record.sign.password')}
        hint={t('record.sign.passwordHint', { name: account.value?.name ?? '' })}
        value={signature.password}
        required
        error={
          refused['password'] ??
          (tried && !signature.password ? t('record.sign.passwordMissing') : null)
        }
        onChange={(text) => {
          signature.setPassword(text)
          sending.forget('password')
        }}
      />
      {signature.codeAsked && (
        <CodeField
          value={signature.code}
          tried={false}
          error={refused['code']}
          onChange={signature.setCode}
        />
      )}
    </>
  )
}
