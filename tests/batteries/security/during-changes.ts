// The access matrix asked during changes, over HTTP: every writing row of the contract is sent up to the middle of its
// body, what it rests on is taken away, and when that has been answered the rest is sent.
import '../residency/node-hooks.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '../../../domain/call.ts'
import { type Account, sessionCalls } from '../../../domain/calls/session.ts'
import { transport } from '../residency/cloudflare-test.ts'
import type {
  LabModule,
  MatrixModule,
  MatrixRow,
  World,
  Sender,
  WorldModule,
} from '../residency/edge-test-parts.ts'
import { beginRequest } from './held-request.ts'
import { Random } from './random.ts'
import { type Changing, type Credential, type RightChange, rightChanges } from './right-changes.ts'
import { measureWritten, putSessions, sessionsOf } from './written.ts'

/** Extent of the test. */
export interface Extent {
  /** Each so-many-th row with a change, another share of them with each. */
  every: number
  /** Times that a row without a body is sent beside the change. */
  rounds: number
  seed: number
  /** Groups of calls; all of them where it is left out. */
  groups?: readonly string[] | undefined
}

export interface Asked {
  change: string
  rows: number
  /** Requests that were sent. */
  requests: number
  violations: string[]
  unprepared: string[]
}

type Parts = LabModule & WorldModule & MatrixModule & Changing & { asksOnce: object } & Way

interface Way {
  way: { fetch: (url: string, init: RequestInit) => Promise<Response> }
}

/**
 * Changes the worker so that no slow body is recognised again when it is there: on a slow machine that would hide whether the
 * right is asked for where it is used. That look has a test of its own (tests/edge/rights-writes.test.ts).
 */
export const onlyWhereItIsUsed = {
  '/edge/mount.ts': (source: string) => {
    const before = 'const slowMs = 250'
    if (!source.includes(before)) throw new Error(`edge/mount.ts has no ${before}`)
    return source.replace(before, 'const slowMs = Infinity')
  },
}

/** Ask through a worker whose bindings the stand-in for `cloudflare:test` has. */
export async function askDuringChanges(address: string, extent: Extent): Promise<Asked[]> {
  transport.fetch = (url, init) => {
    const { pathname, search } = new URL(url)
    return fetch(`${address}${pathname}${search}`, init)
  }
  const parts = await loadParts()
  const world = await parts.makeWorld(wordsOf())
  const isWanted = (name: string) => extent.groups?.includes(name.split('.')[0] ?? '') ?? true
  const writing = parts.matrixRows.filter(
    ({ name, row, example }) =>
      (row.caller ?? 'account') === 'account' &&
      !row.safe &&
      example &&
      !(name in parts.asksOnce) &&
      isWanted(name),
  )
  const asked: Asked[] = []
  for (const [at, change] of rightChanges.entries()) {
    const rows = writing
      .filter(({ row }) => change.concerns(row))
      .filter((_, index) => (index + at) % extent.every === 0)
    asked.push(await new Asking(parts, world, address, change).askAll(rows, extent))
  }
  return asked
}

async function loadParts(): Promise<Parts> {
  const names = ['lab', 'matrix/world', 'matrix/all-examples', 'matrix/asks-once']
  const paths = names.map((name) => `../../edge/${name}.ts`)
  const modules = await Promise.all(paths.map((path) => import(path) as Promise<object>))
  return Object.assign({}, ...modules) as Parts
}

function wordsOf() {
  let count = 0
  const next = (kind: string) => `${kind}${(count += 1)}`
  return { home: 'home', word: () => next('Name '), plainWord: () => next('word') }
}

class Asking {
  readonly #parts: Parts
  readonly #world: World
  readonly #address: string
  readonly #change: RightChange
  readonly #companies: string[]
  readonly #asked: Asked

  constructor(parts: Parts, world: World, address: string, change: RightChange) {
    this.#parts = parts
    this.#world = world
    this.#address = address
    this.#change = change
    const { home, lab, leaver, partner, underling } = world
    this.#companies = [home, lab, leaver, partner, underling].map(({ company }) => company)
    const none = { rows: 0, requests: 0 }
    this.#asked = { change: change.name, ...none, violations: [], unprepared: [] }
  }

