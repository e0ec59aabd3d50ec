import { userCalls } from '../../../domain/calls/users.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import type { User } from '../../../domain/entities/user.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Choice } from '../../parts/form/SelectField.tsx'
import { checkFields } from '../../state/form-faults.ts'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { changesOf, valuesOf } from './new-user.ts'
import { UserFormDialog } from './UserFormDialog.tsx'

/** What an administrator decides of somebody. Only what was changed is sent, on top of what was seen. */
export function EditUserDialog(props: {
  user: User
  own: boolean
  profiles: readonly Choice[]
  swarms: readonly Swarm[]
  onClose: () => void
}) {
  const { user, own, onClose } = props
  const before = valuesOf(user)
  return (
    <UserFormDialog
      open
      title={t('people.editTitle', { name: user.name })}
      submit={t('people.save')}
      known
      values={before}
      profiles={props.profiles}
      profileFixed={own ? t('people.ownProfile') : null}
      swarms={props.swarms}
      findProblems={(value) => checkFields(userCalls.edit.body, changesOf(before, value))}
      needsProof={(value) => own && value.email !== before.email}
      send={async (value, opId, { password, code }) => {
        const changes = changesOf(before, value)
        if (Object.keys(changes).length === 0) return
        const proof = {
          ...(password ? { password } : {}),
          ...(code.trim() ? { code: code.trim() } : {}),
        }
        const body = { ...changes, ...proof, base: user.updated_at }
        const made = await call(userCalls.edit, { params: { id: user.uuid }, body }, { opId })
        resyncRecords()
        showToast('done', t('people.saved', { name: made.name }))
      }}
      onClose={onClose}
    />
  )
}
