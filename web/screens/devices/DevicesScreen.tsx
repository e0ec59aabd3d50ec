import { useMemo } from 'react'
import { swarm as swarmEntity } from '../../../domain/entities/swarm.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { ListWithPanel } from '../../parts/panel/ListWithPanel.tsx'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { useDevices } from '../../state/use-devices.ts'
import { useRecords } from '../../state/use-records.ts'
import { makeDeviceColumns } from './device-columns.tsx'
import { DevicePanel } from './DevicePanel.tsx'
import { tableAddress } from '../../parts/table/table-address.ts'
import { useAddress } from '../../use-address.ts'

/** The devices of the company with their live state; one of them in detail beside the list. */
export function DevicesScreen() {
  const address = useAddress()
  const devices = useDevices()
  const swarms = useRecords(swarmEntity)
  const columns = useMemo(() => makeDeviceColumns(swarms ?? []), [swarms])
  const chosen = address.search.get('device')
  const open = devices?.find(({ uuid }) => uuid === chosen)
  return (
    <Page title={t('devices.title')}>
      <ListWithPanel
        panel={
          open && (
            <DevicePanel
              key={open.uuid}
              device={open}
              swarms={swarms ?? []}
              onClose={() => address.change({ device: null })}
            />
          )
        }
      >
        <RecordTable
          label={t('devices.title')}
          columns={columns}
          rows={devices ?? none}
          rowId={(row) => row.uuid}
          loading={devices === undefined}
          {...tableAddress(address, 'name')}
          onOpen={(row) => address.change({ device: row.uuid === chosen ? null : row.uuid })}
          empty={
            <EmptyState icon="device" title={t('devices.empty.title')}>
              {t('devices.empty.text')}
            </EmptyState>
          }
        />
      </ListWithPanel>
    </Page>
  )
}

const none: never[] = []
