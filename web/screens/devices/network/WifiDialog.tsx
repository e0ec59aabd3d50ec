import { useState } from 'react'
import * as v from 'valibot'
import { lanCalls } from '../../../../domain/lan/lan-calls.ts'
import { NewWifi, Ssid } from '../../../../domain/lan/radio.ts'
import { t } from '../../../i18n/intl.ts'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { PasswordField } from '../../../parts/form/PasswordField.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import type { Radios } from './use-radios.ts'
import type { ListedWifi } from './wifi-step.ts'

const securities = ['open', 'WPA2', 'WPA3'] as const

/**
 * Save a network on the device. The key goes to the device and is kept nowhere on this side: the form forgets it when it
 * closes, and the device never tells it.
 * @param props.network one of the list; null for one that is not in reach, or hides its name.
 */
export function WifiDialog(props: {
  network: Pick<ListedWifi, 'ssid' | 'security'> | null
  radios: Radios
  onClose: () => void
}) {
  const { network, radios, onClose } = props
  const [ssid, setSsid] = useState(network?.ssid ?? '')
  const [security, setSecurity] = useState<NewWifi['security']>(network?.security ?? 'WPA2')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const isOpen = security === 'open'
  const form = { ssid, security, ...(!isOpen && { password }) }
  const submit = async () => {
    setTried(true)
    if (!v.is(NewWifi, form)) return
    if (await radios.act('wifi', 'add', (call) => call(lanCalls.wifiAdd, form))) onClose()
  }
  const isBadKey = !isOpen && (password.length < 8 || password.length > 63)
  return (
    <FormDialog
      title={network ? t('network.add.title', { ssid: network.ssid }) : t('network.add.other')}
      submit={t('network.wifi.save')}
      sending={{ busy: radios.doing === 'add', others: tried ? radios.failure : [] }}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {!network && (
        <>
          <Field
            label={t('network.add.ssid')}
            value={ssid}
            required
            autoFocus
            autoComplete="off"
            error={tried && !v.is(Ssid, ssid) ? t('network.add.ssidWrong') : null}
            onChange={setSsid}
          />
          <Segments
            label={t('network.add.security')}
            showLabel
            value={security}
            choices={securities.map((value) => ({ value, label: t(`network.security.${value}`) }))}
            onChange={setSecurity}
          />
        </>
      )}
      {isOpen ? (
        <p>{t('network.add.openText')}</p>
      ) : (
        <PasswordField
          label={t('network.add.key')}
          hint={t('network.add.keyHint')}
          autoComplete="new-password"
          name="wifi-key"
          required
          autoFocus={network !== null}
          value={password}
          error={tried && isBadKey ? t('fault.wifi_password') : null}
          onChange={setPassword}
        />
      )}
    </FormDialog>
  )
}
