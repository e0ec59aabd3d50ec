import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../i18n/intl.ts'
import { OnceSecret } from '../../record/OnceSecret.tsx'
import { newDeviceKey } from './new-device-key.ts'

/** Show the new key of a device once, above whatever page is left. */
export function NewDeviceKey() {
  useSignals()
  const key = newDeviceKey.value
  if (key === null) return null
  return (
    <OnceSecret
      title={t('view.move.key')}
      text={t('view.move.keyText')}
      lines={[key]}
      onClose={() => {
        newDeviceKey.value = null
      }}
    />
  )
}
