import { env } from 'cloudflare:test'
import { apiKeyCalls } from '../../../domain/calls/api-keys.ts'
import { type permissionCalls, profileCalls } from '../../../domain/calls/profiles.ts'
import { sessionCalls } from '../../../domain/calls/session.ts'
import type { handOverCalls } from '../../../domain/calls/hand-over.ts'
import type { userCalls } from '../../../domain/calls/users.ts'
import { permissions } from '../../../domain/permissions.ts'
import { addTwoStep, signInOf } from '../../../edge/directory/sign-in.ts'
import { ordinaryProfile } from '../../../edge/organisation/found-company.ts'
import { must, password, signIn } from '../lab.ts'
import { makePerson } from '../people.ts'
import { create, planFor } from '../plan.ts'
import type { Examples, Sent, World } from './example.ts'
import { changeInside } from './world.ts'

/** Make a person without a login: enough for most calls, and quick. */
async function put(world: World, fields: Record<string, unknown> = {}): Promise<string> {
  const uuid = crypto.randomUUID()
  const { company } = world.home
  const body = {
    username: world.plainWord(),
    name: world.word(),
    email: `${world.plainWord()}@lab.example`,
    phone: '',
    profile_uuid: ordinaryProfile(company, 'Operator'),
    swarms: [],
    reviewer: 'N',
    partner: 'N',
    active: 'Y',
    default_language: 'en',
    timezone: 'Europe/Rome',
    date_format: 'dd/MM/yyyy',
    ...fields,
  }
  await changeInside(company, { type: 'put', kind: 'user', uuid, body })
  return uuid
}

const person =
  (fields: Record<string, unknown> = {}, body?: object) =>
  async (world: World): Promise<Sent> => ({
    params: { id: await put(world, fields) },
    ...(body ? { body } : {}),
  })

const withLogin = async (world: World) =>
  (await makePerson(world.call, world.home.company, world.plainWord())).uuid

const newcomer = (world: World) => ({
  username: world.plainWord(),
  name: world.word(),
  email: `${world.plainWord()}@lab.example`,
  profile_uuid: ordinaryProfile(world.home.company, 'Operator'),
  swarms: [world.home.swarm],
})

/** Make an API key as its owner does. */
async function makeKeyOf(username: string): Promise<string> {
  const owner = await signIn(username, password)
  const body = {
    description: 'reads analyses',
    permissions: ['analysis.search'],
    expires_at: new Date(Date.now() + 80 * 24 * 3600_000).toISOString(),
    password,
  }
  return (await must(owner(apiKeyCalls.create, { body }))).data.record.uuid
}

