import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { connect, headers, jwtAuthenticator, type NatsConnection } from 'nats.ws'
import { createUser } from '@nats-io/nkeys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EdgeCall } from '../../devices/edge-client.ts'
import { type LiveLink, startLiveLink } from '../../devices/live-link.ts'
import { isFromService } from '../../devices/signed-command.ts'
import { commandCodes, type CommandMessage } from '../../domain/live/command.ts'
import { commandSignatureHeader, commandText } from '../../domain/live/signed-command.ts'
import { commandSubject, deviceRights, inboxPrefix } from '../../domain/live/topic.ts'
import { KeyStore } from '../../edge/live/key-store.ts'
import { ServerLink } from '../../edge/live/server-link.ts'
import { mintUserJwt } from '../../edge/live/user-jwt.ts'
import { mintLanPass, lanKey, signCommand } from '../../edge/crypto/lan-key.ts'
import { openSql } from '../contract/live/memory-store.ts'
import {
  natsServerPath,
  type RunningServer,
  runNatsServer,
} from '../contract/live/run-nats-server.ts'
import { benchDevice } from './bench-device.ts'

const secret = 'only-for-tests-0123456789abcdef0123456789abcdef'
const place = { LIVE_SECRET: secret, REGION: 'eu' }
const company = randomUUID()
const device = randomUUID()
const trust = { company, key: lanKey(place, company) }

const flash = (change: Partial<CommandMessage> = {}): CommandMessage => ({
  command_uuid: randomUUID(),
  code: commandCodes.FLASH,
  command: { name: 'FLASH' },
  expires_at: new Date(Date.now() + 60_000).toISOString(),
  ...change,
})

describe('attack H2: a signature of the service', () => {
  const message = flash()
  const signature = signCommand(place, company, device, message)
  const judge = (one: unknown, by = signature, of = device, whose = trust) =>
    isFromService(whose, of, one, by)

  test('counts for the message that was signed, in whatever order its fields come', () => {
    expect(judge(message)).toBe(true)
    expect(judge(JSON.parse(JSON.stringify({ ...message, expires_at: message.expires_at })))).toBe(
      true,
    )
    const { command_uuid, ...rest } = message
    expect(judge({ ...rest, command_uuid })).toBe(true)
  })

  test('does not count for another device, company, id, expiry, body or code, nor with anything added', () => {
    const other = randomUUID()
    expect(judge(message, signature, other)).toBe(false)
    expect(judge(message, signature, device, { ...trust, company: other })).toBe(false)
    const foreign = { company, key: lanKey(place, other) }
    expect(judge(message, signature, device, foreign)).toBe(false)
    for (const change of [
      { command_uuid: other },
      { expires_at: new Date(Date.now() + 3_600_000).toISOString() },
      { command: { name: 'REBOOT' } },
      { code: commandCodes.REBOOT },
      { more: 1 },
    ])
      expect(judge({ ...message, ...change })).toBe(false)
  })

  test('is neither missing, foreign, damaged nor made for something else', () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const text = Buffer.from(commandText(company, device, message))
    const damaged = signature.slice(0, -3) + (signature.endsWith('AAA') ? 'BBB' : 'AAA')
    // Sign by the same key of the company, for another purpose.
    const claims = { company, sub: device } as Parameters<typeof mintLanPass>[1]
    const pass = mintLanPass(place, claims).split('.').at(-1) ?? ''
    for (const wrong of [
      '',
      'x',
      sign(null, text, privateKey).toString('base64url'),
      damaged,
      pass,
    ])
      expect(judge(message, wrong)).toBe(false)
    expect(isFromService(null, device, message, signature)).toBe(false)
    for (const nothing of [null, undefined, 'text', 4, []]) expect(judge(nothing)).toBe(false)
  })
})

