import * as v from 'valibot'
import { recipeCalls } from '../../../../../domain/calls/recipes.ts'
import type { GlobalRecipe } from '../../../../../domain/entities/global-recipe.ts'
import { Name, Uuid } from '../../../../../domain/fields.ts'
import { call } from '../../../../client/call.ts'
import { t } from '../../../../i18n/intl.ts'
import { RecordForm } from '../../../../record/RecordForm.tsx'
import { resyncRecords } from '../../../../state/records.ts'
import { showToast } from '../../../../state/toasts.ts'

const Values = v.strictObject({
  from: v.union([v.literal(''), Uuid]),
  name: v.union([v.literal(''), Name]),
})
type Values = v.InferOutput<typeof Values>

/** Make a recipe of the company from one that the provider publishes. Without a name it keeps the provider's. */
export function AdoptForm(props: { offered: readonly GlobalRecipe[]; onClose: () => void }) {
  const [first] = props.offered
  return (
    <RecordForm<Values>
      open
      title={t('methods.adopt.button')}
      submit={t('methods.save')}
      schema={Values}
      values={{ from: first?.uuid ?? '', name: '' }}
      note={<p>{t('methods.adopt.text')}</p>}
      fields={[
        {
          name: 'from',
          label: t('methods.adopt.from'),
          kind: 'choice',
          choices: props.offered.map(({ uuid, name, version }) => ({
            value: uuid,
            label: t('methods.recipe.half', { name, version }),
          })),
          autoFocus: true,
        },
        { name: 'name', label: t('methods.name') },
      ]}
      send={async ({ from, name }, opId) => {
        const body = { swarm_uuid: null, ...(name && { name }) }
        const made = await call(recipeCalls.adopt, { params: { id: from }, body }, { opId })
        resyncRecords()
        showToast('done', t('methods.done.adopt', { name: made.name }))
      }}
      onClose={props.onClose}
    />
  )
}
