import { companies } from '../../../scripts/demo/companies.ts'
import { methods } from '../../../scripts/demo/methods.ts'
import { devices } from '../../../scripts/demo/devices.ts'
import { contract } from '../../../domain/contract.ts'
import { firstWord } from './first-word.ts'
import { type Ask, makeReviewed } from './reviewed-runs.ts'
import type { FuzzReply } from './verdict.ts'
import type { FuzzRequest, Who } from './requests.ts'

export interface Wire {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** Brings a request to the edge: over a socket in the battery, inside workerd in `npm test`. */
export type Transport = (request: Wire) => Promise<FuzzReply>

export const password = 'Right-password-1!'

/** The provider's company with records of its own, and those who send. */
export interface World {
  company: string
  ids: string[]
  /** Ids that searches list, by the first word of their path: most calls under it are about one of them. */
  idsOf: Map<string, string[]>
  send(request: FuzzRequest): Promise<FuzzReply>
  /** Give the company back what requests may have taken from it: its rights, a device. */
  mend(): Promise<void>
  /** Number of repeated sign-ins: a request may have ended the session. */
  renewed: number
}

/** Number of people with every permission: a request may put some out of action. */
const admins = 8

/** Requests by which enough records come and go that ids are gathered again: that asks every list there is. */
const gatheredEvery = 200

/** Create a company through the operator's calls, with people, a device and a method. */
export async function foundWorld(
  transport: Transport,
  secret: string,
  word: string,
): Promise<World> {
  const ask = async (path: string, headers: Record<string, string>, body?: unknown) => {
    const reply = await transport({
      method: body === undefined ? 'GET' : 'POST',
      path,
      headers: { ...plain, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (reply.status !== 200)
      throw new Error(`${path}: ${reply.status} ${reply.text.slice(0, 300)}`)
    return { reply, data: (JSON.parse(reply.text) as { data: unknown }).data }
  }
  const operator = { authorization: `Operator ${secret}` }
  const company = crypto.randomUUID()
  const swarm = crypto.randomUUID()
  // Take the provider as the template, which may use everything there is.
  const template = companies[1] ?? companies[0]
  const person = (profile: string, at: number) => ({
    ...template?.users[0],
    uuid: crypto.randomUUID(),
    username: `${profile}-${word}-${at}`,
    name: `${profile} ${at}`,
    email: `${profile}-${at}@${word}.example`,
    profile,
    swarms: [swarm],
    password,
  })
  const users = [
    ...Array.from({ length: admins }, (_, at) => person('SuperAdmin', at)),
    person('Operator', 0),
  ]
  let founded = 0
  // Give another name each time: what is put again as it was is the same operation, which is done once.
  const found = (people: typeof users) =>
    ask('/v3/operator/company', operator, {
      company: { ...template?.company, uuid: company, name: `Company ${word} ${founded++}` },
      swarms: [{ uuid: swarm, name: 'Swarm' }],
      users: people,
    })
  await found(users)
  const made = methods[0]
  const recipe = crypto.randomUUID()
  const protocol = crypto.randomUUID()
  await ask('/v3/operator/records', operator, {
    company_uuid: company,
    records: [
      { kind: 'recipe', uuid: recipe, body: { ...made?.recipe, swarm_uuid: swarm } },
      {
        kind: 'protocol',
        uuid: protocol,
        body: {
          ...made?.protocol,
          swarm_uuid: swarm,
          recipe_uuid: recipe,
          application_uuids: [],
        },
      },
    ],
  })
  const device = { uuid: '', key: '' }
  const addDevice = async () => {
    device.uuid = crypto.randomUUID()
    const serial = `${word}-${device.uuid.slice(0, 8)}`
    const given = { ...devices[0], uuid: device.uuid, hostname: serial, serial_no: serial }
    const { data } = await ask('/v3/operator/device', operator, {
      company_uuid: company,
      device: { ...given, swarms: [swarm] },
    })
    device.key = (data as { key: string }).key
  }
  await addDevice()
  const cookies = new Map<string, string>()
  const signIn = async (username: string) => {
    const { reply } = await ask('/v3/session/login', {}, { username, password })
    cookies.set(username, (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '')
  }
  let admin = 0
  const nameOf = (who: Who) =>
    who === 'user' ? `Operator-${word}-0` : `SuperAdmin-${word}-${admin}`
  for (const who of ['admin', 'user'] as const) await signIn(nameOf(who))
  const headersOf = (who: Who): Record<string, string> => {
    if (who === 'operator') return operator
    if (who === 'device') return { authorization: `Device ${device.uuid}.${device.key}` }
    return who === 'nobody' ? {} : { cookie: cookies.get(nameOf(who)) ?? '' }
  }
  let asked = 0
  const world: World = {
    company,
    ids: [company, swarm, recipe, protocol, device.uuid, ...users.map(({ uuid }) => uuid)],
    idsOf: new Map(),
    renewed: 0,
    async mend() {
      await found([])
      await addDevice()
      if (asked < gatheredEvery) return
      await gatherIds(world)
      asked = 0
    },
    async send({ who, method, path, headers, body }) {
      asked++
      const reply = await transport({
        method,
        path,
        headers: { ...headersOf(who), ...headers },
        ...(body === undefined ? {} : { body }),
      })
      const isOut = reply.status === 401 && (who === 'admin' || who === 'user')
      if (isOut && headers['cookie'] === undefined && /session_expired/.test(reply.text)) {
        world.renewed++
        await renew(who)
      }
      // Add the device again, which a request of another group may have sent away.
      if (reply.status === 401 && who === 'device' && headers['authorization'] === undefined) {
        await addDevice()
      }
      return reply
    },
  }
  /** Sign in the same person again, or the next one if that one no longer may. */
  async function renew(who: Who): Promise<void> {
    for (let tries = 0; tries < admins; tries++) {
      try {
        return await signIn(nameOf(who))
      } catch {
        if (who === 'user') return
        admin = (admin + 1) % admins
      }
    }
  }
  for (let at = 0; at < 3; at++) {
    await world.send({
      row: 'analysis_create',
      who: 'admin',
      method: 'POST',
      path: '/v3/analysis/create',
      headers: plain,
      body: JSON.stringify({
        uuid: crypto.randomUUID(),
        name: `Run ${at}`,
        recipe_uuid: recipe,
        protocol_uuid: protocol,
        swarm_uuid: swarm,
        device_uuid: null,
        cartridge_type: made?.protocol.cartridge_types[0],
        samples: made?.protocol.layout.map((sample) => ({ ...sample, uuid: crypto.randomUUID() })),
        notebook: '',
      }),
    })
  }
  await signIn(`SuperAdmin-${word}-${admins - 1}`)
  const askPerson: Ask = async (path, person, body) => {
    const isForm = 'text' in body && 'type' in body
    const name = person === 'maker' ? nameOf('admin') : `SuperAdmin-${word}-${admins - 1}`
    const reply = await transport({
      method: 'POST',
      path,
      headers: {
        ...plain,
        cookie: cookies.get(name) ?? '',
        ...(isForm ? { 'content-type': String(body.type) } : {}),
      },
      body: isForm ? String(body.text) : JSON.stringify(body),
    })
    if (reply.status !== 200)
      throw new Error(`${path}: ${reply.status} ${reply.text.slice(0, 300)}`)
    return (JSON.parse(reply.text) as { data: Record<string, unknown> }).data
  }
  await makeReviewed(askPerson, { swarm, device: device.uuid, password })
  await gatherIds(world)
  asked = 0
  if (!world.idsOf.get('studies')?.length) throw new Error('no study could be created')
  if (!world.idsOf.get('analysis')?.length) throw new Error('no analysis could be created')
  return world
}

const plain = {
  'x-requested-with': 'XMLHttpRequest',
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
}

/** Gather the ids of existing records from every search: requests about them go further. */
export async function gatherIds(world: World): Promise<void> {
  const found = new Set(world.ids)
  for (const [group, rows] of Object.entries(contract)) {
    for (const [name, row] of Object.entries(rows)) {
      if (!row.safe || row.path.includes(':') || row.caller !== undefined) continue
      const reply = await world.send({
        row: `${group}_${name}`,
        who: 'admin',
        method: row.method,
        path: `/v3${row.path}`,
        headers: plain,
        ...(row.method === 'POST' ? { body: '{}' } : {}),
      })
      const listed = [...reply.text.matchAll(/(?<="uuid":")[0-9a-f-]{36}(?=")/g)].map(([id]) => id)
      for (const id of listed) found.add(id)
      if (name !== 'search') continue
      const word = firstWord(row.path)
      world.idsOf.set(word, [...new Set([...(world.idsOf.get(word) ?? []), ...listed])].slice(-60))
    }
  }
  world.ids = [...found].slice(0, 400)
}
