import { useCallback, useEffect, useRef, useState } from 'react'
import type { Device } from '../../../../domain/entities/device.ts'
import { lanCalls } from '../../../../domain/lan/lan-calls.ts'
import type { ShellLine } from '../../../../domain/lan/shell-line.ts'
import { callDevice } from '../../../lan/call-device.ts'
import { localName } from '../../../lan/local-names.ts'
import { lanErrorTexts } from '../../../lan/say-outcome.ts'

/** Pause between two questions for new lines, which others may have typed. */
const askMs = 2_000

export interface Shell {
  /** Time at which it closes; null while it is closed, undefined before the device has answered. */
  until: string | null | undefined
  lines: readonly ShellLine[]
  failure: string[]
  busy: boolean
  ask: () => Promise<void>
  /** Carry out a line; false where the device has not. */
  run: (line: string) => Promise<boolean>
}

/** Follow the remote shell of a device in the local network: its own lines and those of others, and when it closes. */
export function useShell(device: Pick<Device, 'uuid' | 'hostname'>): Shell {
  const { uuid } = device
  const hostname = localName(device)
  const [until, setUntil] = useState<string | null>()
  const [lines, setLines] = useState<readonly ShellLine[]>([])
  const [failure, setFailure] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const last = useRef(0)
  const session = useRef<string | null>(null)
  const asking = useRef<Promise<void> | null>(null)
  const read = useCallback(async () => {
    const options = { device: uuid }
    const ask = () => callDevice(hostname, lanCalls.shellLines, { after: last.current }, options)
    let answer = await ask()
    if (answer.session !== session.current) {
      // Begin again with the numbers, as each session does.
      session.current = answer.session
      if (last.current > 0) {
        last.current = 0
        answer = await ask()
      }
      setLines([])
    }
    setUntil(answer.until)
    if (answer.lines.length === 0) return
    last.current = answer.lines.at(-1)?.number ?? last.current
    setLines((before) => [...before, ...answer.lines])
  }, [hostname, uuid])
  const ask = useCallback(async () => {
    asking.current ??= read()
      .then(
        () => setFailure([]),
        (error: unknown) => setFailure(lanErrorTexts(error)),
      )
      .finally(() => {
        asking.current = null
      })
    await asking.current
  }, [read])
  useEffect(() => {
    last.current = 0
    setLines([])
    void ask()
    const timer = setInterval(() => void ask(), askMs)
    return () => clearInterval(timer)
  }, [ask])
  const run = async (line: string) => {
    setBusy(true)
    try {
      await callDevice(hostname, lanCalls.shell, { line }, { device: uuid })
      await asking.current
      await ask()
      return true
    } catch (error) {
      setFailure(lanErrorTexts(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { until, lines, failure, busy, ask, run }
}
