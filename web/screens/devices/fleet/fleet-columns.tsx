import { Link } from 'wouter'
import { calibrationCalls } from '../../../../domain/calls/calibrations.ts'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import { deviceTypes } from '../../../../domain/catalog/devices.ts'
import {
  fleetTasks,
  type FleetTask,
  type UseFigures,
  figuresOfUse,
} from '../../../../domain/rules/fleet.ts'
import { deviceState } from '../../../../domain/rules/device.ts'
import { formatNumber, formatPercent } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { paths } from '../../../paths.ts'
import { localTime } from '../../../state/local-time.ts'
import { may } from '../../../state/session.ts'
import { useLiveDevice } from '../../../state/use-devices.ts'
import { DeviceStateBadge } from '../DeviceStateBadge.tsx'
import { sayHealth } from '../HealthBadge.tsx'
import type { FleetRow } from './fleet-rows.ts'
import styles from './Fleet.module.css'

/** Shape and tone of each task. */
const taskLooks = {
  run_silent: { shape: 'triangle', tone: 'danger' },
  fault: { shape: 'triangle', tone: 'danger' },
  service: { shape: 'triangle', tone: 'danger' },
  silent: { shape: 'ring', tone: 'warning' },
  unsupported: { shape: 'triangle', tone: 'warning' },
  calibrate: { shape: 'triangle', tone: 'warning' },
  watch: { shape: 'half', tone: 'warning' },
  unread: { shape: 'ring', tone: 'neutral' },
  none: { shape: 'disc', tone: 'neutral' },
} as const satisfies Record<FleetTask, { shape: string; tone: string }>

/** Make the columns of devices by what they need. In their own order the worst comes first, and of equals what has waited longest. */
export function makeTaskColumns(): Column<FleetRow>[] {
  return [
    nameColumn(),
    {
      id: 'task',
      header: t('fleet.column.task'),
      value: ({ task, since }) => fleetTasks.indexOf(task) * 1e14 + (since ?? 9e13),
      cell: (row) => <Badge {...taskLooks[row.task]}>{sayTask(row)}</Badge>,
      text: (row) => sayTask(row),
      unfiltered: true,
      width: 220,
    },
    {
      id: 'since',
      header: t('fleet.column.since'),
      kind: 'date',
      value: ({ since }) => since,
      cell: ({ since }) => since !== null && localTime(since),
      text: ({ since }) => (since === null ? '' : localTime(since)),
      unfiltered: true,
      width: 150,
    },
    {
      id: 'remedy',
      header: t('fleet.column.remedy'),
      value: ({ task }) => (task === 'none' ? null : t(`fleet.remedy.${task}`)),
      cell: (row) => <Remedy row={row} />,
      unfiltered: true,
      width: 190,
    },
    {
      id: 'state',
      header: t('devices.column.state'),
      value: ({ device }) => t(`devices.state.${deviceState(device)}`),
      cell: ({ device }) => <StateCell device={device} />,
      width: 170,
    },
    dueColumn(),
    lastColumn(),
    {
      id: 'version',
      header: t('devices.column.version'),
      value: ({ device }) => device.bkernel_version,
      width: 100,
    },
    ...placeColumns(),
  ]
}

/** Make the columns of devices by what they did in the period. */
export function makeUseColumns(periodMs: number): Column<FleetRow>[] {
  const figures = new WeakMap<FleetRow, UseFigures>()
  const figuresOf = (row: FleetRow) => {
    const found = figures.get(row) ?? figuresOfUse(row.use, 1, periodMs)
    figures.set(row, found)
    return found
  }
  return [
    nameColumn(),
    ...figureColumns(figuresOf, ({ use }) => use.begun),
    dueColumn(),
    lastColumn(),
    ...placeColumns(),
  ]
}

