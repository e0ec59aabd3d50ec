// The calls of one region: sends every row of the contract, uploads and broken requests to it, full of markers, and notes what
// carried which marker and how each row was answered.
import './node-hooks.ts'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../../../domain/call.ts'
import { derivedUuid } from '../../../edge/crypto/derived-uuid.ts'
import { sendBroken } from './broken.ts'
import type {
  Answer,
  Lab,
  LabModule,
  MatrixModule,
  MatrixRow,
  Sender,
  World,
  WorldModule,
} from './edge-test-parts.ts'
import { fillCall, type Known, markCall, type Parts } from './fill.ts'
import { keepLedger, type Ledger } from './ledger.ts'
import type { Ears } from './listen.ts'
import { type MarkedRegion, markerMaker } from './markers.ts'
import { runScenario } from './scenario.ts'

export interface Place {
  region: MarkedRegion
  address: string
  /** Folder of the region. */
  state: string
  /** True for the example of each row alone, and neither a day of a laboratory nor broken requests. */
  rowsOnly: boolean
  listenTo: Ears['listenTo']
}

export interface Driven extends Ledger {
  /** Company that most of it happened in. */
  company: string
  rows: number
  /** Rows whose example could not be prepared or did not get the answer that it should, each with why. */
  unprepared: string[]
  /** Failures of the laboratory's ordinary day. */
  mishaps: string[]
}

/** Drive all calls through a region, with the bindings in the replacement of `cloudflare:test`. */
export async function driveRegion(place: Place): Promise<Driven> {
  const { region, address, state, rowsOnly, listenTo } = place
  const ledger = keepLedger(region, address)
  const make = markerMaker(region)
  const parts = await loadEdgeParts()
  const home = make()
  const world = await parts.makeWorld({ home, word: make, plainWord: make })
  const name = `SuperAdmin-${home}`
  world.call = stayingSignedIn(parts, name, world.call)
  const { home: own, lab: other, leaver, partner, underling } = world
  for (const { company } of [own, other, leaver, partner, underling]) await listenTo(company)
  const mishaps: string[] = []
  if (!rowsOnly) {
    const word = make()
    const lab = await parts.foundLab(word, { developer: 'Y', certificates_enabled: 'Y' })
    await listenTo(lab.company, true)
    const storage = join(state, 'devices')
    const note = (text: string) => mishaps.push(text)
    await runScenario({ lab, word, address, storage, make, note })
  }
  const senders = new RowSenders(parts, world, name)
  const unprepared: string[] = []
  for (const rows of Map.groupBy(parts.matrixRows, (one) => one.name.split('.')[0]).values()) {
    const newest: Newest = { id: undefined }
    for (const one of rows.toSorted((a, b) => turnOf(a.name) - turnOf(b.name))) {
      if (!rowsOnly) await senders.sendMarked(one, newest, make)
      const wrong = await senders.sendExample(one, newest)
      if (wrong !== null) unprepared.push(`${one.name}: ${wrong}`)
      if (!rowsOnly) await senders.sendFilled(one, newest, make)
    }
  }
  if (!rowsOnly) await sendBroken(make)
  const { company } = world.home
  return { ...ledger, company, rows: parts.matrixRows.length, unprepared, mishaps }
}

type EdgeParts = LabModule & WorldModule & MatrixModule

/** Load the parts by addresses that the compiler does not follow: these files are of the edge tests' own runtime. */
async function loadEdgeParts(): Promise<EdgeParts> {
  const paths = ['lab', 'matrix/world', 'matrix/all-examples'].map(
    (name) => `../../edge/${name}.ts`,
  )
  const modules = await Promise.all(paths.map((path) => import(path) as Promise<object>))
  return Object.assign({}, ...modules) as EdgeParts
}

/** The record that the calls of a group are about: the one made last, or one that a search found. */
interface Newest {
  id: string | undefined
}

