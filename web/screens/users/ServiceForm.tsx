import { userCalls } from '../../../domain/calls/users.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import type { User } from '../../../domain/entities/user.ts'
import { call } from '../../client/call.ts'
import { newServiceFields } from '../../entities/user/user-fields.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import type { Choice } from '../../parts/form/SelectField.tsx'
import { RecordForm } from '../../record/RecordForm.tsx'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'

/** Make an account for a program, with the people who answer for it. */
export function ServiceForm(props: {
  people: readonly User[]
  /** The account's own uuid: the first owner that is offered. */
  self: string
  profiles: readonly Choice[]
  swarms: readonly Swarm[]
  onClose: () => void
}) {
  const { people, self } = props
  return (
    <RecordForm
      open
      title={t('people.service.new')}
      submit={t('people.service.make')}
      schema={userCalls.createService.body}
      values={{ name: '', username: '', profile_uuid: '', swarms: [] as string[], owners: [self] }}
      fields={newServiceFields(props, people)}
      note={<Notice kind="info">{t('people.service.text')}</Notice>}
      send={async (body, opId) => {
        const made = await call(userCalls.createService, { body }, { opId })
        resyncRecords()
        showToast('done', t('people.service.made', { name: made.name }))
      }}
      onClose={props.onClose}
    />
  )
}
