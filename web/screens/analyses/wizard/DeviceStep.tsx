import { useState } from 'react'
import type { Device } from '../../../../domain/entities/device.ts'
import { compareTexts } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import type { Draft } from '../../../state/draft.ts'
import { DeviceChoice } from './DeviceChoice.tsx'
import styles from './Devices.module.css'
import { DeviceSupport } from './DeviceSupport.tsx'
import { InstrumentChoice } from './InstrumentChoice.tsx'
import { listDevices } from './list-devices.ts'
import type { Plan } from './plan.ts'
import { Step } from './Step.tsx'

/** Number of devices up to which all are shown. */
const most = 8

/**
 * List the devices with their present state, those that can take the run first; one that cannot shows the reason and cannot be
 * chosen. Of many only the first are shown, until one is searched for or all are wanted.
 */
export function DeviceStep(props: {
  draft: Draft
  plan: Plan
  devices: readonly Device[] | undefined
}) {
  const { draft, plan, devices } = props
  const [isAll, setAll] = useState(false)
  const [text, setText] = useState('')
  const listed = listDevices(devices, draft, plan).sort(
    (a, b) =>
      Number(a.refusal !== null) - Number(b.refusal !== null) ||
      compareTexts(a.device.name, b.device.name),
  )
  const wanted = text.trim().toLowerCase()
  const shown = listed.filter(({ device: { uuid, name, serial_no } }, at) => {
    if (wanted) return `${name} ${serial_no}`.toLowerCase().includes(wanted)
    return isAll || at < most || uuid === draft.device_uuid
  })
  const more = wanted ? 0 : listed.length - shown.length
  return (
    <Step number={2} id="device" title={t('wizard.device')}>
      {devices && listed.length === 0 && <p className={styles.quiet}>{t('wizard.device.none')}</p>}
      {listed.length > most && (
        <div className={styles.filter}>
          <Field label={t('parts.table.filter')} value={text} onChange={setText} />
        </div>
      )}
      <div className={styles.devices} role="radiogroup" aria-label={t('wizard.device')}>
        {shown.map(({ device, refusal }) => (
          <DeviceChoice
            key={device.uuid}
            device={device}
            chosen={draft.device_uuid === device.uuid}
            refusal={refusal}
          />
        ))}
      </div>
      {more > 0 && (
        <div>
          <Button kind="plain" icon="down" onClick={() => setAll(true)}>
            {t('wizard.device.more', { count: more })}
          </Button>
        </div>
      )}
      {plan.device && <DeviceSupport device={plan.device} />}
      {plan.device && <InstrumentChoice device={plan.device} draft={draft} />}
    </Step>
  )
}