/** Make the columns of the figures of a period, for devices and for groups of them. */
export function figureColumns<Row>(
  figuresOf: (row: Row) => UseFigures,
  begunOf: (row: Row) => number,
): Column<Row>[] {
  const figure = (
    id: 'perDay' | 'failures' | 'between',
    value: (figures: UseFigures) => number | null,
  ): Column<Row> => ({
    id,
    header: t(`fleet.column.${id}`),
    kind: 'number',
    value: (row) => value(figuresOf(row)),
    cell: (row) => {
      const found = value(figuresOf(row))
      return found === null ? '–' : formatNumber(found, id === 'perDay' ? 2 : 1)
    },
    unfiltered: true,
    width: 130,
  })
  return [
    {
      id: 'begun',
      header: t('fleet.column.begun'),
      kind: 'number',
      value: begunOf,
      unfiltered: true,
      width: 80,
    },
    figure('perDay', ({ runsPerDay }) => runsPerDay),
    {
      id: 'busy',
      header: t('fleet.column.busy'),
      kind: 'number',
      value: (row) => Math.round(1000 * figuresOf(row).busyShare) / 10,
      cell: (row) => formatPercent(figuresOf(row).busyShare),
      unfiltered: true,
      width: 120,
    },
    figure('failures', ({ failuresPer100 }) => failuresPer100),
    figure('between', ({ runsBetweenFailures }) => runsBetweenFailures),
  ]
}

function nameColumn(): Column<FleetRow> {
  return {
    id: 'name',
    header: t('devices.column.name'),
    value: ({ device }) => device.name,
    cell: ({ device }) => <strong>{device.name}</strong>,
    fixed: true,
    width: 150,
  }
}

function dueColumn(): Column<FleetRow> {
  return {
    id: 'due',
    header: t('fleet.column.due'),
    kind: 'date',
    value: ({ due }) => due,
    cell: ({ due, dueBand }) => (
      <span className={dueBand === 'later' ? undefined : styles.due}>
        {due === null ? t('fleet.due.never') : localTime(due, 'date')}
      </span>
    ),
    text: ({ due }) => (due === null ? '' : localTime(due, 'date')),
    unfiltered: true,
    width: 130,
  }
}

function lastColumn(): Column<FleetRow> {
  return {
    id: 'last',
    header: t('fleet.column.last'),
    kind: 'date',
    value: ({ use }) => use.lastAt,
    cell: ({ use }) => (use.lastAt === null ? t('fleet.last.never') : localTime(use.lastAt)),
    text: ({ use }) => (use.lastAt === null ? '' : localTime(use.lastAt)),
    unfiltered: true,
    width: 150,
  }
}

function placeColumns(): Column<FleetRow>[] {
  return [
    {
      id: 'swarms',
      header: t('devices.column.swarms'),
      value: ({ swarmNames }) => swarmNames,
    },
    {
      id: 'type',
      header: t('devices.column.type'),
      value: ({ device }) => `${deviceTypes[device.deviceType].name} · ${device.model}`,
      width: 170,
    },
  ]
}

function sayTask(row: FleetRow): string {
  const words = t(`fleet.task.${row.task}`)
  const isOfCheck = row.task === 'fault' || row.task === 'watch'
  return isOfCheck && row.health ? `${words}: ${sayHealth(row.health)}` : words
}

/** Lead to the page on which the task is done, or where its cause is shown. */
function Remedy({ row: { task, device } }: { row: FleetRow }) {
  if (task === 'none') return null
  return (
    <Link href={remedyPath(task, device.uuid, device.analysis_uuid)}>
      {t(`fleet.remedy.${task}`)}
    </Link>
  )
}

function remedyPath(task: Exclude<FleetTask, 'none'>, uuid: string, run: string | null): string {
  if (task === 'run_silent' && run !== null) return paths.analysis(run)
  if (task === 'service' || task === 'unsupported') return paths.device(uuid, 'work')
  if (task === 'calibrate' && may(calibrationCalls.roi.needs))
    return paths.device(uuid, 'calibration')
  return paths.device(uuid, may(deviceCalls.health.needs) ? 'health' : 'history')
}

function StateCell({ device }: { device: FleetRow['device'] }) {
  return <DeviceStateBadge device={useLiveDevice(device)} />
}
