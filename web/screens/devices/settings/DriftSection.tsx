import { useState } from 'react'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import { deviceCommandCalls } from '../../../../domain/calls/device-commands.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import type { DeviceSettings } from '../../../../domain/live/device-setup.ts'
import { compareSettings, type DriftRow, isDrift } from '../../../../domain/rules/setting-drift.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { ReasonDialog } from '../../../record/ReasonDialog.tsx'
import { whyNotAway, whyNotCall } from '../../../record/rights.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { CommandProgress } from '../CommandProgress.tsx'
import { sayAge } from '../health/say-age.ts'
import { sendOrder } from '../send-order.ts'
import { useAsked } from '../use-asked.ts'
import { useCommand } from '../use-command.ts'
import { CopyDialog } from './CopyDialog.tsx'
import { whyBusy } from './RegistrationSection.tsx'
import { SettingDialog } from './SettingDialog.tsx'
import styles from './Settings.module.css'
import views from '../DeviceView.module.css'

type Open = { what: 'keep' } | { what: 'copy' } | { what: 'change'; row: DriftRow } | null

/** Show the stored configuration beside what the device reports, differences first, and what may be done about them. */
export function DriftSection({ device }: { device: Device }) {
  const asked = useAsked('getSetup', 'setup', device)
  const sent = useCommand(device)
  const [open, setOpen] = useState<Open>(null)
  const reported = asked.data?.setup.settings ?? null
  const rows = compareSettings(device.config, reported)
  const drift = rows.filter(isDrift)
  const close = () => setOpen(null)
  const send = () => {
    const settings: DeviceSettings = {}
    for (const { key, stored } of drift) if (stored !== null) settings[key] = stored
    const parts = { params: { id: device.uuid }, body: { settings } }
    void sent.give(() =>
      sendOrder(device, { name: 'UPDATE_SETUP', settings }, (opId) =>
        call(deviceCommandCalls.updateSetup, parts, { opId }),
      ),
    )
  }
  return (
    <section className={views.part} aria-labelledby="drift">
      <div className={views.head}>
        <h2 id="drift">{t('view.drift')}</h2>
        <span className={views.quiet}>
          {asked.at ? t('view.drift.readAt', { age: sayAge(asked.at) }) : t('view.drift.unread')}
        </span>
        <Button
          icon="refresh"
          busy={asked.command.busy}
          disabledReason={whyNotCall(deviceCommandCalls.getSetup)}
          onClick={() => void asked.ask()}
        >
          {t(reported ? 'device.setup.again' : 'device.setup.read')}
        </Button>
      </div>
      {(!reported || asked.failure.length > 0) && (
        <CommandProgress command={{ entry: asked.command.entry, failure: asked.failure }} />
      )}
      {reported && (
        <Notice
          kind={drift.length > 0 ? 'warning' : 'done'}
          title={t('view.drift.count', { count: drift.length })}
        />
      )}
      {rows.length === 0 && <p className={views.quiet}>{t('view.drift.none')}</p>}
      {rows.length > 0 && (
        <DriftTable
          rows={rows}
          why={whyNotCall(deviceCalls.setConfig) ?? whyBusy(device)}
          onChange={(row) => setOpen({ what: 'change', row })}
        />
      )}
      <DriftActs
        device={device}
        isRead={reported !== null}
        drift={drift.length}
        foreign={rows.filter(({ state }) => state === 'only_device').length}
        isSending={sent.busy}
        onSend={send}
        onOpen={setOpen}
      />
      <CommandProgress command={sent} />
      {open?.what === 'keep' && reported && (
        <KeepDialog device={device} reported={reported} onClose={close} />
      )}
      {open?.what === 'copy' && <CopyDialog device={device} onClose={close} />}
      {open?.what === 'change' && <SettingDialog device={device} row={open.row} onClose={close} />}
    </section>
  )
}

/** Show what may be done about the differences, each with the reason where it may not. */
function DriftActs(props: {
  device: Device
  isRead: boolean
  /** Number of settings that differ, and of those that only the device has. */
  drift: number
  foreign: number
  isSending: boolean
  onSend: () => void
  onOpen: (open: Open) => void
}) {
  const { device, isRead, drift, foreign, isSending, onSend, onOpen } = props
  return (
    <div className={styles.acts}>
      <Button
        icon="upload"
        busy={isSending}
        disabledReason={
          whyNotCall(deviceCommandCalls.updateSetup) ??
          (isRead ? null : t('view.drift.readFirst')) ??
          (drift > 0 ? null : t('view.drift.noDrift'))
        }
        onClick={onSend}
      >
        {t('view.drift.send')}
      </Button>
      <Button
        icon="download"
        disabledReason={
          whyNotCall(deviceCalls.setConfig) ??
          whyBusy(device) ??
          (isRead ? null : t('view.drift.readFirst')) ??
          (drift + foreign > 0 ? null : t('view.drift.noDrift'))
        }
        onClick={() => onOpen({ what: 'keep' })}
      >
        {t('view.drift.keep')}
      </Button>
      <Button
        icon="copy"
        disabledReason={
          whyNotCall(deviceCalls.setConfig) ?? whyNotAway(deviceCommandCalls.updateSetup)
        }
        onClick={() => onOpen({ what: 'copy' })}
      >
        {t('view.copy')}
      </Button>
    </div>
  )
}

const looks = {
  same: { shape: 'disc', tone: 'accent' },
  differs: { shape: 'diamond', tone: 'warning' },
  only_stored: { shape: 'diamond', tone: 'warning' },
  only_device: { shape: 'half', tone: 'neutral' },
  unread: { shape: 'ring', tone: 'neutral' },
} as const

function DriftTable(props: {
  rows: readonly DriftRow[]
  why: string | null
  onChange: (row: DriftRow) => void
}) {
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={t('view.settings')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('view.drift.key')}</th>
            <th scope="col">{t('view.drift.stored')}</th>
            <th scope="col">{t('view.drift.reported')}</th>
            <th scope="col">{t('view.drift.state')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('view.drift.change')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <code>{row.key}</code>
              </th>
              <td>{sayValue(row.stored)}</td>
              <td>{sayValue(row.reported)}</td>
              <td>
                <Badge {...looks[row.state]}>{t(`view.drift.is.${row.state}`)}</Badge>
              </td>
              <td>
                <Button
                  icon="edit"
                  kind="plain"
                  iconOnly
                  disabledReason={props.why}
                  onClick={() => props.onChange(row)}
                >
                  {t('view.drift.changeOf', { key: row.key })}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function sayValue(value: DriftRow['stored']): string {
  return value === null ? '–' : String(value)
}

/** Store what the device holds, with a reason. */
function KeepDialog(props: { device: Device; reported: DeviceSettings; onClose: () => void }) {
  const { device, reported, onClose } = props
  return (
    <ReasonDialog
      ask={{
        title: t('view.drift.keepAsk', { name: device.name }),
        text: t('view.drift.keepText'),
        submit: t('view.drift.keep'),
        reason: 'due',
      }}
      send={async (opId, reason) => {
        const config = { ...device.config, ...reported }
        const body = { config, base: device.updated_at, reason }
        await call(deviceCalls.setConfig, { params: { id: device.uuid }, body }, { opId })
        resyncRecords()
        showToast('done', t('view.saved', { name: device.name }))
      }}
      onClose={onClose}
    />
  )
}
