import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Random } from '../security/random.ts'
import { readAtEdge, serveDesk, signIn, sitDown } from './desk.ts'
import { Line } from './faults.ts'
import type { Kept } from './page.ts'
import {
  type Person,
  people,
  personAt,
  type Schedule,
  type Seat,
  seats,
  type Step,
} from './plan.ts'

/** Edit that a page reported as saved. */
export interface Intent {
  do: 'make' | 'note' | 'name' | 'sample'
  uuid: string
  word: string
  seat: Seat
}

export interface Outcome {
  intents: Intent[]
  uuids: Map<Seat, string[]>
  problems: string[]
}

/** Time within which all copies must be equal, once all lines work (invariant I8). */
const settleMs = 60_000

/** Three people's browsers, opened once: many schedules are lived in them. */
export class Office {
  readonly lines = new Map<Person, Line>()
  readonly contexts = new Map<Person, BrowserContext>()
  readonly #tabs = new Map<Seat, Page>()
  readonly address: string
  /** Number of refused edits that were sent again. */
  insisted = 0

  constructor(address: string) {
    this.address = address
  }

  async open(browser: Browser, script: string, names: Record<Person, string>): Promise<void> {
    for (const person of people) {
      const context = await browser.newContext()
      const line = new Line()
      await line.lay(context)
      await serveDesk(context, () => script)
      await signIn(context.request, this.address, names[person])
      this.contexts.set(person, context)
      this.lines.set(person, line)
    }
    for (const seat of seats) await this.#sit(seat)
    for (const seat of seats) await this.tab(seat).evaluate(() => inside.page.ready())
  }

  tab(seat: Seat): Page {
    return this.#tabs.get(seat)!
  }

  request(person: Person) {
    return this.contexts.get(person)!.request
  }

  readEdge(seat: Seat, uuid: string) {
    return readAtEdge(this.request(personAt(seat)), this.address, uuid)
  }

