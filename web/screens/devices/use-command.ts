import { useEffect, useRef, useState } from 'react'
import { type CommandRecord, command, isSettled } from '../../../domain/entities/command.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { CommandData } from '../../../domain/live/device-setup.ts'
import { settleMs } from '../../../domain/rules/command.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { askOutcome, type SentOrder } from '../../lan/order-locally.ts'
import { lanErrorTexts, tellLanSuccess } from '../../lan/say-outcome.ts'
import { resyncRecords } from '../../state/records.ts'
import { useRecord } from '../../state/use-records.ts'
import { isLocalWay } from './send-order.ts'

export interface GivenCommand {
  /** It is being sent, or the device has not had its last word yet. */
  busy: boolean
  /** It is being sent: until then no other is taken. */
  sending: boolean
  /** As the ledger has it by now; null before anything was ordered. */
  entry: CommandRecord | null
  /** Data that came with the answer in the local network. */
  data: CommandData | null
  failure: string[]
  /** Sends one; true when it is in the ledger, or will be once the device has reported it. */
  give: (send: () => Promise<SentOrder>) => Promise<boolean>
}

/** Send one command at a time, and follow it to its end: through the ledger, or in the local network. */
export function useCommand(device: Pick<Device, 'uuid' | 'hostname' | 'name'>): GivenCommand {
  const [sending, setSending] = useState(false)
  const [answered, setAnswered] = useState<SentOrder | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  const sent = answered?.entry ?? null
  const kept = useRecord(command, sent?.uuid ?? null)
  const entry = kept && sent && kept.updated_at >= sent.updated_at ? kept : sent
  const waiting = entry !== null && !isSettled(entry.state) && entry.state !== 'unknown'
  useLocalOutcome(device, entry, (settled) => setAnswered({ entry: settled, data: null }))
  const give = async (send: () => Promise<SentOrder>) => {
    if (sending) {
      // Tell the person to wait, if no button does.
      setFailure([t('device.command.wait')])
      return false
    }
    setSending(true)
    setFailure([])
    const isLocal = isLocalWay()
    try {
      const order = await send()
      setAnswered(order)
      if (isLocal && order.entry.state === 'done') await tellLanSuccess(device.name)
      return true
    } catch (error) {
      setFailure(isLocal ? lanErrorTexts(error) : errorTexts(error))
      return false
    } finally {
      setSending(false)
      resyncRecords()
    }
  }
  return { busy: sending || waiting, sending, entry, data: answered?.data ?? null, failure, give }
}

/** Pause between two questions for the outcome of a command that a device has taken up. */
const askMs = 2_000

/** Ask a device for the outcome of a command that it took up in the local network, until it is done or its time is over. */
function useLocalOutcome(
  device: Pick<Device, 'uuid' | 'hostname' | 'name'>,
  entry: CommandRecord | null,
  onSettled: (entry: CommandRecord) => void,
): void {
  const waiting = entry?.local === true && entry.state === 'accepted' ? entry.uuid : null
  const latest = useRef({ device, entry, onSettled })
  useEffect(() => {
    latest.current = { device, entry, onSettled }
  })
  useEffect(() => {
    if (waiting === null) return undefined
    const settle = (state: CommandRecord['state'], reason = '') => {
      clearInterval(timer)
      const { entry: taken, onSettled: tell } = latest.current
      if (taken) tell({ ...taken, state, reason, updated_at: new Date().toISOString() })
    }
    const ask = async () => {
      const { device: asked, entry: taken } = latest.current
      if (!taken || Date.now() > endOf(taken)) return settle('unknown')
      // Ask again later, since it is silent while it restarts.
      const answer = await askOutcome(asked, waiting).catch(() => null)
      if (!answer) return
      settle(answer.state, answer.state === 'refused' ? answer.reason : '')
      if (answer.state === 'done') await tellLanSuccess(asked.name)
    }
    const timer = setInterval(() => void ask(), askMs)
    return () => clearInterval(timer)
  }, [waiting])
}

/** Return the time by which a command that was taken up must be settled, in milliseconds since 1970. */
function endOf({ updated_at, command: { name } }: CommandRecord): number {
  return Date.parse(updated_at) + (settleMs[name] ?? 60_000)
}
