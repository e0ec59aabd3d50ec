import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { device as deviceEntity } from '../../../domain/entities/device.ts'
import { swarm as swarmEntity } from '../../../domain/entities/swarm.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { readSort, writeSort } from '../../parts/table/column.ts'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { useRecords } from '../../state/use-records.ts'
import { makeDeviceColumns } from './device-columns.tsx'
import { DevicePanel } from './DevicePanel.tsx'
import styles from './DevicesScreen.module.css'

/** The devices of the company with their live state; one of them in detail beside the list. */
export function DevicesScreen() {
  const [search, setSearch] = useSearchParams()
  const devices = useRecords(deviceEntity)
  const swarms = useRecords(swarmEntity)
  const columns = useMemo(() => makeDeviceColumns(swarms ?? []), [swarms])
  const change = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const chosen = search.get('device')
  const open = devices?.find(({ uuid }) => uuid === chosen)
  return (
    <Page title={t('devices.title')}>
      <div className={styles.columns}>
        <div className={styles.list}>
          <RecordTable
            label={t('devices.title')}
            columns={columns}
            rows={devices ?? none}
            rowId={(row) => row.uuid}
            loading={devices === undefined}
            sort={readSort(search.get('sort') ?? 'name')}
            onSort={(sort) => change('sort', writeSort(sort))}
            filter={search.get('filter') ?? ''}
            onFilter={(text) => change('filter', text)}
            onOpen={(row) => change('device', row.uuid === chosen ? '' : row.uuid)}
            empty={
              <EmptyState icon="device" title={t('devices.empty.title')}>
                {t('devices.empty.text')}
              </EmptyState>
            }
          />
        </div>
        {open && (
          <DevicePanel
            key={open.uuid}
            device={open}
            swarms={swarms ?? []}
            onClose={() => change('device', '')}
          />
        )}
      </div>
    </Page>
  )
}

const none: never[] = []
