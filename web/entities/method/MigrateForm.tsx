import { useState } from 'react'
import type { applicationCalls } from '../../../domain/calls/applications.ts'
import type { evaluationRecipeCalls } from '../../../domain/calls/evaluation-recipes.ts'
import type { protocolCalls } from '../../../domain/calls/protocols.ts'
import type { recipeCalls } from '../../../domain/calls/recipes.ts'
import type { processRecipeCalls } from '../../../domain/calls/process-recipes.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { resyncRecords } from '../../state/records.ts'
import { account } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'
import type { MethodRecord } from './why-not.ts'

/** Value of a choice of swarms for the whole company, which is no swarm. */
export const everybody = 'all'

/** Move a method to another swarm, or to the whole company. */
export function MigrateForm(props: {
  row: (
    | typeof applicationCalls
    | typeof evaluationRecipeCalls
    | typeof processRecipeCalls
    | typeof protocolCalls
    | typeof recipeCalls
  )['migrate']
  record: Pick<MethodRecord, 'uuid' | 'name' | 'swarm_uuid'>
  swarms: readonly Swarm[]
  onClose: () => void
}) {
  const { row, record, onClose } = props
  const [chosen, setChosen] = useState('')
  const { refused, ...sending } = useSending(['swarm_uuid'])
  const choices = listSwarmChoices(props.swarms).filter(
    ({ value }) => value !== (record.swarm_uuid ?? everybody),
  )
  const submit = async () => {
    const isDone = await sending.send(
      chosen !== '',
      async (opId) => {
        const body = { swarm_uuid: chosen === everybody ? null : chosen }
        await call(row, { params: { id: record.uuid }, body }, { opId })
        resyncRecords()
        showToast('done', t('methods.done.migrate', { name: record.name }))
      },
      chosen,
    )
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title={t('methods.ask.migrate', { name: record.name })}
      submit={t('methods.act.migrate')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('methods.consequence.migrate')}</p>
      <SelectField
        label={t('methods.swarm')}
        required
        value={chosen}
        placeholder={t('methods.chooseSwarm')}
        choices={choices}
        error={
          refused['swarm_uuid'] ?? (sending.tried && !chosen ? t('methods.chooseSwarm') : null)
        }
        onChange={setChosen}
      />
    </FormDialog>
  )
}

/** List what a method can be made for: the whole company, and swarms that the account is in. */
export function listSwarmChoices(swarms: readonly Swarm[]): { value: string; label: string }[] {
  const own = account.value?.swarms ?? []
  return [
    { value: everybody, label: t('methods.wholeCompany') },
    ...swarms
      .filter(({ uuid, archived }) => archived !== 1 && own.includes(uuid))
      .map(({ uuid, name }) => ({ value: uuid, label: name })),
  ]
}
