import { createHash } from 'node:crypto'
import { callTimeoutMs } from '../../../domain/catalog/limits.ts'
import type { Account } from '../../../domain/calls/session.ts'
import { sessionCalls } from '../../../domain/calls/session.ts'
import { createRandom, type Random } from '../../support/seeded-random.ts'
import { Desk } from './desk.ts'
import { judge } from './judge.ts'
import { beginning, type Laboratory, password, type Person, sendTo } from './laboratory.ts'
import { Ledger } from './ledger.ts'
import { type Chaos, Machine, type Parts } from './machine.ts'
import type { Surroundings } from './person.ts'
import type { Plan, Step } from './plan.ts'
import { Deployment, type DeploymentOptions } from './platform/deployment.ts'
import { enterWorld } from './platform/globals.ts'
import { VirtualTime } from './platform/virtual-time.ts'
import type { Scene } from './scene.ts'
import { goOnWriting, takeStep } from './steps.ts'
import { judgeNewest } from '../skew/judge-newest.ts'
import type { Versions } from '../skew/load-versions.ts'
import type { Version } from '../skew/versions.ts'

export interface Outcome {
  problems: string[]
  /** Hash of all that happened, in its order. */
  trace: string
  lines: string[]
  counts: { edits: number; requests: number; faults: number; refused: number }
}

export interface Running {
  plan: Plan
  laboratory: Laboratory
  edgeCode: Pick<DeploymentOptions, 'app' | 'store'>
  parts: Parts
  versions?: Versions | undefined
  keepLines?: boolean
  /** Chooses what goes wrong, instead of the plan's rates. */
  chaos?: ((world: World) => Chaos & { call: (company: string) => void }) | undefined
}

/** After everything is healed, what waits must be through within this. */
const quietMs = 60_000

/** One life of a small laboratory from its seed to the judgement. */
export class World implements Scene {
  readonly time = new VirtualTime(beginning)
  readonly ledger: Ledger
  readonly edge: Deployment
  readonly machines: Machine[] = []
  readonly laboratory: Laboratory
  readonly plan: Plan
  readonly #random: Random
  readonly #desk: Desk
  readonly #hash = createHash('sha256')
  readonly #lines: string[] = []
  readonly #running: Running
  #onCall: (company: string) => void = () => undefined
  #words = 0
  /** Nothing goes wrong any more. */
  healed = false
  /** Everybody has signed in. */
  started = false
  #edgeNow: Running['edgeCode'] | null = null
  #requests = 0
  #faults = 0

  constructor(running: Running) {
    const { plan, laboratory, edgeCode, parts } = running
    this.#running = running
    this.plan = plan
    this.laboratory = laboratory
    this.#random = createRandom(plan.seed ^ 0x5eed)
    enterWorld(this.time, createRandom(plan.seed ^ 0xd1ce))
    this.edge = new Deployment(
      {
        ...edgeCode,
        time: this.time,
        travel: () => this.#random.below(4),
        onHint: (company) => this.#spread(company),
        onCall: (company) => this.#onCall(company),
        onPutBack: (when) => this.#notePutBack(when),
      },
      laboratory.moment,
    )
    if (plan.skew) this.#beginSkew(plan.skew)
    const chaos = running.chaos?.(this)
    this.#onCall = chaos?.call ?? (() => undefined)
    this.ledger = new Ledger((company, opId) => this.isTaken(company, opId))
    this.#desk = new Desk(this.edge, laboratory, this.ledger, () => this.word())
    for (const [at, { tabs, leads }] of plan.machines.entries()) {
      this.machines.push(
        new Machine({
          name: `m${at}`,
          tabs,
          leads,
          allTables: plan.allTables,
          pageSize: plan.pageSize,
          window: plan.window,
          seed: (plan.seed * 101 + at * 13) >>> 0,
          time: this.time,
          edge: this.edge,
          parts: (plan.skew && running.versions?.page[plan.skew.begin.page]) ?? parts,
          ledger: this.ledger,
          chaos,
          wire: { rates: plan.rates, upClosed: false, downClosed: false },
          note: (what) => this.note(what),
          onLapse: (lapsed) => this.#signInSoon(lapsed),
        }),
      )
    }
  }

