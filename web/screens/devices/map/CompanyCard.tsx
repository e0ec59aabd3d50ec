import { useCallback } from 'react'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import type { Company } from '../../../../domain/entities/company.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { call } from '../../../client/call.ts'
import { readPages } from '../../../client/read-pages.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { useAnswer } from '../../../state/use-answer.ts'
import { DeviceStateBadge } from '../DeviceStateBadge.tsx'
import styles from './DevicesMap.module.css'

/** Show a company on the map: its address, and its devices with their state. */
export function CompanyCard(props: {
  company: Company
  /** Those on this machine; null for another company, whose devices the service is asked for. */
  devices: readonly Device[] | null
  onDevice: (uuid: string) => void
  /** Null for who may not say where the company is. */
  onChange: (() => void) | null
}) {
  const { company, devices, onDevice, onChange } = props
  const { address, zip_code, city, country } = company
  const lines = [address, [zip_code, city].filter(Boolean).join(' '), country].filter(Boolean)
  return (
    <>
      {lines.length > 0 && (
        <address className={styles.address}>
          <bdi>{lines.join(', ')}</bdi>
        </address>
      )}
      {devices ? (
        <DeviceNames devices={devices} onDevice={onDevice} />
      ) : (
        <OtherDevices company={company.uuid} />
      )}
      {onChange && (
        <div>
          <Button icon="edit" onClick={onChange}>
            {t('devices.map.change')}
          </Button>
        </div>
      )}
    </>
  )
}

/** List another company's devices by name only: they are operated there. */
function OtherDevices({ company }: { company: string }) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const { rows } = await readPages<Device>({
        pages: 'all',
        idOf: ({ uuid }) => uuid,
        read: (page) => {
          const parts = { query: { limit: '500', page, order: 'name ASC' }, body: {} } as const
          return call(deviceCalls.search, parts, { signal, company })
        },
      })
      return rows
    },
    [company],
  )
  const { value, failure } = useAnswer(load)
  if (failure.length > 0) return <p>{failure.join(' ')}</p>
  if (value === null) return <Progress label={t('parts.loading')} />
  return <DeviceNames devices={value} onDevice={null} />
}

function DeviceNames(props: {
  devices: readonly Device[]
  onDevice: ((uuid: string) => void) | null
}) {
  const { devices, onDevice } = props
  if (devices.length === 0) return <p>{t('devices.map.count', { count: 0 })}</p>
  return (
    <ul className={styles.devices} aria-label={t('devices.title')}>
      {devices.map((device) => (
        <li key={device.uuid}>
          {onDevice ? (
            <Button kind="plain" onClick={() => onDevice(device.uuid)}>
              <bdi>{device.name}</bdi>
            </Button>
          ) : (
            <bdi>{device.name}</bdi>
          )}
          <DeviceStateBadge device={device} />
        </li>
      ))}
    </ul>
  )
}
