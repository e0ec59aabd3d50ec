import { type Instrument, instrumentStates } from '../../../domain/entities/instrument.ts'
import type { InstrumentType } from '../../../domain/entities/instrument-type.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'

/** Names that a list of instruments says. */
export interface InstrumentNames {
  types: readonly InstrumentType[]
  devices: readonly { uuid: string; name: string }[]
}

/** Show whether an instrument is used, by shape and word. */
export function InstrumentBadge({ status }: Pick<Instrument, 'status'>) {
  return (
    <Badge
      shape={status === 'active' ? 'disc' : 'ring'}
      tone={status === 'active' ? 'accent' : 'neutral'}
    >
      {t(`instruments.state.${status}`)}
    </Badge>
  )
}

/** Write a type with its manufacturer and model; the same word is said once. */
export function sayType(type: InstrumentType | undefined): string {
  if (!type) return t('instruments.typeGone')
  const { name, manufacturer, model } = type
  const more = [manufacturer, model].filter((word) => !name.includes(word)).join(' ')
  return more === '' ? name : `${name} (${more})`
}

/** Say which gateway an instrument is attached to. */
export function sayGateway({ device_uuid }: Instrument, { devices }: InstrumentNames): string {
  if (device_uuid === null) return t('instruments.loose')
  return devices.find(({ uuid }) => uuid === device_uuid)?.name ?? t('instruments.gatewayHidden')
}

const typeOf = ({ type_uuid }: Instrument, { types }: InstrumentNames) =>
  types.find(({ uuid }) => uuid === type_uuid)

/** Make the columns of a list of instruments. */
export function makeInstrumentColumns(names: InstrumentNames): Column<Instrument>[] {
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
      width: 200,
    },
    {
      id: 'serial_no',
      header: t('instruments.field.serial_no'),
      value: ({ serial_no }) => serial_no,
      cell: ({ serial_no }) => <bdi dir="ltr">{serial_no}</bdi>,
      width: 150,
    },
    {
      id: 'type',
      header: t('instruments.field.type_uuid'),
      value: (row) => sayType(typeOf(row, names)),
      width: 240,
    },
    {
      id: 'device',
      header: t('instruments.field.device_uuid'),
      value: (row) => sayGateway(row, names),
      width: 180,
    },
    {
      id: 'status',
      header: t('instruments.field.status'),
      value: ({ status }) => t(`instruments.state.${status}`),
      cell: ({ status }) => <InstrumentBadge status={status} />,
      width: 140,
    },
  ]
}

/** Make what a list of instruments can be narrowed down to. */
export function makeInstrumentFacets({ types, devices }: InstrumentNames): Facet<Instrument>[] {
  return [
    {
      id: 'type',
      label: t('instruments.field.type_uuid'),
      valueOf: ({ type_uuid }) => type_uuid,
      choices: types.map(({ uuid, name }) => ({ value: uuid, label: name })),
    },
    {
      id: 'gateway',
      label: t('instruments.field.device_uuid'),
      valueOf: ({ device_uuid }) => device_uuid ?? 'none',
      choices: [
        ...devices.map(({ uuid, name }) => ({ value: uuid, label: name })),
        { value: 'none', label: t('instruments.loose') },
      ],
    },
    {
      id: 'status',
      label: t('instruments.field.status'),
      valueOf: ({ status }) => status,
      choices: instrumentStates.map((value) => ({
        value,
        label: t(`instruments.state.${value}`),
      })),
    },
  ]
}
