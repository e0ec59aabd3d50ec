import { useState } from 'react'
import * as v from 'valibot'
import { type PinState, signingPinCalls } from '../../../domain/calls/signing-pin.ts'
import { NewPin } from '../../../domain/rules/signing-pin.ts'
import { call } from '../../client/call.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import { proofFields, SignatureProof, useSignatureProof } from '../../record/SignatureProof.tsx'
import { localTime } from '../../state/local-time.ts'
import { showErrors } from '../../state/show-errors.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './MeScreen.module.css'

const load = (signal: AbortSignal) => call(signingPinCalls.read, {}, { signal, background: true })

/** Show the signing PIN of the person, and let them set, change and remove it; nothing where their company allows none. */
export function PinSection() {
  const { value: state, again } = useAnswer(load)
  const [isOpen, setOpen] = useState(false)
  if (!state?.allowed) return null
  const isSet = state.set_at !== null
  const remove = async () => {
    try {
      await call(signingPinCalls.remove, {}, { opId: makeUuid() })
      showToast('done', t('pin.removed'))
      again()
    } catch (error) {
      showErrors(error)
    }
  }
  return (
    <section className={styles.section} aria-label={t('pin.title')}>
      <h2>{t('pin.title')}</h2>
      <p className={styles.quiet}>{t('pin.text')}</p>
      <div className={styles.line}>
        <span>{describe(state)}</span>
        <span className={styles.acts}>
          <Button icon="lock" onClick={() => setOpen(true)}>
            {t(isSet ? 'pin.change' : 'pin.set')}
          </Button>
          {isSet && (
            <Button icon="trash" onClick={() => void remove()}>
              {t('pin.remove')}
            </Button>
          )}
        </span>
      </div>
      {isOpen && (
        <PinDialog
          state={state}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            again()
          }}
        />
      )}
    </section>
  )
}

function describe({ set_at: at, locked }: PinState): string {
  if (at === null) return t('pin.none')
  return locked ? t('pin.locked') : t('pin.since', { at: localTime(at, 'minute') })
}

/** Choose a PIN, twice, after a new sign-in at the provider. */
function PinDialog(props: { state: PinState; onClose: () => void; onDone: () => void }) {
  const { state, onClose, onDone } = props
  const [pin, setPin] = useState('')
  const [repeat, setRepeat] = useState('')
  const proof = useSignatureProof(state.record_hash, { byProvider: true })
  const sending = useSending(['pin', ...proofFields])
  const problem = findProblem(pin)
  const submit = () => {
    const isComplete = problem === null && pin === repeat && proof.isComplete
    return sending.send(isComplete, async (opId) => {
      const { visit } = proof
      try {
        await call(signingPinCalls.set, { body: { pin, proof: visit?.proof ?? '' } }, { opId })
      } catch (error) {
        proof.noteFailure(error)
        throw error
      }
      showToast('done', t('pin.done'))
      onDone()
    })
  }
  const field = (
    label: string,
    value: string,
    set: (text: string) => void,
    error: string | null,
  ) => (
    <PasswordField
      label={label}
      name="new-pin"
      autoComplete="new-password"
      required
      value={value}
      error={error}
      onChange={(text) => {
        sending.forget('pin')
        set(text)
      }}
    />
  )
  return (
    <FormDialog
      title={t(state.set_at === null ? 'pin.set' : 'pin.change')}
      submit={t('pin.set')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('pin.rule')}</p>
      {field(t('pin.new'), pin, setPin, sending.refused['pin'] ?? (sending.tried ? problem : null))}
      {field(
        t('pin.repeat'),
        repeat,
        setRepeat,
        sending.tried && pin !== repeat ? t('pin.differ') : null,
      )}
      <SignatureProof
        proof={proof}
        label=""
        hint=""
        missing=""
        tried={sending.tried && !proof.isComplete}
        refused={sending.refused}
      />
    </FormDialog>
  )
}

/** Say what is wrong with a PIN, by the rule of the service. */
function findProblem(pin: string): string | null {
  const parsed = v.safeParse(NewPin, pin)
  if (parsed.success) return null
  return t(parsed.issues[0].message === 'pin_row' ? 'fault.pin_row' : 'fault.pin_digits')
}
