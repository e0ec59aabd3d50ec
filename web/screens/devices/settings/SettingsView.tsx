import type { Device } from '../../../../domain/entities/device.ts'
import { RegistrationSection } from './RegistrationSection.tsx'
import views from '../DeviceView.module.css'
import { DriftSection } from './DriftSection.tsx'
import { LifeSection } from './LifeSection.tsx'

/** Show the settings of a device: its record, its configuration beside what it holds itself, and its place in a company. */
export function SettingsView({ device }: { device: Device }) {
  return (
    <div className={views.view}>
      <RegistrationSection device={device} />
      <DriftSection device={device} />
      <LifeSection device={device} />
    </div>
  )
}
