import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFleetFile, startFleet, type Fleet } from '../../../devices/fleet.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { cheapPasswords } from '../../../scripts/cheap-passwords.ts'
import { lab } from '../../../scripts/demo/companies.ts'
import { Client } from '../../../scripts/bench-edge/client.ts'
import { seed } from '../../../scripts/seed.ts'
import { readSignIns } from '../../../scripts/demo-file.ts'
import { startWorker, type WorkerProcess } from '../../../scripts/worker-process.ts'
import { makeKey, openWire, type Wire } from '../../../web/live/connection.ts'
import { liveAddress } from '../../../domain/deployments.ts'
import { heardSubjects, topicSubject } from '../../../domain/live/topic.ts'
import { natsServerPath, runNatsServer, type RunningServer } from './run-nats-server.ts'

const cube = '5e0b7d12-3c49-4e6f-9d28-c1a7b4e30016'
const other = '5e0b7d12-3c49-4e6f-9d28-c1a7b4e30036'

interface Token {
  jwt: string
  ticket: string
  path: string
  inbox_prefix: string
  swarms: string[]
}

let server: RunningServer
let worker: WorkerProcess
let fleet: Fleet
let folder: string
const clients = new Set<Client>()
/** Lines of the device's output. */
const said: string[] = []

async function signIn(profile: string): Promise<Client> {
  const [name = '', password = ''] =
    readSignIns(worker.stateDir).find(([one]) => one?.startsWith(profile)) ?? []
  const client = new Client(worker.address, 4)
  clients.add(client)
  await client.signIn(name, password)
  return client
}

/** Open a page's own connection, by the same address as without a server. */
async function openPage(
  client: Client,
): Promise<{ wire: Wire; again: () => Promise<Wire>; swarms: string[] }> {
  const key = makeKey()
  const token = await client.ask<Token>('/v3/live/token', { public_key: key.publicKey })
  const url = liveAddress(worker.address, token.path)
  const again = () =>
    openWire({ url, jwt: token.jwt, ticket: token.ticket, inboxPrefix: token.inbox_prefix, key })
  return { wire: await again(), again, swarms: token.swarms }
}

