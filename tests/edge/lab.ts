import { SELF } from 'cloudflare:test'
import type { Call, CallData } from '../../domain/call.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { visitCalls } from '../../domain/calls/visits.ts'
import type { Company } from '../../domain/entities/company.ts'
import type { BaseProfile } from '../../domain/base-profiles.ts'
import type { FaultDetail } from '../../domain/fault.ts'
import { companies } from '../../scripts/demo/companies.ts'
import { methods } from '../../scripts/demo/methods.ts'

export const origin = 'https://bapp.test'
export const password = 'Right-password-1!'

/** Data of a row's answer; absent if the call was refused. For a file its bytes. */
export type DataOf<Row extends Call> = Row['reply'] extends 'blob'
  ? Uint8Array<ArrayBuffer>
  : CallData<Row>

export interface Answer<Data = unknown> {
  status: number
  ok: boolean
  data: Data
  errors: FaultDetail[]
  headers: Headers
}

export interface Parts {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** The way of the next requests; a test that holds one puts its own in place (held.ts). */
export const way = {
  fetch: (url: string, init: RequestInit): Promise<Response> => SELF.fetch(url, init),
}

/** Send a call of the contract as a page of ours would, with the given headers on top. */
export async function send<Row extends Call>(
  row: Row,
  { params = {}, query = {}, body, headers = {} }: Parts = {},
): Promise<Answer<DataOf<Row>>> {
  const path = row.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const search = new URLSearchParams(query).toString()
  const response = await way.fetch(`${origin}/v3${path}${search && `?${search}`}`, {
    method: row.method,
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Sec-Fetch-Site': 'same-origin',
      ...(body === undefined || body instanceof FormData
        ? {}
        : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined || row.method === 'GET'
      ? {}
      : {
          body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
        }),
  })
  const json = response.headers.get('Content-Type')?.startsWith('application/json')
  const envelope = json
    ? ((await response.json()) as { ok: boolean; data?: unknown; errors?: FaultDetail[] })
    : null
  return {
    status: response.status,
    ok: envelope?.ok ?? response.ok,
    data: (envelope ? envelope.data : new Uint8Array(await response.arrayBuffer())) as DataOf<Row>,
    errors: envelope?.errors ?? [],
    headers: response.headers,
  }
}

export type Sender = <Row extends Call>(row: Row, parts?: Parts) => Promise<Answer<DataOf<Row>>>

/** Begin a visit of another company, and return the headers of its calls. */
export async function visiting(sender: Sender, company: string) {
  const body = { reason: 'help with the first run', minutes: 60 }
  const { data } = await must(sender(visitCalls.begin, { params: { id: company }, body }))
  return { 'X-Company': company, 'X-Visit': data.visit.uuid }
}

export const operatorHeaders = {
  Authorization: 'Operator OPERATOR_SECRET-for-tests-only-0123456789',
}

export interface Lab {
  company: string
  swarm: string
  otherSwarm: string
  device: string
  deviceKey: string
  recipe: string
  protocol: string
  /** Sends as a signed-in person of this profile. */
  as: (profile: BaseProfile) => Promise<Sender>
  asDevice: Sender
}

/** Found a company with one user of each profile, a 96-well device and one recipe, through the operator's calls. */
export async function foundLab(word: string, change: Partial<Company> = {}): Promise<Lab> {
  const company = crypto.randomUUID()
  const swarm = crypto.randomUUID()
  const otherSwarm = crypto.randomUUID()
  const device = crypto.randomUUID()
  const template = companies[0]
  const method = methods[0]
  if (!template || !method) throw new Error('the demonstration has no company')
  const profiles: BaseProfile[] = ['SuperAdmin', 'Administrator', 'Manager', 'Operator']
  await must(
    send(operatorCalls.createCompany, {
      headers: operatorHeaders,
      body: {
        company: {
          ...template.company,
          developer: 'N',
          uuid: company,
          name: `Lab ${word}`,
          ...change,
        },
        swarms: [
          { uuid: swarm, name: 'First' },
          { uuid: otherSwarm, name: 'Second' },
        ],
        users: profiles.map((profile) => ({
          ...template.users[0],
          uuid: crypto.randomUUID(),
          username: `${profile}-${word}`,
          name: `${profile} of ${word}`,
          email: `${profile}-${word}@lab.example`,
          profile,
          swarms: [swarm],
          password,
        })),
      },
    }),
  )
  const recipe = crypto.randomUUID()
  const protocol = crypto.randomUUID()
  await must(
    send(operatorCalls.putRecords, {
      headers: operatorHeaders,
      body: {
        company_uuid: company,
        records: [
          { kind: 'recipe', uuid: recipe, body: method.recipe },
          {
            kind: 'protocol',
            uuid: protocol,
            body: { ...method.protocol, recipe_uuid: recipe, application_uuids: [] },
          },
        ],
      },
    }),
  )
  const registered = await must(
    send(operatorCalls.createDevice, {
      headers: operatorHeaders,
      body: {
        company_uuid: company,
        device: {
          uuid: device,
          hostname: `bgate-${word}`,
          serial_no: `BG-${word}`,
          name: `bGATE ${word}`,
          deviceType: 'bgate',
          model: 'bGATE 96',
          bkernel_version: '2.9.4',
          cartridge_type: 'Wells96',
          wavelengths: ['FAM', 'VIC', 'ROX', 'CY5', 'QUASAR705'],
          swarms: [swarm],
        },
      },
    }),
  )
  const { key } = registered.data
  const sessions = new Map<BaseProfile, Promise<Sender>>()
  return {
    company,
    swarm,
    otherSwarm,
    device,
    deviceKey: key,
    recipe,
    protocol,
    as: (profile) => {
      const known = sessions.get(profile) ?? signIn(`${profile}-${word}`, password)
      sessions.set(profile, known)
      return known
    },
    asDevice: (row, parts = {}) =>
      send(row, {
        ...parts,
        headers: { ...parts.headers, Authorization: `Device ${device}.${key}` },
      }),
  }
}

export async function signIn(username: string, given: string): Promise<Sender> {
  const answer = await must(send(sessionCalls.login, { body: { username, password: given } }))
  const cookie = (answer.headers.get('Set-Cookie') ?? '').split(';')[0] ?? ''
  return (row, parts = {}) => send(row, { ...parts, headers: { ...parts.headers, Cookie: cookie } })
}

export async function must<Data>(sent: Promise<Answer<Data>>): Promise<Answer<Data>> {
  const answer = await sent
  if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(answer.errors)}`)
  return answer
}
