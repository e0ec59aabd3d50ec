import { asReason } from '../../../domain/reasons/reason.ts'
import type { Pending } from '../../../domain/sync/pending.ts'
import { Edge, type Answer, type Page, Refused } from './edge.ts'
import { checkEnd } from './end.ts'
import type { Body } from './entry.ts'
import { Knowledge } from './knowledge.ts'
import { Machine } from './machine.ts'
import { makeEdit, sampleOf, takeBack, Words } from './person.ts'
import type { Step } from './steps.ts'

/** An operation on its way: out, or with what came of it on its way back. */
interface Flight {
  machine: Machine
  tab: number
  uuid: string
  operation: Pending
  answer: Answer | Refused | null
}

/** Each step takes so long by the machines' clocks, in ms. */
const stepMs = 1000
const tabs = 2

/** One history: people at two to four machines, an edge, and a network that loses, doubles and turns around. */
export class Play {
  readonly machines: Machine[]
  readonly edge: Edge
  readonly #words = new Words()
  #flights: Flight[] = []
  #pages: { machine: Machine; page: Page }[] = []
  #answered: { machine: Machine; uuid: string; opId: string; answer: Answer }[] = []
  #now = 1
  #records = 0

  constructor(machines: number) {
    const knowledge = Array.from({ length: machines }, () => new Knowledge())
    this.machines = knowledge.map((each, number) => new Machine(number, each))
    this.edge = new Edge(knowledge)
    for (let made = 0; made < 2; made += 1) this.#found()
    for (const machine of this.machines) machine.take(this.edge.pull(0, 9), false)
  }

  run(step: Step): void {
    this.#now += stepMs
    this.#acts[step.act](step, choose(this.machines, step.a))
    for (const machine of this.machines) machine.check()
  }

