import { useState } from 'react'
import { lanCalls } from '../../../../domain/lan/lan-calls.ts'
import { formatPercent } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import styles from './Network.module.css'
import type { RadioPicture, Radios } from './use-radios.ts'
import { WifiDialog } from './WifiDialog.tsx'
import { type ListedWifi, listWifis, type WifiStep, wifiStep } from './wifi-step.ts'

const connecting = 'connect '

/** List the Wi-Fi networks of a device with their strength, and connect, save and remove them (SCREEN-033). */
export function WifiSection({ radios, picture }: { radios: Radios; picture: RadioPicture }) {
  const { doing, act } = radios
  const [adding, setAdding] = useState<Pick<ListedWifi, 'ssid' | 'security'> | 'other' | null>(null)
  const target = doing?.startsWith(connecting) ? doing.slice(connecting.length) : null
  const step = wifiStep(picture, target)
  const isOn = step.at !== 'off'
  const turn = () =>
    act('wifi', 'wifi', (call) => call(lanCalls.switch, { radio: 'wifi', on: !isOn }))
  return (
    <section className={styles.section} aria-label={t('network.wifi')}>
      <div className={styles.head}>
        <h3>{t('network.wifi')}</h3>
        <StepBadge step={step} />
      </div>
      <StepNotice step={step} />
      {isOn && (
        <ul className={styles.list}>
          {listWifis(picture.heard, picture.saved).map((wifi) => (
            <Network key={wifi.ssid} wifi={wifi} radios={radios} onAdd={() => setAdding(wifi)} />
          ))}
        </ul>
      )}
      <div className={styles.acts}>
        <Button
          icon="refresh"
          busy={doing === 'list'}
          onClick={() => void act('wifi', 'list', async () => undefined, true)}
        >
          {t('network.wifi.again')}
        </Button>
        {isOn && (
          <Button icon="plus" onClick={() => setAdding('other')}>
            {t('network.wifi.other')}
          </Button>
        )}
        <Button
          icon={isOn ? 'offline' : 'online'}
          busy={doing === 'wifi'}
          onClick={() => void turn()}
        >
          {t(isOn ? 'network.wifi.off' : 'network.wifi.on')}
        </Button>
      </div>
      {adding && (
        <WifiDialog
          network={adding === 'other' ? null : adding}
          radios={radios}
          onClose={() => setAdding(null)}
        />
      )}
    </section>
  )
}

const badges = {
  off: { shape: 'ring', tone: 'neutral' },
  idle: { shape: 'ring', tone: 'neutral' },
  connecting: { shape: 'half', tone: 'accent' },
  connected: { shape: 'disc', tone: 'accent' },
  limited: { shape: 'triangle', tone: 'warning' },
  failed: { shape: 'triangle', tone: 'danger' },
} as const

function StepBadge({ step }: { step: WifiStep }) {
  const look = step.at === 'connected' && step.cause !== null ? 'limited' : step.at
  return <Badge {...badges[look]}>{t(`network.wifi.step.${look}`)}</Badge>
}

/** Say where the device is, and after a failure its cause and the next step. */
function StepNotice({ step }: { step: WifiStep }) {
  if (step.at === 'connecting') {
    return <Progress label={t('network.wifi.connecting', { ssid: step.ssid })} />
  }
  if (step.at !== 'failed' && !(step.at === 'connected' && step.cause !== null)) return null
  const { ssid, cause } = step
  if (cause === null) return null
  return (
    <Notice
      kind={step.at === 'failed' ? 'error' : 'warning'}
      title={t(`network.cause.${cause}`, { ssid })}
    >
      {t(`network.next.${cause}`)}{' '}
      {step.at === 'failed' &&
        (step.stayed === null
          ? t('network.wifi.stayedOut')
          : t('network.wifi.stayed', { ssid: step.stayed }))}
    </Notice>
  )
}

function Network(props: { wifi: ListedWifi; radios: Radios; onAdd: () => void }) {
  const { wifi, radios, onAdd } = props
  const { doing, act } = radios
  const { ssid } = wifi
  const busyElse = (what: string) => (doing !== null && doing !== what ? t('network.wait') : null)
  const connect = () =>
    act(
      'wifi',
      `${connecting}${ssid}`,
      (call) => call(lanCalls.connect, { radio: 'wifi', ssid }),
      true,
    )
  return (
    <li className={styles.row}>
      <SignalBars percent={wifi.signal} />
      <span className={styles.name}>
        <strong>
          <bdi>{ssid}</bdi>
        </strong>
        <span className={styles.quiet}>
          {[
            t(`network.security.${wifi.security}`),
            wifi.saved && t('network.wifi.saved'),
            wifi.signal === null && t('network.wifi.notHeard'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {wifi.connected && (
        <Badge shape="disc" tone="accent">
          {t('network.wifi.step.connected')}
        </Badge>
      )}
      <span className={styles.rowActs}>
        {wifi.connected && (
          <Button
            busy={doing === 'disconnect wifi'}
            disabledReason={busyElse('disconnect wifi')}
            onClick={() =>
              void act('wifi', 'disconnect wifi', (call) =>
                call(lanCalls.disconnect, { radio: 'wifi' }),
              )
            }
          >
            {t('network.disconnect')}
          </Button>
        )}
        {!wifi.connected && wifi.saved && (
          <Button
            busy={doing === `${connecting}${ssid}`}
            disabledReason={busyElse(`${connecting}${ssid}`)}
            onClick={() => void connect()}
          >
            {t('network.connect')}
          </Button>
        )}
        {!wifi.saved && <Button onClick={onAdd}>{t('network.wifi.save')}</Button>}
        {wifi.saved && (
          <Button
            kind="plain"
            icon="trash"
            iconOnly
            busy={doing === `remove ${ssid}`}
            // Refuse to remove the Wi-Fi in use: the device would cut its own line (VAL-019).
            disabledReason={wifi.connected ? t('fault.wifi_in_use') : busyElse(`remove ${ssid}`)}
            onClick={() =>
              void act('wifi', `remove ${ssid}`, (call) => call(lanCalls.wifiRemove, { ssid }))
            }
          >
            {t('network.wifi.remove', { ssid })}
          </Button>
        )}
      </span>
    </li>
  )
}

const bars = [0, 25, 50, 75] as const

/** Draw the strength of a network in four bars, with its percent beside; none of them filled where it is not heard. */
function SignalBars({ percent }: { percent: number | null }) {
  return (
    <span className={styles.signal}>
      <svg width="20" height="16" viewBox="0 0 20 16" aria-hidden="true">
        {bars.map((from, at) => (
          <rect
            key={from}
            x={at * 5}
            y={12 - at * 4}
            width="4"
            height={4 + at * 4}
            rx="1"
            className={percent !== null && percent > from ? styles.full : styles.hollow}
          />
        ))}
      </svg>
      <span className={styles.percent}>
        <span className="visually-hidden">{t('network.signal')}: </span>
        {percent === null ? '–' : formatPercent(percent / 100)}
      </span>
    </span>
  )
}
