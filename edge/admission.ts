import type { Call } from '../domain/call.ts'
import { deviceLinkCalls } from '../domain/calls/device-link.ts'
import { Fault } from '../domain/fault.ts'
import { logNote } from './log.ts'

/**
 * Limit the calls that one process of the service has under way for one company, whose store works on one thread (decision 91).
 * A queue that grows makes everybody late and refuses nobody; here the queue ends, for devices first: they keep what they have
 * measured and send it again, a person waits.
 */
export const admitted = {
  /** Calls of people and programs. */
  people: 512,
  /** Calls of devices that carry a run or a command: at some 2 ms each they delay a person by less than 150 ms. */
  runs: 64,
  /** All other calls of devices: greetings, reports, tokens, files. These and those of runs count together. */
  chatter: 32,
}

/** Calls without which a run does not go on or an order has no answer. */
const ofRuns: ReadonlySet<string> = new Set(
  [
    deviceLinkCalls.commands,
    deviceLinkCalls.answer,
    deviceLinkCalls.started,
    deviceLinkCalls.readings,
    deviceLinkCalls.finished,
  ].map(({ path }) => path),
)

/** A person's page asks again after a second; devices spread over some seconds. */
const peopleAgainS = 1
const devicesAgainS = { first: 2, last: 10 }
const noteEveryMs = 10_000
const mostHints = 20_000

interface UnderWay {
  people: number
  devices: number
  refused: number
  notedAt: number
}

const companies = new Map<string, UnderWay>()
/** The company in which a device was last recognised: enough to refuse it early, never to let it in. */
const hints = new Map<string, string>()

/**
 * Refuse a device's call before anything is looked up for it, where its company has no room.
 * @throws Fault `overloaded`
 */
export function refuseEarly(row: Call, authorization: string | undefined): void {
  if (row.caller !== 'device') return
  const company = hints.get(deviceIn(authorization))
  if (company !== undefined && !hasRoom(row, companies.get(company))) refuse(row, company)
}

/**
 * Take a place for a call that is recognised, authorised and read.
 * @returns what gives the place back.
 * @throws Fault `overloaded`
 */
export function takePlace(row: Call, caller: { company: string; device?: string }): () => void {
  const { company, device } = caller
  if (device !== undefined) {
    if (hints.size >= mostHints) hints.clear()
    hints.set(device, company)
  }
  const underWay = companies.get(company) ?? { people: 0, devices: 0, refused: 0, notedAt: 0 }
  companies.set(company, underWay)
  if (!hasRoom(row, underWay)) refuse(row, company)
  const kind = row.caller === 'device' ? 'devices' : 'people'
  underWay[kind] += 1
  return () => {
    underWay[kind] -= 1
    const isIdle = underWay.people + underWay.devices + underWay.refused === 0
    if (isIdle && companies.get(company) === underWay) companies.delete(company)
  }
}

/** Return true for the error by which the runtime says that an object has more waiting than it can take. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof Error && 'overloaded' in error && error.overloaded === true
}

/** Say that there is no room, and when to come again. */
export function overloaded(row?: Pick<Call, 'caller'>): Fault {
  const { first, last } = devicesAgainS
  const wait =
    row?.caller === 'device' ? Math.round(first + Math.random() * (last - first)) : peopleAgainS
  return new Fault('overloaded', 'The service has too much work for this company right now', {
    params: { retry_after_s: wait },
  })
}

function deviceIn(authorization = ''): string {
  return /^Device ([0-9a-f-]{36})\./.exec(authorization)?.[1] ?? ''
}

function hasRoom(row: Call, { people, devices }: Partial<UnderWay> = {}): boolean {
  if (row.caller !== 'device') return (people ?? 0) < admitted.people
  return (devices ?? 0) < (ofRuns.has(row.path) ? admitted.runs : admitted.chatter)
}

/** Refuse, and tell the operator how often, at most once in ten seconds for each company. */
function refuse(row: Call, company: string): never {
  const underWay = companies.get(company)
  if (underWay) {
    underWay.refused += 1
    const now = Date.now()
    if (now - underWay.notedAt >= noteEveryMs) {
      const { people, devices, refused } = underWay
      logNote(`overloaded: ${company}`, { people, devices, refused })
      Object.assign(underWay, { refused: 0, notedAt: now })
    }
  }
  throw overloaded(row)
}
