import { useState } from 'react'
import type { OfferedBkernel } from '../../../domain/calls/bkernels.ts'
import { deviceCalls } from '../../../domain/calls/devices.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { DateField } from '../../parts/form/DateField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { localTime } from '../../state/local-time.ts'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './DevicePanel.module.css'

type Installing = OfferedBkernel & { install: NonNullable<OfferedBkernel['install']> }

/** Say on which day the device installs a version by itself, and let a person who may postpone it (decision 87). */
export function InstallNotice(props: { device: Device; next: Installing; onDone: () => void }) {
  const { device, next, onDone } = props
  const { version, install, rollout } = next
  const [isAsking, setAsking] = useState(false)
  const window = rollout?.plan?.window
  const postponed = device.postponed?.version === version ? device.postponed : null
  const isDue = install.due <= today()
  const words = { next: version, day: sayDay(install.due) }
  const title = isDue
    ? t('device.install.now', words)
    : t(install.security ? 'device.install.security' : 'device.install.title', words)
  const why = whyNotCall(deviceCalls.postpone) ?? whyTooLate(install.latest)
  return (
    <>
      <Notice
        kind={install.security || isDue ? 'warning' : 'info'}
        title={title}
        action={
          <Button disabledReason={why} onClick={() => setAsking(true)}>
            {t('device.install.postpone')}
          </Button>
        }
      >
        {window && t('device.install.text', window)}{' '}
        {postponed &&
          t('device.install.postponed', { name: postponed.by_name, reason: postponed.reason })}{' '}
        {t('device.install.latest', { day: sayDay(install.latest) })}
      </Notice>
      {isAsking && (
        <PostponeDialog
          device={device}
          next={next}
          isPostponed={postponed !== null}
          onDone={onDone}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Ask for the day and the reason, or take a postponement back. */
function PostponeDialog(props: {
  device: Device
  next: Installing
  isPostponed: boolean
  onDone: () => void
  onClose: () => void
}) {
  const { device, next, isPostponed, onDone, onClose } = props
  const { version, install } = next
  const [day, setDay] = useState<string | null>(install.latest)
  const [reason, setReason] = useState('')
  const sending = useSending(['until', 'reason'])
  const isMissing = (value: string | null) => sending.tried && !value?.trim()
  /** @param until null takes the postponement back */
  const send = async (until: string | null, isComplete: boolean) => {
    const body = { version, until, reason: reason.trim() }
    const work = async (opId: string) => {
      await call(deviceCalls.postpone, { params: { id: device.uuid }, body }, { opId })
    }
    if (!(await sending.send(isComplete && body.reason !== '', work, body))) return
    showToast(
      'done',
      until === null
        ? t('device.postpone.undone', { version })
        : t('device.postpone.done', { version, day: sayDay(until) }),
    )
    resyncRecords()
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t('device.postpone.title', { version, name: device.name })}
      submit={t('device.postpone.submit')}
      sending={sending}
      onSubmit={() => void send(day, day !== null)}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <p>{t('device.postpone.text')}</p>
        <DateField
          label={t('device.postpone.until')}
          hint={t('device.install.latest', { day: sayDay(install.latest) })}
          required
          value={day === null ? null : Date.parse(day)}
          error={sending.refused['until'] ?? (isMissing(day) ? t('fault.required') : null)}
          onChange={(ms) => {
            sending.forget('until')
            setDay(ms === null ? null : new Date(ms).toISOString().slice(0, 10))
          }}
        />
        <Field
          label={t('device.postpone.reason')}
          required
          value={reason}
          error={sending.refused['reason'] ?? (isMissing(reason) ? t('fault.required') : null)}
          onChange={(text) => {
            sending.forget('reason')
            setReason(text)
          }}
        />
        {isPostponed && (
          <Button busy={sending.busy} onClick={() => void send(null, true)}>
            {t('device.postpone.back')}
          </Button>
        )}
      </div>
    </FormDialog>
  )
}

function whyTooLate(latest: string): string | null {
  return latest > today() ? null : t('device.install.tooLate', { day: sayDay(latest) })
}

/** Return the day in UTC, as the service counts these days. */
const today = () => new Date().toISOString().slice(0, 10)

/** Write a day, which is the same in every time zone. */
const sayDay = (day: string) => localTime(day, 'date')
