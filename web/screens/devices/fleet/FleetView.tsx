import { AnalysesExtent } from '../../../entities/analysis/AnalysesExtent.tsx'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { bkernelCalls } from '../../../../domain/calls/bkernels.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import type { Swarm } from '../../../../domain/entities/swarm.ts'
import { healthCheckNames } from '../../../../domain/rules/device-health.ts'
import { call } from '../../../client/call.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { ListWithPanel } from '../../../parts/panel/ListWithPanel.tsx'
import { type Facet, toggleChoice } from '../../../record/facets.ts'
import { ListChips, ListTable } from '../../../record/ListTable.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { useBulk } from '../../../record/use-bulk.tsx'
import { type RecordList, useList } from '../../../record/use-list.ts'
import { resyncRecords } from '../../../state/records.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import type { Address } from '../../../use-address.ts'
import { askHealthAgain, type DeviceHealth } from '../health-summaries.ts'
import styles from './Fleet.module.css'
import { type FleetVersion, listFleetActs } from './fleet-acts.ts'
import { makeTaskColumns, makeUseColumns } from './fleet-columns.tsx'
import { listGroups, makeFleetFacets, stateFacet } from './fleet-facets.tsx'
import type { FleetRow } from './fleet-rows.ts'
import { FleetTimes } from './FleetTimes.tsx'
import { FleetUse } from './FleetUse.tsx'
import { type Fleet, type Period, periods, useFleet } from './use-fleet.ts'
import { areaIcons } from '../../../parts/icon/area-icons.ts'

/** Parts of the page below the figures, one at a time. */
const shows = ['tasks', 'use', 'times'] as const
type Show = (typeof shows)[number]

const dayMs = 86_400_000

/** Show all devices of the company by what they need, what they did, or what happened to them. Everything chosen is in the address. */
export function FleetView(props: {
  devices: readonly Device[]
  isLoading: boolean
  swarms: readonly Swarm[]
  healthOf: (device: Device) => DeviceHealth | null
  address: Address
  open: Device | undefined
  panel: ReactNode
}) {
  const { devices, swarms, healthOf, address, open } = props
  const { search } = address
  const show: Show = shows.find((one) => one === search.get('show')) ?? 'tasks'
  const period: Period = periods.find((days) => String(days) === search.get('period')) ?? 30
  const fleet = useFleet({ devices, swarms, healthOf, period })
  const columns = useMemo(
    () => (show === 'use' ? makeUseColumns(period * dayMs) : makeTaskColumns()),
    [show, period],
  )
  const facets = useFacets(fleet.rows, swarms)
  const list = useList({
    rows: fleet.rows,
    columns,
    facets,
    firstSort: show === 'use' ? '-busy,name' : 'task,name',
    list: show === 'use' ? 'devices-use' : 'devices',
  })
  return (
    <div className={styles.view}>
      <Figures rows={fleet.rows} list={list} />
      <Chips list={list} />
      <div className={styles.head}>
        <Segments
          label={t('fleet.show')}
          value={show}
          choices={shows.map((value) => ({ value, label: t(`fleet.show.${value}`) }))}
          onChange={(next) => address.change({ show: next === 'tasks' ? null : next, sort: null })}
        />
        {show !== 'tasks' && (
          <Segments
            label={t('fleet.period')}
            value={String(period)}
            choices={periods.map((days) => ({
              value: String(days),
              label: t('fleet.days', { count: days }),
            }))}
            onChange={(next) => address.change({ period: next === '30' ? null : next })}
          />
        )}
      </div>
      {show !== 'tasks' && <AnalysesExtent from={fleet.from} />}
      {show === 'use' && (
        <FleetUse fleet={fleet} rows={list.rows} swarms={swarms} address={address} />
      )}
      {/* Beside the list only: chips that a panel made wrap would move the rows. */}
      <ListWithPanel panel={props.panel}>
        {show === 'times' ? (
          <FleetTimes fleet={fleet} rows={list.listMatching()} />
        ) : (
          <FleetTable
            {...props}
            fleet={fleet}
            list={list}
            onOpen={(row) => address.change({ device: row.uuid === open?.uuid ? null : row.uuid })}
          />
        )}
      </ListWithPanel>
    </div>
  )
}

