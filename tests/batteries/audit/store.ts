import { randomUUID } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Call } from '../../../domain/call.ts'
import { analysisCalls } from '../../../domain/calls/analysis.ts'
import { auditCalls } from '../../../domain/calls/audit.ts'
import { operatorCalls } from '../../../domain/calls/operator.ts'
import { sessionCalls } from '../../../domain/calls/session.ts'
import { canonicalJson } from '../../../domain/canonical.ts'
import type { Analysis } from '../../../domain/entities/analysis.ts'
import { signedContent } from '../../../domain/rules/analysis.ts'
import type { Damage } from '../../../domain/trail/damage.ts'
import { cheapPasswords } from '../../../scripts/cheap-passwords.ts'
import { companies, provider } from '../../../scripts/demo/companies.ts'
import { methods } from '../../../scripts/demo/methods.ts'
import { seed } from '../../../scripts/seed.ts'
import { seedRuns } from '../../../scripts/seed-runs.ts'
import { startWorker, type WorkerProcess } from '../../../scripts/worker-process.ts'
import { sha256Hex } from '../../../edge/crypto/secret.ts'

const password = 'Battery-2026!'
const people = ['Administrator', 'Manager'] as const
type Person = (typeof people)[number]

interface StoreState {
  size: number
  rewound: { anchor: number } | null
  damaged: Damage | null
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** A company in a real store: workerd over files, which may be put back to an earlier moment. */
export class RealStore {
  readonly folder: string
  readonly company = randomUUID()
  /** Shared by all stores of a deployment. */
  readonly #running: { worker: WorkerProcess | null }
  readonly #swarm = randomUUID()
  readonly #recipe = randomUUID()
  readonly #cookies = new Map<Person, string>()

  /** @param beside store whose deployment it shares, and which is started and stopped for both. */
  constructor(beside?: RealStore) {
    this.#running = beside ? beside.#running : { worker: null }
    this.folder = beside?.folder ?? mkdtempSync(join(tmpdir(), 'bapp-audit-'))
  }

  get #worker(): WorkerProcess | null {
    return this.#running.worker
  }

