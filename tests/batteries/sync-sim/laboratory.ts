import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Call } from '../../../domain/call.ts'
import { analysisCalls } from '../../../domain/calls/analysis.ts'
import { operatorCalls } from '../../../domain/calls/operator.ts'
import { profileCalls } from '../../../domain/calls/profiles.ts'
import { sessionCalls } from '../../../domain/calls/session.ts'
import { companies } from '../../../scripts/demo/companies.ts'
import { methods } from '../../../scripts/demo/methods.ts'
import { createRandom } from '../../support/seeded-random.ts'
import { randomUuid, enterWorld } from './platform/globals.ts'
import { Deployment, type DeploymentOptions, type Moment, secrets } from './platform/deployment.ts'
import { VirtualTime } from './platform/virtual-time.ts'

export const origin = 'https://bapp.test'
export const password = 'Right-password-1!'
/** The moment at which every seed begins: a Saturday's end of day in Rome, an hour before the clocks go back. */
export const beginning = Date.parse('2026-10-24T22:00:00Z')

export interface Person {
  user: string
  username: string
  company: string
  profile: 'Administrator' | 'Manager' | 'Operator'
  swarms: readonly string[]
}

/** Two companies as they are when a seed begins. */
export interface Laboratory {
  moment: Moment
  companies: readonly string[]
  people: readonly Person[]
  swarms: readonly string[]
  recipe: string
  devices: readonly string[]
  /** Analyses of the first company that have been run, and plans. */
  completed: readonly string[]
  planned: readonly string[]
  /** A profile that may look and do nothing else. */
  reader: string
}

