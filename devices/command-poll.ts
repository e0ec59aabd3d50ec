import * as v from 'valibot'
import type { CallData } from '../domain/call.ts'
import { deviceLinkCalls } from '../domain/calls/device-link.ts'
import { Fault } from '../domain/fault.ts'
import { CommandMessage } from '../domain/live/command.ts'
import type { DeviceStatus } from '../domain/live/event.ts'
import { createBackOff } from './back-off.ts'
import { type EdgeCall, isPassing } from './edge-client.ts'
import { refuseUnreadable } from './obey.ts'

/**
 * Commands by HTTP: what was sent while the live bus was away, and all of them where the bus cannot be
 * had. Asks at the start and after each reconnect until answered, and regularly without the bus.
 */
export interface CommandPoll {
  /** Ask now and, if that fails, until there is an answer. */
  ask(): void
  /** Milliseconds since 1970 by the service's clock, as far as it has been heard. */
  serviceTime(): number
  stop(): void
}

export interface CommandPollPorts {
  call: EdgeCall
  status(): DeviceStatus
  /** Return the time of the last calibration; null where it is not known. */
  calibratedAt(): string | null
  obey(message: CommandMessage): void
  hasBus(): boolean
  /** Milliseconds between two questions while there is no bus, where that is longer than usual. */
  pauseMs(): number
  /** Return the public key of the device for claims. */
  claimKey(): string
  /** Receive the service's answer to the greeting. */
  heard(answer: CallData<typeof deviceLinkCalls.hello>): void
}

const pollMs = 2_000
const longestPollMs = 60_000
/** Interval in which the device asks for software that it has to install by itself (decision 87). */
const dueMs = 60 * 60_000

export function startCommandPoll(ports: CommandPollPorts): CommandPoll {
  const backOff = createBackOff(pollMs, longestPollMs)
  let asking = false
  let stopped = false
  let notBefore = 0
  let askedAt = 0
  // Count rounds of asking, wanted and answered: a reconnect while a round is under way wants another.
  let wanted = 0
  let answered = 0
  let skew = 0
  let nextDue = 0

  async function ask(): Promise<void> {
    if (asking) return
    asking = true
    askedAt = Date.now()
    const round = wanted
    try {
      skew = await sayHello(ports)
      if (Date.now() >= nextDue) {
        await askDue(ports)
        nextDue = Date.now() + dueMs
      }
      for (const message of abortsFirst(await ports.call(deviceLinkCalls.commands))) {
        const parsed = v.safeParse(CommandMessage, message)
        if (stopped) break
        if (parsed.success) ports.obey(parsed.output)
        else await refuse(ports, message)
      }
      answered = round
      backOff.reset()
    } catch (error) {
      // Ask again in the next round; the live link already says that nobody answers.
      if (!(error instanceof Fault)) throw error
      notBefore = Date.now() + Math.max(backOff.next(), error.retryAfterMs)
    } finally {
      asking = false
    }
  }

  const timer = setInterval(() => {
    if (Date.now() < notBefore) return
    const isDue = Date.now() - askedAt >= ports.pauseMs()
    if (answered < wanted || (!ports.hasBus() && isDue)) void ask()
  }, pollMs)
  return {
    ask() {
      wanted += 1
      void ask()
    },
    serviceTime: () => Date.now() + skew,
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}

/** Put aborts before the other commands: the run that an abort ends takes nothing more. */
function abortsFirst<Message extends { command: { name: string } }>(
  messages: readonly Message[],
): Message[] {
  const isAbort = ({ command }: Message) => command.name === 'ABORT'
  return [...messages.filter(isAbort), ...messages.filter((one) => !isAbort(one))]
}

/** Give how far the service's clock is ahead, in milliseconds. */
async function sayHello(ports: CommandPollPorts): Promise<number> {
  const { call, status, calibratedAt, claimKey, heard } = ports
  const { bkernel_version, busy, status: text } = status()
  const calibrated_at = calibratedAt()
  const answer = await call(deviceLinkCalls.hello, {
    body: {
      bkernel_version,
      busy,
      status: text,
      claim_key: claimKey(),
      ...(calibrated_at && { calibrated_at }),
    },
  })
  heard(answer)
  return Date.parse(answer.server_time) - Date.now()
}

/** Ask for software that is due: its order comes with the other commands. An older service knows no such call. */
async function askDue({ call }: CommandPollPorts): Promise<void> {
  try {
    await call(deviceLinkCalls.dueUpdate)
  } catch (error) {
    if (!(error instanceof Fault) || isPassing(error)) throw error
  }
}

/** Refuse a command that this device does not know, as of a newer service, once per delivery. */
async function refuse({ call }: CommandPollPorts, message: unknown): Promise<void> {
  const body = refuseUnreadable(message)
  if (body) await call(deviceLinkCalls.answer, { body })
}
