import { useCallback } from 'react'
import { userCalls } from '../../../domain/calls/users.ts'
import type { User } from '../../../domain/entities/user.ts'
import { call } from '../../client/call.ts'
import { OpenWorkPart } from '../../entities/user/OpenWorkPart.tsx'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { RecordForm } from '../../record/RecordForm.tsx'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'

/** Move a person to another company that the account acts in too: their sessions and flags end, the name to sign in with stays. */
export function MigrateUserForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { uuid: id, name } = user
  const load = useCallback(
    (signal: AbortSignal) => call(userCalls.migrateForm, { params: { id } }, { signal }),
    [id],
  )
  const { value, failure } = useAnswer(load)
  const companies = value?.options['company_uuid'] ?? []
  return (
    <RecordForm
      open
      title={t('people.migrate.title', { name })}
      submit={t('people.act.migrate')}
      schema={userCalls.migrate.body}
      values={{ company_uuid: '', reason: '' }}
      changesOnly
      note={
        failure.length > 0 ? (
          <Notice kind="error">{failure.join(' ')}</Notice>
        ) : (
          <>
            <Notice kind="warning">{t('people.migrate.text', { name })}</Notice>
            <OpenWorkPart user={user} always />
          </>
        )
      }
      fields={[
        {
          name: 'company_uuid',
          label: t('people.migrate.company'),
          kind: 'choice',
          choices: companies.map(({ value: uuid, label }) => ({ value: uuid, label })),
          placeholder: t('rights.rules.choose'),
          missing: t('people.migrate.missing'),
        },
        { name: 'reason', label: t('record.reason'), hint: t('record.reasonHint') },
      ]}
      send={async (body, opId) => {
        await call(userCalls.migrate, { params: { id }, body }, { opId })
        resyncRecords()
        showToast('done', t('people.migrate.done', { name }))
      }}
      onClose={onClose}
    />
  )
}
