import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { deviceLinkCalls } from '../domain/calls/device-link.ts'
import { Fault } from '../domain/fault.ts'
import { type CommandAnswer, CommandMessage } from '../domain/live/command.ts'
import { realClock } from './clock.ts'
import { openDevice, statusText } from './device.ts'
import { createEdgeCall } from './edge-client.ts'
import { startEdgeLink } from './edge-link.ts'
import type { DeviceFacts } from './facts.ts'
import { readHealth } from './health.ts'
import { loadLiveKey } from './live-key.ts'
import { startLiveLink } from './live-link.ts'
import { readRecordings } from './recording.ts'
import { openStore } from './store.ts'

export interface DeviceStart {
  facts: DeviceFacts
  key: string
  edge: string
  /** Folder of the device's own storage. */
  state: string
}

const statusMs = 2_000
/** A new step is shown at once, but not more often than this. */
const movedMs = 400
/** How often a device without the live bus asks for commands. */
const askMs = 3_000

/** Switches a device on and connects it: storage, run clock, delivery and live bus. */
export function runDevice({ facts, key, edge, state }: DeviceStart) {
  const store = openStore(state)
  writeFileSync(join(state, 'device.pid'), `${process.pid}\n`)
  const stopped = new AbortController()
  const call = createEdgeCall({ edge, uuid: facts.uuid, key }, stopped.signal)
  const report = (text: string) => console.log(`${facts.hostname} ${text}`)
  let skew = 0
  // Notices of a run that is taken up arise before the links exist.
  let live: ReturnType<typeof startLiveLink> | null = null
  let link: ReturnType<typeof startEdgeLink> | null = null
  let shown: NodeJS.Immediate | null = null
  let shownAt = 0
  let asking = false
  // Rounds of asking for missed commands: wanted (at the start and after each reconnect) and answered.
  let wanted = 1
  let answered = 0

  const device = openDevice(facts, {
    store,
    clock: realClock,
    recordings: readRecordings(),
    health: () => readHealth(state),
    notice: (notice) => {
      report(`${notice.kind.replaceAll('_', ' ')} ${notice.text}`.trim())
      live?.publish(notice)
      showStatus()
    },
    kept: () => link?.wake(),
    moved: () => {
      if (Date.now() - shownAt >= movedMs) showStatus()
    },
  })
  function obey(message: CommandMessage): CommandAnswer {
    try {
      return device.obey(message, Date.now() + skew)
    } catch (error) {
      // What is in memory and what is kept may differ now: end, and begin again from what is kept.
      setImmediate(() => {
        throw error
      })
      throw error
    }
  }

  function showStatus(): void {
    shown ??= setImmediate(() => {
      shown = null
      shownAt = Date.now()
      if (!stopped.signal.aborted) live?.publish(device.status())
    })
  }

  async function sayHello(): Promise<void> {
    const busy = device.status().busy
    const body = { bkernel_version: facts.bkernelVersion, busy, status: statusText(facts) }
    const answer = await call(deviceLinkCalls.hello, { body })
    skew = Date.parse(answer.server_time) - Date.now()
  }

  async function askForCommands(): Promise<void> {
    if (asking) return
    asking = true
    const round = wanted
    try {
      await sayHello()
      for (const message of await call(deviceLinkCalls.commands)) {
        const parsed = v.safeParse(CommandMessage, message)
        if (parsed.success) obey(parsed.output)
      }
      answered = round
    } catch (error) {
      // The next round asks again; the live link already says that nobody answers.
      if (!(error instanceof Fault)) throw error
    } finally {
      asking = false
    }
  }

  link = startEdgeLink({
    store,
    call,
    report,
    progress: (analysisUuid) => {
      const run = device.status().run
      return run?.analysis_uuid === analysisUuid ? run : null
    },
  })
  live = startLiveLink({
    edge,
    uuid: facts.uuid,
    type: facts.type,
    key: loadLiveKey(store),
    call,
    obey,
    report,
    connected: () => {
      wanted += 1
      link?.retry()
      showStatus()
      void askForCommands()
    },
  })
  void askForCommands()
  const status = setInterval(showStatus, statusMs)
  const ask = setInterval(() => {
    if (answered < wanted || !live?.connected()) void askForCommands()
  }, askMs)
  report(`on, ${facts.type} ${facts.cartridge}, speed ${facts.speed}`)

  return {
    toggleLid: () => report(device.toggleLid() ? 'lid is open' : 'lid is closed'),
    async stop(): Promise<void> {
      clearInterval(status)
      clearInterval(ask)
      device.stop()
      stopped.abort()
      await Promise.all([live?.stop(), link?.stop()])
      store.close()
      report('off')
    },
  }
}
