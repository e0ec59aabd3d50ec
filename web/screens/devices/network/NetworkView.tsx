import { useSignals } from '@preact/signals-react/runtime'
import type { Device } from '../../../../domain/entities/device.ts'
import { t } from '../../../i18n/intl.ts'
import { LanHelp } from '../../../lan/LanHelp.tsx'
import { localName } from '../../../lan/local-names.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { localTime } from '../../../state/local-time.ts'
import { BluetoothSection } from './BluetoothSection.tsx'
import { CheckSection } from './CheckSection.tsx'
import styles from './Network.module.css'
import { useRadios } from './use-radios.ts'
import { WifiSection } from './WifiSection.tsx'

/**
 * Set up the radios of a device and check its way to the service (SCREEN-033, SCREEN-034). All of it goes over the local
 * network, by the hostname: the service has no such functions.
 */
export function NetworkView({ device }: { device: Device }) {
  useSignals()
  const radios = useRadios(device)
  const { picture, failure, doing, ask } = radios
  const hostname = localName(device)
  return (
    <>
      <p className={styles.quiet}>
        {t('network.text', { hostname })}{' '}
        {picture &&
          t('network.at', { time: localTime(new Date(picture.at).toISOString(), 'time') })}
      </p>
      {failure.length > 0 && (
        <>
          <Notice
            kind="error"
            action={
              <Button icon="refresh" busy={doing !== null} onClick={() => void ask()}>
                {t('network.again')}
              </Button>
            }
          >
            {failure.join(' ')}
          </Notice>
          {!picture && <LanHelp hostnames={[hostname]} />}
        </>
      )}
      {!picture && failure.length === 0 && <Progress label={t('network.asking')} />}
      {picture && (
        <>
          <WifiSection radios={radios} picture={picture} />
          <BluetoothSection radios={radios} ble={picture.ble} />
        </>
      )}
      {(picture || failure.length === 0) && <CheckSection device={device} />}
    </>
  )
}