  async askAll(rows: readonly MatrixRow[], { rounds, seed }: Extent): Promise<Asked> {
    const random = new Random(seed)
    for (const one of rows) {
      const times = one.row.body ? 1 : rounds
      const waits = Array.from({ length: times }, () => random.below(12))
      try {
        for (const wait of waits) await this.#ask(one, wait)
        this.#asked.rows += 1
      } catch (error) {
        this.#asked.unprepared.push(`${one.name}: ${String(error)}`)
      }
    }
    return this.#asked
  }
  /** One request with the change in its middle, or beside it where it has no body to be held by. */
  async #ask({ row, example }: MatrixRow, wait: number): Promise<void> {
    const { way } = this.#parts
    const { sender = this.#world.call, ...given } = await example!.prepare(this.#world)
    const plain = way.fetch
    let isJudged = false
    way.fetch = async (url, init) => {
      way.fetch = plain
      const headers = { ...(init.headers as Record<string, string>) }
      const cookie = headers['Cookie'] ?? ''
      const { account, other } = await this.#ownerOf(cookie)
      const sessions = await sessionsOf(account)
      const holder = { parts: this.#parts, account, other, cookie, row }
      const credential = await this.#change.prepare(holder)
      delete headers['Cookie']
      const body = init.body ?? undefined
      const request = { url, headers: { ...headers, ...credential.headers }, body }
      try {
        if (row.body) await this.#hold(row, request, credential)
        else await this.#race(row, request, credential, wait)
      } finally {
        await credential.putBack?.()
        await putSessions(account, sessions)
      }
      isJudged = true
      this.#asked.requests += 1
      throw new Error('judged')
    }
    try {
      await sender(row, given)
    } catch (error) {
      if (!isJudged) throw error
    } finally {
      way.fetch = plain
    }
    if (!isJudged) throw new Error('nothing was sent')
  }

  /** Find the person who would send a request, with their other session: the one that the preparations gave it. */
  async #ownerOf(cookie: string): Promise<{ account: Account; other: Sender }> {
    const { send } = this.#parts
    const other: Sender = (row, given = {}) =>
      send(row, { ...given, headers: { ...given.headers, Cookie: cookie } })
    const { ok, data, errors } = await other(sessionCalls.me)
    if (!ok) throw new Error(`nobody is signed in: ${JSON.stringify(errors)}`)
    return { account: data as Account, other }
  }

  /** Hold back the rest of a request until after the change: nothing may come of it. */
  async #hold(row: Call, request: Request, credential: Credential): Promise<void> {
    const { send } = this.#parts
    const before = await measureWritten(this.#companies)
    const { pathname, search } = new URL(request.url)
    const held = await beginRequest(this.#address, `${pathname}${search}`, request)
    // Send a request that is answered after the one before it has been let in.
    await must(send(sessionCalls.me, { headers: credential.headers }))
    await credential.take()
    const changed = await measureWritten(this.#companies)
    if (changed.operations - before.operations !== this.#change.writes) {
      throw new Error(`the change wrote ${changed.operations - before.operations} operations`)
    }
    const answer = await readAnswer(await held.finish())
    const after = await measureWritten(this.#companies)
    this.#judge(row, answer, request)
    if (answer.ok) this.#violate(row, 'was done after the change')
    else if (after.operations !== changed.operations || after.directory !== changed.directory) {
      this.#violate(row, 'was refused and has written')
    }
  }

  /** Race the change, which may come before or after: what is refused has written nothing, and nothing is written later. */
  async #race(row: Call, request: Request, credential: Credential, wait: number): Promise<void> {
    const before = await measureWritten(this.#companies)
    const { url, headers, body } = request
    const sent = transport.fetch(url, { method: 'POST', headers, ...(body && { body }) })
    let isAnswered = false
    void sent.finally(() => (isAnswered = true)).catch(() => undefined)
    await pause(wait)
    await credential.take()
    // Judge no answer from before the change: it says nothing about it.
    const isEarly = isAnswered
    const changedAt = new Date().toISOString()
    const answer = await readAnswer(await sent)
    const after = await measureWritten(this.#companies)
    if (!answer.ok) {
      if (!isEarly) this.#judge(row, answer, request)
      if (after.operations !== before.operations + this.#change.writes) {
        this.#violate(row, 'was refused and has written')
      }
    } else if (after.newest > changedAt) this.#violate(row, 'was done after the change')
  }

  /** Accept the answer for a wrong password too: the call sends the password, which may have changed by then. */
  #judge(row: Call, { ok, code }: { ok: boolean; code: string }, { body }: Request): void {
    if (ok || code === this.#change.code) return
    const proves = typeof body === 'string' && body.includes(JSON.stringify(this.#parts.password))
    if (this.#change.newPassword && proves && code === 'wrong_credentials') return
    this.#violate(row, `was refused as ${code}`)
  }

  #violate({ path }: Call, what: string): void {
    this.#asked.violations.push(`${path} ${what}`)
  }
}

interface Request {
  url: string
  headers: Record<string, string>
  body: BodyInit | undefined
}

async function readAnswer(response: Response): Promise<{ ok: boolean; code: string }> {
  const text = await response.text()
  if (response.ok) return { ok: true, code: '' }
  const { errors = [] } = JSON.parse(text) as { errors?: { code: string }[] }
  return { ok: false, code: errors[0]?.code ?? String(response.status) }
}

async function must(sent: Promise<{ ok: boolean; errors: unknown }>): Promise<void> {
  const { ok, errors } = await sent
  if (!ok) throw new Error(JSON.stringify(errors))
}
