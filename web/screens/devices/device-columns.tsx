import { deviceTypes } from '../../../domain/catalog/devices.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { deviceState } from '../../../domain/rules/device.ts'
import { formatNumber, formatPercent } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Progress } from '../../parts/progress/Progress.tsx'
import type { Column } from '../../parts/table/column.ts'
import { deviceStatuses } from '../../state/live.ts'
import { HealthBadge, sayHealth } from './HealthBadge.tsx'
import type { DeviceHealth } from './health-summaries.ts'
import { healthVerdicts } from '../../../domain/rules/device-health.ts'
import { shareOf } from '../../../domain/rules/run-time.ts'
import { DeviceStateBadge } from './DeviceStateBadge.tsx'
import { writeSwarms } from '../../entities/swarm/write-swarms.ts'

/**
 * Return the columns of the list of devices. Cells with live values follow by themselves.
 * @param healthOf null for people who are not shown the health of devices.
 */
export function makeDeviceColumns(
  swarms: readonly Swarm[],
  healthOf: ((device: Device) => DeviceHealth | null) | null,
): Column<Device>[] {
  return [
    {
      id: 'name',
      header: t('devices.column.name'),
      value: (row) => row.name,
      cell: (row) => <strong>{row.name}</strong>,
      fixed: true,
      width: 150,
    },
    {
      id: 'state',
      header: t('devices.column.state'),
      value: (row) => t(`devices.state.${deviceState(row)}`),
      cell: (row) => <DeviceStateBadge device={row} />,
      width: 170,
    },
    ...(healthOf ? [healthColumn(healthOf)] : []),
    {
      id: 'run',
      header: t('devices.column.run'),
      value: () => null,
      cell: (row) => <RunCell device={row} />,
      unfiltered: true,
      width: 130,
    },
    {
      id: 'block',
      header: t('devices.column.block'),
      kind: 'number',
      value: () => null,
      cell: (row) => <Celsius device={row} part="block_temperature" />,
      unfiltered: true,
      width: 100,
    },
    {
      id: 'type',
      header: t('devices.column.type'),
      value: (row) => `${deviceTypes[row.deviceType].name} · ${row.model}`,
      width: 170,
    },
    {
      id: 'swarms',
      header: t('devices.column.swarms'),
      value: (row) => writeSwarms(row.swarms, swarms),
    },
    {
      id: 'version',
      header: t('devices.column.version'),
      value: (row) => row.bkernel_version,
      width: 100,
    },
  ]
}

/** Return the column of health: in its order, what needs somebody most comes first. */
function healthColumn(healthOf: (device: Device) => DeviceHealth | null): Column<Device> {
  return {
    id: 'health',
    header: t('devices.column.health'),
    value: (row) => {
      const health = healthOf(row)
      return health && `${healthVerdicts.indexOf(health.verdict)} ${sayHealth(health)}`
    },
    cell: (row) => <HealthBadge health={healthOf(row)} />,
    text: (row) => {
      const health = healthOf(row)
      return health ? `${t(`view.verdict.${health.verdict}`)}: ${sayHealth(health)}` : ''
    },
    width: 170,
  }
}

function RunCell({ device }: { device: Device }) {
  const run = deviceStatuses.value.get(device.uuid)?.status.run
  if (!device.analysis_uuid || run?.analysis_uuid !== device.analysis_uuid) return null
  const share = shareOf(run)
  return (
    <Progress
      label={t('home.progress', { name: device.name })}
      value={share}
      text={formatPercent(share)}
    />
  )
}

function Celsius({
  device,
  part,
}: {
  device: Device
  part: 'block_temperature' | 'lid_temperature'
}) {
  const heard = deviceStatuses.value.get(device.uuid)
  if (!heard || deviceState(device) === 'offline') return null
  return <>{formatNumber(heard.status[part], 1)}</>
}
