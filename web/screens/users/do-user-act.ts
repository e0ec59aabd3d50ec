import { userCalls } from '../../../domain/calls/users.ts'
import type { User } from '../../../domain/entities/user.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { resyncRecords } from '../../state/records.ts'
import { showErrors } from '../../state/show-errors.ts'
import { showToast } from '../../state/toasts.ts'
import type { UserAct } from '../../entities/user/user-actions.ts'
import { makeUuid } from '../../client/make-uuid.ts'

/** What takes an action back. */
const inverse: Partial<Record<UserAct, UserAct>> = {
  setReviewer: 'unsetReviewer',
  unsetReviewer: 'setReviewer',
  activate: 'deactivate',
  deactivate: 'activate',
}

/** Does something about a person and says so, with the way back where there is one. @throws Fault */
export async function doUserAct(
  act: Exclude<UserAct, 'edit'>,
  user: User,
  reason = '',
): Promise<void> {
  const said = await send(act, user, reason.trim())
  resyncRecords()
  const back = inverse[act]
  const action = back && {
    label: t('people.undo'),
    onPress: () => void undo(back as Exclude<UserAct, 'edit'>, user),
  }
  showToast('done', t(said, { name: user.name }), action)
}

async function undo(act: Exclude<UserAct, 'edit'>, user: User): Promise<void> {
  try {
    const said = await send(act, user, '')
    resyncRecords()
    showToast('done', t(said, { name: user.name }))
  } catch (error) {
    showErrors(error)
  }
}

/** @returns the text that says it is done. */
async function send(
  act: Exclude<UserAct, 'edit'>,
  { uuid: id, updated_at: base }: User,
  reason: string,
) {
  const why = reason ? { reason } : {}
  const opId = makeUuid()
  switch (act) {
    case 'sendReset': {
      const { mail } = await call(userCalls.resetPassword, { params: { id } }, { opId })
      return mail === 'kept' ? 'people.done.resetKept' : 'people.done.sendReset'
    }
    case 'lostPhone':
      await call(userCalls.resetTwoStep, { params: { id }, body: { reason } }, { opId })
      break
    case 'confirm':
      await call(userCalls.confirm, { params: { id }, body: { reason, base } }, { opId })
      break
    case 'setReviewer':
      await call(userCalls.setReviewer, { params: { id }, body: why }, { opId })
      break
    case 'unsetReviewer':
      await call(userCalls.unsetReviewer, { params: { id }, body: why }, { opId })
      break
    default: {
      const active = act === 'activate' ? 'Y' : 'N'
      await call(userCalls.edit, { params: { id }, body: { active, ...why } }, { opId })
    }
  }
  return `people.done.${act}` as const
}
