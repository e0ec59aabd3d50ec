import { useRef, useState } from 'react'
import type { CallData } from '../../../domain/call.ts'
import { apiKeyCalls } from '../../../domain/calls/api-keys.ts'
import { keyTemplates, permissionsForKey, permissionsOf } from '../../../domain/rules/api-key.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { account } from '../../state/session.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { KeyLife, msOfDay } from '../../record/KeyLife.tsx'
import styles from './MeScreen.module.css'
import { permissionWords } from '../../entities/profile/permission-words.ts'
import { proofBody, ProveFields } from '../../record/ProveFields.tsx'
import { useSending } from '../../state/use-sending.ts'
import { makeUuid } from '../../client/make-uuid.ts'

type Service = CallData<typeof apiKeyCalls.services>['services'][number]

/** Create a key: its purpose, its permissions, its life, and the password once more. */
export function CreateKeyDialog(props: {
  /** Service accounts that the account owns: the key may be of one of them. */
  services: readonly Service[]
  onClose: () => void
  onMade: (key: string) => void
}) {
  const [whose, setWhose] = useState('')
  const service = props.services.find(({ uuid }) => uuid === whose)
  const mine = account.value?.permissions ?? []
  const held = service ? mine.filter((name) => service.permissions.includes(name)) : mine
  const [description, setDescription] = useState('')
  const [permissions, setPermissions] = useState<readonly string[]>([])
  const [days, setDays] = useState<string>('90')
  const [proof, setProof] = useState({ password: '', code: '' })
  // Keep the id, so that a second press after a lost answer makes no second key.
  const opId = useRef(makeUuid())
  // Keep the time of the opening, so that a press that is repeated asks for the same.
  const [opened] = useState(() => Date.now())
  const sending = useSending(['description', 'permissions', 'password', 'code'])
  const { tried, refused } = sending
  const submit = () => {
    const complete = description.trim() !== '' && permissions.length > 0 && proof.password !== ''
    return sending.send(complete, async () => {
      const expires_at = new Date(opened + Number(days) * msOfDay).toISOString()
      const body = {
        description: description.trim(),
        permissions: [...permissions],
        expires_at,
        ...(service && { service: service.uuid }),
        ...proofBody(proof),
      }
      const made = await call(apiKeyCalls.create, { body }, { opId: opId.current })
      props.onMade(made.key)
    })
  }
  return (
    <FormDialog
      title={t('security.newKey')}
      submit={t('security.makeKey')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      {props.services.length > 0 && (
        <SelectField
          label={t('security.keyWhose')}
          value={whose}
          choices={[
            { value: '', label: t('security.keyMine') },
            ...props.services.map(({ uuid, name }) => ({ value: uuid, label: name })),
          ]}
          onChange={(chosen) => {
            setWhose(chosen)
            setPermissions([])
          }}
        />
      )}
      <Field
        label={t('security.keyFor')}
        required
        maxLength={120}
        value={description}
        error={
          refused['description'] ?? (tried && !description.trim() ? t('fault.required') : null)
        }
        onChange={setDescription}
      />
      <PermissionChoices held={held} chosen={permissions} tried={tried} onChange={setPermissions} />
      <KeyLife days={days} onChange={setDays} />
      <ProveFields proof={proof} sending={sending} onChange={setProof} />
    </FormDialog>
  )
}

/** Let the person choose among their own permissions, those that a key can use, or begin with a task of the program. */
function PermissionChoices(props: {
  held: readonly string[]
  chosen: readonly string[]
  tried: boolean
  onChange: (chosen: readonly string[]) => void
}) {
  const { held, chosen, tried, onChange } = props
  const offered = permissionsForKey(held)
  const begins = keyTemplates.filter((name) => permissionsOf(name, held).length > 0)
  return (
    <>
      <div className={styles.begins} role="group" aria-label={t('security.keyBegin')}>
        <span>{t('security.keyBegin')}</span>
        {begins.map((name) => (
          <Button key={name} onClick={() => onChange(permissionsOf(name, held))}>
            {t(`security.keyTask.${name}`)}
          </Button>
        ))}
      </div>
      <fieldset className={styles.choices}>
        <legend>
          {t('security.keyMay')}{' '}
          <span className={styles.quiet}>
            {t('security.keyMayCount', { count: chosen.length, of: offered.length })}
          </span>
        </legend>
        {tried && chosen.length === 0 && <p role="alert">{t('security.keyMayMissing')}</p>}
        {offered.map((name) => (
          <CheckField
            key={name}
            label={
              <>
                {permissionWords(name)} <code className={styles.quiet}>{name}</code>
              </>
            }
            checked={chosen.includes(name)}
            onChange={(checked) =>
              onChange(checked ? [...chosen, name] : chosen.filter((one) => one !== name))
            }
          />
        ))}
      </fieldset>
    </>
  )
}
