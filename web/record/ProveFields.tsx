import { twoStepCalls } from '../../domain/calls/two-step.ts'
import { call } from '../client/call.ts'
import { t } from '../i18n/intl.ts'
import { CodeField } from '../parts/form/CodeField.tsx'
import { PasswordField } from '../parts/form/PasswordField.tsx'
import { useAnswer } from '../state/use-answer.ts'
import type { Sending } from '../state/use-sending.ts'

export interface Proof {
  password: string
  code: string
}

const loadState = (signal: AbortSignal) => call(twoStepCalls.deactivateForm, {}, { signal })

/** Ask for the password once more, and for a code where the second step is on or the service asks for one. */
export function ProveFields(props: {
  proof: Proof
  sending: Sending
  onChange: (proof: Proof) => void
}) {
  const { proof, sending, onChange } = props
  const { password, code } = proof
  const { tried, refused } = sending
  const { value: step } = useAnswer(loadState)
  const codeAsked = step?.active === true || code !== '' || refused['code'] !== undefined
  return (
    <>
      <PasswordField
        label={t('security.yourPassword')}
        required
        value={password}
        error={refused['password'] ?? (tried && !password ? t('login.passwordMissing') : null)}
        onChange={(changed) => onChange({ ...proof, password: changed })}
      />
      {codeAsked && (
        <CodeField
          value={code}
          tried={false}
          error={code === '' ? refused['code'] : null}
          onChange={(changed) => onChange({ ...proof, code: changed })}
        />
      )}
    </>
  )
}

/** Return the part of a request that proves who sends it. */
export function proofBody({ password, code }: Proof): { password: string; code?: string } {
  return { password, ...(code.trim() ? { code: code.trim() } : {}) }
}
