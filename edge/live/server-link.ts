import type { NatsConnection, RequestManyOptions } from 'nats.ws'
import { toldSubject } from '../../domain/live/topic.ts'
import { logFailure } from '../log.ts'
import type { Bus, Headers, Issued, Reply } from './bus-api.ts'
import type { KeyStore } from './key-store.ts'
import { mintAccountJwt, systemCompany } from './server-jwt.ts'
import { ServerLine } from './server-line.ts'
import { usualGraceMs, returnMs, watchMs } from './times.ts'
import { accountKey, maxDeviceLifeMs } from './user-jwt.ts'

/** Functions of its owner that the link needs. */
export interface ServerLinkHost {
  /** Addresses of the servers of one cluster. */
  servers: readonly string[]
  secret: string
  company: string
  keys: KeyStore
  /** Receive the devices that are connected now; those missing are reported as gone after `graceMs`. */
  present(devices: ReadonlySet<string>, graceMs: number): void
  /** Receive what a device says to the service. */
  told(device: string, data: Uint8Array): void
  /** Ask for a `look` at that time, ms since 1970. */
  lookAt(at: number): void
}

/** A connection as the server lists it. */
interface Listed {
  authorized_user?: string
  name_tag?: string
}

const listMs = 3000
/** Longest wait for the word of a server that it has a message. */
const handOverMs = 2000
const pageSize = 1024
const settleMs = 50
/** Delay of the look after a device has gone: several that go together are one look. */
const leaveMs = 3000
/** Time after which a server that lost its store receives the account again. */
const tellMs = 60_000
/** Delays before a lost line is opened again, at another server of a cluster; after the last of them the round of looks goes on. */
const comeBackMs = [100, 500, 1000, 2000, 4000]

/**
 * Every server of a cluster answers for itself, all within moments of each other. The library exports the strategy as an enum,
 * whose name it takes as a text as well.
 */
const manyServers = {
  strategy: 'jitterTimer',
  jitter: 150,
  maxWait: listMs,
} as unknown as RequestManyOptions

/**
 * The live bus of one company on a NATS server in operator mode. The edge is one more user of the company's account; over
 * the system account it tells the server who may be there, and hears who is.
 */
export class ServerLink implements Bus {
  #host: ServerLinkHost
  #account: string
  #own: ServerLine
  #system: ServerLine
  #toldAt = -Infinity
  /** The newest connection that hears who comes and goes, and when one was lost without another in its place. */
  #following: NatsConnection | undefined
  #lostAt = -Infinity
  #telling: Promise<void> | undefined
  #closed = false
  #looking: ReturnType<typeof setTimeout> | undefined
  #isComingBack = false
  /** A line that was opened again has been lost as well. */
  #isLostAgain = false

