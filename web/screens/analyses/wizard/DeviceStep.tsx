import type { Device } from '../../../../domain/entities/device.ts'
import { compareTexts } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import type { Draft } from '../../../state/draft.ts'
import { DeviceChoice } from './DeviceChoice.tsx'
import styles from './Devices.module.css'
import { DeviceSupport } from './DeviceSupport.tsx'
import { InstrumentChoice } from './InstrumentChoice.tsx'
import { listDevices } from './list-devices.ts'
import type { Plan } from './plan.ts'
import { Step } from './Step.tsx'

/** List every device with its present state; one that cannot take the run shows the reason and cannot be chosen. */
export function DeviceStep(props: {
  draft: Draft
  plan: Plan
  devices: readonly Device[] | undefined
}) {
  const { draft, plan, devices } = props
  const listed = listDevices(devices, draft, plan).sort(
    (a, b) =>
      Number(a.refusal !== null) - Number(b.refusal !== null) ||
      compareTexts(a.device.name, b.device.name),
  )
  return (
    <Step number={2} id="device" title={t('wizard.device')}>
      {devices && listed.length === 0 && <p className={styles.quiet}>{t('wizard.device.none')}</p>}
      <div className={styles.devices} role="radiogroup" aria-label={t('wizard.device')}>
        {listed.map(({ device, refusal }) => (
          <DeviceChoice
            key={device.uuid}
            device={device}
            chosen={draft.device_uuid === device.uuid}
            refusal={refusal}
          />
        ))}
      </div>
      {plan.device && <DeviceSupport device={plan.device} />}
      {plan.device && <InstrumentChoice device={plan.device} draft={draft} />}
    </Step>
  )
}
