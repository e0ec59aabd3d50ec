import { useState } from 'react'
import { deviceCommandCalls } from '../../../domain/calls/device-commands.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { DeviceSetup } from '../../../domain/live/device-setup.ts'
import { commandNeeds } from '../../../domain/rules/command.ts'
import { t } from '../../i18n/intl.ts'
import facts from '../../parts/facts/Facts.module.css'
import { Button } from '../../parts/button/Button.tsx'
import { whyNotAway } from '../../record/rights.ts'
import { localTime } from '../../state/local-time.ts'
import { may } from '../../state/session.ts'
import { CommandProgress } from './CommandProgress.tsx'
import styles from './DevicePanel.module.css'
import { IlluminationDialog } from './IlluminationDialog.tsx'
import { InfoDialog } from './InfoDialog.tsx'
import { useAsked } from './use-asked.ts'

/** Show the setup on the device: requested from it, with the time of its answer. */
export function SetupSection({ device }: { device: Device }) {
  const asked = useAsked('getSetup', 'setup', device)
  const [open, setOpen] = useState<'names' | 'light' | null>(null)
  if (!may(deviceCommandCalls.getSetup.needs)) return null
  const setup = asked.data?.setup ?? null
  const close = (changed: boolean) => {
    setOpen(null)
    if (changed) void asked.ask()
  }
  return (
    <section className={styles.section} aria-label={t('device.setup')}>
      <h3>{t('device.setup')}</h3>
      {!setup && <p className={styles.quiet}>{t('device.setup.hint')}</p>}
      {setup && <SetupFacts setup={setup} at={asked.at} />}
      <div className={styles.acts}>
        <Button
          icon="refresh"
          busy={asked.command.busy}
          disabledReason={whyNotAway(deviceCommandCalls.getSetup)}
          onClick={() => void asked.ask()}
        >
          {t(setup ? 'device.setup.again' : 'device.setup.read')}
        </Button>
        {setup && (
          <>
            {may(commandNeeds.SET_INFO) && (
              <Button icon="edit" onClick={() => setOpen('names')}>
                {t('device.setup.names')}
              </Button>
            )}
            <Button icon="sun" onClick={() => setOpen('light')}>
              {t('device.setup.change')}
            </Button>
          </>
        )}
      </div>
      {(!setup || asked.failure.length > 0) && (
        <CommandProgress command={{ entry: asked.command.entry, failure: asked.failure }} />
      )}
      {setup && open === 'names' && <InfoDialog device={device} setup={setup} onClose={close} />}
      {setup && open === 'light' && (
        <IlluminationDialog device={device} setup={setup} onClose={close} />
      )}
    </section>
  )
}

function SetupFacts({ setup, at }: { setup: DeviceSetup; at: string | null }) {
  const others = Object.entries(setup.settings).filter(([key]) => !key.startsWith('illumination.'))
  const until = setup.remote_shell_until
  return (
    <>
      <p className={styles.quiet}>
        {at && t('device.setup.at', { time: localTime(at, 'minute') })}
      </p>
      <dl className={facts.facts}>
        <dt>{t('device.setup.name')}</dt>
        <dd>{setup.name ?? t('device.setup.noName')}</dd>
        <dt>{t('device.setup.hostname')}</dt>
        <dd>
          <code>{setup.hostname}</code>
        </dd>
        <dt>{t('device.setup.slot')}</dt>
        <dd>{t('device.setup.slotText', { version: setup.bkernel_version, slot: setup.slot })}</dd>
        <dt>{t('device.setup.other')}</dt>
        <dd>{setup.other_version ?? t('device.setup.empty')}</dd>
        <dt>{t('device.setup.shell')}</dt>
        <dd>
          {until
            ? t('device.setup.shellUntil', { time: localTime(until, 'minute') })
            : t('device.setup.shellClosed')}
        </dd>
        {others.map(([key, value]) => (
          <Setting key={key} name={key} value={value} />
        ))}
      </dl>
    </>
  )
}

function Setting({ name, value }: { name: string; value: string | number | boolean }) {
  return (
    <>
      <dt>
        <code>{name}</code>
      </dt>
      <dd>
        <bdi dir="ltr">{String(value)}</bdi>
      </dd>
    </>
  )
}
