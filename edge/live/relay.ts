import * as v from 'valibot'
import {
  DeviceNotice,
  DeviceStatus,
  noticeAudience,
  TopicError,
  type TopicEvent,
} from '../../domain/live/event.ts'
import { runSubject, type Topic, topicSubject } from '../../domain/live/topic.ts'
import { asLines } from '../../domain/rules/plain-text.ts'
import { isPossibleStatus } from '../../domain/rules/readings.ts'
import { logFailure } from '../log.ts'
import { Brake } from './brake.ts'

/** Facts of a sending device in the company's store: its type, and the swarm of its own run. */
export interface Speaker {
  type: 'bcube' | 'bgate'
  swarm: string | null
}

export interface RelayHost {
  company: string
  /** Null for a device that is not the company's. */
  speaker(device: string, analysis: string | null): Promise<Speaker | null>
  publish(subject: string, payload: string): void
  /** Receive a device that speaks and is not the company's: its connection ends. */
  stranger(device: string): void
}

const Told = v.object({
  uuid: v.string(),
  topic: v.string(),
  at: v.pipe(
    v.string(),
    v.maxLength(40),
    v.check((at) => !Number.isNaN(Date.parse(at))),
  ),
  payload: v.union([DeviceStatus, DeviceNotice]),
})

const decoder = new TextDecoder()
const mostKnown = 4096
/** A status is some hundred characters. */
const mostBytes = 16 * 1024

/** Limit the messages of a device: so many in a burst, then so many a second, which leaves room for a status every second. */
const mostSaid = { burst: 120, perSecond: 10 }
const mostNotices = { burst: 60, perSecond: 2 }

/**
 * Hands on what devices say: who hears how much of it is decided here, by `noticeAudience`, and by the swarm that the
 * run is in now. A device speaks for itself only; what is not in the shape of an event goes nowhere.
 */
export class Relay {
  #host: RelayHost
  #known = new Map<string, Promise<Speaker | null>>()
  readonly #said: Brake
  readonly #noticed: Brake

  constructor(host: RelayHost, now: () => number = Date.now) {
    this.#host = host
    this.#said = new Brake(mostSaid, now)
    this.#noticed = new Brake(mostNotices, now)
  }

  /** Forget which run is in which swarm: something in the company has changed. */
  forget(): void {
    this.#known.clear()
  }

  /** Hand on one message of a device. */
  async take(device: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > mostBytes) return
    const pass = this.#said.ask(device)
    if (pass !== 'yes') return this.#sayFlooded(device, pass)
    const message = parse(bytes)
    const wrong = v.safeParse(TopicError, message)
    if (wrong.success) {
      const heard = this.#noticed.ask(device)
      return heard === 'yes'
        ? this.#sayError(device, wrong.output)
        : this.#sayFlooded(device, heard)
    }
    const told = v.safeParse(Told, message)
    if (!told.success || told.output.uuid !== device) return
    const { topic, at, payload } = told.output
    if ('kind' in payload) {
      const heard = this.#noticed.ask(device)
      return heard === 'yes'
        ? this.#sayNotice(device, topic, at, payload)
        : this.#sayFlooded(device, heard)
    }
    if (payload.uuid === device && isPossibleStatus(payload))
      await this.#sayStatus(device, at, payload)
  }

  /** Send the run before the rest: a page that hears both shows them together. */
  async #sayStatus(device: string, at: string, { run, ...status }: DeviceStatus): Promise<void> {
    const speaker = await this.#speaker(device, run?.analysis_uuid ?? null)
    if (!speaker) return
    if (run) {
      const { analysis_uuid } = run
      this.#sayInSwarm(speaker, device, at, { kind: 'progress', analysis_uuid, progress: run })
    }
    const topic = speaker.type === 'bgate' ? 'bgate-events' : 'bcube-status'
    this.#say(topic, device, at, { payload: { ...status, run: null } })
  }

  async #sayNotice(device: string, named: string, at: string, notice: DeviceNotice): Promise<void> {
    const { kind, analysis_uuid, text } = notice
    const inRun = noticeAudience[kind] === 'run'
    const speaker = await this.#speaker(device, inRun ? analysis_uuid : null)
    if (!speaker) return
    if (inRun) {
      if (analysis_uuid === null) return
      const said = { kind, analysis_uuid, text: '' }
      return this.#sayInSwarm(speaker, device, at, { kind: 'notice', analysis_uuid, notice: said })
    }
    const topic = named === 'ble-events' ? named : topicOf(speaker)
    this.#say(topic, device, at, { payload: { kind, analysis_uuid: null, text } })
  }

  async #sayError(device: string, { uuid, at, error }: TopicError): Promise<void> {
    const speaker = uuid === device ? await this.#speaker(device, null) : null
    if (!speaker) return
    this.#say(topicOf(speaker), device, at, { error })
  }

  /** Say once, when it begins, that a device is heard no further for a while. */
  async #sayFlooded(device: string, pass: 'first' | 'no'): Promise<void> {
    const speaker = pass === 'first' ? await this.#speaker(device, null) : null
    if (!speaker) return
    const payload = { kind: 'flooded', analysis_uuid: null, text: '' } as const
    this.#say(topicOf(speaker), device, new Date().toISOString(), { payload })
  }

  #sayInSwarm(
    { swarm }: Speaker,
    device: string,
    at: string,
    payload: Extract<TopicEvent, { topic: 'analysis' }>['payload'],
  ): void {
    if (swarm === null) return
    const event: TopicEvent = { topic: 'analysis', uuid: device, at, payload }
    this.#host.publish(runSubject(this.#host.company, swarm, device), JSON.stringify(event))
  }

  #say(
    topic: Topic,
    device: string,
    at: string,
    said: { payload: DeviceStatus | DeviceNotice } | { error: string },
  ): void {
    const event = { topic, uuid: device, at, ...said }
    this.#host.publish(topicSubject(this.#host.company, topic, device), JSON.stringify(event))
  }

  /** Ask the store who speaks for a device, once until something changes; without an answer nobody does. */
  #speaker(device: string, analysis: string | null): Promise<Speaker | null> {
    const key = `${device} ${analysis}`
    const known = this.#known.get(key)
    if (known) return known
    if (this.#known.size >= mostKnown) this.#known.clear()
    const asked = this.#host.speaker(device, analysis).then(
      (found) => {
        if (found === null) this.#host.stranger(device)
        return found
      },
      (error: unknown) => {
        logFailure('live: nobody knows who may hear a device', error)
        this.#known.delete(key)
        return null
      },
    )
    this.#known.set(key, asked)
    return asked
  }
}

function topicOf({ type }: Speaker): 'bcube-events' | 'bgate-events' {
  return type === 'bgate' ? 'bgate-events' : 'bcube-events'
}

function parse(bytes: Uint8Array): unknown {
  try {
    return asLines(JSON.parse(decoder.decode(bytes)) as unknown)
  } catch {
    return null
  }
}
