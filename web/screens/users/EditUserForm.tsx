import { useState } from 'react'
import { userCalls } from '../../../domain/calls/users.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import type { User } from '../../../domain/entities/user.ts'
import { call } from '../../client/call.ts'
import { knownUserFields, noProof, valuesOf } from '../../entities/user/user-fields.ts'
import { t } from '../../i18n/intl.ts'
import type { Choice } from '../../parts/form/SelectField.tsx'
import { RecordForm } from '../../record/RecordForm.tsx'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'

/**
 * Edit the settings that an administrator decides for a person. Only changed fields are sent, with the version that was
 * seen.
 */
export function EditUserForm(props: {
  user: User
  own: boolean
  profiles: readonly Choice[]
  swarms: readonly Swarm[]
  onClose: () => void
}) {
  const { own, onClose } = props
  // Keep the record as it was opened: another person's change removes nothing that was typed, and is reported when this is sent.
  const [user] = useState(props.user)
  const before = valuesOf(user)
  return (
    <RecordForm
      open
      title={t('people.editTitle', { name: user.name })}
      submit={t('people.save')}
      schema={userCalls.edit.body}
      values={{ ...before, ...noProof }}
      fields={knownUserFields(props, before, own).filter(
        ({ name }) => !user.service || (name !== 'email' && name !== 'phone'),
      )}
      changesOnly
      send={async (changes, opId) => {
        const body = { ...changes, base: user.updated_at }
        const made = await call(userCalls.edit, { params: { id: user.uuid }, body }, { opId })
        resyncRecords()
        showToast('done', t('people.saved', { name: made.name }))
      }}
      onClose={onClose}
    />
  )
}