  async run(): Promise<Outcome> {
    const { plan, time } = this
    const end = beginning + plan.length
    for (const [at, machine] of this.machines.entries()) {
      const person = this.person(at)
      time.after(at * 10, () => void this.signIn(machine, person))
    }
    for (const step of plan.steps) time.at(beginning + step.at, () => this.#take(step))
    time.at(beginning + 900, () => {
      this.started = true
    })
    if (plan.putBack) this.#planPutBack(plan.putBack)
    await time.runUntil(end)
    if (plan.skew) this.become(plan.skew.pair)
    await this.settle()
    const problems = [...(await judge(this)), ...(plan.skew ? await judgeNewest(this) : [])]
    problems.unshift(...this.ledger.problems)
    this.edge.close()
    const refused = [...this.ledger.operations.values()].filter(
      ({ pending }) => pending.state === 'refused',
    ).length
    return {
      problems,
      trace: this.#hash.digest('hex'),
      lines: this.#lines,
      counts: {
        edits: this.ledger.intents.filter(({ told }) => told).length,
        requests: this.#requests,
        faults: this.#faults,
        refused,
      },
    }
  }

  /** Heal everything, and let what was under way come to its end. */
  async settle(): Promise<void> {
    const { time } = this
    await this.#heal()
    // Wait for calls that were under way when it was healed: their answer never comes.
    await time.runUntil(time.now + callTimeoutMs + 1000)
    for (const machine of this.machines) machine.comeBack()
    await time.runUntil(time.now + quietMs)
  }

  #beginSkew({ begin, demands }: NonNullable<Plan['skew']>): void {
    Object.assign(globalThis, { skewDemands: demands ? '2.4.16' : undefined })
    this.deploy(begin.edge, 0)
  }

  become({ page, edge }: { page: Version; edge: Version }): void {
    this.deploy(edge, 0)
    for (const machine of this.machines) this.loadPage(machine, page)
  }

  loadPage(machine: Machine, version: Version): void {
    const parts = this.#running.versions?.page[version]
    if (parts) machine.load(parts)
  }