  /** Lives one schedule to its end: every line whole again, nothing waiting but what was refused. */
  async live({ steps, percent, random }: Schedule): Promise<Outcome> {
    const records = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    const intents: Intent[] = []
    const problems: string[] = []
    // Renew the sessions, as those of people at work are: these schedules are longer than one lasts.
    for (const seat of seats) await this.tab(seat).evaluate(() => inside.page.refresh())
    const uuids = new Map<Seat, string[]>(
      seats.map((seat) => [seat, seat === 'boris' ? records.slice(2) : records.slice(0, 2)]),
    )
    const disturb = () =>
      people.forEach((person) => this.lines.get(person)!.disturb(random, percent))
    disturb()
    for (const step of steps) {
      if (step.do === 'meet') {
        problems.push(...(await this.#meet(uuids)))
        disturb()
        continue
      }
      const intent = await this.#take(step, records)
      if (intent) intents.push(intent)
    }
    problems.push(...(await this.#meet(uuids)))
    const insisted = await this.#insist(uuids, random)
    if (insisted > 0) problems.push(...(await this.#meet(uuids)))
    return { intents, uuids, problems }
  }

  async #meet(uuids: ReadonlyMap<Seat, string[]>): Promise<string[]> {
    await this.#heal()
    const problems: string[] = []
    for (const seat of seats) problems.push(...(await this.#settle(seat, uuids.get(seat)!)))
    return problems
  }

  /** Return the edit that the page reported as saved, if there is one. */
  async #take(
    step: Exclude<Step, { do: 'meet' }>,
    records: readonly string[],
  ): Promise<Intent | null> {
    switch (step.do) {
      case 'leave':
        await this.contexts.get(step.person)!.setOffline(true)
        return null
      case 'return':
        await this.contexts.get(step.person)!.setOffline(false)
        return null
      case 'hint':
        await this.tab(step.seat).evaluate(() => inside.page.hint())
        return null
      case 'reopen':
        await this.tab(step.seat).close()
        await this.#sit(step.seat)
        return null
      case 'pause':
        await sleep(step.ms)
        return null
      default: {
        const { do: kind, seat, word } = step
        const uuid = records[step.record]!
        const kept = await this.#write(step, uuid)
        // Record no edit of a colleague's record that has not come yet, which cannot be edited.
        return kept.ok ? { do: kind, uuid, word, seat } : null
      }
    }
  }

  /** Insist for half of those whose edit was refused, who want theirs after all. Return how many there were. */
  async #insist(uuids: ReadonlyMap<Seat, string[]>, random: Random): Promise<number> {
    let count = 0
    for (const seat of seats) {
      const looks = await this.tab(seat).evaluate(
        (all) => inside.page.look(all),
        uuids.get(seat) ?? [],
      )
      for (const { uuid, pending } of looks) {
        for (const { op_id } of pending.filter(() => random.chance(50))) {
          count += 1
          await this.tab(seat).evaluate(([id, op]) => inside.page.insist(id!, op!), [uuid, op_id])
        }
      }
    }
    this.insisted += count
    return count
  }

  #write(step: Extract<Step, { word: string }>, uuid: string): Promise<Kept> {
    const sample = {
      uuid: crypto.randomUUID(),
      name: step.word,
      sample_type: 'unknown',
      coordinates: [step.well],
    } as const
    return this.tab(step.seat).evaluate(
      ({ step, uuid, sample }) => {
        const { page } = inside
        if (step.do === 'make') return page.make({ uuid, name: step.word, notebook: step.word })
        if (step.do === 'note') return page.note(uuid, step.word)
        if (step.do === 'name') return page.name(uuid, step.word)
        return page.sample(uuid, { ...sample, coordinates: [...sample.coordinates] })
      },
      { step, uuid, sample },
    )
  }

  async #sit(seat: Seat): Promise<void> {
    const context = this.contexts.get(personAt(seat))!
    const tab = await context.newPage()
    tab.on('pageerror', (error) => console.log(`${seat}: ${error.stack ?? error.message}`))
    this.#tabs.set(seat, tab)
    await sitDown(tab, this.address)
  }

  async #heal(): Promise<void> {
    for (const person of people) {
      this.lines.get(person)!.disturb(null)
      await this.contexts.get(person)!.setOffline(false)
    }
    for (const seat of seats) {
      await this.tab(seat).evaluate(async () => {
        if (!inside.page.isOnline()) await inside.page.workOnline()
        inside.page.push()
      })
    }
  }

  /** Wait until nothing of these records waits and the tab shows what the edge has. */
  async #settle(seat: Seat, uuids: readonly string[]): Promise<string[]> {
    const until = Date.now() + settleMs
    let open: string[] = []
    while (Date.now() < until) {
      open = await this.#differences(seat, uuids)
      if (open.length === 0) return this.#listOff(seat)
      await sleep(100)
      await this.tab(seat).evaluate(() => inside.page.hint())
    }
    return open
  }

  async #listOff(seat: Seat): Promise<string[]> {
    const off = await this.tab(seat).evaluate(() => inside.page.listOff())
    return off.map((what) => `divergent: the list of ${seat}: ${what}`)
  }

  async #differences(seat: Seat, uuids: readonly string[]): Promise<string[]> {
    const looks = await this.tab(seat).evaluate((all) => inside.page.look(all), [...uuids])
    const found: string[] = []
    for (const uuid of uuids) {
      const look = looks.find((one) => one.uuid === uuid)
      const edge = await this.readEdge(seat, uuid)
      const waits = look?.pending.filter(({ state }) => state !== 'refused') ?? []
      for (const { state, text } of waits) found.push(`stalled: ${seat} ${state} ${text}`)
      if (JSON.stringify(look?.body ?? null) !== JSON.stringify(edge))
        found.push(`divergent: ${seat} has ${uuid} of ${look?.seq ?? 'nothing'}`)
    }
    return found
  }
}