export const userExamples: Examples<typeof userCalls> = {
  search: () => ({ query: { order: 'name ASC' }, body: { filters: { active: 'Y' } } }),
  createForm: () => ({}),
  create: (world) => ({
    body: {
      username: world.plainWord(),
      name: world.word(),
      email: `${world.plainWord()}@lab.example`,
      profile_uuid: ordinaryProfile(world.home.company, 'Operator'),
      swarms: [world.home.swarm],
    },
  }),
  createService: async (world) => {
    const { uuid } = (await must(world.call(sessionCalls.me))).data
    const { email: _email, ...fields } = newcomer(world)
    return { body: { ...fields, owners: [uuid] } }
  },
  checkMany: (world) => ({ body: { people: [newcomer(world)] } }),
  inviteMany: (world) => ({ body: { people: [newcomer(world), newcomer(world)] } }),
  signIns: person(),
  endSessions: async (world) => ({ params: { id: await withLogin(world) }, body: {} }),
  endKey: async (world) => {
    const word = world.plainWord()
    const made = await makePerson(world.call, world.home.company, word)
    const key = await makeKeyOf(word)
    return { params: { id: made.uuid }, body: { key, reason: 'left the project' } }
  },
  editForm: person(),
  access: person(),
  edit: async (world) => ({
    params: { id: await put(world) },
    body: { name: world.word(), swarms: [world.home.swarm] },
  }),
  editDetailsForm: () => ({}),
  editDetails: () => ({ body: { date_format: 'yyyy-MM-dd' } }),
  editDetailsFormOf: person(),
  editDetailsOf: person({}, { timezone: 'America/Toronto' }),
  migrateForm: person(),
  migrate: async (world) => ({
    params: { id: await withLogin(world) },
    body: { company_uuid: world.underling.company, reason: 'moved to another site' },
  }),
  linkForm: person(),
  link: async (world) => ({
    params: { id: await put(world) },
    body: { swarms: [world.home.otherSwarm] },
  }),
  delete: person(),
  setReviewer: person(),
  unsetReviewerForm: person(),
  unsetReviewer: person({ reviewer: 'Y' }, { reason: 'left the review board' }),
  promoteToPartner: person(),
  declassFromPartnerForm: person(),
  declassFromPartner: person({ partner: 'Y' }, {}),
  resetTwoStep: async (world) => {
    const id = await withLogin(world)
    const step = { sealed: 'sealed', step: 0, at: new Date().toISOString(), recovery: [] }
    const login = await signInOf(env.DIRECTORY, id)
    if (!login || !(await addTwoStep(env.DIRECTORY, login, step))) throw new Error('no second step')
    return { params: { id }, body: { reason: 'lost the phone' } }
  },
  confirm: person(
    {
      unconfirmed: [
        {
          what: 'email',
          by: '00000000-0000-4000-8000-00000000c0de',
          by_name: 'Another administrator',
          at: '2026-01-01T00:00:00.000Z',
        },
      ],
    },
    { reason: 'met them in person' },
  ),
  resetPassword: async (world) => ({ params: { id: await withLogin(world) } }),
  getSettings: () => ({}),
  setSettings: {
    prepare: () => ({
      params: { key: 'flags' },
      body: { settings: [{ name: 'compact_lists', value: true }] },
    }),
    missing: { status: 422, why: 'the key is a word, and a uuid is none' },
  },
}

/** Make a plan of the one who prepares it, and somebody who may carry it on. */
const leaving = async (world: World) => {
  const { home } = world
  const { uuid: id } = (await must(world.call(sessionCalls.me))).data
  const manager = ordinaryProfile(home.company, 'Manager')
  const to = await put(world, { profile_uuid: manager, swarms: [home.swarm] })
  const plan = await create(world.call, planFor(home, { name: world.word() }))
  return { id, to, plan: plan.uuid }
}

export const handOverExamples: Examples<typeof handOverCalls> = {
  openWork: async (world) => {
    const { id, to } = await leaving(world)
    return { params: { id }, query: { to } }
  },
  handOver: async (world) => {
    const { id, to, plan } = await leaving(world)
    const body = { to, works: [{ kind: 'analysis', uuid: plan }], reason: 'changes the bench' }
    return { params: { id }, body }
  },
}

const profile = async (world: World) => {
  const body = { name: world.word(), base: 'Operator' }
  const made = await must(world.call(profileCalls.create, { body }))
  return { params: { id: made.data.uuid } }
}

export const profileExamples: Examples<typeof profileCalls> = {
  search: () => ({ body: { filters: { base: 'Operator' } } }),
  list: () => ({ query: { order: 'name ASC' } }),
  createForm: () => ({}),
  create: {
    prepare: (world) => ({
      body: { name: world.word(), base: 'Manager', permissions: ['analysis.search'] },
    }),
    // Share it, as it has no id: a name is given once, and the second of two is refused.
    shared: true,
  },
  editForm: profile,
  edit: async (world) => ({
    ...(await profile(world)),
    body: { name: world.word(), reason: 'a better name' },
  }),
  clone: profile,
  delete: profile,
}

export const permissionExamples: Examples<typeof permissionCalls> = {
  editForm: profile,
  edit: async (world) => ({
    ...(await profile(world)),
    body: { permissions: permissions.slice(0, 3), reason: 'as the training plan says' },
  }),
  preview: async (world) => ({
    ...(await profile(world)),
    body: { permissions: permissions.slice(0, 3) },
  }),
  uses: profile,
  rules: () => ({}),
  setRules: (world) => ({
    body: {
      rules: [
        {
          kind: 'never',
          uuid: crypto.randomUUID(),
          name: world.word(),
          permission: 'analysis.validate',
          base: 'Operator',
        },
      ],
      reason: 'as the quality manual says',
    },
  }),
}
