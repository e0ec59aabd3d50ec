import { apiKeyCalls } from '../../../domain/calls/api-keys.ts'
import { auditCalls } from '../../../domain/calls/audit.ts'
import { passwordCalls } from '../../../domain/calls/passwords.ts'
import type { scimCalls } from '../../../domain/calls/scim.ts'
import { sessionCalls } from '../../../domain/calls/session.ts'
import type { identityProviderCalls } from '../../../domain/calls/identity-provider.ts'
import type { signingPinCalls } from '../../../domain/calls/signing-pin.ts'
import type { ssoCalls } from '../../../domain/calls/sso.ts'
import { twoStepCalls } from '../../../domain/calls/two-step.ts'
import type { User } from '../../../domain/entities/user.ts'
import { type BrowserPage, codeAt, mailsTo, openPage, switchOn } from '../browser-page.ts'
import { must, origin, password, send, way } from '../lab.ts'
import { signing } from '../made-analyses.ts'
import { makePerson } from '../people.ts'
import { markAll } from '../mark-entries.ts'
import type { Examples, Sent, World } from './example.ts'

const next = 'Quite-another-9?'

/** Make a person, so that the call's effect on their sign-in disturbs no other example. */
async function person(world: World): Promise<{ user: User; page: BrowserPage }> {
  const user = await makePerson(world.call, world.home.company, world.plainWord())
  const page = openPage()
  await must(page.signIn(user.username))
  return { user, page }
}

async function resetLink(world: World): Promise<{ user: string; token: string }> {
  const { email } = await makePerson(world.call, world.home.company, world.plainWord())
  await must(send(passwordCalls.forgot, { body: { email } }))
  const [mail] = await mailsTo(email, 1)
  const [, user = '', token = ''] = /#([0-9a-f-]{36})\.([\w-]{43})/.exec(mail?.text ?? '') ?? []
  return { user, token }
}

const sender = send
const othersPassword = { status: 409, why: 'nobody chooses the password of another' }
const change = { old_password: password, password: next, repeat: next }

export const sessionExamples: Examples<typeof sessionCalls> = {
  login: () => ({
    sender,
    body: { username: 'Operator-lab', password },
  }),
  refresh: () => ({}),
  me: () => ({}),
  logout: { prepare: () => ({}), endsSession: true },
  list: () => ({}),
  end: {
    endsSession: true,
    prepare: async (world) => {
      const { user, page } = await person(world)
      const other = openPage()
      await must(other.signIn(user.username))
      const listed = (await must(page.send(sessionCalls.list))).data
      const id = listed.sessions.find(({ current }) => !current)?.uuid ?? ''
      return { sender: page.send, params: { id } }
    },
  },
  endOthers: {
    endsSession: true,
    prepare: async (world) => ({ sender: (await person(world)).page.send }),
  },
  signupForm: () => ({ sender }),
  signup: {
    answers: { status: 409, reason: 'sign_up_off', why: 'sign-up is off unless configured' },
    prepare: ({ word }) => ({
      sender,
      body: { name: word(), email: 'new@lab.example', company: word() },
    }),
  },
}

export const passwordExamples: Examples<typeof passwordCalls> = {
  forgot: () => ({ sender, body: { email: 'nobody@lab.example' } }),
  verifyReset: async (world) => ({ sender, body: await resetLink(world) }),
  confirmReset: async (world) => ({
    sender,
    body: { ...(await resetLink(world)), password: next, repeat: next },
  }),
  reset: {
    missing: { status: 409, why: 'a link of nobody is a link that is used up' },
    prepare: async (world) => {
      const { user, token } = await resetLink(world)
      return { sender, params: { a: user, b: token }, body: { password: next, repeat: next } }
    },
  },
  changeForm: () => ({}),
  change: {
    endsSession: true,
    prepare: async (world) => ({ sender: (await person(world)).page.send, body: change }),
  },
  changeFormOf: {
    missing: othersPassword,
    prepare: async (world) => {
      const { user, page } = await person(world)
      return { sender: page.send, params: { id: user.uuid } }
    },
  },
  changeOf: {
    endsSession: true,
    missing: othersPassword,
    prepare: async (world) => {
      const { user, page } = await person(world)
      return { sender: page.send, params: { id: user.uuid }, body: change }
    },
  },
}

export const twoStepExamples: Examples<typeof twoStepCalls> = {
  activateForm: async (world) => ({ sender: (await person(world)).page.send }),
  activate: {
    endsSession: true,
    prepare: async (world) => {
      const { page } = await person(world)
      const form = (await must(page.send(twoStepCalls.activateForm))).data
      const body = { offer: form.offer, code: codeAt(form.secret), password }
      return { sender: page.send, body }
    },
  },
  deactivateForm: () => ({}),
  deactivate: {
    endsSession: true,
    prepare: async (world) => {
      const { page } = await person(world)
      const { secret } = await switchOn(page)
      return { sender: page.send, body: { code: codeAt(secret, 1), password } }
    },
  },
}

async function key({ call, word }: World): Promise<Sent> {
  const body = { ...newKey(), description: word() }
  const { data } = await must(call(apiKeyCalls.create, { body }))
  return { params: { id: data.record.uuid } }
}

function newKey() {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  return { description: 'For a machine', permissions: ['analysis.search'], expires_at, password }
}