interface Parts {
  params?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** Send a call of the contract straight to the edge. @throws Error with what it said. */
export async function sendTo(
  edge: Deployment,
  row: Call,
  { params = {}, body, headers = {} }: Parts,
): Promise<{ data: unknown; headers: Headers }> {
  const path = row.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const isForm = body instanceof FormData
  const answer = await edge.fetch(
    new Request(`${origin}/v3${path}`, {
      method: row.method,
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    }),
  )
  const said = (await answer.json()) as { ok: boolean; data: unknown }
  if (!said.ok) throw new Error(`${row.path}: ${answer.status} ${JSON.stringify(said)}`)
  return { data: said.data, headers: answer.headers }
}

/** Create the companies by the operator's calls, with the plans and imports with which the seeds begin. */
export async function foundLaboratory(
  edgeCode: Pick<DeploymentOptions, 'app' | 'store'>,
): Promise<Laboratory> {
  const time = new VirtualTime(beginning - 3_600_000)
  enterWorld(time, createRandom(20_261_024))
  const edge = new Deployment({ ...edgeCode, time, travel: () => 1, onHint: () => undefined })
  const founding = found(edge)
  const parts = await time.runFor(founding)
  await time.runUntil(beginning - 60_000)
  const moment = edge.keep()
  edge.close()
  return { ...parts, moment }
}

async function found(edge: Deployment): Promise<Omit<Laboratory, 'moment'>> {
  const swarms = [randomUuid(), randomUuid()]
  const [first, second] = [randomUuid(), randomUuid()]
  const recipe = randomUuid()
  const own = (profile: Person['profile'], name: string, at: readonly string[]): Person => ({
    user: randomUuid(),
    username: name,
    company: first,
    profile,
    swarms: at,
  })
  const people = [
    own('Operator', 'olga', swarms),
    own('Operator', 'otto', swarms),
    own('Manager', 'mara', swarms),
    own('Operator', 'odile', swarms.slice(0, 1)),
    own('Manager', 'marc', swarms.slice(1)),
    own('Administrator', 'anna', swarms),
  ]
  const foreignSwarm = randomUuid()
  const strangers = [
    { ...own('Operator', 'fremd', [foreignSwarm]), company: second },
    { ...own('Administrator', 'fern', [foreignSwarm]), company: second },
  ]
  await foundCompany(edge, first, swarms, people, recipe)
  await foundCompany(edge, second, [foreignSwarm], strangers, randomUuid())
  const devices = [randomUuid(), randomUuid()]
  for (const [at, device] of devices.entries()) await addDevice(edge, first, device, at, swarms)
  const admin = await signIn(edge, 'anna')
  const reader = await sendTo(edge, profileCalls.create, {
    headers: admin,
    body: { name: 'Reader', base: 'Operator', permissions: ['analysis.search'] },
  })
  const planner = await signIn(edge, 'mara')
  const planned: string[] = []
  for (const [at, swarm] of [...swarms, ...swarms].entries()) {
    const uuid = randomUuid()
    const body = planOf({ uuid, name: `plan ${at}`, swarm, recipe })
    await sendTo(edge, analysisCalls.create, { body, headers: planner })
    planned.push(uuid)
  }
  const completed: string[] = []
  for (const swarm of swarms) completed.push(await importRun(edge, swarm, planner))
  return {
    companies: [first, second],
    people: [...people, ...strangers],
    swarms,
    recipe,
    devices,
    planned,
    completed,
    reader: (reader.data as { uuid: string }).uuid,
  }
}

async function foundCompany(
  edge: Deployment,
  uuid: string,
  swarms: readonly string[],
  people: readonly Person[],
  recipe: string,
): Promise<void> {
  const [template] = companies
  const [method] = methods
  if (!template || !method) throw new Error('the demonstration has no company')
  const headers = { Authorization: `Operator ${secrets.OPERATOR_SECRET}` }
  await sendTo(edge, operatorCalls.createCompany, {
    headers,
    body: {
      company: { ...template.company, uuid, name: `Laboratory ${uuid}` },
      swarms: swarms.map((swarm, at) => ({ uuid: swarm, name: `Swarm ${at}` })),
      users: people.map((person) => ({
        ...template.users[0],
        uuid: person.user,
        username: person.username,
        name: `${person.username} of the laboratory`,
        email: `${person.username}@lab.example`,
        profile: person.profile,
        swarms: person.swarms,
        password,
      })),
    },
  })
  const records = [{ kind: 'recipe', uuid: recipe, body: method.recipe }]
  await sendTo(edge, operatorCalls.putRecords, { headers, body: { company_uuid: uuid, records } })
}

async function addDevice(
  edge: Deployment,
  company: string,
  uuid: string,
  at: number,
  swarms: readonly string[],
): Promise<void> {
  await sendTo(edge, operatorCalls.createDevice, {
    headers: { Authorization: `Operator ${secrets.OPERATOR_SECRET}` },
    body: {
      company_uuid: company,
      device: {
        uuid,
        hostname: `bgate-${at}`,
        serial_no: `BG-${at}`,
        name: `bGATE ${at}`,
        deviceType: 'bgate',
        model: 'bGATE 96',
        bkernel_version: '2.9.4',
        cartridge_type: 'Wells96',
        wavelengths: ['FAM', 'VIC'],
        swarms,
      },
    },
  })
}

/** Return a plan of an analysis. */
export function planOf(given: { uuid: string; name: string; swarm: string; recipe: string }) {
  const { uuid, name, swarm, recipe } = given
  return {
    uuid,
    name,
    recipe_uuid: recipe,
    protocol_uuid: null,
    swarm_uuid: swarm,
    device_uuid: null,
    cartridge_type: 'Wells96' as const,
    samples: [],
    notebook: '',
  }
}

async function importRun(
  edge: Deployment,
  swarm: string,
  headers: Record<string, string>,
): Promise<string> {
  const uuid = randomUuid()
  const form = new FormData()
  const fields = { uuid, name: 'Run', swarm_uuid: swarm, recipe_uuid: null, run: 0 }
  form.set('fields', JSON.stringify(fields))
  const file = '../../fixtures/files/RDES_v1_0_example_amplification.tsv'
  form.set('file', new File([readFileSync(new URL(file, import.meta.url))], 'example.tsv'))
  await sendTo(edge, analysisCalls.import, { body: form, headers })
  return uuid
}

/** @returns headers that act in the person's name. */
export async function signIn(edge: Deployment, username: string): Promise<{ Cookie: string }> {
  const { headers } = await sendTo(edge, sessionCalls.login, { body: { username, password } })
  return { Cookie: (headers.get('Set-Cookie') ?? '').split(';')[0] ?? '' }
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
