import { lazy, Suspense, useMemo } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { swarm as swarmEntity } from '../../../domain/entities/swarm.ts'
import { completeTexts } from '../../i18n/catalogs.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Segments } from '../../parts/form/Segments.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { ListWithPanel } from '../../parts/panel/ListWithPanel.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { useDevices } from '../../state/use-devices.ts'
import { useRecords } from '../../state/use-records.ts'
import { makeDeviceColumns } from './device-columns.tsx'
import { DevicePage } from './DevicePage.tsx'
import { isDeviceView } from './device-views.tsx'
import { maySeeHealth, useHealthSummaries } from './health-summaries.ts'
import { DevicePanel } from './DevicePanel.tsx'
import { newDeviceKey } from './new-device-key.ts'
import { pagedTableAddress } from '../../parts/table/table-address.ts'
import { useAddress } from '../../use-address.ts'

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

/** List the devices of the company with their live state, as a list or on the map, one of them in detail beside. */
export function DevicesScreen() {
  const address = useAddress()
  const devices = useDevices()
  const swarms = useRecords(swarmEntity)
  const healthOf = useHealthSummaries()
  const columns = useMemo(
    () => makeDeviceColumns(swarms ?? [], maySeeHealth() ? healthOf : null),
    [swarms, healthOf],
  )
  const chosen = address.search.get('device')
  const open = devices?.find(({ uuid }) => uuid === chosen)
  const isMap = address.search.get('view') === 'map'
  const page = address.search.get('page')
  // The same name in the address is the page of the list.
  if (open && page && isDeviceView(page)) {
    return (
      <>
        <DevicePage device={open} swarms={swarms ?? none} address={address} view={page} />
        <KeyOnce />
      </>
    )
  }
  return (
    <Page
      title={t('devices.title')}
      menu={
        <Segments
          label={t('devices.view')}
          value={isMap ? 'map' : 'list'}
          choices={[
            { value: 'list', label: t('devices.view.list') },
            { value: 'map', label: t('devices.view.map') },
          ]}
          onChange={(view) =>
            address.change({ view: view === 'map' ? view : null, place: null }, 'push')
          }
        />
      }
    >
      <ListWithPanel
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
      >
        {isMap ? (
          <Suspense fallback={<Progress label={t('parts.loading')} />}>
            <DevicesMap devices={devices ?? none} address={address} />
          </Suspense>
        ) : (
          <RecordTable
            label={t('devices.title')}
            columns={columns}
            rows={devices ?? none}
            rowId={(row) => row.uuid}
            loading={devices === undefined}
            {...pagedTableAddress(address, 'name')}
            onOpen={(row) => address.change({ device: row.uuid === chosen ? null : row.uuid })}
            empty={
              <EmptyState icon="device" title={t('devices.empty.title')}>
                {t('devices.empty.text')}
              </EmptyState>
            }
          />
        )}
      </ListWithPanel>
      <KeyOnce />
    </Page>
  )
}

const none: never[] = []
