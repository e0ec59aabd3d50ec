import { randomUUID } from 'node:crypto'
import { cheapPasswords } from '../cheap-passwords.ts'
import { seed } from '../seed.ts'
import { lab } from '../demo/companies.ts'
import { readSignIns } from '../demo-file.ts'
import { startWorker, type WorkerProcess } from '../worker-process.ts'
import { Client } from './client.ts'

/** A worker with the demonstration's companies in it, and somebody signed in. */
export interface BenchLab {
  worker: WorkerProcess
  company: string
  client: Client
  /** Sign-ins of the demonstration: e-mail, password. */
  signIns: string[][]
  /** Start the same worker again, on its stores and port, after it has ended. `inspect`: its memory can be looked into. */
  restart(given?: { inspect: boolean }): Promise<void>
}

/** Prefix of the operation ids that tests/edge/bench/worker.ts makes. */
const benchOperation = 'bench:'

const entry = new URL('../../tests/edge/bench/worker.ts', import.meta.url)

/**
 * The same store, whose operations of the bench leave no trail: the companies and people in it have theirs, or nobody could
 * sign in. Only the bench's own bundle is ever made so.
 */
const withoutAudit = {
  '/edge/store/audit.ts': (source: string) =>
    `${replaced(source, 'export function appendAudits(', 'function appendAuditsForReal(')}
export function appendAudits(sql, audits) {
  return appendAuditsForReal(sql, audits.filter(([{ op_id }]) => !op_id.startsWith('${benchOperation}')))
}
`,
}

/** The same store, which is not compared with its trail. */
const withoutChecks = {
  '/edge/store/trail-keeper.ts': (source: string) =>
    replaced(source, '#work(): Promise<void> {', '#work(): Promise<void> {\n    return\n'),
  // Leave out sweeps and checks before a write too, which have ways of their own to find that entries are missing.
  '/edge/store/damage.ts': (source: string) =>
    ['keepDamage(sql: Tables, place: DamagePlace): void {', 'checkEnd(sql: Tables): void {'].reduce(
      (text, start) => replaced(text, start, `${start}\n  return\n`),
      source,
    ),
}

function replaced(source: string, from: string, to: string): string {
  if (source.split(from).length !== 2) throw new Error(`Not once in the file any more: ${from}`)
  return source.replace(from, to)
}

/**
 * @param given.audited false for a store whose records of the bench have no entries.
 * @param given.state folder of the stores, where the worker is started again on it; it stays.
 * @param given.checked false for a store that does not compare itself with its trail either.
 * @param given.short passwords cost next to nothing: for a try, not for a measurement.
 */
export async function openLab(
  given: { audited?: boolean; checked?: boolean; short?: boolean; state?: string } = {},
): Promise<BenchLab> {
  const { audited = true, checked = audited, short = false, state } = given
  const options = {
    entry,
    ...(state !== undefined && { state }),
    change: {
      ...(!audited && withoutAudit),
      ...(!checked && withoutChecks),
      ...(short && cheapPasswords),
    },
  }
  const worker = await startWorker(options)
  const port = Number(new URL(worker.address).port)
  try {
    await seed({ address: worker.address, stateDir: worker.stateDir, region: 'eu' })
    const signIns = readSignIns(worker.stateDir)
    const client = new Client(worker.address, 64)
    const [name = '', password = ''] = signIns.find(([one]) => one?.startsWith('manager')) ?? []
    await client.signIn(name, password)
    const opened: BenchLab = {
      worker,
      company: lab,
      client,
      signIns,
      async restart(given) {
        opened.worker = await startWorker({ ...options, port, ...given })
      },
    }
    return opened
  } catch (error) {
    await worker.stop()
    throw error
  }
}

export async function closeLab({ worker, client }: BenchLab): Promise<void> {
  client.close()
  await worker.stop()
}

interface Method {
  uuid: string
  recipe_uuid: string
  swarm_uuid: string | null
  cartridge_types: string[]
  layout: object[]
}

/** Create analyses of a 96-well method as the wizard would, of the first or of one with so many samples, for a device or for none. Gives their ids. */
export async function createAnalyses(
  { client }: BenchLab,
  count: number,
  samples?: number,
  device: string | null = null,
): Promise<string[]> {
  const pageOf = async <Item>(path: string) => (await client.ask<{ data: Item[] }>(path, {})).data
  const protocol = (await pageOf<Method>('/v3/protocols/search')).find(
    ({ cartridge_types, layout }) =>
      cartridge_types.includes('Wells96') && (samples ?? layout.length) === layout.length,
  )
  const me = await client.ask<{ swarms: string[] }>('/v3/session/me')
  if (!protocol) throw new Error('The demonstration has no method of 96 wells.')
  const create = async (_: unknown, at: number) => {
    const uuid = randomUUID()
    await client.ask('/v3/analysis/create', {
      uuid,
      name: `Bench ${at}`,
      recipe_uuid: protocol.recipe_uuid,
      protocol_uuid: protocol.uuid,
      swarm_uuid: protocol.swarm_uuid ?? me.swarms[0],
      device_uuid: device,
      cartridge_type: 'Wells96',
      samples: protocol.layout.map((sample) => ({ ...sample, uuid: randomUUID() })),
      notebook: '',
    })
    return uuid
  }
  return Promise.all(Array.from({ length: count }, create))
}
