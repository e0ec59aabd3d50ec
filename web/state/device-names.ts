import { useMemo } from 'react'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { device as deviceEntity } from '../../domain/entities/device.ts'
import { useRecords } from './use-records.ts'

/** What the device of an analysis is called today; its serial name where the device is not known any more. */
export function useDeviceName(): (analysis: Pick<Analysis, 'device_uuid' | 'bcube'>) => string {
  const devices = useRecords(deviceEntity)
  return useMemo(() => {
    const names = new Map((devices ?? []).map(({ uuid, name }) => [uuid, name]))
    return ({ device_uuid, bcube }) => names.get(device_uuid ?? '') ?? bcube ?? ''
  }, [devices])
}
