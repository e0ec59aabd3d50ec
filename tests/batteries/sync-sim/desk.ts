import { createHash } from 'node:crypto'
import { analysisCalls } from '../../../domain/calls/analysis.ts'
import { userCalls } from '../../../domain/calls/users.ts'
import { canonicalJson } from '../../../domain/canonical.ts'
import type { Analysis } from '../../../domain/entities/analysis.ts'
import type { User } from '../../../domain/entities/user.ts'
import { signedContent } from '../../../domain/rules/analysis.ts'
import type { Random } from '../../support/seeded-random.ts'
import { type Laboratory, password, type Person, sendTo, signIn } from './laboratory.ts'
import type { Ledger } from './ledger.ts'
import type { Deployment } from './platform/deployment.ts'
import { randomUuid } from './platform/globals.ts'

/** People who work straight at the edge while others are away; what the edge refuses them is as good. */
export class Desk {
  readonly #edge: Deployment
  readonly #laboratory: Laboratory
  readonly #ledger: Ledger
  readonly #word: () => string

  constructor(edge: Deployment, laboratory: Laboratory, ledger: Ledger, word: () => string) {
    this.#edge = edge
    this.#laboratory = laboratory
    this.#ledger = ledger
    this.#word = word
  }

  async edit(random: Random): Promise<string> {
    const record = await this.#pick(random)
    const { uuid, updated_at: base, notebook } = record
    const body =
      random.next() < 0.5
        ? { base, name: this.#word() }
        : { base, notebook: `${notebook}${notebook && '\n'}${this.#word()}` }
    await this.#send('mara', analysisCalls.edit, { params: { id: uuid }, body })
    return `edits ${uuid}`
  }

  async remove(random: Random): Promise<string> {
    const { uuid } = await this.#pick(random)
    const body = { reason: 'made by mistake' }
    await this.#send('anna', analysisCalls.delete, { params: { id: uuid }, body })
    return `deletes ${uuid}`
  }

  async validate(random: Random): Promise<string> {
    const uuid = random.pick(this.#laboratory.completed)
    const record = await this.#read(uuid)
    const hash = createHash('sha256')
      .update(canonicalJson(signedContent(record)))
      .digest('hex')
    const body = { password, meaning: 'approval', comment: '', record_hash: hash }
    await this.#send('mara', analysisCalls.validate, { params: { id: uuid }, body })
    return `signs ${uuid}`
  }

  async migrate(random: Random): Promise<string> {
    const { uuid, swarm_uuid: from } = await this.#pick(random)
    const to = this.#laboratory.swarms.find((swarm) => swarm !== from)
    const body = { swarm_uuid: to, reason: 'belongs there' }
    await this.#send('anna', analysisCalls.migrate, { params: { id: uuid }, body })
    return `moves ${uuid}`
  }

  /** Take a person's permissions to change anything, or give them back. */
  async revoke(person: Person): Promise<string> {
    const { profile_uuid: now } = await this.#user(person)
    const { reader } = this.#laboratory
    const known = this.#profiles.get(person.user)
    if (now !== reader) this.#profiles.set(person.user, now)
    const profile_uuid = now === reader && known ? known : reader
    await this.#editUser(person, { profile_uuid })
    return `gives ${person.username} profile ${profile_uuid}`
  }

  /** Put a person into one swarm, or into all. */
  async moveToSwarms(person: Person, random: Random): Promise<string> {
    const all = this.#laboratory.swarms
    const swarms = random.next() < 0.4 ? all : [random.pick(all)]
    await this.#editUser(person, { swarms })
    return `puts ${person.username} into ${swarms.length}`
  }

  readonly #profiles = new Map<string, string>()

  async #editUser(person: Person, change: object): Promise<void> {
    const body = { ...change, reason: 'other work' }
    await this.#send('anna', userCalls.edit, { params: { id: person.user }, body })
  }

  async #user(person: Person): Promise<User> {
    return this.#direct('user', person.user) as User
  }

  async #read(uuid: string): Promise<Analysis> {
    return this.#direct('analysis', uuid) as Analysis
  }

  async #pick(random: Random): Promise<Analysis> {
    const rows = this.#store.all(
      `SELECT body FROM records WHERE kind = 'analysis' AND deleted_at IS NULL ORDER BY seq`,
    )
    return JSON.parse(String(random.pick(rows)['body'])) as Analysis
  }

  #direct(kind: string, uuid: string): unknown {
    const [row] = this.#store.all('SELECT body FROM records WHERE kind = ? AND uuid = ?', [
      kind,
      uuid,
    ])
    return JSON.parse((row?.['body'] as string | undefined) ?? 'null')
  }

  get #store() {
    return this.#edge.stores.databaseOf(this.#laboratory.companies[0] ?? '')
  }

  async #send(
    username: string,
    row: Parameters<typeof sendTo>[1],
    parts: Parameters<typeof sendTo>[2],
  ): Promise<void> {
    const opId = randomUuid()
    this.#ledger.atDesk.add(opId)
    const cookie = await signIn(this.#edge, username)
    await sendTo(this.#edge, row, { ...parts, headers: { ...cookie, 'Operation-Id': opId } })
  }
}
