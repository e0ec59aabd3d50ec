import { useState } from 'react'
import { type ApiKeyEntry, apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { call } from '../client/call.ts'
import { t } from '../i18n/intl.ts'
import { FormDialog } from '../parts/dialog/FormDialog.tsx'
import { SelectField } from '../parts/form/SelectField.tsx'
import { useSending } from '../state/use-sending.ts'
import { KeyLife, msOfDay } from './KeyLife.tsx'
import { proofBody, ProveFields } from './ProveFields.tsx'

/** Hours that the old secret stays valid. */
const overlaps = ['0', '24', '168', '720'] as const

/** Give a key a new secret; the old one stays valid for a while, so that no program stops in between. */
export function RotateKeyDialog(props: {
  entry: ApiKeyEntry
  onClose: () => void
  onMade: (key: string) => void
}) {
  const { entry, onClose, onMade } = props
  const [hours, setHours] = useState<string>('168')
  const [days, setDays] = useState('90')
  const [proof, setProof] = useState({ password: '', code: '' })
  // Keep the time of the opening, so that a press that is repeated asks for the same.
  const [opened] = useState(() => Date.now())
  const sending = useSending(['password', 'code'])
  const submit = () => {
    const expires_at = new Date(opened + Number(days) * msOfDay).toISOString()
    const wish = { old_hours: Number(hours), expires_at }
    const send = async (opId: string) => {
      const body = { ...wish, ...proofBody(proof) }
      const made = await call(apiKeyCalls.rotate, { params: { id: entry.uuid }, body }, { opId })
      onMade(made.key)
    }
    return sending.send(proof.password !== '', send, { ...wish, ...proof })
  }
  return (
    <FormDialog
      title={t('security.rotateKey')}
      submit={t('security.rotateNow')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('security.rotateText', { description: entry.description })}</p>
      <SelectField
        label={t('security.oldFor')}
        value={hours}
        choices={overlaps.map((value) => ({
          value,
          label:
            value === '0'
              ? t('security.oldEndsNow')
              : t('security.days', { count: Number(value) / 24 }),
        }))}
        onChange={setHours}
      />
      <KeyLife days={days} onChange={setDays} />
      <ProveFields proof={proof} sending={sending} onChange={setProof} />
    </FormDialog>
  )
}
