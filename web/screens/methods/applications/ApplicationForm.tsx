import { useState } from 'react'
import { applicationCalls } from '../../../../domain/calls/applications.ts'
import { sampleTypes } from '../../../../domain/entities/analysis.ts'
import type { Application } from '../../../../domain/entities/application.ts'
import type { Swarm } from '../../../../domain/entities/swarm.ts'
import { call } from '../../../client/call.ts'
import { VariableRows } from '../../../entities/application/VariableRows.tsx'
import { everybody, listSwarmChoices } from '../../../entities/method/MigrateForm.tsx'
import { t } from '../../../i18n/intl.ts'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import type { DrawnField, FieldSpec } from '../../../record/FieldInput.tsx'
import { RecordForm } from '../../../record/RecordForm.tsx'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'

type Values = Required<Pick<Application, 'name' | 'sample_types' | 'variables' | 'order_codes'>>
type NewValues = Values & Pick<Application, 'swarm_uuid'>

/** Add an application, or edit one. Its swarm is changed by moving it. */
export function ApplicationForm(props: {
  record: Application | null
  swarms: readonly Swarm[]
  onClose: () => void
}) {
  const { record, swarms, onClose } = props
  const done = (name: string) => {
    resyncRecords()
    showToast('done', t('methods.done.saved', { name }))
  }
  if (record) {
    const { name, sample_types, variables, order_codes = [] } = record
    return (
      <RecordForm<Values>
        open
        title={t('methods.application.edit', { name })}
        submit={t('methods.save')}
        schema={applicationCalls.edit.body}
        values={{ name, sample_types, variables, order_codes }}
        fields={listFields()}
        changesOnly
        send={async (changes, opId) => {
          const body = { ...changes, base: record.updated_at }
          const parts = { params: { id: record.uuid }, body }
          done((await call(applicationCalls.edit, parts, { opId })).name)
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <RecordForm<NewValues>
      open
      title={t('methods.application.new')}
      submit={t('methods.save')}
      schema={applicationCalls.create.body}
      values={{
        name: '',
        sample_types: ['unknown'],
        variables: [],
        order_codes: [],
        swarm_uuid: null,
      }}
      fields={[
        ...(listFields() as FieldSpec<NewValues>[]),
        {
          name: 'swarm_uuid',
          label: t('methods.swarm'),
          draw: (field) => <SwarmField {...field} swarms={swarms} />,
        },
      ]}
      send={async (body, opId) => {
        done((await call(applicationCalls.create, { body }, { opId })).name)
      }}
      onClose={onClose}
    />
  )
}

function listFields(): FieldSpec<Values>[] {
  return [
    { name: 'name', label: t('methods.name'), autoFocus: true },
    {
      name: 'sample_types',
      label: t('methods.sampleTypes'),
      hint: t('methods.sampleTypesHint'),
      missing: t('fault.sample_type_required'),
      choices: sampleTypes.map((value) => ({ value, label: t(`sample.type.${value}`) })),
    },
    {
      name: 'variables',
      label: t('methods.variables'),
      draw: (field) => <VariableRows {...field} />,
    },
    {
      name: 'order_codes',
      label: t('methods.orderCodes'),
      draw: (field) => <OrderCodes {...field} />,
    },
  ]
}

/** Edit the codes by which laboratory systems order it, one in a line. */
function OrderCodes({ value, error, onChange }: DrawnField) {
  const [text, setText] = useState(Array.isArray(value) ? value.join('\n') : '')
  return (
    <TextAreaField
      label={t('methods.orderCodes')}
      hint={t('methods.orderCodes.hint')}
      value={text}
      error={error}
      rows={2}
      onChange={(next) => {
        setText(next)
        onChange(
          next
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        )
      }}
    />
  )
}

function SwarmField({ value, error, onChange, swarms }: DrawnField & { swarms: readonly Swarm[] }) {
  return (
    <SelectField
      label={t('methods.swarm')}
      value={typeof value === 'string' ? value : everybody}
      error={error}
      choices={listSwarmChoices(swarms)}
      onChange={(next) => onChange(next === everybody ? null : next)}
    />
  )
}