  constructor(host: ServerLinkHost) {
    this.#host = host
    const { servers, secret, company } = host
    this.#account = accountKey(secret, company).publicKey
    const told = toldSubject(company, '*')
    this.#own = new ServerLine(
      { servers, secret, company, name: 'edge', pub: ['>'], sub: [told] },
      // Share the messages between two lines, as members of one queue, while an older one runs out.
      (bus) =>
        void bus.subscribe(told, {
          queue: 'edge',
          callback: (_, { subject, data }) => host.told(subject.split('.').at(-1) ?? '', data),
        }),
      () => this.#comeBack(),
    )
    const events = ['CONNECT', 'DISCONNECT'].map((kind) => `$SYS.ACCOUNT.${this.#account}.${kind}`)
    this.#system = new ServerLine(
      {
        servers,
        secret,
        company: systemCompany,
        name: `edge:${company}`,
        pub: ['$SYS.REQ.CLAIMS.UPDATE', `$SYS.REQ.ACCOUNT.${this.#account}.CONNZ`],
        sub: events,
      },
      (bus) => this.#follow(bus, events),
      () => this.#comeBack(),
    )
  }

  /** Publish once more if the line is lost meanwhile: a page at another server would not know that it missed something. */
  async publish(subject: string, payload: string | Uint8Array): Promise<null> {
    try {
      await this.#handOver(subject, payload)
    } catch (error) {
      if (this.#closed) throw error
      await this.#handOver(subject, payload)
    }
    return null
  }

  /** Publish and wait until the server has it: the object may fall asleep then. */
  async #handOver(subject: string, payload: string | Uint8Array): Promise<void> {
    const bus = await this.#company()
    try {
      bus.publish(subject, payload)
      await within(handOverMs, bus.flush())
    } catch (error) {
      this.#own.giveUp(bus)
      throw error
    }
  }

  async request(
    subject: string,
    payload: string | Uint8Array,
    timeoutMs: number,
    headers: Headers = {},
  ): Promise<Reply> {
    const bus = await this.#company()
    // Load the client only where a server is configured: the embedded hub needs none.
    const natsHeaders = (await import('nats.ws')).headers()
    for (const [name, value] of Object.entries(headers)) natsHeaders.set(name, value)
    try {
      const options = { timeout: timeoutMs, headers: natsHeaders }
      const { data } = await bus.request(subject, payload, options)
      return { ok: true, data }
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === '503') return { ok: false, reason: 'no_responders' }
      if (code === 'TIMEOUT') return { ok: false, reason: 'timeout' }
      throw error
    }
  }

  async disconnect(...who: string[]): Promise<number> {
    const { keys } = this.#host
    const at = Math.floor(Date.now() / 1000)
    // Store the revocation before asking the server: one that is away receives it with its next account.
    for (const key of who.flatMap((one) => keys.issuedTo(one))) keys.revoke(key, at)
    const ended = new Set(who)
    const there = (await this.#list()).filter(
      (one) => ended.has(one.name_tag ?? '') || ended.has(one.authorized_user ?? ''),
    )
    for (const key of there.flatMap((one) => one.authorized_user ?? [])) keys.revoke(key, at)
    await this.#tellAccount()
    return there.length
  }

  async connected(): Promise<string[]> {
    const names = (await this.#list()).map((one) => one.name_tag ?? '')
    return [...new Set(names)].filter((name) => name !== '' && name !== 'edge').toSorted()
  }

  /** Tell the server of the company before the token is used, so that the key can be revoked by its name. */
  async admit({ publicKey, name, expiresAt }: Issued): Promise<void> {
    this.#host.keys.issue(publicKey, name, expiresAt)
    await this.#announce(tellMs)
    if (!name.startsWith('device:')) return
    // Listen to the server and to the device from here on; if either is lost somebody looks.
    await Promise.all([this.#system.bus(), this.#company()])
    this.#host.lookAt(Date.now() + watchMs)
  }

  /** Compare who is connected with what was reported. A server that does not answer says nothing about devices. */
  async look(): Promise<void> {
    try {
      const names = (await this.#list()).map((one) => one.name_tag ?? '')
      const devices = names.flatMap((name) => /^device:(.+)$/.exec(name)?.[1] ?? [])
      // Open the line on which these devices are heard, which ends with its token.
      if (devices.length > 0) await this.#company()
      // Expect the devices back after a server was lost, which lost all its sockets.
      const isRecent = Date.now() - this.#lostAt < returnMs
      this.#host.present(new Set(devices), isRecent ? returnMs : usualGraceMs)
    } catch (error) {
      if (this.#closed) return
      logFailure('live: the NATS server did not say who is connected', error)
      // Look again soon: devices may return with the tokens that they have, and nothing else would open the lines that hear them.
      this.#host.lookAt(Date.now() + watchMs)
    }
  }

  /** End the edge's own connections; they are opened again when needed. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#looking)
    await Promise.all([this.#own.close(), this.#system.close()])
  }

  /** Report somebody who comes at once; one who goes only when they do not come back with a fresh token. */
  #follow(bus: NatsConnection, [connect = '', disconnect = '']: readonly string[]): void {
    this.#following = bus
    void bus.closed().then(() => {
      // Send the accounts again, which a server that was started again may have lost.
      this.#toldAt = -Infinity
      if (this.#following === bus) this.#lostAt = Date.now()
    })
    bus.subscribe(connect, { callback: () => this.#lookIn(settleMs) })
    bus.subscribe(disconnect, { callback: () => this.#lookIn(leaveMs) })
  }

  /** Open lost lines again at once: what devices say meanwhile is heard by nobody. */
  #comeBack(): void {
    this.#isLostAgain = this.#isComingBack
    if (this.#isComingBack || this.#closed) return
    this.#isComingBack = true
    void this.#tryAgain().finally(() => {
      this.#isComingBack = false
    })
  }

  async #tryAgain(): Promise<void> {
    for (const ms of comeBackMs) {
      await new Promise((resolve) => setTimeout(resolve, ms))
      if (this.#closed) return
      this.#isLostAgain = false
      const opened = await Promise.allSettled([this.#system.bus(), this.#company()])
      if (opened.some(({ status }) => status === 'rejected')) continue
      await this.look()
      if (!this.#isLostAgain) return
    }
    await this.look()
  }

  #lookIn(ms: number): void {
    if (ms > settleMs && this.#looking !== undefined) return
    clearTimeout(this.#looking)
    this.#looking = setTimeout(() => {
      this.#looking = undefined
      void this.look()
      if (ms === settleMs) this.#lookIn(leaveMs)
    }, ms)
  }

  /** Connect as a user of the company, of which the server has heard before. */
  async #company(): Promise<NatsConnection> {
    await this.#announce(Infinity)
    try {
      return await this.#own.bus()
    } catch {
      await this.#announce(0)
      return this.#own.bus()
    }
  }

  /** Tell the server of the company, unless that was done less than `freshMs` ago; once for all who wait for it. */
  async #announce(freshMs: number): Promise<void> {
    if (Date.now() - this.#toldAt < freshMs) return
    this.#telling ??= this.#tellAccount().finally(() => {
      this.#telling = undefined
    })
    await this.#telling
  }

  async #tellAccount(): Promise<void> {
    const { secret, company, keys } = this.#host
    const since = Math.floor((Date.now() - maxDeviceLifeMs) / 1000) - 60
    const jwt = mintAccountJwt(secret, company, keys.revokedKeys(since))
    const bus = await this.#system.bus()
    const reply = await bus
      .request('$SYS.REQ.CLAIMS.UPDATE', jwt, { timeout: listMs })
      .catch((error: unknown) => {
        this.#system.giveUp(bus)
        throw error
      })
    const { error } = JSON.parse(reply.string()) as { error?: { description?: string } }
    if (error) throw new Error(`the NATS server refused the account: ${error.description}`)
    this.#toldAt = Date.now()
  }

  /** List everybody of the account, over all servers of a cluster. */
  async #list(): Promise<Listed[]> {
    const bus = await this.#system.bus()
    const found: Listed[] = []
    for (let offset = 0; ; offset += pageSize) {
      const pages = await this.#page(bus, offset)
      found.push(...pages.flat())
      if (pages.every(({ length }) => length < pageSize)) return found
    }
  }

  /** Ask each server for one page; return those that answer. */
  async #page(bus: NatsConnection, offset: number): Promise<Listed[][]> {
    const query = JSON.stringify({ acc: this.#account, auth: true, offset, limit: pageSize })
    const subject = `$SYS.REQ.ACCOUNT.${this.#account}.CONNZ`
    const pages: Listed[][] = []
    for await (const reply of await bus.requestMany(subject, query, manyServers)) {
      const { data } = JSON.parse(reply.string()) as { data?: { connections?: Listed[] } }
      pages.push(data?.connections ?? [])
    }
    if (pages.length > 0) return pages
    this.#system.giveUp(bus)
    throw new Error('no server answered')
  }
}

/** Wait for a promise so long. Throws when it takes longer. */
async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
