import { lazy, Suspense, useState } from 'react'
import { twoStepCalls } from '../../../domain/calls/two-step.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { CodeField } from '../../parts/form/CodeField.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import styles from './MeScreen.module.css'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'

/** Fetched only when somebody turns it on. */
const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }))

const loadOffer = (signal: AbortSignal) => call(twoStepCalls.activateForm, {}, { signal })

/** Put a new secret into an authenticator app; a code of it and the password switch the second step on. */
export function TwoStepOnDialog(props: { onClose: () => void; onDone: (codes: string[]) => void }) {
  const { value: offer, failure } = useAnswer(loadOffer)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const sending = useSending(['code', 'password'])
  const { tried, refused } = sending
  const submit = () =>
    sending.send(offer !== null && code.trim() !== '' && password !== '', async () => {
      const body = { offer: offer?.offer ?? '', code: code.trim(), password }
      const made = await call(twoStepCalls.activate, { body })
      props.onDone(made.recovery_codes)
    })
  return (
    <FormDialog
      title={t('security.twoStepOn')}
      submit={t('security.twoStepTurnOn')}
      wide
      sending={{ ...sending, others: [...failure, ...sending.others] }}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <p>
        {t('security.twoStepText')} {t('security.othersEnd')}
      </p>
      {offer ? (
        <div className={styles.offer}>
          <div className={styles.picture}>
            <Suspense>
              <QrCode text={offer.uri} label={t('security.qr')} />
            </Suspense>
          </div>
          <dl className={styles.offerFacts}>
            <dt>{t('security.secret')}</dt>
            <dd>
              <code dir="ltr">{inGroups(offer.secret)}</code>
            </dd>
            <dt>{t('security.uri')}</dt>
            <dd>
              <a href={offer.uri} dir="ltr">
                <code>{offer.uri}</code>
              </a>
            </dd>
          </dl>
        </div>
      ) : (
        failure.length === 0 && <Progress label={t('parts.loading')} />
      )}
      <CodeField
        value={code}
        tried={tried}
        error={refused['code']}
        appOnly
        onChange={(value) => {
          setCode(value)
          sending.forget()
        }}
      />
      <PasswordField
        label={t('security.yourPassword')}
        required
        value={password}
        error={refused['password'] ?? (tried && !password ? t('login.passwordMissing') : null)}
        onChange={(value) => {
          setPassword(value)
          sending.forget()
        }}
      />
    </FormDialog>
  )
}

/** Group a secret by four characters, because people copy it by eye. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
