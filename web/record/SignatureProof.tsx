import { useCallback, useEffect, useState } from 'react'
import { identityProviderCalls } from '../../domain/calls/identity-provider.ts'
import { Fault } from '../../domain/fault.ts'
import { call } from '../client/call.ts'
import { errorTexts } from '../i18n/faults.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { CodeField } from '../parts/form/CodeField.tsx'
import { PasswordField } from '../parts/form/PasswordField.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import type { FieldTexts } from '../state/form-faults.ts'
import { hearWindow, openProviderWindow, stateIn } from '../state/provider-window.ts'
import { useAnswer } from '../state/use-answer.ts'
import styles from './Record.module.css'

const loadWay = (signal: AbortSignal) =>
  call(identityProviderCalls.signingWay, {}, { signal, background: true })

/** A way to the provider for the content of this hash: it is open, has proven the person, or has failed. */
interface Visit {
  hash: string
  proof: string
  url: string
  /** The browser has opened no window: the person follows a link. */
  blocked: boolean
  is: 'open' | 'proven' | 'failed'
  failure: string[]
}

/** Fields by whose refusals a form shows that the proof of a signature was not accepted. */
export const proofFields = ['password', 'code', 'pin', 'proof']

/**
 * Hold the proof of the person who signs the content of this hash (21 CFR 11.200): the password, with a code where the second step
 * is on, a new sign-in at the provider of the company (decision 52), or the signing PIN (decision 59).
 * @param options.byProvider nothing else will do: it is the PIN that is set.
 */
export function useSignatureProof(hash: string, options: { byProvider?: boolean } = {}) {
  const { value } = useAnswer(loadWay)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codeAsked, setCodeAsked] = useState(false)
  const [isProviderAsked, setProviderAsked] = useState(false)
  const [visit, setVisit] = useState<Visit | null>(null)
  const [pin, setPin] = useState('')
  const { byProvider = false } = options
  const [isPinLeft, setPinLeft] = useState(byProvider)
  const chosen = byProvider || isProviderAsked ? 'provider' : (value?.way ?? 'password')
  const way = chosen === 'provider' && value?.pin === true && !isPinLeft ? 'pin' : chosen
  const isProven = visit?.is === 'proven' && visit.hash === hash
  const noteFailure = (error: unknown) => {
    const first = error instanceof Fault ? error.first : null
    if (first?.field === 'code') setCodeAsked(true)
    if (first?.reason === 'proof_needed') setProviderAsked(true)
    // Leave the proof to the provider where the PIN is locked, removed or forbidden.
    if (first?.reason === 'pin_needed' || first?.reason === 'pin_off') setPinLeft(true)
    setPin('')
    // Clear a code and a proof, which are good once.
    setCode('')
    setVisit(null)
  }
  return {
    way,
    hash,
    password,
    setPassword,
    code,
    setCode,
    codeAsked,
    pin,
    setPin,
    leavePin: () => setPinLeft(true),
    visit,
    isProven,
    setVisit,
    noteFailure,
    isComplete: way === 'provider' ? isProven : way === 'pin' ? pin !== '' : password !== '',
    /** The part of the signature that proves the person. */
    body:
      way === 'provider'
        ? { proof: visit?.proof ?? '' }
        : way === 'pin'
          ? { pin }
          : { password, ...(code.trim() ? { code: code.trim() } : {}) },
  }
}

type Proof = ReturnType<typeof useSignatureProof>

/** Ask for the proof of a signature. */
export function SignatureProof(props: {
  proof: Proof
  label: string
  hint: string
  /** Text for a password that was left out. */
  missing: string
  tried: boolean
  refused: FieldTexts
  onChange?: () => void
  /** Set where all fields before it are filled in already. */
  autoFocus?: boolean
}) {
  const { proof, label, hint, missing, tried, refused, onChange, autoFocus = false } = props
  if (proof.way === 'provider') {
    return <ProviderProof proof={proof} tried={tried} refused={refused['proof'] ?? null} />
  }
  if (proof.way === 'pin') {
    return <PinProof {...{ proof, tried, autoFocus }} refused={refused['pin'] ?? null} />
  }
  return (
    <>
      <PasswordField
        label={label}
        hint={hint}
        autoFocus={autoFocus}
        value={proof.password}
        required
        error={refused['password'] ?? (tried && !proof.password ? missing : null)}
        onChange={(text) => {
          proof.setPassword(text)
          onChange?.()
        }}
      />
      {proof.codeAsked && (
        <CodeField
          value={proof.code}
          tried={false}
          error={refused['code'] ?? null}
          onChange={proof.setCode}
        />
      )}
    </>
  )
}

/** Ask for the signing PIN, or lead to the provider where the person does without it. */
function PinProof(props: {
  proof: Proof
  tried: boolean
  refused: string | null
  autoFocus: boolean
}) {
  const { proof, tried, refused, autoFocus } = props
  return (
    <>
      <PasswordField
        label={t('signature.pin')}
        hint={t('signature.pin.hint')}
        name="signing-pin"
        autoComplete="new-password"
        autoFocus={autoFocus}
        required
        value={proof.pin}
        error={refused ?? (tried && !proof.pin ? t('signature.pin.missing') : null)}
        onChange={proof.setPin}
      />
      <Button onClick={proof.leavePin}>{t('signature.pin.leave')}</Button>
    </>
  )
}

/** Send the person to the provider in a window of its own, and show that they have signed in there. */
function ProviderProof(props: { proof: Proof; tried: boolean; refused: string | null }) {
  const { proof, tried, refused } = props
  const { visit, isProven } = proof
  const { busy, failure, go } = useVisit(proof)
  if (isProven) return <Notice kind="done">{t('signature.proof.done')}</Notice>
  const told = [...failure, ...(visit?.failure ?? [])]
  const problem = refused ?? (tried ? t('signature.proof.missing') : null)
  return (
    <div className={styles.proof} role="group" aria-label={t('signature.proof')}>
      <p>{t('signature.proof.text')}</p>
      {told.length > 0 && <Notice kind="error">{told.join(' ')}</Notice>}
      {visit?.is === 'open' && <p role="status">{t('signature.proof.waiting')}</p>}
      {visit?.is === 'open' && visit.blocked && (
        <a href={visit.url} target="_blank" rel="noreferrer">
          {t('signature.proof.link')}
        </a>
      )}
      <Button
        icon="lock"
        busy={busy}
        disabledReason={proof.hash ? null : t('parts.loading')}
        onClick={() => void go()}
      >
        {t(visit ? 'signature.proof.again' : 'signature.proof.go')}
      </Button>
      {problem && told.length === 0 && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Open the window at the provider, and hear how it ended. */
function useVisit({ hash, visit, setVisit }: Proof) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string[]>([])
  const state = visit?.is === 'open' ? stateIn(new URL(visit.url).search) : null
  const hear = useCallback(
    (told: string[]) => {
      const is = told.length > 0 ? 'failed' : 'proven'
      setVisit((open) => open && { ...open, is, failure: told })
    },
    [setVisit],
  )
  useEffect(() => (state === null ? undefined : hearWindow(state, hear)), [state, hear])
  const go = async () => {
    const opened = openProviderWindow()
    setBusy(true)
    setFailure([])
    try {
      const body = { record_hash: hash }
      const { url, proof } = await call(identityProviderCalls.prove, { body })
      setVisit({ hash, proof, url, blocked: !opened.goTo(url), is: 'open', failure: [] })
    } catch (error) {
      opened.close()
      setFailure(errorTexts(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, go }
}