/** Order the calls: those that read, those that create, those that change, those that remove. */
function turnOf(name: string): number {
  const row = name.split('.')[1] ?? ''
  if (/search|list/i.test(row)) return 0
  if (/create|issue|add|import/i.test(row)) return 1
  return /delete|remove|logout|empty|clear/i.test(row) ? 3 : 2
}

/** With every text marked, then as the example has it, then as the schema alone suggests: each meets the region. */
class RowSenders {
  readonly #parts: EdgeParts
  readonly #world: World
  readonly #name: string
  readonly #ids: Known

  constructor(parts: EdgeParts, world: World, name: string) {
    this.#parts = parts
    this.#world = world
    this.#name = name
    this.#ids = knownIds(world.home)
  }

  async sendMarked({ row, example }: MatrixRow, newest: Newest, make: () => string): Promise<void> {
    if (!example) return
    try {
      const { sender, ...given } = await example.prepare(this.#world)
      const marked = markCall(row, given, make)
      remember(newest, await (sender ?? (await this.#callerOf(row)))(row, marked))
    } catch {
      // Ignore a failed preparation: sending the example as it is reports it.
    }
  }

  /** @returns what is wrong with the row's example; null when it is answered as it should be. */
  async sendExample({ row, example }: MatrixRow, newest: Newest): Promise<string | null> {
    if (!example) return 'there is no example'
    try {
      const { sender, ...given } = await example.prepare(this.#world)
      const answer = await (sender ?? (await this.#callerOf(row)))(row, given)
      remember(newest, answer)
      const isRight = example.answers ? answer.status === example.answers.status : answer.ok
      return isRight ? null : `${answer.status} ${JSON.stringify(answer.errors)}`
    } catch (error) {
      return String(error)
    }
  }

  async sendFilled({ row }: MatrixRow, newest: Newest, make: () => string): Promise<void> {
    const known = { ...this.#ids, ...(newest.id ? { id: newest.id } : {}) }
    remember(newest, await (await this.#callerOf(row))(row, fillCall(row, make, known)))
  }

  /** Open a session each time: some calls end the one they are made with. */
  async #callerOf(row: Call): Promise<Sender> {
    const { send, operatorHeaders } = this.#parts
    if (row.caller === 'device') return this.#world.home.asDevice
    if (row.caller === 'operator') {
      return (one: Call, parts: Parts = {}) =>
        send(one, { ...parts, headers: { ...parts.headers, ...operatorHeaders } })
    }
    if (row.caller === 'anyone') return send
    return row.path.startsWith('/session') ? signIn(this.#parts, this.#name) : this.#world.call
  }
}

function remember(newest: Newest, { ok, data }: Answer): void {
  const found = ok ? uuidIn(data) : undefined
  if (found) newest.id = found
}

/** Return the uuid of a record, of the first one of a page, or of a new one. */
function uuidIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { uuid, data: page } = data as { uuid?: string; data?: unknown }
  return uuid ?? (Array.isArray(page) ? uuidIn(page[0]) : undefined)
}

/** Keep a person signed in, because some calls end all their sessions. */
function stayingSignedIn(parts: EdgeParts, username: string, first: Sender): Sender {
  let session = first
  return async (row, given) => {
    const answer = await session(row, given)
    if (answer.status !== 401) return answer
    session = await signIn(parts, username)
    return session(row, given)
  }
}

/** Sign in, after the wait that the service demands because of failed sign-ins before. */
async function signIn(parts: EdgeParts, username: string, tries = 5): Promise<Sender> {
  try {
    return await parts.signIn(username, parts.password)
  } catch (error) {
    if (tries === 0) throw error
    await sleep(2000)
    return signIn(parts, username, tries - 1)
  }
}

function knownIds({ company, swarm, device, recipe, protocol }: Lab): Known {
  return {
    company_uuid: company,
    swarm_uuid: swarm,
    swarms: swarm,
    device_uuid: device,
    recipe_uuid: recipe,
    protocol_uuid: protocol,
    profile_uuid: derivedUuid(company, 'Operator'),
  }
}
