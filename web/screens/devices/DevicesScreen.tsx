import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Redirect } from 'wouter'
import { type Device, device as deviceEntity } from '../../../domain/entities/device.ts'
import { type Swarm, swarm as swarmEntity } from '../../../domain/entities/swarm.ts'
import { deviceCalls } from '../../../domain/calls/devices.ts'
import { inDesktop } from '../../host/host.ts'
import { completeTexts } from '../../i18n/catalogs.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Segments } from '../../parts/form/Segments.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { areaIcons } from '../../parts/icon/area-icons.ts'
import { Page } from '../../parts/page/Page.tsx'
import { ListWithPanel } from '../../parts/panel/ListWithPanel.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { paths } from '../../paths.ts'
import { whyNotCall } from '../../record/rights.ts'
import { useColumnLayout } from '../../record/use-column-layout.ts'
import { may } from '../../state/session.ts'
import { useDevices } from '../../state/use-devices.ts'
import { useRecords, useWhole } from '../../state/use-records.ts'
import { makeDeviceColumns } from './device-columns.tsx'
import { DevicePage } from './DevicePage.tsx'
import { findDeviceView } from './device-views.tsx'
import { type DeviceHealth, maySeeHealth, useHealthSummaries } from './health-summaries.ts'
import { DevicePanel } from './DevicePanel.tsx'
import { newDeviceKey } from './new-device-key.ts'
import { pagedTableAddress } from '../../parts/table/table-address.ts'
import { type Address, useAddress } from '../../use-address.ts'

/** Loaded when it is first looked at: the map and its library are larger than the rest of the page. */
const DevicesMap = lazy(async () => {
  const [map] = await Promise.all([import('./map/DevicesMap.tsx'), completeTexts('map')])
  return { default: map.DevicesMap }
})

/** Loaded, with its words, when there is a key to show. */
const NewDeviceKey = lazy(async () => {
  const [key] = await Promise.all([import('./NewDeviceKey.tsx'), completeTexts('security')])
  return { default: key.NewDeviceKey }
})

/** Loaded, with its words, when somebody adds a device. */
const ClaimDialog = lazy(async () => {
  const [claim] = await Promise.all([
    import('./commission/ClaimDialog.tsx'),
    completeTexts('commission'),
  ])
  return { default: claim.ClaimDialog }
})

/** Show the new key of a device that has just left the list. */
function KeyOnce() {
  useSignals()
  if (newDeviceKey.value === null) return null
  return (
    <Suspense fallback={<Progress label={t('parts.loading')} />}>
      <NewDeviceKey />
    </Suspense>
  )
}

const FleetView = lazy(async () => {
  const [fleet] = await Promise.all([
    import('./fleet/FleetView.tsx'),
    completeTexts('fleet'),
    completeTexts('record'),
  ])
  return { default: fleet.FleetView }
})

/** Number of devices from which their page opens with the overview: fewer are seen at a glance in a list. */
const fleetSize = 8

/** Load a list of instruments with its texts when it is first opened. */
async function withTexts<View>(view: Promise<View>): Promise<View> {
  const parts = ['instruments', 'record', 'faults'] as const
  const [loaded] = await Promise.all([view, ...parts.map((part) => completeTexts(part))])
  return loaded
}

const InstrumentsView = lazy(async () => ({
  default: (await withTexts(import('./instruments/InstrumentsView.tsx'))).InstrumentsView,
}))

const WatchedFilesView = lazy(async () => {
  const [view] = await Promise.all([
    withTexts(import('./instruments/WatchedFilesView.tsx')),
    completeTexts('watched'),
  ])
  return { default: view.WatchedFilesView }
})

const InstrumentTypesView = lazy(async () => ({
  default: (await withTexts(import('./instruments/InstrumentTypesView.tsx'))).InstrumentTypesView,
}))

/** Views of the page, each with the permission that it needs beside that of the page. */
const views = [
  { view: 'fleet', needs: null },
  { view: 'list', needs: null },
  { view: 'map', needs: null },
  { view: 'instruments', needs: 'instruments.search' },
  { view: 'types', needs: 'instrumentsType.search' },
  { view: 'files', needs: 'analysis.create' },
] as const
type View = (typeof views)[number]['view']

/** Return true for a view that this account sees here: only the desktop shell can watch a folder. */
const isOffered = ({ view, needs }: (typeof views)[number]) =>
  (needs === null || may(needs)) && (view !== 'files' || inDesktop())

/** Find the view that the address names. */
function findView(search: URLSearchParams): (typeof views)[number] | undefined {
  // Look for the word as written out for people who read addresses.
  const wanted = search.get('view') === 'instrument-types' ? 'types' : search.get('view')
  return views.find(({ view }) => view === wanted)
}

/** Return true for a view of the devices themselves: what is open in one is open in the other. */
const isOfDevices = (view: View): view is 'fleet' | 'list' | 'map' =>
  view === 'list' || view === 'map' || view === 'fleet'

/** Choose a view of the page. Going to another kind of record leaves behind what narrowed the list down. */
function ViewChoice(props: { view: View; usual: View; address: Address }) {
  const { view, usual, address } = props
  const go = (next: View) => {
    const gone = isOfDevices(view) && isOfDevices(next) ? ['place'] : [...address.search.keys()]
    const word = next === 'types' ? 'instrument-types' : next
    address.change(
      {
        ...Object.fromEntries(gone.map((name) => [name, null])),
        view: next === usual ? null : word,
      },
      'push',
    )
  }
  return (
    <Segments
      label={t('devices.view')}
      value={view}
      choices={views
        .filter(isOffered)
        .map((one) => ({ value: one.view, label: t(`devices.view.${one.view}`) }))}
      onChange={go}
    />
  )
}

