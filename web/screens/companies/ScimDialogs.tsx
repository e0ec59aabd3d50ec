import { useState } from 'react'
import { apiKeyCalls } from '../../../domain/calls/api-keys.ts'
import { type ProviderGroup, scimCalls } from '../../../domain/calls/scim.ts'
import { profile as profileEntity } from '../../../domain/entities/profile.ts'
import { swarm as swarmEntity } from '../../../domain/entities/swarm.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { KeyLife, msOfDay } from '../../record/KeyLife.tsx'
import { proofBody, ProveFields } from '../../record/ProveFields.tsx'
import { recordsReady } from '../../state/records.ts'
import { account } from '../../state/session.ts'
import { useRecords } from '../../state/use-records.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './Companies.module.css'

/** Make a token for the provider: its name, its life, and the password once more. */
export function TokenDialog(props: { onMade: (token: string) => void; onClose: () => void }) {
  const [description, setDescription] = useState('SCIM')
  const [days, setDays] = useState('365')
  const [proof, setProof] = useState({ password: '', code: '' })
  // Keep the time of the opening, so that a press that is repeated asks for the same.
  const [opened] = useState(() => Date.now())
  const sending = useSending(['description', 'password', 'code'])
  const { tried, refused } = sending
  const submit = () => {
    const body = {
      description: description.trim(),
      permissions: [...(account.peek()?.permissions ?? [])],
      expires_at: new Date(opened + Number(days) * msOfDay).toISOString(),
      use: 'scim' as const,
      ...proofBody(proof),
    }
    const make = async (opId: string) => {
      const { key } = await call(apiKeyCalls.create, { body }, { opId })
      props.onMade(key)
    }
    return sending.send(description.trim() !== '' && proof.password !== '', make, body)
  }
  return (
    <FormDialog
      title={t('scim.makeToken')}
      submit={t('scim.makeToken')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <p>{t('scim.tokenText')}</p>
      <Field
        label={t('scim.tokenName')}
        required
        maxLength={120}
        value={description}
        error={
          refused['description'] ?? (tried && !description.trim() ? t('fault.required') : null)
        }
        onChange={setDescription}
      />
      <KeyLife days={days} onChange={setDays} />
      <ProveFields proof={proof} sending={sending} onChange={setProof} />
    </FormDialog>
  )
}

/** Choose the profile and the swarms that the members of a group get, those of now included. */
export function GroupDialog(props: {
  group: ProviderGroup
  onDone: () => void
  onClose: () => void
}) {
  const { group, onDone, onClose } = props
  const profiles = useRecords(profileEntity) ?? []
  const swarms = useRecords(swarmEntity) ?? []
  // Wait for the first pull, before which a profile that the group gives would be shown as none.
  const isRead = recordsReady.value
  const [profile, setProfile] = useState(group.profile_uuid ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(group.swarms)
  const sending = useSending([])
  const submit = () => {
    const body = { profile_uuid: profile || null, swarms: [...chosen] }
    const save = async (opId: string) => {
      await call(scimCalls.mapGroup, { params: { id: group.uuid }, body }, { opId })
      onDone()
    }
    return sending.send(true, save, body)
  }
  return (
    <FormDialog
      title={group.display_name}
      submit={t('scim.save')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('scim.chooseText', { count: group.members })}</p>
      {isRead ? (
        <>
          <SelectField
            label={t('scim.profile')}
            value={profile}
            choices={[
              { value: '', label: t('scim.noProfile') },
              ...profiles.map(({ uuid, name }) => ({ value: uuid, label: name })),
            ]}
            onChange={setProfile}
          />
          {swarms.length > 0 && (
            <fieldset className={styles.person}>
              <legend>{t('scim.swarms')}</legend>
              {swarms.map(({ uuid, name }) => (
                <CheckField
                  key={uuid}
                  label={name}
                  checked={chosen.includes(uuid)}
                  onChange={(on) =>
                    setChosen(on ? [...chosen, uuid] : chosen.filter((one) => one !== uuid))
                  }
                />
              ))}
            </fieldset>
          )}
        </>
      ) : (
        <Progress label={t('parts.loading')} />
      )}
    </FormDialog>
  )
}
