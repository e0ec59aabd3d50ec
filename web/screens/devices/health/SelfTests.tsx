import { useCallback, useEffect, useState } from 'react'
import { displayName, wavelengthNames } from '../../../../domain/catalog/wavelengths.ts'
import { assetCalls } from '../../../../domain/calls/assets.ts'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import type { AutoTest } from '../../../../domain/entities/auto-test.ts'
import { isSettled } from '../../../../domain/entities/command.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { call } from '../../../client/call.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Badge } from '../../../parts/badge/Badge.tsx'
import facts from '../../../parts/facts/Facts.module.css'
import { Fetching } from '../../../parts/progress/Fetching.tsx'
import { localTime } from '../../../state/local-time.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { CommandProgress } from '../CommandProgress.tsx'
import { deviceActs, order, refuseAct } from '../device-acts.ts'
import { useCommand } from '../use-command.ts'
import styles from './Health.module.css'
import views from '../DeviceView.module.css'
import { verdictLooks } from './say-check.ts'

/** Self-tests that are listed; the newest is open. */
const listed = '10'

/** Time that a device takes to deliver a self-test after its answer (ms). */
const deliveryMs = 3_000
const act = deviceActs.find(({ name }) => name === 'selfTest')

/** List the last self-tests of a device, with their figures and pictures. */
export function SelfTests({ device }: { device: Device }) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const query = { limit: listed, order: 'created_at DESC' } as const
      const parts = { params: { id: device.uuid }, query }
      return (await call(deviceCalls.autoTests, parts, { signal, background: true })).data
    },
    [device.uuid],
  )
  const { value, failure, again } = useAnswer(load)
  const command = useCommand(device)
  const ended = command.entry !== null && isSettled(command.entry.state) ? command.entry.uuid : null
  useEffect(() => {
    // Wait for the record with its pictures, which the device delivers a moment after its answer.
    if (ended === null) return
    const timer = setTimeout(again, deliveryMs)
    return () => clearTimeout(timer)
  }, [ended, again])
  return (
    <section className={views.part} aria-labelledby="tests">
      <div className={views.head}>
        <h2 id="tests">{t('view.tests')}</h2>
        <Button
          icon="check"
          busy={command.busy}
          disabledReason={act && refuseAct(act, device)}
          onClick={() => void command.give(() => order('selfTest', device))}
        >
          {t('view.tests.now')}
        </Button>
      </div>
      <CommandProgress command={command} />
      {!value && <Fetching failure={failure} again={again} title={t('parts.fetchFailed')} />}
      {value?.length === 0 && <p className={views.quiet}>{t('view.tests.none')}</p>}
      {value?.map((test, index) => (
        <Test key={test.uuid} test={test} isOpen={index === 0} />
      ))}
    </section>
  )
}

function Test({ test, isOpen: first }: { test: AutoTest; isOpen: boolean }) {
  const [isOpen, setOpen] = useState(first)
  const { outcome, ran_at, values, assets, bkernel_version } = test
  return (
    <details
      className={styles.test}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {localTime(ran_at)}{' '}
        <Badge {...verdictLooks[outcome === 'passed' ? 'ok' : 'bad']}>
          {t(`view.reason.${outcome}`)}
        </Badge>
      </summary>
      {isOpen && (
        <>
          <dl className={facts.facts}>
            <dt>{t('devices.software')}</dt>
            <dd>{bkernel_version}</dd>
            {Object.entries(values).map(([name, value]) => (
              <Value key={name} name={name} value={value} />
            ))}
          </dl>
          <div className={styles.pictures}>
            {assets.map(({ name }) => (
              <Picture key={name} test={test.uuid} name={name} />
            ))}
          </div>
        </>
      )}
    </details>
  )
}

function Value({ name, value }: { name: string; value: AutoTest['values'][string] }) {
  return (
    <>
      <dt>
        <bdi>{sayValueName(name)}</bdi>
      </dt>
      <dd>
        <bdi>{typeof value === 'number' ? formatNumber(value) : String(value)}</bdi>
      </dd>
    </>
  )
}

/** Parts that a device measures in a self-test, by their names in its answer. */
const measured = ['heating', 'lid', 'fan'] as const

/** Return a channel's name as the rest of the page has it; other words stay as they are. */
function sayChannel(name: string): string {
  const channel = wavelengthNames.find((known) => known === name)
  return channel ? displayName(channel) : name
}

/** Say what a value of a self-test is, with its unit: a device names it `part (unit)`. */
function sayValueName(name: string): string {
  const [, part = name, unit = ''] = /^(\w+)( \(.+\))$/.exec(name) ?? []
  const known = measured.find((one) => one === part)
  return `${known ? t(`view.check.${known}`) : sayChannel(part)}${unit}`
}

/** Show a picture of a self-test; nothing in its place where it is gone. */
function Picture({ test, name }: { test: string; name: string }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    let made: string | null = null
    const options = { signal: stop.signal, background: true }
    call(assetCalls.autoTest, { params: { a: test, b: name } }, options).then(
      (file) => {
        if (stop.signal.aborted) return
        made = URL.createObjectURL(new Blob([new Uint8Array(file.bytes)], { type: file.type }))
        setAddress(made)
      },
      () => undefined,
    )
    return () => {
      stop.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [test, name])
  if (address === null) return null
  const label = sayChannel(name.replace(/\.\w+$/, ''))
  return (
    <figure>
      <img src={address} alt={t('view.tests.picture', { name: label })} />
      <figcaption>
        <bdi>{label}</bdi>
      </figcaption>
    </figure>
  )
}
