import { createPublicKey, verify } from 'node:crypto'
import { env, runInDurableObject } from 'cloudflare:test'
import * as v from 'valibot'
import { connect, nkeys, type NatsConnection, jwtAuthenticator } from 'nats.ws'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { deviceCommandCalls } from '../../../domain/calls/device-commands.ts'
import { deviceLinkCalls } from '../../../domain/calls/device-link.ts'
import { liveCalls } from '../../../domain/calls/live.ts'
import { CommandMessage } from '../../../domain/live/command.ts'
import { commandSignatureHeader, commandText } from '../../../domain/live/signed-command.ts'
import { analysisSubject, commandSubject, syncSubject } from '../../../domain/live/topic.ts'
import { foundLab, type Lab, must, type Sender } from '../lab.ts'
import { browserLike, connectLive, openSocket } from './connect-live.ts'

const bindings = env as unknown as Env
let lab: Lab
beforeAll(async () => {
  lab = await foundLab('forged')
})

const open = new Set<NatsConnection>()
afterEach(async () => {
  await Promise.all([...open].map((connection) => connection.close()))
  open.clear()
})

/** Connect with the token that the service gives, so that its rights are the real ones. */
async function connectAs(sender: Sender, row: (typeof liveCalls)[keyof typeof liveCalls]) {
  const user = nkeys.createUser()
  const body = { public_key: user.getPublicKey() }
  const token = (await must(sender(row, { body }))).data
  const connection = await connect({
    servers: ['wss://edge'],
    authenticator: jwtAuthenticator(token.jwt, user.getSeed()),
    inboxPrefix: token.inbox_prefix,
    // Try once more: a busy machine may take longer than the hub waits for a sign-in.
    waitOnFirstConnect: true,
    reconnectTimeWait: 50,
    pingInterval: 600_000,
    wsFactory: async () => ({
      socket: browserLike(await openSocket(lab.company)),
      encrypted: true,
    }),
  } as Parameters<typeof connect>[0])
  open.add(connection)
  const refused: string[] = []
  void (async () => {
    for await (const { permissionContext } of connection.status())
      if (permissionContext) refused.push(permissionContext.subject)
  })()
  return { connection, refused, token }
}

it('attack H2: no reply subject lends a listener the right to order, to forge run events or hints', async () => {
  const device = await connectAs(lab.asDevice, liveCalls.deviceToken)
  const person = await connectAs(await lab.as('Administrator'), liveCalls.accountToken)
  const ear = await connectLive(lab.company)
  const forged: string[] = []
  const targets = [
    commandSubject(lab.company, crypto.randomUUID()),
    analysisSubject(lab.company, lab.swarm, lab.device),
    syncSubject(lab.company),
  ]
  for (const target of targets)
    ear.subscribe(target, { callback: (_, { subject }) => void forged.push(subject) })
  await ear.flush()
  const claims = JSON.parse(
    atob((device.token.jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
  ) as {
    nats: { pub: { allow: string[] } }
  }
  let delivered = 0
  person.connection.subscribe(`t.${lab.company}.bgate-events.*`, {
    callback: () => void (delivered += 1),
  })
  await person.connection.flush()
  for (const target of targets) {
    for (const subject of claims.nats.pub.allow)
      device.connection.publish(subject, '{}', { reply: target })
    await device.connection.flush()
    person.connection.publish(target, '{"command":{"name":"REBOOT"}}')
    await person.connection.flush()
  }
  await ear.flush()
  expect(forged).toEqual([])
  expect(delivered).toBe(0)
  expect(person.refused).toEqual(targets)
})

it('attack H2: a device still answers a request, and only once', async () => {
  const device = await connectAs(lab.asDevice, liveCalls.deviceToken)
  const subject = commandSubject(lab.company, lab.device)
  device.connection.subscribe(subject, {
    callback: (_, message) => {
      message.respond('done')
      message.respond('again')
    },
  })
  await device.connection.flush()
  const ear = await connectLive(lab.company)
  expect((await ear.request(subject, '', { timeout: 2000 })).string()).toBe('done')
  await device.connection.flush()
  expect(device.refused).toHaveLength(1)
})

it('attack H2: an order goes out with the signature of the service, and is else as older devices read it', async () => {
  await runInDurableObject(bindings.COMPANY_STORE.getByName(lab.company), (store) =>
    store.devicePresence(lab.device, true),
  )
  const device = await connectAs(lab.asDevice, liveCalls.deviceToken)
  const heard: { message: unknown; signature: string }[] = []
  device.connection.subscribe(commandSubject(lab.company, lab.device), {
    callback: (_, message) => {
      const signature = message.headers?.get(commandSignatureHeader) ?? ''
      const order = JSON.parse(message.string()) as CommandMessage
      heard.push({ message: order, signature })
      message.respond(JSON.stringify({ command_uuid: order.command_uuid, state: 'done' }))
    },
  })
  await device.connection.flush()
  const admin = await lab.as('Administrator')
  const params = { id: lab.device }
  const entry = (await must(admin(deviceCommandCalls.flash, { params, body: {} }))).data
  expect(entry).toMatchObject({ state: 'done' })
  const [{ message, signature } = { message: null, signature: '' }] = heard
  expect(v.is(CommandMessage, message)).toBe(true)
  const hello = { bkernel_version: '2.9.4', busy: 'N', status: '{}' }
  const { lan_key } = (await must(lab.asDevice(deviceLinkCalls.hello, { body: hello }))).data
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: lan_key }, format: 'jwk' })
  const text = Buffer.from(commandText(lab.company, lab.device, message))
  expect(verify(null, text, key, Buffer.from(signature, 'base64url'))).toBe(true)
})
