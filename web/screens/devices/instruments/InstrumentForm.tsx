import type * as v from 'valibot'
import { instrumentCalls } from '../../../../domain/calls/instruments.ts'
import { type Instrument, instrumentStates } from '../../../../domain/entities/instrument.ts'
import { call } from '../../../client/call.ts'
import { type InstrumentNames, sayType } from '../../../entities/instrument/instrument-columns.tsx'
import { t } from '../../../i18n/intl.ts'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { RecordForm } from '../../../record/RecordForm.tsx'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'

type Values = Required<Omit<v.InferInput<typeof instrumentCalls.issue.body>, 'uuid'>>

/** Add an instrument, or change one: also to which gateway it is attached. */
export function InstrumentForm(props: {
  instrument: Instrument | null
  names: InstrumentNames
  onClose: () => void
}) {
  const { instrument, names, onClose } = props
  const gateways = names.devices.map(({ uuid, name }) => ({ value: uuid, label: name }))
  return (
    <RecordForm<Values>
      open
      title={
        instrument ? t('instruments.editTitle', { name: instrument.name }) : t('instruments.new')
      }
      submit={t(instrument ? 'instruments.save' : 'instruments.create')}
      schema={instrument ? instrumentCalls.edit.body : instrumentCalls.issue.body}
      values={instrument ? valuesOf(instrument) : emptyInstrument(names)}
      changesOnly={instrument !== null}
      fields={[
        { name: 'name', label: t('instruments.field.name'), autoFocus: true },
        {
          name: 'serial_no',
          label: t('instruments.field.serial_no'),
          hint: t('instruments.field.serialHint'),
          autoCapitalize: 'off',
        },
        {
          name: 'type_uuid',
          label: t('instruments.field.type_uuid'),
          kind: 'choice',
          placeholder: t('instruments.chooseType'),
          choices: names.types.map((type) => ({ value: type.uuid, label: sayType(type) })),
        },
        {
          name: 'device_uuid',
          label: t('instruments.field.device_uuid'),
          draw: ({ value, error, onChange }) => (
            <SelectField
              label={t('instruments.field.device_uuid')}
              hint={t('instruments.field.gatewayHint')}
              error={error}
              value={(value as string | null) ?? ''}
              choices={[{ value: '', label: t('instruments.loose') }, ...gateways]}
              onChange={(uuid) => onChange(uuid === '' ? null : uuid)}
            />
          ),
        },
        {
          name: 'status',
          label: t('instruments.field.status'),
          kind: 'choice',
          choices: instrumentStates.map((value) => ({
            value,
            label: t(`instruments.state.${value}`),
          })),
        },
      ]}
      send={async (body, opId) => {
        const name = body.name || instrument?.name || ''
        if (instrument) {
          const { uuid: id, updated_at: base } = instrument
          const parts = { params: { id }, body: { ...body, base } }
          await call(instrumentCalls.edit, parts, { opId })
        } else {
          await call(instrumentCalls.issue, { body }, { opId })
        }
        resyncRecords()
        showToast('done', t('instruments.done.save', { name }))
      }}
      onClose={onClose}
    />
  )
}

/** Begin with the only type and the only gateway there are. */
function emptyInstrument({ types, devices }: InstrumentNames): Values {
  const only = <One,>(all: readonly One[]) => (all.length === 1 ? all[0] : undefined)
  return {
    name: '',
    serial_no: '',
    type_uuid: only(types)?.uuid ?? '',
    device_uuid: only(devices)?.uuid ?? null,
    status: 'active',
  }
}

function valuesOf({ name, serial_no, type_uuid, device_uuid, status }: Instrument): Values {
  return { name, serial_no, type_uuid, device_uuid, status }
}
