import { type CountedProfile, profileCalls } from '../../../domain/calls/profiles.ts'
import { type BaseProfile, defaultProfiles } from '../../../domain/base-profiles.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { RecordForm } from '../../record/RecordForm.tsx'
import { showToast } from '../../state/toasts.ts'

const bases = Object.keys(defaultProfiles) as BaseProfile[]

interface Facts {
  onDone: () => void
  onClose: () => void
}

/** Make a profile from one of the ordinary ones, with its permissions as far as they may be given. */
export function NewProfileForm({ onDone, onClose }: Facts) {
  return (
    <RecordForm
      open
      title={t('rights.new')}
      submit={t('people.save')}
      schema={profileCalls.create.body}
      values={{ name: '', base: 'Operator' as BaseProfile }}
      fields={[
        { name: 'name', label: t('users.form.name'), autoFocus: true },
        {
          name: 'base',
          label: t('rights.column.base'),
          hint: t('rights.form.baseHint'),
          kind: 'choice',
          choices: bases.map((value) => ({ value, label: value })),
        },
      ]}
      send={async (body, opId) => {
        const made = await call(profileCalls.create, { body }, { opId })
        onDone()
        showToast('done', t('people.saved', { name: made.name }))
      }}
      onClose={onClose}
    />
  )
}

/** Give a profile another name, with the reason for the trail. */
export function RenameForm({ profile, onDone, onClose }: Facts & { profile: CountedProfile }) {
  return (
    <RecordForm
      open
      title={t('rights.form.rename', { name: profile.name })}
      submit={t('people.save')}
      schema={profileCalls.edit.body}
      values={{ name: profile.name, reason: '' }}
      fields={[
        { name: 'name', label: t('users.form.name'), autoFocus: true },
        { name: 'reason', label: t('record.reason'), hint: t('record.reasonHint') },
      ]}
      send={async (body, opId) => {
        const seen = profile.updated_at
        const parts = { params: { id: profile.uuid }, body: { ...body, seen } }
        const made = await call(profileCalls.edit, parts, { opId })
        onDone()
        showToast('done', t('people.saved', { name: made.name }))
      }}
      onClose={onClose}
    />
  )
}
