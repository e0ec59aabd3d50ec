import { useState } from 'react'
import { lanCalls } from '../../../../domain/lan/lan-calls.ts'
import { bleMinutes, type BleStatus } from '../../../../domain/lan/radio.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { localTime } from '../../../state/local-time.ts'
import styles from './Network.module.css'
import type { Radios } from './use-radios.ts'

type Minutes = (typeof bleMinutes)[number]

/** Switch the Bluetooth of a device on for a time, and connect it with what is near (SCREEN-034). */
export function BluetoothSection({ radios, ble }: { radios: Radios; ble: BleStatus }) {
  const { doing, act } = radios
  const [minutes, setMinutes] = useState<Minutes>(bleMinutes[0])
  return (
    <section className={styles.section} aria-label={t('network.ble')}>
      <div className={styles.head}>
        <h3>{t('network.ble')}</h3>
        <Badge shape={ble.on ? 'disc' : 'ring'} tone={ble.on ? 'accent' : 'neutral'}>
          {sayState(ble)}
        </Badge>
      </div>
      {ble.on && ble.nearby.length === 0 && <p className={styles.quiet}>{t('network.ble.none')}</p>}
      <ul className={styles.list}>
        {ble.nearby.map(({ address, name }) => (
          <Neighbour
            key={address}
            address={address}
            name={name}
            connected={ble.connected === address}
            radios={radios}
          />
        ))}
      </ul>
      <div className={styles.acts}>
        <Segments
          label={t('network.ble.time')}
          value={String(minutes)}
          choices={bleMinutes.map((one) => ({
            value: String(one),
            label: t('network.ble.minutes', { minutes: one }),
          }))}
          onChange={(value) => setMinutes(Number(value) as Minutes)}
        />
        <Button
          icon="online"
          busy={doing === 'ble on'}
          onClick={() =>
            void act('ble', 'ble on', (call) =>
              call(lanCalls.switch, { radio: 'ble', on: true, minutes }),
            )
          }
        >
          {t(ble.on ? 'network.ble.longer' : 'network.ble.on')}
        </Button>
        {ble.on && (
          <Button
            icon="offline"
            busy={doing === 'ble off'}
            onClick={() =>
              void act('ble', 'ble off', (call) =>
                call(lanCalls.switch, { radio: 'ble', on: false }),
              )
            }
          >
            {t('network.ble.off')}
          </Button>
        )}
      </div>
    </section>
  )
}

function sayState({ on, until }: BleStatus): string {
  if (!on) return t('network.ble.isOff')
  return until
    ? t('network.ble.onUntil', { time: localTime(until, 'time') })
    : t('network.ble.isOn')
}

function Neighbour(props: { address: string; name: string; connected: boolean; radios: Radios }) {
  const { address, name, connected, radios } = props
  const { doing, act } = radios
  const what = `ble ${address}`
  const press = () =>
    act('ble', what, (call) =>
      connected
        ? call(lanCalls.disconnect, { radio: 'ble' })
        : call(lanCalls.connect, { radio: 'ble', address }),
    )
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <code className={styles.quiet}>{address}</code>
      </span>
      {connected && (
        <Badge shape="disc" tone="accent">
          {t('network.wifi.step.connected')}
        </Badge>
      )}
      <span className={styles.rowActs}>
        <Button
          busy={doing === what}
          disabledReason={doing !== null && doing !== what ? t('network.wait') : null}
          onClick={() => void press()}
        >
          {t(connected ? 'network.disconnect' : 'network.connect')}
        </Button>
      </span>
    </li>
  )
}
