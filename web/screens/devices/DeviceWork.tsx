import type { Device } from '../../../domain/entities/device.ts'
import { AlarmLines } from '../../entities/alarm/AlarmLines.tsx'
import { CommandLedger } from './CommandLedger.tsx'
import { DeviceActions } from './DeviceActions.tsx'
import { SambaSection } from './SambaSection.tsx'
import { SetupSection } from './SetupSection.tsx'
import { SupportNotice } from './SupportNotice.tsx'

/** Show the commands of a device, its setup, and the commands that it received. */
export function DeviceWork({ device }: { device: Device }) {
  return (
    <>
      <SupportNotice device={device} />
      <AlarmLines about={device.uuid} />
      <DeviceActions device={device} />
      <SetupSection device={device} />
      <SambaSection device={device} />
      <CommandLedger device={device.uuid} />
    </>
  )
}
