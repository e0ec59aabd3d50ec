import { useMemo } from 'react'
import { localDay, midnight, openZone } from '../../../../domain/calendar.ts'
import type { Swarm } from '../../../../domain/entities/swarm.ts'
import {
  addUse,
  isFailedRun,
  type UseFigures,
  figuresOfUse,
} from '../../../../domain/rules/fleet.ts'
import { formatColumn, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { BarChart } from '../../../parts/chart/BarChart.tsx'
import type { BarColumn } from '../../../parts/chart/draw-bars.ts'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { RecordTable } from '../../../parts/table/RecordTable.tsx'
import { readSort, writeSort } from '../../../parts/table/sort.ts'
import { saveCsv } from '../../../record/csv.ts'
import { localTime, localZone } from '../../../state/local-time.ts'
import { showErrors } from '../../../state/show-errors.ts'
import type { Address } from '../../../use-address.ts'
import styles from './Fleet.module.css'
import { figureColumns } from './fleet-columns.tsx'
import { type Grouping, groupings, groupRows, listGroups, sayGroup } from './fleet-facets.tsx'
import type { FleetRow } from './fleet-rows.ts'
import type { Fleet } from './use-fleet.ts'

const dayMs = 86_400_000

/** Show what devices did in a period: runs of each day, and the figures of groups. */
export function FleetUse(props: {
  fleet: Fleet
  rows: readonly FleetRow[]
  swarms: readonly Swarm[]
  address: Address
}) {
  const { fleet, rows, swarms, address } = props
  const by: Grouping = groupings.find((one) => one === address.search.get('group')) ?? 'swarm'
  const days = useDays(fleet, rows)
  const count = days.reduce((sum, { values }) => sum + (values[0] ?? 0) + (values[1] ?? 0), 0)
  return (
    <>
      {!fleet.isWhole && <Notice kind="info">{t('fleet.reading')}</Notice>}
      <section className={styles.chart} aria-labelledby="fleet-days">
        <h2 id="fleet-days">
          {t('fleet.perDay')} <span className={styles.quiet}>{formatNumber(count)}</span>
        </h2>
        <BarChart
          label={t('fleet.perDay')}
          summary={t('fleet.perDaySummary', { count, since: localTime(fleet.from, 'date') })}
          columns={days}
          series={[
            { name: t('fleet.runs.other'), color: 'var(--accent)' },
            { name: t('fleet.runs.failed'), color: 'var(--danger)' },
          ]}
        />
      </section>
      <Groups fleet={fleet} rows={rows} swarms={swarms} by={by} address={address} />
    </>
  )
}

/** Count the runs of some devices that began on each day of the account's time zone: those that failed apart. */
function useDays({ analyses, from, to }: Fleet, rows: readonly FleetRow[]): readonly BarColumn[] {
  const zone = localZone()
  return useMemo(() => {
    const open = openZone(zone)
    const first = localDay(from, open)
    const last = localDay(to, open)
    const starts: number[] = []
    for (let day = first; day <= last; day += dayMs) starts.push(midnight(day, open))
    const counts = starts.map(() => [0, 0] as [number, number])
    const wanted = new Set(rows.map(({ uuid }) => uuid))
    for (const { device_uuid, started_at, status, corrects } of analyses) {
      if (device_uuid === null || started_at === null || corrects || !wanted.has(device_uuid))
        continue
      const began = Date.parse(started_at)
      if (began < from || began >= to) continue
      const at = starts.findLastIndex((start) => start <= began)
      const column = counts[at]
      if (column) column[isFailedRun(status) ? 1 : 0] += 1
    }
    return starts.map((start, at) => {
      const [other, failed] = counts[at] ?? [0, 0]
      const title = [
        localTime(start, 'date'),
        `${t('fleet.runs.other')}: ${other}`,
        `${t('fleet.runs.failed')}: ${failed}`,
      ].join('\n')
      return { label: formatColumn(start, 'day', zone), title, values: [other, failed] }
    })
  }, [analyses, from, to, rows, zone])
}

interface Group {
  value: string
  name: string
  devices: number
  begun: number
  due: number | null
  figures: UseFigures
}

/** Show the figures of groups of devices. */
function Groups(props: {
  fleet: Fleet
  rows: readonly FleetRow[]
  swarms: readonly Swarm[]
  by: Grouping
  address: Address
}) {
  const { fleet, rows, swarms, by, address } = props
  const groups = useMemo(
    () => makeGroups(rows, by, swarms, fleet.to - fleet.from),
    [rows, by, swarms, fleet.from, fleet.to],
  )
  const columns = useMemo(() => makeGroupColumns(by), [by])
  const sort = readSort(address.search.get('groupSort'))
  return (
    <section className={styles.groups} aria-labelledby="fleet-groups">
      <div className={styles.head}>
        <h2 id="fleet-groups">{t('fleet.groups')}</h2>
        <SelectField
          label={t('fleet.groupBy')}
          value={by}
          choices={groupings.map((value) => ({ value, label: t(`fleet.by.${value}`) }))}
          onChange={(next) => address.change({ group: next === 'swarm' ? null : next })}
        />
        <Button
          icon="download"
          onClick={() => void saveCsv(`devices-by-${by}`, groups, columns).catch(showErrors)}
        >
          {t('record.csv')}
        </Button>
      </div>
      <RecordTable
        label={t('fleet.groups')}
        columns={columns}
        rows={groups}
        rowId={({ value }) => value}
        sort={sort}
        onSort={(next) => address.change({ groupSort: writeSort(next) || null })}
        empty={null}
      />
    </section>
  )
}

function makeGroups(
  rows: readonly FleetRow[],
  by: Grouping,
  swarms: readonly Swarm[],
  periodMs: number,
): Group[] {
  const groups = groupRows(rows, by)
  return listGroups(rows, by, swarms).map((value) => {
    const members = groups.get(value) ?? []
    const sum = addUse(members.map(({ use }) => use))
    const dues = members.flatMap(({ due }) => (due === null ? [] : [due]))
    return {
      value,
      name: sayGroup(by, value, swarms),
      devices: members.length,
      begun: sum.begun,
      due: dues.length > 0 ? dues.reduce((one, other) => Math.min(one, other)) : null,
      figures: figuresOfUse(sum, members.length, periodMs),
    }
  })
}

function makeGroupColumns(by: Grouping): Column<Group>[] {
  return [
    { id: 'group', header: t(`fleet.by.${by}`), value: ({ name }) => name, fixed: true },
    {
      id: 'devices',
      header: t('devices.title'),
      kind: 'number',
      value: ({ devices }) => devices,
      width: 100,
    },
    ...figureColumns<Group>(
      ({ figures }) => figures,
      ({ begun }) => begun,
    ),
    {
      id: 'due',
      header: t('fleet.column.due'),
      kind: 'date',
      value: ({ due }) => due,
      cell: ({ due }) => (due === null ? '–' : localTime(due, 'date')),
      text: ({ due }) => (due === null ? '' : localTime(due, 'date')),
      width: 130,
    },
  ]
}
