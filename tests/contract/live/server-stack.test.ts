import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '../../../domain/entities/device.ts'
import { heardSubjects, topicSubject } from '../../../domain/live/topic.ts'
import type { Client } from '../../../scripts/bench-edge/client.ts'
import { lab } from '../../../scripts/demo/companies.ts'
import type { Wire } from '../../../web/live/connection.ts'
import { natsServerPath, runNatsServer } from './run-nats-server.ts'
import { cube, other, pageOf, startOnServers, until } from './stack-on-servers.ts'

const start = () =>
  startOnServers(
    (secret) => runNatsServer(natsServerPath ?? '', secret),
    ({ url }) => [url],
  )
let stack: Awaited<ReturnType<typeof start>>
let server: Awaited<ReturnType<typeof start>>['servers']

async function openPage(
  client: Client,
): Promise<{ wire: Wire; again: () => Promise<Wire>; swarms: string[] }> {
  const page = pageOf(stack, client)
  const token = await page.fetchToken()
  const again = () => page.open(token)
  return { wire: await again(), again, swarms: token.swarms }
}

const readDevice = (client: Client, uuid = cube) => client.ask<Device>(`/v3/products/get/${uuid}`)

// The whole service in workerd with NATS_URL set, a real NATS server, and a real device process.
describe.skipIf(!natsServerPath)('the service on a NATS server', () => {
  beforeAll(async () => {
    stack = await start()
    server = stack.servers
  }, 120_000)
  afterAll(async () => {
    await stack?.stop()
    await server?.stop()
  }, 30_000)

  test('a device that connects is connected in its record, and gone when its process is', async () => {
    const client = await stack.signIn('operator')
    await until('the device', async () => (await readDevice(client)).connected === '10')
    await stack.fleet.kill(cube)
    await until('its end', async () => (await readDevice(client)).connected === '0', 15_000)
    stack.fleet.restart(cube)
    const again = async () => (await readDevice(client)).connected === '10'
    expect(await until('the device again', again)).toBe(true)
  }, 60_000)

  test('attack M2: a page hears the device and the hint of a change, a run in its swarm only; a command is answered over the bus', async () => {
    const client = await stack.signIn('operator')
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
    // Expect that only the run's swarm receives its messages (attack M2).
    await until('progress of the run', () => ofRuns.some((text) => text.includes('"progress"')))
    expect(heard.filter((text) => text.includes(uuid))).toEqual([])
    expect([...heard, ...ofRuns].filter((text) => text.includes('On a server'))).toEqual([])
    wire.drop()
  }, 60_000)

  test('sign-out ends the connection at once, and its token opens none', async () => {
    const client = await stack.signIn('manager')
    const { wire, again } = await openPage(client)
    await wire.flush()
    await client.ask('/v3/session/logout', {})
    expect(await wire.ended).toBe('ended')
    await expect(again()).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' })
    const { wire: fresh } = await openPage(await stack.signIn('manager'))
    await fresh.flush()
    fresh.drop()
  }, 30_000)

  test('a server that is started again without its accounts receives them, and everybody is back', async () => {
    const client = await stack.signIn('operator')
    await until('the device', async () => (await readDevice(client)).connected === '10')
    const { wire } = await openPage(client)
    await server.stop()
    expect(await wire.ended).toBe('lost')
    const port = Number(new URL(server.url).port)
    server = await runNatsServer(natsServerPath ?? '', stack.secrets.LIVE_SECRET, port)
    const { wire: again } = await openPage(client)
    const heard: string[] = []
    again.subscribe(topicSubject(lab, 'bcube-status', cube), (text) => void heard.push(text))
    await until('a status', () => heard.length > 0, 30_000)
    again.drop()
  }, 60_000)

  test('a device that is taken off the company is silent at once', async () => {
    const client = await stack.signIn('admin')
    await until('the device', async () => (await readDevice(client, other)).connected === '10')
    await client.ask(`/v3/products/delete/${other}`, { reason: 'stolen' })
    const isSilent = () => stack.said.some((line) => /bcube-0036 .*no live bus/.test(line))
    expect(await until('its end', isSilent, 20_000)).toBe(true)
  }, 30_000)

  test('the file that a deployment gives the server holds no secret', () => {
    for (const secret of Object.values(stack.secrets)) expect(server.config).not.toContain(secret)
  })
})

interface Protocol {
  uuid: string
  recipe_uuid: string
  swarm_uuid: string | null
  cartridge_types: string[]
  layout: object[]
}
