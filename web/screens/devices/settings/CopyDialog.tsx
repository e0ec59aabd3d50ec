import { useState } from 'react'
import { deviceCommandCalls } from '../../../../domain/calls/device-commands.ts'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import type { CommandRecord } from '../../../../domain/entities/command.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { isReason } from '../../../../domain/rules/plain-text.ts'
import { settingsToCopy } from '../../../../domain/rules/setting-drift.ts'
import { call } from '../../../client/call.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { CheckField } from '../../../parts/form/CheckField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { ReasonField } from '../../../record/ReasonField.tsx'
import { resyncRecords } from '../../../state/records.ts'
import { useDevices } from '../../../state/use-devices.ts'
import { useSending } from '../../../state/use-sending.ts'
import { whyBusy } from './RegistrationSection.tsx'

interface Outcome {
  name: string
  /** Empty where it was stored and sent. */
  failure: string
}

/**
 * Give other devices of the same model and channels the stored settings of this one: what would change is counted first, each device is a
 * step of its own, and the outcome of each is shown.
 */
export function CopyDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const others = (useDevices() ?? []).filter((one) => isLike(one, device))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const sending = useSending(['reason'])
  const targets = others.filter(({ uuid }) => chosen.has(uuid))
  const change = (one: Device) => Object.keys(settingsToCopy(device.config, one.config)).length
  const apply = async () => {
    setOutcomes([])
    const isReady = targets.length > 0 && isReason(reason)
    await sending.send(isReady, async () => {
      for (const target of targets) {
        const failure = await copyTo(device, target, reason.trim())
        setOutcomes((before) => [...before, { name: target.name, failure }])
      }
    })
    resyncRecords()
    setChosen(new Set())
  }
  const failed = outcomes.filter(({ failure }) => failure !== '')
  return (
    <FormDialog
      title={t('view.copy.title', { name: device.name })}
      submit={t('view.copy.apply', { count: targets.length })}
      wide
      sending={sending}
      onSubmit={() => void apply()}
      onClose={onClose}
    >
      <p>{t('view.copy.text')}</p>
      {others.length === 0 && <p>{t('view.copy.none')}</p>}
      {others.map((one) => (
        <CheckField
          key={one.uuid}
          label={`${one.name}: ${t('view.copy.changes', { count: change(one) })}`}
          checked={chosen.has(one.uuid)}
          disabled={change(one) === 0 || whyBusy(one) !== null}
          {...(whyBusy(one) !== null && { hint: whyBusy(one) ?? '' })}
          onChange={(on) => {
            const next = new Set(chosen)
            if (on) next.add(one.uuid)
            else next.delete(one.uuid)
            setChosen(next)
          }}
        />
      ))}
      <ReasonField value={reason} sending={sending} onChange={setReason} />
      {sending.busy && (
        <Progress
          label={t('view.copy.going')}
          value={outcomes.length / Math.max(1, targets.length)}
        />
      )}
      {outcomes.length > failed.length && (
        <Notice kind="done">
          {t('view.copy.done', { count: outcomes.length - failed.length })}
        </Notice>
      )}
      {failed.map(({ name, failure }) => (
        <Notice key={name} kind="error" title={name}>
          {failure}
        </Notice>
      ))}
    </FormDialog>
  )
}

/** Return true for another device whose settings mean the same. */
export function isLike(one: Device, device: Device): boolean {
  return (
    one.uuid !== device.uuid &&
    one.deviceType === device.deviceType &&
    one.model === device.model &&
    one.wavelengths.length === device.wavelengths.length &&
    one.wavelengths.every((channel) => device.wavelengths.includes(channel))
  )
}

/** Store the settings for a device and send them to it. Return why not; empty where both went through. */
async function copyTo(from: Device, to: Device, reason: string): Promise<string> {
  try {
    await copySettings({ from, to, reason, opId: makeUuid() })
    return ''
  } catch (error) {
    return errorTexts(error).join(' ')
  }
}

/**
 * Store the settings of a device for another one, and send them to it.
 * @param opId id of the stored change: sent again, it changes nothing twice.
 * @returns the order to the device.
 * @throws Fault
 */
export async function copySettings({
  from,
  to,
  reason,
  opId,
}: {
  from: Device
  to: Device
  reason: string
  opId: string
}): Promise<CommandRecord> {
  const settings = settingsToCopy(from.config, to.config)
  const params = { id: to.uuid }
  const config = { ...to.config, ...settings }
  const body = { config, base: to.updated_at, reason }
  await call(deviceCalls.setConfig, { params, body }, { opId })
  return call(deviceCommandCalls.updateSetup, { params, body: { settings } }, { opId: `${opId}_s` })
}