export const apiKeyExamples: Examples<typeof apiKeyCalls> = {
  create: () => ({ body: newKey() }),
  search: () => ({}),
  services: () => ({}),
  activate: async (world) => {
    const made = await key(world)
    await must(world.call(apiKeyCalls.deactivate, made))
    return made
  },
  deactivate: key,
  rotate: async (world) => {
    const { expires_at } = newKey()
    return { ...(await key(world)), body: { old_hours: 24, expires_at, password } }
  },
  endOld: key,
  delete: key,
  ofUser: async (world) => {
    const user = await makePerson(world.call, world.home.company, world.plainWord())
    return { params: { id: user.uuid } }
  },
}

export const ssoExamples: Examples<typeof ssoCalls> = {
  generate: {
    answers: { status: 409, reason: 'help_desk_off', why: 'there is no help desk here' },
    prepare: () => ({ body: { service: 'helpdesk', type: 'jwt' } }),
  },
}

/** Send as an administrator of a company that has no identity provider: the answer does not depend on a provider. */
const ofLab = async ({ lab }: World): Promise<Sent> => ({ sender: await lab.as('Administrator') })
const noProvider = { status: 409, reason: 'provider_missing', why: 'no provider is set' }

export const scimExamples: Examples<typeof scimCalls> = {
  read: () => ({}),
  mapGroup: {
    prepare: async (world) => ({
      params: { id: await makeGroup(world) },
      body: { profile_uuid: null, swarms: [] },
    }),
  },
}

/** Make a group as a provider does, with a token of the company. */
async function makeGroup({ call, word, plainWord }: World): Promise<string> {
  const { permissions } = (await must(call(sessionCalls.me))).data
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const body = { description: word(), permissions, expires_at, use: 'scim', password }
  const { key } = (await must(call(apiKeyCalls.create, { body }))).data
  const answer = await way.fetch(`${origin}/scim/v2/Groups`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/scim+json' },
    body: JSON.stringify({ displayName: plainWord() }),
  })
  return ((await answer.json()) as { id: string }).id
}

export const identityProviderExamples: Examples<typeof identityProviderCalls> = {
  read: () => ({}),
  save: ({ plainWord }) => ({
    body: {
      issuer: 'https://id.example',
      client_id: plainWord(),
      domain: 'lab.example',
      password,
    },
  }),
  proveDomain: { answers: noProvider, prepare: ofLab },
  test: { answers: noProvider, prepare: ofLab },
  switch: {
    answers: noProvider,
    prepare: async (world) => ({
      ...(await ofLab(world)),
      body: { on: false, only: false, password },
    }),
  },
  begin: {
    answers: { status: 409, reason: 'provider_unknown', why: 'no domain is proven here' },
    prepare: () => ({ sender, body: { email: 'x@nowhere.example' } }),
  },
  finish: {
    answers: { status: 401, reason: 'provider_spent', why: 'nobody went to a provider' },
    prepare: () => ({ sender, body: { answer: 'state=x&code=y' } }),
  },
  chooseSigning: {
    answers: noProvider,
    prepare: async (world) => ({
      ...(await ofLab(world)),
      body: { way: 'password', password },
    }),
  },
  signingWay: () => ({}),
  prove: {
    answers: { status: 409, reason: 'signs_with_password', why: 'no provider proves signatures' },
    prepare: () => ({ body: { record_hash: 'a'.repeat(64) } }),
  },
}

export const signingPinExamples: Examples<typeof signingPinCalls> = {
  read: () => ({}),
  set: {
    answers: { status: 409, reason: 'pin_off', why: 'no provider proves signatures' },
    prepare: () => ({ body: { pin: '718293', proof: 'p'.repeat(43) } }),
  },
  remove: () => ({}),
}

const ofSwarm = ({ home }: World): Sent => ({ params: { kind: 'swarm', id: home.swarm } })

/** Return the number of an entry that waits for a reviewer: somebody's swarms were changed. */
async function riskyEntry(world: World): Promise<number> {
  await makePerson(world.call, world.home.company, world.plainWord())
  const { data } = (await must(world.call(auditCalls.queue, { query: { limit: '500' } }))).data
  return Math.max(...data.map(({ seq }) => seq))
}

export const auditExamples: Examples<typeof auditCalls> = {
  record: ofSwarm,
  search: () => ({ body: { kind: 'swarm' } }),
  state: () => ({}),
  key: () => ({}),
  checkpoints: () => ({}),
  // Export first, which makes a checkpoint where there is none yet.
  consistency: async (world) => {
    await must(world.call(auditCalls.exportTrail, { query: { after: '0' } }))
    const { data } = (await must(world.call(auditCalls.checkpoints))).data
    const size = String(data[0]?.size)
    return { params: { from: size, to: size } }
  },
  reviewState: () => ({}),
  queue: () => ({}),
  reviews: () => ({}),
  mark: async (world) => {
    const entries = [await riskyEntry(world)]
    return { body: { entries, word: 'explained', note: 'Closed laboratory' } }
  },
  prepare: async (world) => {
    await markAll(world.call)
    return {}
  },
  sign: async (world) => {
    await markAll(world.call)
    const { data } = await must(world.call(auditCalls.prepare))
    return { params: { id: data.uuid }, body: signing(data) }
  },
  exportRecord: ofSwarm,
  exportTrail: () => ({ query: { after: '0' } }),
}
