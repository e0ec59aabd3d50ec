import { displayName } from '../../../domain/catalog/wavelengths.ts'
import type { DyeCalibration } from '../../../domain/entities/dye-calibration.ts'
import { dyeCalibrationState } from '../../../domain/actions/dye-calibration.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'

/** Show if a calibration may be used: a shape and a word. */
export function CalibrationBadge({ record }: { record: DyeCalibration }) {
  const state = dyeCalibrationState(record)
  return (
    <Badge
      shape={state === 'usable' ? 'disc' : 'ring'}
      tone={state === 'usable' ? 'accent' : 'neutral'}
    >
      {t(`dyes.state.${state}`)}
    </Badge>
  )
}

const worstOf = ({ dyes }: DyeCalibration) => Math.max(...dyes.map(({ residual }) => residual))

/** Make the columns of the list of colour calibrations. */
export function makeCalibrationColumns(): Column<DyeCalibration>[] {
  return [
    {
      id: 'name',
      header: t('dyes.run'),
      value: ({ name }) => name,
      cell: ({ name }) => <strong title={name}>{name}</strong>,
      fixed: true,
      width: 230,
    },
    {
      id: 'measured_at',
      header: t('dyes.measured'),
      kind: 'date',
      value: ({ measured_at }) => measured_at,
      cell: ({ measured_at }) => localTime(measured_at),
      text: ({ measured_at }) => localTime(measured_at) ?? measured_at,
      width: 160,
    },
    {
      id: 'device',
      header: t('dyes.device'),
      value: ({ device_name }) => device_name,
      width: 160,
    },
    {
      id: 'channels',
      header: t('dyes.dyes'),
      value: ({ channels }) => channels.map(displayName).join(', '),
      width: 160,
    },
    {
      id: 'worst',
      header: t('dyes.worst'),
      kind: 'number',
      value: worstOf,
      cell: (record) => `${formatNumber(100 * worstOf(record), 2)} %`,
      width: 150,
    },
    {
      id: 'state',
      header: t('dyes.state'),
      value: (record) => t(`dyes.state.${dyeCalibrationState(record)}`),
      cell: (record) => <CalibrationBadge record={record} />,
      width: 130,
    },
  ]
}

/** Make what the list can be narrowed down to. */
export function makeCalibrationFacets(): Facet<DyeCalibration>[] {
  return [
    {
      id: 'state',
      label: t('dyes.state'),
      valueOf: dyeCalibrationState,
      choices: (['usable', 'withdrawn'] as const).map((value) => ({
        value,
        label: t(`dyes.state.${value}`),
      })),
    },
  ]
}
