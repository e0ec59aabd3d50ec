import { useState } from 'react'
import { twoStepCalls } from '../../../domain/calls/two-step.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { localTime } from '../../state/local-time.ts'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import styles from './MeScreen.module.css'
import { OnceSecret } from '../../record/OnceSecret.tsx'
import { TwoStepOffDialog } from './TwoStepOffDialog.tsx'
import { TwoStepOnDialog } from './TwoStepOnDialog.tsx'
import { useAnswer } from '../../state/use-answer.ts'

const loadState = (signal: AbortSignal) => call(twoStepCalls.deactivateForm, {}, { signal })

/** Show the ways to sign in: the password and the second step. */
export function SignInSection({ onPasswordChanged }: { onPasswordChanged: () => void }) {
  const { value: state, failure, again } = useAnswer(loadState)
  const [open, setOpen] = useState<'password' | 'on' | 'off' | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const close = () => setOpen(null)
  return (
    <section className={styles.section} aria-label={t('security.signIn')}>
      <h2>{t('security.signIn')}</h2>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      <div className={styles.line}>
        <span>{t('security.password')}</span>
        <Button icon="edit" onClick={() => setOpen('password')}>
          {t('security.changePassword')}
        </Button>
      </div>
      <div className={styles.line}>
        <span>
          {t('security.twoStep')}
          <span className={styles.quietLine}>{describe(state)}</span>
        </span>
        {state && (
          <Button icon="lock" onClick={() => setOpen(state.active ? 'off' : 'on')}>
            {t(state.active ? 'security.twoStepTurnOff' : 'security.twoStepTurnOn')}
          </Button>
        )}
      </div>
      {open === 'password' && (
        <ChangePasswordDialog
          onClose={close}
          onDone={() => {
            close()
            onPasswordChanged()
          }}
        />
      )}
      {open === 'on' && (
        <TwoStepOnDialog
          onClose={close}
          onDone={(made) => {
            close()
            setCodes(made)
            again()
          }}
        />
      )}
      {open === 'off' && (
        <TwoStepOffDialog
          onClose={() => {
            close()
            again()
          }}
        />
      )}
      {codes && (
        <OnceSecret
          title={t('security.recovery')}
          text={t('security.recoveryText')}
          lines={codes}
          file="bapp-recovery-codes.txt"
          onClose={() => setCodes(null)}
        />
      )}
    </section>
  )
}

function describe(
  state: { active: boolean; activated_at: string | null; recovery_left: number } | null,
) {
  if (!state) return t('parts.loading')
  if (!state.active) return t('security.twoStepIsOff')
  const since = localTime(state.activated_at, 'date')
  return t('security.twoStepIsOn', { since, left: state.recovery_left })
}
