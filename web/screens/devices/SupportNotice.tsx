import { useCallback } from 'react'
import { bkernelCalls, type OfferedBkernel } from '../../../domain/calls/bkernels.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { may } from '../../state/session.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { InstallNotice } from './InstallNotice.tsx'

/** Say which version waits for the device, and how long its own one is supported yet. */
export function SupportNotice({ device }: { device: Device }) {
  return may(bkernelCalls.search.needs) ? <Support device={device} /> : null
}

function Support({ device }: { device: Device }) {
  const { uuid, model, bkernel_version: version } = device
  const load = useCallback(
    async (signal: AbortSignal) => {
      const query = { limit: '100' }
      const filters = { version, models: model }
      const [own, newer] = await Promise.all([
        call(bkernelCalls.search, { query, body: { filters } }, { signal }),
        call(bkernelCalls.search, { query, body: { device_uuid: uuid } }, { signal }),
      ])
      return { days: own.data[0]?.days_left ?? null, next: newer.data[0] ?? null }
    },
    [uuid, model, version],
  )
  // Say nothing without an answer: the update itself says what is offered.
  const { value, again } = useAnswer(load)
  if (!value) return null
  const { days, next } = value
  const { install, file_hash = null } = next ?? {}
  const installing = next && install && file_hash !== null && (
    <InstallNotice device={device} next={{ ...next, install }} onDone={again} />
  )
  if (days === null) return installing || (next && <Waiting next={next} />)
  const left =
    days > 0 ? t('device.support.left', { version, days }) : t('device.support.ended', { version })
  return (
    <>
      <Notice kind="warning" title={t('device.support.title')}>
        {left}{' '}
        {next === null
          ? t('device.support.noNext')
          : t('device.support.next', { next: next.version })}{' '}
        {next && !installing && sayWindow(next)}
      </Notice>
      {installing}
    </>
  )
}

/** Say that a version waits for the device, and that it is installed when somebody orders it. */
function Waiting({ next }: { next: OfferedBkernel }) {
  if (next.file_hash === null) return null
  return (
    <Notice kind="info" title={t('device.support.waits', { next: next.version })}>
      {t('device.support.order')} {sayWindow(next)}
    </Notice>
  )
}

/** Say between which times of the day the rollout of a version lets it be installed; empty for any. */
function sayWindow({ rollout }: OfferedBkernel): string {
  const window = rollout?.plan?.window
  return window ? t('device.support.window', window) : ''
}
