import { useState } from 'react'
import type { Device } from '../../../domain/entities/device.ts'
import type { HeldSambaConfig } from '../../../domain/live/device-setup.ts'
import { refuseCommand } from '../../../domain/rules/command.ts'
import { faultText } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { localTime } from '../../state/local-time.ts'
import { whyNotAway } from '../../record/rights.ts'
import { may } from '../../state/session.ts'
import { CommandProgress } from './CommandProgress.tsx'
import styles from './DevicePanel.module.css'
import { SambaDialog } from './SambaDialog.tsx'
import { SambaTrial } from './SambaTrial.tsx'
import { useAsked } from './use-asked.ts'
import { deviceCommandCalls } from '../../../domain/calls/device-commands.ts'
import { call } from '../../client/call.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { useSending } from '../../state/use-sending.ts'
import { saySettled } from './say-settled.ts'
import { sendOrder } from './send-order.ts'

type Open = { kind: 'add' } | { kind: 'edit' | 'remove'; config: HeldSambaConfig }

/** Show the folders on file servers to which a bGATE writes; they are stored on the device and requested from it. */
export function SambaSection({ device }: { device: Device }) {
  const asked = useAsked('getSamba', 'samba', device)
  const [open, setOpen] = useState<Open | null>(null)
  if (device.deviceType !== 'bgate' || !may(deviceCommandCalls.getSamba.needs)) return null
  const refusal = refuseCommand('GET_SAMBA_CONFIGS', device)
  const why = refusal
    ? faultText({ code: 'refused', reason: refusal })
    : whyNotAway(deviceCommandCalls.getSamba)
  const configs = asked.data?.configs ?? null
  const close = (changed: boolean) => {
    setOpen(null)
    if (changed) void asked.ask()
  }
  return (
    <section className={styles.section} aria-label={t('device.samba')}>
      <h3>{t('device.samba')}</h3>
      <p className={styles.quiet}>
        {configs && asked.at
          ? t('device.setup.at', { time: localTime(asked.at, 'minute') })
          : t('device.samba.hint')}
      </p>
      {configs?.length === 0 && <p>{t('device.samba.none')}</p>}
      <ul className={styles.ledger}>
        {configs?.map((config) => (
          <Folder
            key={config.uuid}
            device={device}
            config={config}
            onOpen={(kind) => setOpen({ kind, config })}
          />
        ))}
      </ul>
      <div className={styles.acts}>
        <Button
          icon="refresh"
          busy={asked.command.busy}
          disabledReason={why}
          onClick={() => void asked.ask()}
        >
          {t(configs ? 'device.setup.again' : 'device.setup.read')}
        </Button>
        <Button icon="plus" disabledReason={why} onClick={() => setOpen({ kind: 'add' })}>
          {t('device.samba.add')}
        </Button>
      </div>
      {(!configs || asked.failure.length > 0) && (
        <CommandProgress command={{ entry: asked.command.entry, failure: asked.failure }} />
      )}
      {open?.kind === 'remove' && (
        <SambaRemoveDialog device={device} config={open.config} onClose={close} />
      )}
      {open?.kind === 'edit' && (
        <SambaDialog device={device} config={open.config} onClose={close} />
      )}
      {open?.kind === 'add' && <SambaDialog device={device} config={null} onClose={close} />}
    </section>
  )
}

function Folder(props: {
  device: Device
  config: HeldSambaConfig
  onOpen: (kind: 'edit' | 'remove') => void
}) {
  const { device, config, onOpen } = props
  return (
    <li>
      <strong>
        <bdi dir="ltr">{config.address}</bdi>
      </strong>
      <span className={styles.rowActs}>
        <Button kind="plain" icon="edit" iconOnly onClick={() => onOpen('edit')}>
          {t('device.samba.edit')}
        </Button>
        <Button kind="plain" icon="trash" iconOnly onClick={() => onOpen('remove')}>
          {t('device.samba.remove')}
        </Button>
      </span>
      <span className={styles.quiet}>
        <bdi dir="ltr">
          {config.source} → {config.target_folder}
        </bdi>{' '}
        · <bdi>{config.username}</bdi> · {config.max_protocol} ·{' '}
        {t(config.has_password ? 'device.samba.hasPassword' : 'device.samba.noPassword')}
      </span>
      {config.max_protocol === 'NT1' && (
        <span className={styles.reason}>{t('device.samba.oldProtocol')}</span>
      )}
      <SambaTrial device={device} config={config.uuid} />
    </li>
  )
}

function SambaRemoveDialog(props: {
  device: Device
  config: HeldSambaConfig
  onClose: (changed: boolean) => void
}) {
  const { device, config, onClose } = props
  const sending = useSending([])
  const submit = async () => {
    const done = await sending.send(true, async () => {
      const body = { config_uuid: config.uuid }
      const parts = { params: { id: device.uuid }, body }
      const sent = await sendOrder(device, { name: 'DELETE_SAMBA_CONFIG', ...body }, (opId) =>
        call(deviceCommandCalls.deleteSamba, parts, { opId }),
      )
      saySettled(sent.entry, device)
    })
    if (done) onClose(true)
  }
  return (
    <FormDialog
      title={t('device.samba.removeTitle', { address: config.address })}
      submit={t('device.samba.removeConfirm')}
      danger
      sending={sending}
      onSubmit={() => void submit()}
      onClose={() => onClose(false)}
    >
      <p>{t('device.samba.removeText')}</p>
    </FormDialog>
  )
}
