import { userCalls } from '../../../domain/calls/users.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { call } from '../../client/call.ts'
import { emptyUser, newUserFields } from '../../entities/user/user-fields.ts'
import { t } from '../../i18n/intl.ts'
import type { Choice } from '../../parts/form/SelectField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { RecordForm } from '../../record/RecordForm.tsx'
import { resyncRecords } from '../../state/records.ts'
import { account } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { useMailsKept } from '../../state/use-mails-kept.ts'

/** Invite a person. They choose their password themselves, by the link of a mail: nobody ever knows another's. */
export function InviteForm(props: {
  open: boolean
  profiles: readonly Choice[]
  swarms: readonly Swarm[]
  onClose: () => void
}) {
  const kept = useMailsKept(props.open)
  return (
    <RecordForm
      open={props.open}
      title={t('people.invite')}
      submit={t('people.sendInvitation')}
      schema={userCalls.create.body}
      values={{ ...emptyUser, default_language: account.value?.default_language ?? 'en' }}
      fields={newUserFields(props)}
      note={
        <Notice kind={kept ? 'warning' : 'info'}>
          {t(kept ? 'people.mailKept' : 'people.inviteText')}
        </Notice>
      }
      send={async (body, opId) => {
        const made = await call(userCalls.create, { body }, { opId })
        resyncRecords()
        showToast('done', t(kept ? 'people.madeKept' : 'people.invited', { name: made.name }))
      }}
      onClose={props.onClose}
    />
  )
}
