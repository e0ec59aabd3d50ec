import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import { can } from '../../../../domain/permissions.ts'
import { deviceTypes } from '../../../../domain/catalog/devices.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { deviceState } from '../../../../domain/rules/device.ts'
import { faultText } from '../../../i18n/faults.ts'
import { formatCelsius } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { changeDraft, type Draft } from '../../../state/draft.ts'
import { deviceLooks } from '../../../state/device-looks.ts'
import { deviceStatuses } from '../../../state/live.ts'
import { account } from '../../../state/session.ts'
import { type Plan, refuseFor } from './plan.ts'
import { Step } from './Step.tsx'
import styles from './Wizard.module.css'

/** Every device with its state now; one that cannot take the run says why and cannot be chosen. */
export function DeviceStep(props: {
  draft: Draft
  plan: Plan
  devices: readonly Device[] | undefined
}) {
  const { draft, plan, devices } = props
  const permissions = account.value?.permissions ?? []
  const seen = (devices ?? []).filter(({ deviceType }) =>
    can(permissions, deviceTypes[deviceType].permission),
  )
  const listed = seen
    .map((device) => ({ device, refusal: refuseFor(device, draft, plan) }))
    .sort(
      (a, b) =>
        Number(a.refusal !== null) - Number(b.refusal !== null) ||
        a.device.name.localeCompare(b.device.name),
    )
  return (
    <Step number={2} title={t('wizard.device')}>
      {devices && seen.length === 0 && <p className={styles.quiet}>{t('wizard.device.none')}</p>}
      <div className={styles.devices} role="radiogroup" aria-label={t('wizard.device')}>
        {listed.map(({ device, refusal }) => (
          <DeviceChoice
            key={device.uuid}
            device={device}
            chosen={draft.device_uuid === device.uuid}
            reason={refusal && faultText(refusal)}
          />
        ))}
      </div>
    </Step>
  )
}

function DeviceChoice(props: { device: Device; chosen: boolean; reason: string | null }) {
  const { device, chosen, reason } = props
  const state = deviceState(device)
  const heard = deviceStatuses.value.get(device.uuid)
  return (
    <label
      className={styles.device}
      data-off={reason !== null || undefined}
      data-chosen={chosen || undefined}
    >
      <input
        type="radio"
        name="device"
        checked={chosen}
        disabled={reason !== null && !chosen}
        onChange={() => changeDraft({ device_uuid: device.uuid })}
      />
      <span className={styles.deviceWords}>
        <span className={styles.deviceName}>{device.name}</span>
        <span className={styles.quiet}>
          {deviceTypes[device.deviceType].name} ·{' '}
          <bdi dir="ltr">{cartridges[device.cartridge_type].name}</bdi>
          {heard && state !== 'offline' && <> · {formatCelsius(heard.status.block_temperature)}</>}
        </span>
        {reason && <span className={styles.why}>{reason}</span>}
      </span>
      <Badge {...deviceLooks[state]}>{t(`devices.state.${state}`)}</Badge>
    </label>
  )
}
