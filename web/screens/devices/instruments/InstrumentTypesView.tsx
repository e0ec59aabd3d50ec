import { type ReactNode, useMemo, useState } from 'react'
import { instrumentTypeCalls } from '../../../../domain/calls/instrument-types.ts'
import { instrument as instrumentEntity } from '../../../../domain/entities/instrument.ts'
import {
  type InstrumentType,
  instrumentType as typeEntity,
} from '../../../../domain/entities/instrument-type.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import type { Column } from '../../../parts/table/column.ts'
import type { Facet } from '../../../record/facets.ts'
import { RecordForm } from '../../../record/RecordForm.tsx'
import { RecordPage } from '../../../record/RecordPage.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { localRows, useRows } from '../../../record/use-rows.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { useRecords } from '../../../state/use-records.ts'

const typeRows = localRows(typeEntity)
const none: never[] = []

type Counts = ReadonlyMap<string, number>

/** List the types of instruments that the provider keeps for all companies, with one's own instruments of each. */
export function InstrumentTypesView({ menu }: { menu: ReactNode }) {
  const [form, setForm] = useState<{ of: InstrumentType | null } | null>(null)
  const list = useRows(typeRows)
  const instruments = useRecords(instrumentEntity)
  const counts = useMemo(() => {
    const found = new Map<string, number>()
    for (const { type_uuid: type } of instruments ?? none) {
      found.set(type, (found.get(type) ?? 0) + 1)
    }
    return found
  }, [instruments])
  const columns = useMemo(() => makeColumns(counts), [counts])
  const rows = list.rows ?? none
  const facets = useMemo(() => makeFacets(rows), [rows])
  const providerOnly = whyNotCall(instrumentTypeCalls.create) && t('instruments.types.providerOnly')
  return (
    <RecordPage
      name="type"
      file="instrument-types"
      title={t('instruments.types.title')}
      menu={menu}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name }) => name}
      primary={{
        label: t('instruments.types.new'),
        icon: 'plus',
        disabledReason: providerOnly,
        onPress: () => setForm({ of: null }),
      }}
      empty={{
        area: 'devices',
        title: t('instruments.types.empty.title'),
        text: t('instruments.types.empty.text'),
      }}
      panel={({ uuid, manufacturer, model, updated_at }) => ({
        facts: [
          [t('instruments.types.manufacturer'), manufacturer],
          [t('instruments.types.model'), model],
          [t('instruments.types.own'), String(counts.get(uuid) ?? 0)],
        ],
        ...(providerOnly === null && {
          history: {
            kind: 'instrument_type',
            id: uuid,
            updatedAt: updated_at,
            fields: {
              name: { label: t('instruments.field.name') },
              manufacturer: { label: t('instruments.types.manufacturer') },
              model: { label: t('instruments.types.model') },
            },
          } as const,
        }),
      })}
      actsOf={(type) => [
        {
          id: 'edit',
          label: t('instruments.act.edit'),
          icon: 'edit',
          hint: t('instruments.types.hint'),
          why: providerOnly,
          open: () => setForm({ of: type }),
        },
      ]}
    >
      {form && <TypeForm type={form.of} onClose={() => setForm(null)} />}
    </RecordPage>
  )
}

/** Add a type of instrument, or change one. */
function TypeForm({ type, onClose }: { type: InstrumentType | null; onClose: () => void }) {
  return (
    <RecordForm<Pick<InstrumentType, 'name' | 'manufacturer' | 'model'>>
      open
      title={type ? t('instruments.editTitle', { name: type.name }) : t('instruments.types.new')}
      submit={t(type ? 'instruments.save' : 'instruments.create')}
      schema={type ? instrumentTypeCalls.edit.body : instrumentTypeCalls.create.body}
      values={{
        name: type?.name ?? '',
        manufacturer: type?.manufacturer ?? '',
        model: type?.model ?? '',
      }}
      changesOnly={type !== null}
      fields={[
        { name: 'name', label: t('instruments.field.name'), autoFocus: true },
        { name: 'manufacturer', label: t('instruments.types.manufacturer') },
        { name: 'model', label: t('instruments.types.model') },
      ]}
      send={async (body, opId) => {
        const name = body.name || type?.name || ''
        if (type) {
          const { uuid: id, updated_at: base } = type
          const parts = { params: { id }, body: { ...body, base } }
          await call(instrumentTypeCalls.edit, parts, { opId })
        } else {
          await call(instrumentTypeCalls.create, { body }, { opId })
        }
        resyncRecords()
        showToast('done', t('instruments.done.save', { name }))
      }}
      onClose={onClose}
    />
  )
}

function makeColumns(counts: Counts): Column<InstrumentType>[] {
  return [
    {
      id: 'name',
      header: t('instruments.field.name'),
      value: ({ name }) => name,
      cell: ({ name }) => (
        <strong>
          <bdi>{name}</bdi>
        </strong>
      ),
      fixed: true,
      width: 240,
    },
    {
      id: 'manufacturer',
      header: t('instruments.types.manufacturer'),
      value: ({ manufacturer }) => manufacturer,
      width: 200,
    },
    {
      id: 'model',
      header: t('instruments.types.model'),
      value: ({ model }) => model,
      width: 200,
    },
    {
      id: 'own',
      header: t('instruments.types.own'),
      kind: 'number',
      value: ({ uuid }) => counts.get(uuid) ?? 0,
      width: 160,
    },
  ]
}

function makeFacets(rows: readonly InstrumentType[]): Facet<InstrumentType>[] {
  const makers = [...new Set(rows.map(({ manufacturer }) => manufacturer))].toSorted()
  return [
    {
      id: 'manufacturer',
      label: t('instruments.types.manufacturer'),
      valueOf: ({ manufacturer }) => manufacturer,
      choices: makers.map((value) => ({ value, label: value })),
    },
  ]
}