async function until<T>(what: string, check: () => T | Promise<T>, ms = 10_000): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const value = await check()
    if (value) return value
    if (Date.now() > end) throw new Error(`timed out: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const readDevice = (client: Client, uuid = cube) => client.ask<Device>(`/v3/products/get/${uuid}`)

// The whole service in workerd with NATS_URL set, a real NATS server, and a real device process.
describe.skipIf(!natsServerPath)('the service on a NATS server', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bapp-nats-'))
    // The worker makes its secrets with its folder: the server is configured from the same.
    const secrets = (await import('../../../scripts/local-secrets.ts')).readOrMakeSecrets(folder)
    server = await runNatsServer(natsServerPath ?? '', secrets.LIVE_SECRET)
    worker = await startWorker({
      entry: new URL('../../../edge/worker.ts', import.meta.url),
      change: cheapPasswords,
      state: folder,
      vars: { NATS_URL: server.url },
    })
    await seed({ address: worker.address, stateDir: folder, region: 'eu' })
    const devices = readFleetFile(join(folder, 'devices.json')).filter(
      ({ uuid }) => uuid === cube || uuid === other,
    )
    fleet = startFleet({
      devices,
      edge: worker.address,
      speed: 120,
      state: join(folder, 'devices'),
      report: (line) => said.push(line),
    })
  }, 120_000)
  afterAll(async () => {
    for (const client of clients) client.close()
    await fleet?.stop()
    await worker?.stop()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }, 30_000)

  test('a device that connects is connected in its record, and gone when its process is', async () => {
    const client = await signIn('operator')
    await until('the device', async () => (await readDevice(client)).connected === '10')
    await fleet.kill(cube)
    await until('its end', async () => (await readDevice(client)).connected === '0', 15_000)
    fleet.restart(cube)
    const again = async () => (await readDevice(client)).connected === '10'
    expect(await until('the device again', again)).toBe(true)
  }, 60_000)

  test('attack M2: a page hears the device and the hint of a change, a run in its swarm only; a command is answered over the bus', async () => {
    const client = await signIn('operator')
    const { wire, swarms } = await openPage(client)
    const heard: string[] = []
    const ofRuns: string[] = []
    let hints = 0
    for (const subject of heardSubjects('run', [cube], { company: lab, swarms }))
      wire.subscribe(subject, (text) => void ofRuns.push(text))
    wire.subscribe(topicSubject(lab, 'bcube-status', cube), (text) => void heard.push(text))
    wire.subscribe(`t.${lab}.sync`, () => void hints++)
    await wire.flush()
    await until('a status', () => heard.length > 0, 20_000)
    expect(JSON.parse(heard[0] ?? '')).toMatchObject({ topic: 'bcube-status', uuid: cube })
    const protocols = await client.ask<{ data: Protocol[] }>('/v3/protocols/search', {})
    const fitting = protocols.data.find((one) => one.cartridge_types.includes('Wells16'))
    if (!fitting) throw new Error('no method of 16 wells')
    const me = await client.ask<{ swarms: string[] }>('/v3/session/me')
    const uuid = randomUUID()
    await client.ask('/v3/analysis/create', {
      uuid,
      name: 'On a server',
      recipe_uuid: fitting.recipe_uuid,
      protocol_uuid: fitting.uuid,
      swarm_uuid: fitting.swarm_uuid ?? me.swarms[0],
      device_uuid: cube,
      cartridge_type: 'Wells16',
      samples: fitting.layout.map((sample) => ({ ...sample, uuid: randomUUID() })),
      notebook: '',
    })
    await until('a hint', () => hints > 0)
    const command = await client.ask<{ state: string }>(`/v3/analysis/launch/${uuid}`, {})
    expect(command.state).toBe('accepted')
    // attack M2: expect that only the run's swarm receives its messages.
    await until('progress of the run', () => ofRuns.some((text) => text.includes('"progress"')))
    expect(heard.filter((text) => text.includes(uuid))).toEqual([])
    expect([...heard, ...ofRuns].filter((text) => text.includes('On a server'))).toEqual([])
    wire.drop()
  }, 60_000)

  test('sign-out ends the connection at once, and its token opens none', async () => {
    const client = await signIn('manager')
    const { wire, again } = await openPage(client)
    await wire.flush()
    await client.ask('/v3/session/logout', {})
    expect(await wire.ended).toBe('ended')
    await expect(again()).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' })
    const { wire: fresh } = await openPage(await signIn('manager'))
    await fresh.flush()
    fresh.drop()
  }, 30_000)

  test('a server that is started again without its accounts receives them, and everybody is back', async () => {
    const client = await signIn('operator')
    await until('the device', async () => (await readDevice(client)).connected === '10')
    const { wire } = await openPage(client)
    await server.stop()
    expect(await wire.ended).toBe('lost')
    const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as {
      LIVE_SECRET: string
    }
    const port = Number(new URL(server.url).port)
    server = await runNatsServer(natsServerPath ?? '', secrets.LIVE_SECRET, port)
    const { wire: again } = await openPage(client)
    const heard: string[] = []
    again.subscribe(topicSubject(lab, 'bcube-status', cube), (text) => void heard.push(text))
    await until('a status', () => heard.length > 0, 30_000)
    again.drop()
  }, 60_000)

  test('a device that is taken off the company is silent at once', async () => {
    const client = await signIn('admin')
    await until('the device', async () => (await readDevice(client, other)).connected === '10')
    await client.ask(`/v3/products/delete/${other}`, { reason: 'stolen' })
    const isSilent = () => said.some((line) => /bcube-0036 .*no live bus/.test(line))
    expect(await until('its end', isSilent, 20_000)).toBe(true)
  }, 30_000)

  test('the file that a deployment gives the server holds no secret', () => {
    const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as object
    for (const secret of Object.values(secrets)) expect(server.config).not.toContain(secret)
  })
})

interface Protocol {
  uuid: string
  recipe_uuid: string
  swarm_uuid: string | null
  cartridge_types: string[]
  layout: object[]
}