/** Make the chips again only when another value comes or goes, not whenever a device changes. */
function useFacets(rows: readonly FleetRow[], swarms: readonly Swarm[]): Facet<FleetRow>[] {
  const found = useMemo(
    () => ({
      task: listGroups(rows, 'task', swarms),
      swarm: listGroups(rows, 'swarm', swarms),
      version: listGroups(rows, 'version', swarms),
      model: [],
      due: listGroups(rows, 'due', swarms),
      last: listGroups(rows, 'last', swarms),
      fault: listFaults(rows),
      hasOut: rows.some(({ presence }) => presence === 'out'),
    }),
    [rows, swarms],
  )
  const key = JSON.stringify(found)
  return useMemo(() => makeFleetFacets(JSON.parse(key) as typeof found, swarms), [key, swarms])
}

/** Show the chips. They are counted after the rows are drawn, in a task of their own: devices change many times a second. */
function Chips({ list }: { list: RecordList<FleetRow> }) {
  const rows = useDeferredValue(list.all)
  return <ListChips list={list} rows={rows} hidden={stateFacet} />
}

/** List the checks that are not in order on any device. */
function listFaults(rows: readonly FleetRow[]): string[] {
  const known = new Set<string>()
  for (const { health } of rows) {
    if (health?.check && health.verdict !== 'unknown') known.add(health.check)
  }
  return healthCheckNames.filter((name) => known.has(name))
}

/** Say in large figures what all devices do, whatever the chips say; each figure narrows the list down to its devices. */
function Figures({ rows, list }: { rows: readonly FleetRow[]; list: RecordList<FleetRow> }) {
  const { address, chosen } = list
  const counts = useMemo(() => {
    const found = { needs: 0, runs: 0, waits: 0, silent: 0, out: 0 }
    for (const { presence, isNeeded } of rows) {
      found[presence] += 1
      if (isNeeded) found.needs += 1
    }
    return found
  }, [rows])
  const shown = (Object.keys(counts) as (keyof typeof counts)[]).filter(
    (value) => value !== 'out' || counts.out > 0,
  )
  return (
    <div className={styles.figures} role="group" aria-label={t('fleet.now')}>
      {shown.map((value) => (
        <button
          key={value}
          type="button"
          className={styles.figure}
          data-worst={value === 'needs' && counts.needs > 0}
          aria-pressed={chosen[stateFacet]?.includes(value) ?? false}
          onClick={() =>
            address.change({ [stateFacet]: toggleChoice(chosen, stateFacet, value), page: null })
          }
        >
          <span className={styles.number}>{formatNumber(counts[value])}</span>
          {t(`fleet.now.${value}`)}
        </button>
      ))}
    </div>
  )
}

const newestVersions = async (signal: AbortSignal): Promise<readonly FleetVersion[]> => {
  if (whyNotCall(bkernelCalls.search) !== null) return []
  // Leave the order to the service, where the newest come first.
  const query = { limit: '50' }
  const { data } = await call(
    bkernelCalls.search,
    { query, body: {} },
    { signal, background: true },
  )
  return data
    .filter(({ file_hash }) => file_hash !== null)
    .map(({ version, rollout }) => ({
      version,
      isSelfInstalled:
        rollout?.plan?.install !== undefined &&
        (rollout.state === 'running' || rollout.state === 'finished'),
    }))
}

function FleetTable(props: {
  fleet: Fleet
  list: RecordList<FleetRow>
  isLoading: boolean
  swarms: readonly Swarm[]
  open: Device | undefined
  onOpen: (row: FleetRow) => void
}) {
  const { fleet, list, swarms, open } = props
  const hasDevices = fleet.rows.length > 0
  const [load] = useState(() => newestVersions)
  const versions = useAnswer(load).value ?? noVersions
  const actsOf = useCallback(
    ({ device }: FleetRow) => listFleetActs(device, { swarms, versions, like: open ?? null }),
    [swarms, versions, open],
  )
  const bulk = useBulk({ actsOf, nameOf, revert: undefined, again: askAgain, list })
  return (
    <div className={styles.list}>
      {bulk.notice}
      <ListTable
        list={list}
        label={t('devices.title')}
        loading={props.isLoading || !fleet.isWhole}
        nameOf={nameOf}
        actions={bulk.menu}
        onOpen={props.onOpen}
        isPointed={(row) => row.uuid === open?.uuid}
        empty={
          <EmptyState
            icon={areaIcons.devices}
            title={t(hasDevices ? 'parts.table.none' : 'devices.empty.title')}
          >
            {!hasDevices && t('devices.empty.text')}
          </EmptyState>
        }
      />
      {bulk.dialog}
    </div>
  )
}

const nameOf = ({ device }: FleetRow) => device.name
const noVersions: never[] = []

function askAgain(): void {
  resyncRecords()
  askHealthAgain()
}
