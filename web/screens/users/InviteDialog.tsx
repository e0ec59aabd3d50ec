import { useEffect, useState } from 'react'
import { userCalls } from '../../../domain/calls/users.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Choice } from '../../parts/form/SelectField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { checkFields, type FieldTexts } from '../../state/form-faults.ts'
import { resyncRecords } from '../../state/records.ts'
import { may } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { emptyUser, type UserValues } from './new-user.ts'
import { UserFormDialog } from './UserFormDialog.tsx'

/** Somebody new. They choose their password themselves, by the link of a mail: nobody ever knows another's. */
export function InviteDialog(props: {
  open: boolean
  profiles: readonly Choice[]
  swarms: readonly Swarm[]
  onClose: () => void
}) {
  const kept = useMailsKept(props.open)
  return (
    <UserFormDialog
      {...props}
      title={t('people.invite')}
      submit={t('people.sendInvitation')}
      known={false}
      values={emptyUser}
      findProblems={findProblems}
      note={
        kept ? (
          <Notice kind="warning">{t('people.mailKept')}</Notice>
        ) : (
          <Notice kind="info">{t('people.inviteText')}</Notice>
        )
      }
      send={async (value, opId) => {
        const made = await call(userCalls.create, { body: value }, { opId })
        resyncRecords()
        showToast('done', t(kept ? 'people.madeKept' : 'people.invited', { name: made.name }))
      }}
    />
  )
}

function findProblems(value: UserValues): FieldTexts {
  const fields: Record<string, string> = { ...checkFields(userCalls.create.body, value) }
  if (value.profile_uuid === '') fields['profile_uuid'] = t('users.form.profileMissing')
  if (value.swarms.length === 0) fields['swarms'] = t('users.form.swarmMissing')
  return fields
}

/**
 * True where the deployment sends no mail but keeps it. Asked before the form is opened, which so does not grow under a
 * hand; again when it is opened, where no answer came.
 */
function useMailsKept(open: boolean): boolean {
  const [kept, setKept] = useState<boolean | null>(null)
  const isWanted = kept === null && may('users.create')
  useEffect(() => {
    if (!isWanted) return undefined
    const stop = new AbortController()
    call(userCalls.createForm, {}, { signal: stop.signal }).then(
      ({ options }) => setKept(options['mail']?.[0]?.value === 'kept'),
      // The form works without knowing it.
      () => undefined,
    )
    return () => stop.abort()
  }, [isWanted, open])
  return kept === true
}
