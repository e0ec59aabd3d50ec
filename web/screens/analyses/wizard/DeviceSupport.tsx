import { useCallback } from 'react'
import type { Device } from '../../../../domain/entities/device.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { mode } from '../../../state/mode.ts'
import { may } from '../../../state/session.ts'
import { useAnswer } from '../../../state/use-answer.ts'

/** Show the end of support of the chosen device's software, and the version that follows it (ERR-054, ERR-055). */
export function DeviceSupport({ device }: { device: Device }) {
  const isAsked = may('bkernels.search') && mode.value.state !== 'offline'
  return isAsked ? <Support key={device.uuid} device={device} /> : null
}

function Support({ device }: { device: Device }) {
  const { uuid, name, model, bkernel_version: version } = device
  const load = useCallback(
    async (signal: AbortSignal) => {
      const ask = (body: Parameters<typeof askVersions>[0]) => askVersions(body, signal)
      const [own, newer] = await Promise.all([
        ask({ filters: { version, models: model } }),
        ask({ device_uuid: uuid }),
      ])
      return { days: own[0]?.days_left ?? null, next: newer[0]?.version ?? null }
    },
    [uuid, model, version],
  )
  // Say nothing without an answer: the launch itself refuses what cannot run.
  const { value } = useAnswer(load)
  if (!value || value.days === null) return null
  const { days, next } = value
  const said = days > 0 ? 'wizard.support.left' : 'wizard.support.ended'
  return (
    <Notice kind={days > 0 ? 'info' : 'warning'}>
      {t(said, { version, days, name })} {next !== null && t('wizard.support.next', { next })}
    </Notice>
  )
}

async function askVersions(
  body: { device_uuid: string } | { filters: Record<string, string> },
  signal: AbortSignal,
) {
  // Fetch the row with its first question: it brings all about rollouts along, and the page waits for neither.
  const { bkernelCalls } = await import('../../../../domain/calls/bkernels.ts')
  const query = { limit: '100' }
  return (await call(bkernelCalls.search, { query, body }, { signal, background: true })).data
}
