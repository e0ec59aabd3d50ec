import { useMemo } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { type Device, device as deviceEntity } from '../../domain/entities/device.ts'
import { mode } from './mode.ts'
import { useListRow, useRecord, useRecords } from './use-records.ts'

/** Return the device as offline: nothing is known of it without the service, until it answers itself (STATE-037, decisions D82). */
const unknown = <Known extends Device>(device: Known): Known => ({ ...device, connected: '0' })

/** Return the devices with their state; without the service all of them are offline. */
export function useDevices(): Device[] | undefined {
  useSignals()
  const devices = useRecords(deviceEntity)
  const isOffline = mode.value.state === 'offline'
  return useMemo(() => (isOffline ? devices?.map(unknown) : devices), [devices, isOffline])
}

/** Return one device with its state; null when there is none. */
export function useDevice(uuid: string | null): Device | null | undefined {
  useSignals()
  const device = useRecord(deviceEntity, uuid)
  const isOffline = mode.value.state === 'offline'
  return useMemo(() => (isOffline && device ? unknown(device) : device), [device, isOffline])
}

/** Return a device of a list as it is now, before the list is drawn again. */
export function useLiveDevice(device: Device): Device {
  useSignals()
  const newest = useListRow(deviceEntity, device.uuid)
  return newest && mode.value.state !== 'offline' ? newest : device
}