/**
 * List the devices of the company with their live state, as a list or on the map, one of them in detail beside; or the instruments
 * that are attached to them, and their types.
 */
export function DevicesScreen() {
  const address = useAddress()
  const devices = useDevices()
  const usual: View = (devices?.length ?? 0) >= fleetSize ? 'fleet' : 'list'
  const found = findView(address.search)
  // Say why a view does not open, as for any address.
  if (found?.needs && !may(found.needs))
    return <Redirect to={paths.unauthorised(found.needs)} replace />
  const view = found && isOffered(found) ? found.view : usual
  const menu = <ViewChoice view={view} usual={usual} address={address} />
  if (isOfDevices(view)) {
    return <DeviceViews devices={devices} address={address} view={view} menu={menu} />
  }
  const Shown = {
    types: InstrumentTypesView,
    files: WatchedFilesView,
    instruments: InstrumentsView,
  }[view]
  return (
    <Suspense fallback={<Progress label={t('parts.loading')} />}>
      <Shown menu={menu} />
    </Suspense>
  )
}

function DeviceViews(props: {
  devices: Device[] | undefined
  address: Address
  view: View
  menu: ReactNode
}) {
  const { devices, address, menu } = props
  const isWhole = useWhole(deviceEntity)
  const swarms = useRecords(swarmEntity)
  const healthOf = useHealthSummaries()
  const [isAdding, setAdding] = useState(false)
  const whyNotAdd = whyNotCall(deviceCalls.claim)
  const add = { disabledReason: whyNotAdd, onPress: () => setAdding(true) }
  const chosen = address.search.get('device')
  const open = devices?.find(({ uuid }) => uuid === chosen)
  const page = findDeviceView(address.search.get('page'))
  // Take the address for a view only beside an open device: the same name is a page of the list.
  if (open && page) {
    // Say why a page does not open, as for any address. Links to a device lead to its health, in place of which others open.
    if (page.needs && page.id !== 'health' && !may(page.needs))
      return <Redirect to={paths.unauthorised(page.needs)} replace />
    return (
      <>
        <DevicePage
          key={open.uuid}
          device={open}
          swarms={swarms ?? none}
          address={address}
          view={page.id}
        />
        <KeyOnce />
      </>
    )
  }
  return (
    <Page
      title={t('devices.title')}
      primary={{ label: t('devices.add'), icon: 'plus', ...add }}
      menu={menu}
    >
      {isAdding && (
        <Suspense fallback={<Progress label={t('parts.loading')} />}>
          <ClaimDialog
            onClose={() => setAdding(false)}
            onDone={({ uuid }) => {
              setAdding(false)
              address.change({ device: uuid, page: 'commission' }, 'push')
            }}
          />
        </Suspense>
      )}
      {chosen && devices && isWhole && !open && (
        <Notice kind="warning">{t('devices.page.missing')}</Notice>
      )}
      <Suspense fallback={<Progress label={t('parts.loading')} />}>
        <Shown
          view={props.view}
          devices={devices}
          isWhole={isWhole}
          swarms={swarms ?? none}
          healthOf={healthOf}
          address={address}
          open={open}
          panel={
            open && (
              <DevicePanel
                key={open.uuid}
                device={open}
                swarms={swarms ?? []}
                health={healthOf(open)}
                onClose={() => address.change({ device: null })}
              />
            )
          }
        />
      </Suspense>
      <KeyOnce />
    </Page>
  )
}

interface Listed {
  devices: Device[] | undefined
  isWhole: boolean
  swarms: readonly Swarm[]
  healthOf: (device: Device) => DeviceHealth | null
  address: Address
  open: Device | undefined
  /** The open device, to be shown beside the list. */
  panel: ReactNode
}

function Shown({ view, ...listed }: Listed & { view: View }) {
  const { devices, isWhole, address, panel } = listed
  if (view === 'fleet') {
    return <FleetView {...listed} devices={devices ?? none} isLoading={!isWhole} />
  }
  return (
    <ListWithPanel panel={panel}>
      {view === 'map' ? (
        <DevicesMap devices={devices ?? none} address={address} />
      ) : (
        <DeviceList {...listed} />
      )}
    </ListWithPanel>
  )
}

function DeviceList({ devices, swarms, healthOf, address, open }: Listed) {
  const columns = useMemo(
    () => makeDeviceColumns(swarms, maySeeHealth() ? healthOf : null),
    [swarms, healthOf],
  )
  const choice = useColumnLayout('device-list', columns, address)
  return (
    <RecordTable
      label={t('devices.title')}
      columns={columns}
      rows={devices ?? none}
      rowId={(row) => row.uuid}
      loading={devices === undefined}
      {...pagedTableAddress(address, 'name')}
      {...choice}
      onOpen={(row) => address.change({ device: row.uuid === open?.uuid ? null : row.uuid })}
      empty={
        <EmptyState icon={areaIcons.devices} title={t('devices.empty.title')}>
          {t('devices.empty.text')}
        </EmptyState>
      }
    />
  )
}

const none: never[] = []