  /** Let everything arrive that still can, and every machine send and pull until nothing is left to do. */
  drain(): void {
    for (const [at, flight] of this.#flights.entries()) if (at % 2 === 0) this.#reach(flight)
    this.#flights = []
    this.#pages = []
    for (let round = 0; round < 4; round += 1) {
      for (const machine of this.machines) {
        this.#now += 10_000_000
        this.#pullAll(machine)
        machine.unpark()
        for (const uuid of machine.documents.keys()) this.#sendAll(machine, uuid)
      }
    }
    for (const machine of this.machines) this.#pullAll(machine)
  }

  /** @throws Error for whatever is not as it was promised. */
  check(): void {
    checkEnd(this.edge, this.machines)
    const before = JSON.stringify(this.machines.map(({ documents }) => [...documents]))
    for (const { machine, uuid, opId, answer } of this.#answered)
      machine.acknowledge(uuid, opId, answer)
    for (const machine of this.machines)
      for (const { uuid, seq, body } of this.edge.pull(0, 99).records)
        if (machine.documents.has(uuid)) machine.pull(uuid, seq, body)
    const after = JSON.stringify(this.machines.map(({ documents }) => [...documents]))
    if (before !== after) throw new Error('what had come came again and changed something')
  }

  readonly #acts: Record<Step['act'], (step: Step, machine: Machine) => void> = {
    edit: ({ b, c, d }, machine) => {
      const uuid = choose(machine.uuids(), b)
      if (uuid === undefined) return
      const key = `${b % tabs} ${uuid}`
      // Use the present record in most cases; an editor may have been opened long ago.
      const held = d % 3 === 0 ? machine.held.get(key) : undefined
      const shown = held ?? (machine.shown(uuid) as Body)
      // Type it back now and then to what the edge has.
      const base = d % 13 === 0 ? machine.documents.get(uuid)?.body : null
      const changes = [base ? takeBack(shown, base, c) : makeEdit(shown, { c, d }, this.#words)]
      const other = d % 11 === 0 ? makeEdit(shown, { c: c + 3, d }, this.#words) : changes[0]
      if (other && other.field !== changes[0]?.field) changes.push(other)
      machine.edit(uuid, changes, this.#now)
      const after = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
      machine.held.set(key, { ...shown, ...after })
    },
    look: ({ b, c }, machine) => {
      const uuid = choose(machine.uuids(), b)
      if (uuid !== undefined) machine.held.set(`${c % tabs} ${uuid}`, machine.shown(uuid) as Body)
    },
    create: (_, machine) => {
      if (this.#records < 4) machine.create(this.#uuid(), this.#plan(), this.#now)
    },
    send: ({ b, c }, machine) => {
      const uuid = choose([...machine.documents.keys()], b)
      const tab = c % tabs
      const busy = this.#flights.some(
        (one) => one.machine === machine && one.tab === tab && one.uuid === uuid,
      )
      const operation = uuid !== undefined && !busy ? machine.takeNext(uuid, this.#now) : null
      if (uuid !== undefined && operation)
        this.#flights.push({ machine, tab, uuid, operation, answer: null })
    },
    arrive: ({ a, b }) => {
      const flight = choose(
        this.#flights.filter(({ answer }) => answer === null),
        a,
      )
      if (!flight) return
      // Deliver twice now and then, as the network does.
      if (b % 5 === 0) this.#flights.push({ ...flight, tab: -1 })
      this.#reach(flight)
    },
    answer: ({ a }) => {
      const flight = choose(
        this.#flights.filter(({ answer }) => answer !== null),
        a,
      )
      if (flight) this.#hear(flight)
    },
    lose: ({ a }) => {
      const flight = choose(this.#flights, a)
      if (!flight) return
      this.#drop(flight)
      if (flight.tab >= 0)
        flight.machine.postpone(flight.uuid, flight.operation.op_id, this.#now + 2 * stepMs)
    },
    // Keep the service away so long that all that waits is parked.
    outage: (_, machine) => {
      for (let tries = 0; tries < 9; tries += 1) {
        this.#now += stepMs
        for (const uuid of machine.documents.keys()) {
          const operation = machine.takeNext(uuid, this.#now)
          if (operation) machine.postpone(uuid, operation.op_id, this.#now)
        }
      }
    },
    // Close a tab: its answers come to nobody, what it had sent may still arrive.
    vanish: ({ b }, machine) => {
      this.#flights = this.#flights.flatMap((flight) => {
        if (flight.machine !== machine || flight.tab !== b % tabs) return [flight]
        return flight.answer === null ? [{ ...flight, tab: -1 }] : []
      })
      for (const key of machine.held.keys())
        if (key.startsWith(`${b % tabs} `)) machine.held.delete(key)
    },
    ask: ({ b }, machine) => {
      this.#pages.push({ machine, page: this.edge.pull(machine.mark, 1 + (b % 3)) })
    },
    page: ({ a, b }) => {
      const one = choose(this.#pages, a)
      if (!one) return
      this.#pages = this.#pages.filter((other) => other !== one)
      one.machine.take(one.page, b % 6 === 0)
    },
    again: ({ b }) => {
      const one = choose(this.#answered, b)
      if (one) one.machine.acknowledge(one.uuid, one.opId, one.answer)
    },
    // Let everything work for a while.
    settle: (_, machine) => {
      this.#pullAll(machine)
      for (const uuid of machine.documents.keys()) this.#sendAll(machine, uuid)
    },
    discard: ({ b }, machine) => {
      const [uuid, opId] = choose(refusedOf(machine), b) ?? []
      if (uuid && opId) machine.discard(uuid, opId)
    },
    insist: ({ b }, machine) => {
      const [uuid, opId] = choose(refusedOf(machine), b) ?? []
      if (uuid && opId) machine.insist(uuid, opId)
    },
    remove: ({ b }) => {
      const uuid = choose(this.#standing(), b)
      if (uuid && b % 3 === 0) this.edge.remove(uuid)
    },
    status: ({ b }) => {
      const uuid = choose(this.#standing(), b)
      if (uuid) this.edge.turn(uuid)
    },
    permission: (_, { number }) => {
      const { refused } = this.edge
      if (!refused.delete(number)) refused.add(number)
    },
    unpark: (_, machine) => machine.unpark(),
  }

  #found(): void {
    const uuid = this.#uuid()
    this.edge.create(-1, { uuid, ...this.#plan() }, `founded ${uuid}`)
  }

  #uuid(): string {
    this.#records += 1
    return `r${this.#records}`
  }

  #plan(): Body {
    const samples = [sampleOf(this.#words, 'A1'), sampleOf(this.#words, 'B1')]
    const [name, note] = [this.#words.next(), this.#words.next()]
    return {
      created_at: '',
      name,
      device_uuid: null,
      notebook: `${note}\n`,
      samples,
      status: 'INIT',
    }
  }

  #standing(): string[] {
    return [...this.edge.records.keys()].filter((uuid) => this.edge.find(uuid))
  }

  #reach(flight: Flight): void {
    const { machine, uuid, operation } = flight
    try {
      if (operation.type === 'merge') {
        flight.answer = this.edge.merge(machine.number, uuid, operation)
      } else {
        const body = this.edge.create(machine.number, { ...operation.shown, uuid }, operation.op_id)
        flight.answer = { seq: 1, body, overwritten: [] }
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      flight.answer = error
    }
    // Drop the answer to a second delivery, for which nobody waits.
    if (flight.tab < 0) this.#drop(flight)
  }

  #hear(flight: Flight): void {
    const { machine, uuid, operation, answer } = flight
    const { op_id: opId } = operation
    this.#drop(flight)
    if (answer instanceof Refused) {
      const { reason, theirs, field, message } = answer
      const versions = theirs ? { field, versions: { yours: {}, theirs } } : {}
      machine.refuse(uuid, opId, {
        code: 'refused',
        message,
        reason: asReason(reason),
        ...versions,
      })
    } else if (answer) {
      machine.acknowledge(uuid, opId, answer)
      this.#answered.push({ machine, uuid, opId, answer })
    }
  }

  #drop(flight: Flight): void {
    this.#flights = this.#flights.filter((one) => one !== flight)
  }

  #pullAll(machine: Machine): void {
    for (;;) {
      const page = this.edge.pull(machine.mark, 3)
      machine.take(page, false)
      if (!page.more) return
    }
  }

  #sendAll(machine: Machine, uuid: string): void {
    for (let sent = 0; sent < 100; sent += 1) {
      const operation = machine.takeNext(uuid, this.#now)
      if (!operation) return
      const flight: Flight = { machine, tab: 0, uuid, operation, answer: null }
      this.#reach(flight)
      this.#hear(flight)
    }
    throw new Error(`${uuid} of machine ${machine.number} is sent for ever`)
  }
}

function refusedOf({ documents }: Machine): [uuid: string, opId: string][] {
  return [...documents].flatMap(([uuid, { pending }]) =>
    pending
      .filter(({ state }) => state === 'refused')
      .map(({ op_id }): [string, string] => [uuid, op_id]),
  )
}

function choose<T>(items: readonly T[], number: number): T
function choose<T>(items: readonly T[], number: number): T | undefined {
  return items[number % Math.max(1, items.length)]
}

/** Play a history to its end; what was found wrong, or null. */
export function playSteps(steps: readonly Step[], machines: number): string | null {
  try {
    const play = new Play(machines)
    for (const step of steps) play.run(step)
    play.drain()
    play.check()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
