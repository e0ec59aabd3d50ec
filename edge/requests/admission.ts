import type { Call } from '../../domain/call.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { Fault } from '../../domain/fault.ts'
import { uuidForm } from '../../domain/fields.ts'
import { logNote } from '../log.ts'

/**
 * Limit the calls that one process of the service has under way for one company, whose store works on one thread (decision 91).
 * A queue that grows makes everybody late and refuses nobody; here the queue ends, for devices first: they keep what they have
 * measured and send it again, a person waits.
 */
export const admitted = {
  /** Calls of people and programs. */
  people: 512,
  /** Calls of one person or API key: a program that sends all it has at once leaves room for the others. A page sends some ten. */
  person: 128,
  /** Calls of devices that carry a run or a command: at some 2 ms each they delay a person by less than 150 ms. */
  runs: 64,
  /** All other calls of devices: greetings, reports, tokens, files. These and those of runs count together. */
  chatter: 32,
  /** Calls of one device, which has few under way: a broken one, or somebody with its key, leaves room for the others. */
  device: 8,
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
  /** Calls under way of each person, API key and device. */
  senders: Map<string, number>
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
  const device = deviceIn(authorization)
  const company = hints.get(device)
  if (company !== undefined && !hasRoom(row, device, companies.get(company))) refuse(row, company)
}

/**
 * Take a place for a call that is recognised, authorised and read.
 * @returns what gives the place back.
 * @throws Fault `overloaded`
 */
export function takePlace(row: Call, caller: Sender & { company: string }): () => void {
  const { company, device } = caller
  const sender = senderOf(caller)
  if (device !== undefined) {
    if (hints.size >= mostHints) hints.clear()
    hints.set(device, company)
  }
  const underWay = companies.get(company) ?? beginCounting()
  companies.set(company, underWay)
  if (!hasRoom(row, sender, underWay)) refuse(row, company)
  const kind = row.caller === 'device' ? 'devices' : 'people'
  const { senders } = underWay
  underWay[kind] += 1
  senders.set(sender, (senders.get(sender) ?? 0) + 1)
  return () => {
    underWay[kind] -= 1
    const left = (senders.get(sender) ?? 1) - 1
    if (left > 0) senders.set(sender, left)
    else senders.delete(sender)
    const isIdle = underWay.people + underWay.devices + underWay.refused === 0
    if (isIdle && companies.get(company) === underWay) companies.delete(company)
  }
}

/** Sender of a call: a device, a program with a key, or a person. */
export interface Sender {
  device?: string
  key?: string | null
  account?: { uuid: string }
}

/** Return the id by which the calls of one sender are counted. */
export function senderOf({ device, key, account }: Sender): string {
  return device ?? key ?? account?.uuid ?? ''
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

const deviceShape = new RegExp(String.raw`^Device (${uuidForm})\.`)

function deviceIn(authorization = ''): string {
  return deviceShape.exec(authorization)?.[1] ?? ''
}

function beginCounting(): UnderWay {
  return { people: 0, devices: 0, senders: new Map(), refused: 0, notedAt: 0 }
}

function hasRoom(row: Call, sender: string, underWay: UnderWay = beginCounting()): boolean {
  const { people, devices, senders } = underWay
  const own = senders.get(sender) ?? 0
  if (row.caller !== 'device') return own < admitted.person && people < admitted.people
  return (
    own < admitted.device && devices < (ofRuns.has(row.path) ? admitted.runs : admitted.chatter)
  )
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
