import { useLocation } from 'wouter'
import * as v from 'valibot'
import { foundingCalls } from '../../../../domain/calls/foundings.ts'
import { Name } from '../../../../domain/fields.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { paths } from '../../../paths.ts'
import { RecordForm } from '../../../record/RecordForm.tsx'

const Begin = v.strictObject({ name: Name })

/** Begin a founding with the name of the company, and open its steps. */
export function NewFoundingForm({ onClose }: { onClose: () => void }) {
  const [, go] = useLocation()
  return (
    <RecordForm<{ name: string }>
      open
      title={t('nav.founding')}
      submit={t('found.begin')}
      schema={Begin}
      values={{ name: '' }}
      fields={[
        {
          name: 'name',
          label: t('company.field.name'),
          hint: t('company.hint.name'),
          autoFocus: true,
        },
      ]}
      note={<p>{t('found.beginText')}</p>}
      send={async (body, opId) => {
        const { uuid } = await call(foundingCalls.create, { body }, { opId })
        go(paths.founding(uuid))
      }}
      onClose={onClose}
    />
  )
}
