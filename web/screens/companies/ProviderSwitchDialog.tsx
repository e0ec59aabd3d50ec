import { useState } from 'react'
import { identityProviderCalls, type Provider } from '../../../domain/calls/identity-provider.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { useSending } from '../../state/use-sending.ts'
import { proofBody, ProveFields } from '../../record/ProveFields.tsx'

/** Switch the sign-in with the provider on, beside passwords or in their place, or off. */
export function ProviderSwitchDialog(props: {
  provider: Provider
  onClose: () => void
  onDone: () => void
}) {
  const { provider, onClose, onDone } = props
  const on = !provider.enabled
  const [only, setOnly] = useState(false)
  const [proof, setProof] = useState({ password: '', code: '' })
  const sending = useSending(['password', 'code'])
  const submit = () => {
    const body = { on, only: on && only, ...proofBody(proof) }
    const change = async (opId: string) => {
      await call(identityProviderCalls.switch, { body }, { opId })
      onDone()
    }
    return sending.send(proof.password !== '', change, body)
  }
  const title = t(on ? 'provider.switchOn' : 'provider.switchOff')
  return (
    <FormDialog
      title={title}
      submit={title}
      danger={!on}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t(on ? 'provider.onText' : 'provider.offText', { domain: provider.domain })}</p>
      {on && <CheckField label={t('provider.only')} checked={only} onChange={setOnly} />}
      <ProveFields proof={proof} sending={sending} onChange={setProof} />
    </FormDialog>
  )
}
