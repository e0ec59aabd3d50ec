import { useState } from 'react'
import { deviceCommandCalls } from '../../../domain/calls/device-commands.ts'
import { displayName, wavelengthNames, wavelengths } from '../../../domain/catalog/wavelengths.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { DeviceSetup } from '../../../domain/live/device-setup.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { NumberField } from '../../parts/form/NumberField.tsx'
import { resyncRecords } from '../../state/records.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './DevicePanel.module.css'
import { sendOrder } from './send-order.ts'
import { saySettled } from './say-settled.ts'

const parts = [
  { part: 'intensity', limits: 'Intensity', unit: '%' },
  { part: 'exposure', limits: 'Exposure', unit: 'ms' },
] as const

/** Light source and camera of each channel that is shown (VAL-037, VAL-038). */
export function IlluminationDialog(props: {
  device: Device
  setup: DeviceSetup
  onClose: (changed: boolean) => void
}) {
  const { device, setup, onClose } = props
  const [changes, setChanges] = useState<Record<string, number | null>>({})
  const sending = useSending([])
  const changed = Object.entries(changes).filter(([key, value]) => value !== setup.settings[key])
  const complete = changed.every(([, value]) => value !== null)
  const submit = async () => {
    if (changed.length === 0) return onClose(false)
    const done = await sending.send(complete, async () => {
      const settings = Object.fromEntries(changed) as Record<string, number>
      const sent = { params: { id: device.uuid }, body: { settings } }
      const order = await sendOrder(device, { name: 'UPDATE_SETUP', settings }, (opId) =>
        call(deviceCommandCalls.updateSetup, sent, { opId }),
      )
      saySettled(order.entry, device)
    })
    resyncRecords()
    if (done) onClose(true)
  }
  const channels = wavelengthNames.filter((name) => device.wavelengths.includes(name))
  return (
    <FormDialog
      title={t('device.light.title', { name: device.name })}
      submit={t('device.light.confirm')}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={() => onClose(false)}
    >
      <div className={styles.pairs}>
        {channels.flatMap((channel) =>
          parts.map(({ part, limits, unit }) => {
            const key = `illumination.${channel}.${part}`
            const { min, max } = wavelengths[channel].settings[limits]
            const held = setup.settings[key]
            const value = key in changes ? changes[key] : typeof held === 'number' ? held : null
            return (
              <NumberField
                key={key}
                label={t('device.light.field', {
                  channel: displayName(channel),
                  field: t(`device.light.${part}`),
                })}
                value={value ?? null}
                min={min}
                max={max}
                unit={unit}
                onChange={(next) => setChanges({ ...changes, [key]: next })}
              />
            )
          }),
        )}
      </div>
    </FormDialog>
  )
}
