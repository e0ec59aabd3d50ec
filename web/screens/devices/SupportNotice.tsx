import { useCallback } from 'react'
import { bkernelCalls } from '../../../domain/calls/bkernels.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { may } from '../../state/session.ts'
import { useAnswer } from '../../state/use-answer.ts'

/** Says that the software of the device must be updated: how long it is supported yet, and by which version it is followed. */
export function SupportNotice({ device }: { device: Device }) {
  return may('bkernels.search') ? <Support device={device} /> : null
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
      return { days: own.data[0]?.days_left ?? null, next: newer.data[0]?.version ?? null }
    },
    [uuid, model, version],
  )
  // Without an answer there is nothing to say: the update itself says what is offered.
  const { value } = useAnswer(load)
  if (!value || value.days === null) return null
  const { days, next } = value
  const left =
    days > 0 ? t('device.support.left', { version, days }) : t('device.support.ended', { version })
  return (
    <Notice kind="warning" title={t('device.support.title')}>
      {left} {next === null ? t('device.support.noNext') : t('device.support.next', { next })}
    </Notice>
  )
}
