import { revalidateLogic, useForm } from '@tanstack/react-form'
import { useRef, useState } from 'react'
import { userCalls } from '../../../domain/calls/users.ts'
import type { Profile } from '../../../domain/entities/profile.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { passwordGaps } from '../../../domain/rules/password.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { checkFields, type FieldTexts, sortFaults } from '../../state/form-faults.ts'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { emptyUser, type NewUser } from './new-user.ts'
import { UserFields } from './UserFields.tsx'

/** A new user. What the edge refuses stands at its field; what was typed stays until the user is made. */
export function CreateUserDialog(props: {
  open: boolean
  profiles: readonly Profile[]
  swarms: readonly Swarm[]
  onClose: () => void
}) {
  const [refused, setRefused] = useState<FieldTexts>({})
  const [others, setOthers] = useState<string[]>([])
  // One id for one set of values: pressing again after a lost answer does not make a second user.
  const attempt = useRef({ values: '', opId: '' })
  const form = useForm({
    defaultValues: emptyUser,
    validationLogic: revalidateLogic(),
    validators: { onDynamic: ({ value }) => findProblems(value) },
    onSubmit: async ({ value }) => {
      setRefused({})
      setOthers([])
      const values = JSON.stringify(value)
      if (attempt.current.values !== values) attempt.current = { values, opId: crypto.randomUUID() }
      try {
        const made = await call(userCalls.create, { body: value }, { opId: attempt.current.opId })
        resyncRecords()
        showToast('done', t('users.created', { name: made.name }))
        form.reset()
        props.onClose()
      } catch (error) {
        const sorted = sortFaults(error, Object.keys(emptyUser))
        setRefused(sorted.fields)
        setOthers(sorted.others)
      }
    },
  })
  const forget = (field: string) => setRefused(({ [field]: _gone, ...rest }) => rest)
  return (
    <Dialog
      open={props.open}
      title={t('users.new')}
      role="alertdialog"
      onClose={props.onClose}
      onSubmit={() => void form.handleSubmit()}
      actions={
        <>
          <Button onClick={props.onClose}>{t('parts.cancel')}</Button>
          <form.Subscribe selector={(state) => state.isSubmitting}>
            {(busy) => (
              <Button type="submit" kind="primary" busy={busy}>
                {t('users.create')}
              </Button>
            )}
          </form.Subscribe>
        </>
      }
    >
      {others.length > 0 && <Notice kind="error">{others.join(' ')}</Notice>}
      <form.Subscribe selector={({ values, fieldMeta }) => ({ values, fieldMeta })}>
        {({ values, fieldMeta }) => (
          <UserFields
            value={values}
            errors={{ ...readErrors(fieldMeta), ...refused }}
            profiles={props.profiles}
            swarms={props.swarms}
            onChange={(field, next) => {
              forget(field)
              form.setFieldValue(field, next as never)
            }}
          />
        )}
      </form.Subscribe>
    </Dialog>
  )
}

function findProblems(value: NewUser): { fields: FieldTexts } | undefined {
  const fields: Record<string, string> = { ...checkFields(userCalls.create.body, value) }
  if (value.profile_uuid === '') fields['profile_uuid'] = t('users.form.profileMissing')
  if (value.swarms.length === 0) fields['swarms'] = t('users.form.swarmMissing')
  if (passwordGaps(value.password).length > 0) fields['password'] = t('users.form.passwordWeak')
  return Object.keys(fields).length > 0 ? { fields } : undefined
}

function readErrors(meta: Partial<Record<string, { errors: readonly unknown[] }>>): FieldTexts {
  const texts: Record<string, string> = {}
  for (const [field, facts] of Object.entries(meta)) {
    const first = facts?.errors.find((one) => typeof one === 'string')
    if (typeof first === 'string') texts[field] = first
  }
  return texts
}