  get #state(): string {
    return join(this.folder, 'state')
  }

  async start(): Promise<void> {
    const entry = new URL('../../../edge/worker.ts', import.meta.url)
    this.#running.worker = await startWorker({ entry, state: this.#state, change: cheapPasswords })
  }

  async stop(): Promise<void> {
    await this.#worker?.stop()
    this.#running.worker = null
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Return the secret that checkpoints are signed with: what an insider at the worst would have. */
  get checkpointSecret(): string {
    return this.#worker?.secrets.CHECKPOINT_SECRET ?? ''
  }

  /** Address and secret of the operator. */
  get operator(): { url: string; secret: string } {
    const { address = '', secrets } = this.#worker ?? {}
    return { url: address, secret: secrets?.OPERATOR_SECRET ?? '' }
  }

  /** Delete stores, directory, files and anchors, as a fire in the data centre would. The secrets are in the vault. */
  loseEverything(): void {
    const secrets = readFileSync(join(this.#state, 'secrets.json'))
    rmSync(this.#state, { recursive: true })
    mkdirSync(this.#state)
    writeFileSync(join(this.#state, 'secrets.json'), secrets, { mode: 0o600 })
    this.#cookies.clear()
  }

  /** Copy the stores, not the anchors, as a restore to a point in time would bring them back. */
  keepMoment(name: string): void {
    cpSync(join(this.#state, 'v3', 'do'), join(this.folder, name), { recursive: true })
  }

  putBack(name: string): void {
    rmSync(join(this.#state, 'v3', 'do'), { recursive: true })
    cpSync(join(this.folder, name), join(this.#state, 'v3', 'do'), { recursive: true })
  }

  async found(): Promise<void> {
    const [template] = companies
    const [method] = methods
    if (!template || !method) throw new Error('the demonstration has no company')
    await this.#operate(operatorCalls.createCompany, {
      company: {
        ...template.company,
        uuid: this.company,
        name: `Audit laboratory ${this.company}`,
      },
      swarms: [{ uuid: this.#swarm, name: 'First' }],
      users: people.map((profile) => ({
        ...template.users[0],
        uuid: randomUUID(),
        username: this.#login(profile),
        name: `${profile} Müller-Ångström`,
        email: `${this.#login(profile)}@audit.example`,
        profile,
        swarms: [this.#swarm],
        password,
      })),
    })
    await this.#operate(operatorCalls.putRecords, {
      company_uuid: this.company,
      records: [{ kind: 'recipe', uuid: this.#recipe, body: method.recipe }],
    })
  }

  #login(person: Person): string {
    return `${person}-${this.company}`
  }

  /** Fill it as `npm start` fills a fresh state. @returns the companies, the provider's first. */
  async demonstrate(): Promise<string[]> {
    const { url: address } = this.operator
    await seed({ address, stateDir: this.#state, region: 'eu', examples: true })
    await seedRuns(address)
    const uuids = companies.map(({ company }) => company.uuid)
    return uuids.toSorted((a, b) => Number(b === provider) - Number(a === provider))
  }

  /** Plan an analysis, edit it, and remove every fifth: as many entries as `count`, or a few more. */
  async grow(count: number): Promise<void> {
    for (let made = 0; made < count;) {
      const uuid = randomUUID()
      await this.send('Manager', analysisCalls.create, { body: this.#plan(uuid, made) })
      const params = { id: uuid }
      for (const name of ['Überlauf', 'run “2”', '再測定']) {
        const body = { name: `${name} ${made}`, notebook: `note\n${made}` }
        await this.send('Manager', analysisCalls.edit, { params, body })
      }
      if (made % 5 === 0) {
        const body = { reason: 'made by mistake' }
        await this.send('Manager', analysisCalls.delete, { params, body })
      }
      made += made % 5 === 0 ? 5 : 4
    }
  }

  #plan(uuid: string, index: number) {
    return {
      uuid,
      name: `Morning run ${index}`,
      recipe_uuid: this.#recipe,
      protocol_uuid: null,
      swarm_uuid: this.#swarm,
      device_uuid: null,
      cartridge_type: 'Wells96',
      samples: [
        { uuid: randomUUID(), name: 'S1', sample_type: 'unknown', coordinates: ['A1', 'A2'] },
        { uuid: randomUUID(), name: 'NTC', sample_type: 'ntc', coordinates: ['H12'] },
      ],
      notebook: '',
    }
  }

  /** Imports a run of an instrument, has it signed, and answers its id. */
  async sign(): Promise<string> {
    const record = await this.importRun()
    await this.signRecord(record)
    return record.uuid
  }

  /** Import a finished analysis that nobody has signed. */
  async importRun(): Promise<Analysis> {
    const uuid = randomUUID()
    const form = new FormData()
    const [swarm_uuid, name] = [this.#swarm, 'Signed run']
    const fields = { uuid, name, swarm_uuid, recipe_uuid: null, run: 0 }
    form.set('fields', JSON.stringify(fields))
    const file = '../../fixtures/files/RDES_v1_0_example_amplification.tsv'
    form.set('file', new File([readFileSync(new URL(file, import.meta.url))], 'example.tsv'))
    return (await this.send('Manager', analysisCalls.import, { body: form })) as Analysis
  }

  /** Import a finished analysis and edit it once, without signing; answer its id. */
  async edited(): Promise<string> {
    const { uuid: id } = await this.importRun()
    await this.send('Manager', analysisCalls.edit, { params: { id }, body: { notebook: 'seen' } })
    return id
  }

  async signRecord(record: Analysis): Promise<void> {
    const record_hash = sha256Hex(canonicalJson(signedContent(record)))
    const body = { password, meaning: 'approval', comment: 'looked at', record_hash }
    await this.send('Manager', analysisCalls.validate, { params: { id: record.uuid }, body })
  }

  /** Make the linked new version of a signed analysis. */
  async correct(id: string): Promise<void> {
    const body = { reason: 'made by mistake' }
    await this.send('Manager', analysisCalls.correct, { params: { id }, body })
  }

  /** Find the files of an analysis's curves and results in the bucket, by their hash. */
  filesBehind({ curves_hash, results }: Analysis): string[] {
    const hashes = [curves_hash, ...results.map(({ hash }) => hash)]
    return readdirSync(join(this.#state, 'v3', 'r2'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => hashes.includes(sha256Hex(readFileSync(path))))
  }

  /** Write past the store's own gates while it is stopped: its triggers are put back as they were. */
  bendFile(work: (file: DatabaseSync) => void): void {
    const file = new DatabaseSync(fileOfCompany(join(this.#state, 'v3', 'do'), this.company))
    try {
      file.exec('PRAGMA foreign_keys = OFF')
      const query = `SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`
      const triggers = file.prepare(query).all()
      for (const { name } of triggers) file.exec(`DROP TRIGGER ${String(name)}`)
      work(file)
      for (const { sql } of triggers) file.exec(String(sql))
    } finally {
      file.close()
    }
  }

  async exportTrail(): Promise<Uint8Array> {
    let text = ''
    let query: Record<string, string> = {}
    for (;;) {
      const page = (await this.send('Administrator', auditCalls.exportTrail, { query })) as {
        text: string
        next: number | null
        size: number
      }
      text += page.text
      if (page.next === null) return new TextEncoder().encode(text)
      query = { after: String(page.next), size: String(page.size) }
    }
  }

  async exportRecord(id: string): Promise<Uint8Array> {
    const params = { kind: 'analysis', id }
    return (await this.send('Administrator', auditCalls.exportRecord, { params })) as Uint8Array
  }

  async state(): Promise<StoreState> {
    return (await this.send('Administrator', auditCalls.state)) as StoreState
  }

  /** Return the checkpoints, as they were kept outside as well. */
  async anchors(): Promise<string[]> {
    const query = { limit: '500' }
    const { data } = (await this.send('Administrator', auditCalls.checkpoints, { query })) as {
      data: { note: string; anchored_at: string | null }[]
    }
    return data.filter(({ anchored_at }) => anchored_at !== null).map(({ note }) => note)
  }

  /** Send a call as that person. @throws Error with what the edge said. */
  async send(person: Person, row: Call, parts: Parts = {}): Promise<unknown> {
    const known = this.#cookies.get(person)
    if (known === undefined) {
      const body = { username: this.#login(person), password }
      const { headers } = await this.#fetch(sessionCalls.login, { body }, {})
      this.#cookies.set(person, (headers.get('set-cookie') ?? '').split(';')[0] ?? '')
      return this.send(person, row, parts)
    }
    return (await this.#fetch(row, parts, { Cookie: known })).data
  }

  async #operate(row: Call, body: unknown): Promise<void> {
    const secret = this.#worker?.secrets.OPERATOR_SECRET ?? ''
    await this.#fetch(row, { body }, { Authorization: `Operator ${secret}` })
  }

  async #fetch(
    row: Call,
    { params = {}, query = {}, body }: Parts,
    headers: Record<string, string>,
  ): Promise<{ data: unknown; headers: Headers }> {
    const path = row.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const search = new URLSearchParams(query).toString()
    const json = body !== undefined && !(body instanceof FormData)
    const answer = await fetch(`${this.#worker?.address}/v3${path}${search && `?${search}`}`, {
      method: row.method,
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        ...(json ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as FormData) }),
    })
    if (!answer.ok) throw new Error(`${row.path}: ${answer.status} ${await answer.text()}`)
    const type = answer.headers.get('content-type') ?? ''
    const data = type.startsWith('application/json')
      ? ((await answer.json()) as { data: unknown }).data
      : new Uint8Array(await answer.arrayBuffer())
    return { data, headers: answer.headers }
  }
}

/** Return the file of a company's store in a folder of stores, by its content. */
function fileOfCompany(folder: string, company: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sqlite'))
    .map((entry) => join(entry.parentPath, entry.name))
  const found = files.find((path) => {
    const file = new DatabaseSync(path)
    try {
      const row = file.prepare(`SELECT value FROM meta WHERE name = 'company'`).get()
      return row?.['value'] === company
    } catch {
      return false
    } finally {
      file.close()
    }
  })
  if (!found) throw new Error('no store of this company')
  return found
}