  deploy(version: Version, storesAfter: number): void {
    const code = this.#running.versions?.edge[version]
    if (!code || code === this.#edgeNow) return
    this.note(`edge ${version} is brought out`)
    this.#edgeNow = code
    this.edge.deploy(code, storesAfter)
  }

  person(at: number): Person {
    const { person } = this.plan.machines[at] ?? { person: 0 }
    return this.laboratory.people[person] as Person
  }

  word(): string {
    return `w${(this.#words += 1)}.`
  }

  isTaken(company: string, opId: string): boolean {
    const query = 'SELECT 1 FROM operations WHERE op_id = ?'
    return this.edge.stores.databaseOf(company).all(query, [opId]).length > 0
  }

  note(what: string): void {
    const line = `${this.time.now - beginning} ${what}`
    this.#hash.update(`${line}\n`)
    if (/ #\d+ \S+ [^:]*$/.test(what)) this.#requests += 1
    else if (/ #\d+ .*: /.test(what)) this.#faults += 1
    if (this.#running.keepLines) this.#lines.push(line)
  }

  /** Sign in without the net's whims: a person tries until it works. */
  async signIn(machine: Machine, person: Person): Promise<void> {
    try {
      const { data, headers } = await sendTo(this.edge, sessionCalls.login, {
        body: { username: person.username, password },
      })
      const cookie = (headers.get('Set-Cookie') ?? '').split(';')[0] ?? ''
      machine.begin(data as Account, cookie)
      this.note(`${machine.options.name} signs in as ${person.username}`)
    } catch (error) {
      this.note(`${machine.options.name} cannot sign in: ${String(error).slice(0, 80)}`)
      this.time.after(1000, () => void this.signIn(machine, person))
    }
  }

  /** Sign in again on the machine after its session has ended; half of the people go on with what they were writing. */
  #signInSoon(machine: Machine): void {
    const { account } = machine
    const random = createRandom(this.#random.below(2 ** 31))
    const ms = 1000 + random.below(10_000)
    if (random.next() < 0.5) {
      this.time.after(random.below(ms), () => this.#try(goOnWriting(this, machine, random)))
    }
    this.time.after(ms, () => {
      const person = this.laboratory.people.find(({ user }) => user === account?.uuid)
      if (person && machine.lapsed && machine.account === account) void this.signIn(machine, person)
    })
  }

  #spread(company: string): void {
    const { hintsLost, hintsTwice } = this.plan
    for (const machine of this.machines) {
      if (machine.account?.company_uuid !== company) continue
      if (!machine.onLine || machine.options.wire.downClosed) continue
      if (!this.healed && this.#random.next() < hintsLost) continue
      const times = this.#random.next() < hintsTwice ? 2 : 1
      for (let one = 0; one < times; one++) {
        this.time.after(20 + this.#random.below(200), () => machine.hint())
      }
    }
  }

  #take(step: Step): void {
    const machine = this.machines[step.machine]
    if (!machine) return
    this.note(`step ${step.id} ${step.kind} m${step.machine}`)
    const random = createRandom((this.plan.seed * 977 + step.id * 31 + 7) >>> 0)
    this.#try(takeStep(this, machine, random, step), `step ${step.id}`)
  }

  /** Note where an act of a person came to nothing, as with a full disk. */
  #try(act: Promise<void>, name = 'an edit'): void {
    void act.catch((error: unknown) =>
      this.note(`${name} came to nothing: ${String(error).slice(0, 100)}`),
    )
  }

  get desk(): Desk {
    return this.#desk
  }

  get around(): Surroundings {
    const { swarms, recipe, devices } = this.laboratory
    return {
      ledger: this.ledger,
      swarms,
      recipe,
      devices,
      word: () => this.word(),
      note: (what) => this.note(what),
      isOver: () => this.healed,
    }
  }

  /** The operator puts the store back, as docs/deploy.md has it. */
  #planPutBack({ keepAt, at }: NonNullable<Plan['putBack']>): void {
    const [company = ''] = this.laboratory.companies
    const { stores } = this.edge
    const moment = { at: new Date(beginning + keepAt).toISOString() }
    this.time.at(beginning + keepAt, () => stores.keepMoment(company))
    this.time.at(beginning + at, () => void stores.direct(company, 'rewind', moment))
  }

  #before: string[] = []

  /** Note the operations that the edge lost with a rollback: no client can be asked for one that it has deleted. */
  #notePutBack(when: 'before' | 'after'): void {
    const [company = ''] = this.laboratory.companies
    const rows = this.edge.stores.databaseOf(company).all('SELECT op_id FROM operations')
    const ids = rows.map((row) => String(row['op_id']))
    if (when === 'before') this.#before = ids
    else {
      const left = new Set(ids)
      for (const id of this.#before) if (!left.has(id)) this.ledger.putBack.add(id)
    }
    this.note(`the store is put back: ${when} ${ids.length}`)
  }

  /** Heal everything, and sign people in who were signed out. */
  async #heal(): Promise<void> {
    this.note('healed')
    this.healed = true
    for (const [at, machine] of this.machines.entries()) {
      machine.heal()
      if (!machine.account || machine.lapsed)
        await this.time.runFor(this.signIn(machine, this.person(at)))
    }
    for (const machine of this.machines) {
      machine.comeBack()
      machine.poke()
    }
  }
}
