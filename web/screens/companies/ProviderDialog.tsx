import { useState } from 'react'
import {
  identityProviderCalls,
  type ProviderAnswer,
} from '../../../domain/calls/identity-provider.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { account } from '../../state/session.ts'
import { useSending } from '../../state/use-sending.ts'
import { proofBody, ProveFields } from '../../record/ProveFields.tsx'
import styles from './Companies.module.css'
import { CopyButton } from '../../record/OnceSecret.tsx'

const fields = ['issuer', 'client_id', 'client_secret', 'domain', 'password', 'code']

/** Set the provider, the client and the domain. Saving switches the sign-in off until it was tested again. */
export function ProviderDialog(props: {
  answer: ProviderAnswer
  onClose: () => void
  onDone: () => void
}) {
  const { answer, onClose, onDone } = props
  const before = answer.provider
  const [issuer, setIssuer] = useState(before?.issuer ?? '')
  const [client, setClient] = useState(before?.client_id ?? '')
  const [secret, setSecret] = useState('')
  const [domain, setDomain] = useState(before?.domain ?? ownDomain())
  const [proof, setProof] = useState({ password: '', code: '' })
  const sending = useSending(fields)
  const { tried, refused } = sending
  const given = {
    issuer: issuer.trim(),
    client_id: client.trim(),
    domain: domain.trim().toLowerCase(),
    ...(secret === '' ? {} : { client_secret: secret }),
  }
  const isWhole = Boolean(given.issuer && given.client_id && given.domain && proof.password)
  const submit = () => {
    const body = { ...given, ...proofBody(proof) }
    const save = async (opId: string) => {
      await call(identityProviderCalls.save, { body }, { opId })
      onDone()
    }
    return sending.send(isWhole, save, body)
  }
  const errorOf = (name: string, value: string) =>
    refused[name] ?? (tried && !value ? t('fault.required') : null)
  return (
    <FormDialog
      title={t('provider.title')}
      submit={t('provider.save')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {before?.enabled && <Notice kind="warning">{t('provider.savingStops')}</Notice>}
      <RedirectLine address={answer.redirect_uri} />
      <Field
        label={t('provider.issuer')}
        hint={t('provider.issuerHint')}
        required
        maxLength={300}
        value={issuer}
        error={errorOf('issuer', given.issuer)}
        onChange={setIssuer}
      />
      <Field
        label={t('provider.client')}
        required
        maxLength={200}
        value={client}
        error={errorOf('client_id', given.client_id)}
        onChange={setClient}
      />
      <PasswordField
        label={t('provider.secret')}
        {...(before?.has_secret && { hint: t('provider.secretKept') })}
        name="client-secret"
        autoComplete="new-password"
        value={secret}
        error={refused['client_secret'] ?? null}
        onChange={setSecret}
      />
      <Field
        label={t('provider.domain')}
        hint={t('provider.domainHint')}
        required
        maxLength={253}
        value={domain}
        error={errorOf('domain', given.domain)}
        onChange={setDomain}
      />
      <ProveFields proof={proof} sending={sending} onChange={setProof} />
    </FormDialog>
  )
}

/** Return the domain of one's own address, which is mostly that of the company. */
const ownDomain = () => account.peek()?.email.split('@')[1] ?? ''

/** Show the address to enter at the provider, to copy. */
function RedirectLine({ address }: { address: string }) {
  return (
    <div className={styles.form}>
      <span>{t('provider.redirect')}</span>
      <code className={styles.command} dir="ltr">
        {address}
      </code>
      <span>
        <CopyButton text={address} label={t('provider.copyAddress')} />
      </span>
    </div>
  )
}