// Use a real NATS server with the edge's own link and a device's own; only the service's two calls are replaced.
describe.skipIf(!natsServerPath)('attack H2: a device on the live bus', () => {
  let server: RunningServer
  let edge: ServerLink
  let attacker: NatsConnection
  let link: LiveLink
  const bench = benchDevice()
  const keys = new KeyStore(openSql())
  const obeyed: string[] = []
  const reports: string[] = []
  let asked = 0

  const mint = (publicKey: string, name: string, rights: { pub: string[]; sub: string[] }) =>
    mintUserJwt({
      secret,
      company,
      userPublicKey: publicKey,
      name,
      ...rights,
      replies: true,
      expiresAt: Date.now() + 60_000,
    })

  beforeAll(async () => {
    server = await runNatsServer(natsServerPath ?? '', secret)
    const nothing = () => undefined
    const host = { present: nothing, lookAt: nothing, told: nothing }
    edge = new ServerLink({ servers: [server.url], secret, company, keys, ...host })
    await edge.publish('t.x', '')
    const pair = createUser()
    const token = {
      jwt: mint(pair.getPublicKey(), `device:${device}`, deviceRights(company, device)),
      path: '',
      company_uuid: company,
      inbox_prefix: inboxPrefix(device),
    }
    const isConnected = new Promise<void>((resolve) => {
      link = startLiveLink({
        edge: server.url.replace(/^ws/, 'http'),
        uuid: device,
        type: 'bcube',
        key: { publicKey: pair.getPublicKey(), seed: pair.getSeed() },
        call: (async () => token) as unknown as EdgeCall,
        obey: (message) => {
          obeyed.push(message.command_uuid)
          return bench.device.obey(message, Date.now())
        },
        isBusy: () => false,
        trust: () => trust,
        unsigned: () => void (asked += 1),
        connected: resolve,
        report: (text) => void reports.push(text),
      })
    })
    await isConnected
    const thief = createUser()
    const jwt = mint(thief.getPublicKey(), 'user:thief', { pub: ['>'], sub: ['>'] })
    attacker = await connect({
      servers: [server.url],
      authenticator: jwtAuthenticator(jwt, thief.getSeed()),
    })
  }, 30_000)
  afterAll(async () => {
    await attacker?.close()
    await link?.stop()
    await edge?.close()
    await server?.stop()
    bench.remove()
  })

  const subject = commandSubject(company, device)
  /** Send a command as the edge does. */
  const order = (message: CommandMessage) =>
    edge.request(subject, JSON.stringify(message), 5000, {
      [commandSignatureHeader]: signCommand(place, company, device, message),
    })

  test('obeys the service, once, and answers the same again', async () => {
    const message = flash()
    const answers = [await order(message), await order(message)]
    for (const answer of answers) {
      if (!answer.ok) throw new Error(answer.reason)
      expect(JSON.parse(new TextDecoder().decode(answer.data))).toEqual({
        command_uuid: message.command_uuid,
        state: 'done',
      })
    }
    expect(bench.notices.filter(({ kind }) => kind === 'flashing')).toHaveLength(1)
  })

  test('does nothing for anybody else on the bus, asks the service, and goes on obeying it', async () => {
    const before = [...obeyed]
    const other = randomUUID()
    const message = flash()
    const signatures = [
      null,
      'x',
      signCommand(place, company, other, message),
      signCommand(place, other, device, message),
      signCommand({ ...place, LIVE_SECRET: `${secret}x` }, company, device, message),
      signCommand(place, company, device, flash()),
    ]
    for (const signature of signatures) {
      const given = headers()
      if (signature !== null) given.set(commandSignatureHeader, signature)
      attacker.publish(subject, JSON.stringify(message), { headers: given })
    }
    await attacker.flush()
    const genuine = flash()
    // Order on the same subject after them, so that they have been looked at when it is answered.
    expect(await order(genuine)).toMatchObject({ ok: true })
    await setImmediate()
    expect(obeyed).toEqual([...before, genuine.command_uuid])
    expect(asked).toBe(signatures.length)
    expect(reports.filter((text) => text.includes('not signed'))).toHaveLength(signatures.length)
  })

  test('refuses a signed command whose time is over', async () => {
    const answer = await order(flash({ expires_at: new Date(Date.now() - 1).toISOString() }))
    if (!answer.ok) throw new Error(answer.reason)
    expect(JSON.parse(new TextDecoder().decode(answer.data))).toMatchObject({
      state: 'refused',
      reason: 'expired',
    })
  })
})
