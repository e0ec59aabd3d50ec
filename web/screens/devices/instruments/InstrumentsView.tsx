import { type ReactNode, useMemo, useState } from 'react'
import { deviceTypes } from '../../../../domain/catalog/devices.ts'
import { instrumentCalls } from '../../../../domain/calls/instruments.ts'
import {
  type Instrument,
  instrument as instrumentEntity,
} from '../../../../domain/entities/instrument.ts'
import { instrumentType } from '../../../../domain/entities/instrument-type.ts'
import { call } from '../../../client/call.ts'
import {
  InstrumentBadge,
  type InstrumentNames,
  makeInstrumentColumns,
  makeInstrumentFacets,
  sayGateway,
  sayType,
} from '../../../entities/instrument/instrument-columns.tsx'
import { t } from '../../../i18n/intl.ts'
import type { Act } from '../../../record/act.ts'
import { RecordPage } from '../../../record/RecordPage.tsx'
import type { PanelFacts } from '../../../record/RecordPanel.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { localRows, useRows } from '../../../record/use-rows.ts'
import { localTime } from '../../../state/local-time.ts'
import { resyncRecords } from '../../../state/records.ts'
import { useDevices } from '../../../state/use-devices.ts'
import { useRecords } from '../../../state/use-records.ts'
import { InstrumentForm } from './InstrumentForm.tsx'

const instrumentRows = localRows(instrumentEntity)
const none: never[] = []

/** List the instruments that hang on gateways: which one a run was measured on. */
export function InstrumentsView({ menu }: { menu: ReactNode }) {
  const [form, setForm] = useState<{ of: Instrument | null } | null>(null)
  const list = useRows(instrumentRows)
  const names = useNames()
  const columns = useMemo(() => makeInstrumentColumns(names), [names])
  const facets = useMemo(() => makeInstrumentFacets(names), [names])
  return (
    <RecordPage
      name="instrument"
      file="instruments"
      title={t('instruments.title')}
      menu={menu}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name, serial_no }) => `${name} · ${serial_no}`}
      primary={{
        label: t('instruments.new'),
        icon: 'plus',
        disabledReason:
          whyNotCall(instrumentCalls.issue) ??
          (names.types.length === 0 ? t('instruments.noTypes') : null),
        onPress: () => setForm({ of: null }),
      }}
      empty={{
        area: 'devices',
        title: t('instruments.empty.title'),
        text: t('instruments.empty.text'),
      }}
      panel={(instrument) => panelOf(instrument, names)}
      actsOf={(instrument) => listActs(instrument, () => setForm({ of: instrument }))}
    >
      {form && <InstrumentForm instrument={form.of} names={names} onClose={() => setForm(null)} />}
    </RecordPage>
  )
}

/** Read the types, and the devices that instruments can be attached to. */
function useNames(): InstrumentNames {
  const types = useRecords(instrumentType)
  const devices = useDevices()
  return useMemo(() => {
    const gateways = (devices ?? none).filter(
      ({ deviceType }) => deviceTypes[deviceType].hasInstruments,
    )
    return { types: types ?? none, devices: gateways }
  }, [types, devices])
}

function panelOf(instrument: Instrument, names: InstrumentNames): PanelFacts {
  const { uuid, serial_no, type_uuid, status, created_at, updated_at } = instrument
  return {
    state: <InstrumentBadge status={status} />,
    facts: [
      [t('instruments.field.serial_no'), serial_no],
      [
        t('instruments.field.type_uuid'),
        sayType(names.types.find((one) => one.uuid === type_uuid)),
      ],
      [t('instruments.field.device_uuid'), sayGateway(instrument, names)],
      [t('instruments.since'), localTime(created_at, 'date')],
    ],
    history: {
      kind: 'instrument',
      id: uuid,
      updatedAt: updated_at,
      fields: {
        name: { label: t('instruments.field.name') },
        serial_no: { label: t('instruments.field.serial_no') },
        status: { label: t('instruments.field.status') },
      },
    },
  }
}

function listActs(instrument: Instrument, edit: () => void): Act[] {
  const { uuid: id, name } = instrument
  return [
    {
      id: 'edit',
      label: t('instruments.act.edit'),
      icon: 'edit',
      hint: t('instruments.hint.edit'),
      why: whyNotCall(instrumentCalls.edit),
      open: edit,
    },
    {
      id: 'delete',
      label: t('instruments.act.delete'),
      icon: 'trash',
      hint: t('instruments.hint.delete'),
      why: whyNotCall(instrumentCalls.delete),
      ask: {
        title: t('instruments.ask.delete', { name }),
        text: t('instruments.consequence.delete'),
        submit: t('instruments.act.delete'),
        danger: true,
        reason: 'may',
      },
      send: async (opId, reason) => {
        const body = reason ? { reason } : {}
        await call(instrumentCalls.delete, { params: { id }, body }, { opId })
        resyncRecords()
        return t('instruments.done.delete', { name })
      },
    },
  ]
}
