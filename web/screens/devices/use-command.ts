import { useState } from 'react'
import { type CommandRecord, command, isSettled } from '../../../domain/entities/command.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { resyncRecords } from '../../state/records.ts'
import { useRecord } from '../../state/use-records.ts'

export interface GivenCommand {
  /** It is being sent, or the device has not had its last word yet. */
  busy: boolean
  /** It is being sent: until then no other is taken. */
  sending: boolean
  /** As the ledger has it by now; null before anything was ordered. */
  entry: CommandRecord | null
  failure: string[]
  /** Sends one; true when it is in the ledger. */
  give: (send: () => Promise<CommandRecord>) => Promise<boolean>
}

/** Send one command at a time, and follow it through the ledger to its end. */
export function useCommand(): GivenCommand {
  const [sending, setSending] = useState(false)
  const [answered, setAnswered] = useState<CommandRecord | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  const kept = useRecord(command, answered?.uuid ?? null)
  const entry = kept && answered && kept.updated_at >= answered.updated_at ? kept : answered
  const waiting = entry !== null && !isSettled(entry.state) && entry.state !== 'unknown'
  const give = async (send: () => Promise<CommandRecord>) => {
    if (sending) {
      // Tell the person to wait, if no button does.
      setFailure([t('device.command.wait')])
      return false
    }
    setSending(true)
    setFailure([])
    try {
      setAnswered(await send())
      return true
    } catch (error) {
      setFailure(errorTexts(error))
      return false
    } finally {
      setSending(false)
      resyncRecords()
    }
  }
  return { busy: sending || waiting, sending, entry, failure, give }
}
