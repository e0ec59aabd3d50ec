import { createExecutionContext, env, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it, vi } from 'vitest'
import type { Call } from '../../domain/call.ts'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { attachmentCalls } from '../../domain/calls/attachments.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { partnerCalls } from '../../domain/calls/partners.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { type Account, sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { visitCalls } from '../../domain/calls/visits.ts'
import { defaultProfiles } from '../../domain/base-profiles.ts'
import type { Permission } from '../../domain/permissions.ts'
import { app } from '../../edge/app.ts'
import { setUnderlings } from '../../edge/directory/underlings.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { type BrowserPage, mailsTo, openPage, switchOn } from './browser-page.ts'
import { beforeWrite, sendHeld } from './held.ts'
import {
  foundLab,
  type Lab,
  must,
  origin,
  type Parts,
  password,
  send,
  type Sender,
  visiting,
} from './lab.ts'
import { makeCompleted, signing } from './made-analyses.ts'
import { changeInside } from './matrix/world.ts'
import { makeCompany, makePerson } from './people.ts'
import { connectDevice, create, planFor } from './plan.ts'
import { keyChanges, partnerChanges, sessionChanges } from './rights-table.ts'

interface Scene {
  lab: Lab
  provider: Lab
  page: BrowserPage
  account: Account
  username: string
  admin: Sender
}

let count = 0

/** Open a new company for each test, so that rights removed in one are not missing in another. */
async function open(): Promise<Scene> {
  const word = `rights${(count += 1)}`
  const [lab, provider] = await Promise.all([foundLab(word), theProvider()])
  const page = openPage()
  const username = `Manager-${word}`
  const account = (await must(page.signIn(username))).data
  return { lab, provider, page, account, username, admin: await lab.as('Administrator') }
}

let providerLab: Promise<Lab> | undefined
const theProvider = () => (providerLab ??= foundLab('rights-home', { isProvider: 'Y' } as object))

async function again({ username }: Scene): Promise<BrowserPage> {
  const page = openPage('203.0.113.8')
  await must(page.signIn(username))
  return page
}

const next = 'Quite-another-9?'
const newPassword = { old_password: password, password: next, repeat: next }

async function setByLink({ account, admin }: Scene): Promise<void> {
  await must(admin(userCalls.resetPassword, { params: { id: account.uuid } }))
  const mail = (await mailsTo(account.email, 1)).at(-1)
  const [, user = '', token = ''] = /#([0-9a-f-]{36})\.([\w-]{43})/.exec(mail?.text ?? '') ?? []
  const body = { user, token, password: next, repeat: next }
  await must(send(passwordCalls.confirmReset, { body }))
}

function editPerson({ account, admin }: Scene, body: object): Promise<unknown> {
  const parts = { params: { id: account.uuid }, body: { reason: 'as decided', ...body } }
  return must(admin(userCalls.edit, parts))
}

/** Leave the profile of managers without what the call needs. */
function takePermission({ lab }: Scene, row: Call): Promise<void> {
  const permissions = defaultProfiles.Manager.filter((name) => name !== row.needs)
  const body = { name: 'Manager', base: 'Manager' as const, permissions: [...permissions] }
  const uuid = ordinaryProfile(lab.company, 'Manager')
  return changeInside(lab.company, { type: 'put', kind: 'profile', uuid, body })
}

type Take<Name extends string> = Record<Name, (scene: Scene, row: Call) => Promise<unknown>>

const takeFromSession: Take<keyof typeof sessionChanges> = {
  endOthers: async (scene) => must((await again(scene)).send(sessionCalls.endOthers)),
  logout: ({ page }) => must(page.send(sessionCalls.logout)),
  password: async (scene) =>
    must((await again(scene)).send(passwordCalls.change, { body: newPassword })),
  ownPassword: ({ page }) => must(page.send(passwordCalls.change, { body: newPassword })),
  reset: setByLink,
  twoStepOn: async (scene) => switchOn(await again(scene)),
  permission: takePermission,
  profile: (scene, row) => {
    const lesser = (['Operator', 'Manager'] as const).find(
      (name) => !defaultProfiles[name].includes(row.needs as Permission),
    )
    // Take the permission away if both lesser profiles hold it.
    if (!lesser) return takePermission(scene, row)
    return editPerson(scene, { profile_uuid: ordinaryProfile(scene.lab.company, lesser) })
  },
  swarm: (scene) => editPerson(scene, { swarms: [] }),
  inactive: (scene) => editPerson(scene, { active: 'N' }),
  deleted: ({ account, admin }) =>
    must(admin(userCalls.delete, { params: { id: account.uuid }, body: { reason: 'left' } })),
  moved: async ({ account, lab, provider }) => {
    const call = await provider.as('SuperAdmin')
    const company_uuid = await makeCompany(call, `Elsewhere ${account.uuid}`)
    const headers = await visiting(call, lab.company)
    const body = { company_uuid, reason: 'moved' }
    await must(call(userCalls.migrate, { params: { id: account.uuid }, body, headers }))
  },
  closed: async ({ account, lab, provider }) => {
    const body = { confirm: account.company_details.name, reason: 'closed' }
    const params = { id: lab.company }
    await must((await provider.as('SuperAdmin'))(companyCalls.delete, { params, body }))
  },
}

/** Requests under way, each with its row and the parts that would be written. */
const requests: Record<string, (scene: Scene, sender: Sender) => Promise<[Call, Parts]>> = {
  signature: async ({ lab }, sender) => {
    const record = await makeCompleted(sender, lab.swarm)
    return [analysisCalls.validate, { params: { id: record.uuid }, body: signing(record) }]
  },
  edit: async ({ lab }, sender) => {
    const { uuid } = await create(sender, planFor(lab))
    return [analysisCalls.edit, { params: { id: uuid }, body: { notebook: 'seen' } }]
  },
}

const otherRequests: typeof requests = {
  'offline edit': async ({ lab }, sender) => {
    const record = await create(sender, planFor(lab))
    const changes = [{ field: 'notebook', from: '', to: 'late' }]
    const body = { base_seq: 0, changes }
    return [analysisCalls.merge, { params: { id: record.uuid }, body }]
  },
  launch: async ({ lab }, sender) => {
    await connectDevice(lab)
    const { uuid } = await create(sender, planFor(lab))
    return [analysisCalls.launch, { params: { id: uuid } }]
  },
  'form with a file': async ({ lab }, sender) => {
    const { uuid } = await create(sender, planFor(lab))
    const form = new FormData()
    form.set('fields', JSON.stringify({ resource_kind: 'analysis', resource_uuid: uuid }))
    form.set('file', new File(['seen'], 'note.txt', { type: 'text/plain' }))
    return [attachmentCalls.upload, { body: form }]
  },
}

/** Count the operations that the company's store has applied, without those of signing in. */
function written({ lab }: Scene, company = lab.company): Promise<number> {
  return runInDurableObject(env.COMPANY_STORE.getByName(company), (_, { storage }) =>
    Number(
      storage.sql.exec(`SELECT count(*) AS count FROM operations WHERE kind <> 'sign_in'`).one()[
        'count'
      ],
    ),
  )
}

/** Send a request, take its right while it is under way, and say how it was answered and what it wrote. */
async function attempt(
  scene: Scene,
  [row, parts]: [Call, Parts],
  { sender, take }: { sender: Sender; take: () => Promise<unknown> },
): Promise<{ wasHeld: boolean; code: string | undefined; wrote: number }> {
  let before = -1
  const { answer, wasHeld } = await sendHeld(
    () =>
      sender(row, { ...parts, headers: { 'Operation-Id': crypto.randomUUID(), ...parts.headers } }),
    beforeWrite,
    async () => {
      await take()
      before = await written(scene)
    },
  )
  return { wasHeld, code: answer.errors[0]?.code, wrote: (await written(scene)) - before }
}

const refused = (code: string) => ({ wasHeld: true, code, wrote: 0 })

const changes = Object.entries(sessionChanges) as [
  keyof typeof sessionChanges,
  (typeof sessionChanges)[keyof typeof sessionChanges],
][]

describe.each(Object.entries(requests))('attack M1: a %s under way', (_, prepare) => {
  it.each(changes.map(([name, { change, outcome }]) => [change, outcome, name] as const))(
    'when %s is %s',
    async (_change, _outcome, name) => {
      const scene = await open()
      const request = await prepare(scene, scene.page.send)
      const answer = await attempt(scene, request, {
        sender: scene.page.send,
        take: () => takeFromSession[name](scene, request[0]),
      })
      expect(answer).toEqual(refused(sessionChanges[name].code))
    },
  )
})

describe.each(Object.entries(otherRequests))('attack M1: a %s under way', (_, prepare) => {
  it.each(['endOthers', 'permission', 'swarm'] as const)('is refused after %s', async (name) => {
    const scene = await open()
    const request = await prepare(scene, scene.page.send)
    const answer = await attempt(scene, request, {
      sender: scene.page.send,
      take: () => takeFromSession[name](scene, request[0]),
    })
    expect(answer).toEqual(refused(sessionChanges[name].code))
  })
})

describe('a change by an API key under way', () => {
  const take: Take<Exclude<keyof typeof keyChanges, `key${string}` | 'oldEnded'>> = takeFromSession

  it.each(
    (Object.keys(keyChanges) as (keyof typeof keyChanges)[]).map(
      (name) => [keyChanges[name].change, keyChanges[name].outcome, name] as const,
    ),
  )('attack L8: when %s is %s', async (_change, _outcome, name) => {
    const scene = await open()
    const wish = {
      description: 'For a machine',
      permissions: scene.account.permissions,
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      password,
    }
    const made = (await must(scene.page.send(apiKeyCalls.create, { body: wish }))).data
    const byKey: Sender = (row, parts = {}) =>
      send(row, { ...parts, headers: { ...parts.headers, Authorization: `Bearer ${made.key}` } })
    const request = await requests['edit']!(scene, byKey)
    const params = { id: made.record.uuid }
    const rotate = (old_hours: number) => {
      const body = { old_hours, expires_at: wish.expires_at, password }
      return must(scene.page.send(apiKeyCalls.rotate, { params, body }))
    }
    if (name === 'oldEnded') await rotate(1)
    const answer = await attempt(scene, request, {
      sender: byKey,
      take: async () => {
        if (name === 'keyDeleted') await must(scene.page.send(apiKeyCalls.delete, { params }))
        else if (name === 'keyInactive') {
          await must(scene.page.send(apiKeyCalls.deactivate, { params }))
        } else if (name === 'keyRotated') await rotate(0)
        else if (name === 'oldEnded') await must(scene.page.send(apiKeyCalls.endOld, { params }))
        else await take[name](scene, request[0])
      },
    })
    expect(answer).toEqual(refused(keyChanges[name].code))
  })
})

describe('a change by a partner for an underling under way', () => {
  it.each(
    (Object.keys(partnerChanges) as (keyof typeof partnerChanges)[]).map(
      (name) => [partnerChanges[name].change, partnerChanges[name].outcome, name] as const,
    ),
  )('when %s is %s', async (_change, _outcome, name) => {
    const provider = await theProvider()
    const call = await provider.as('SuperAdmin')
    const word = `partner${(count += 1)}`
    const [partner, underling] = await Promise.all([
      foundLab(word, { isPartner: 'Y' }),
      foundLab(`${word}-u`),
    ])
    await setUnderlings(env.DIRECTORY, partner.company, [underling.company])
    const page = openPage()
    const username = `Administrator-${word}`
    const account = (await must(page.signIn(username))).data
    const patch = { partner: 'Y' }
    await changeInside(partner.company, { type: 'patch', kind: 'user', uuid: account.uuid, patch })
    const admin = await partner.as('SuperAdmin')
    const scene = { lab: underling, provider, page, account, username, admin }
    const headers = await visiting(page.send, underling.company)
    const person = await makePerson(await underling.as('Administrator'), underling.company, word)
    const request: [Call, Parts] = [
      userCalls.edit,
      { params: { id: person.uuid }, body: { phone: '1', reason: 'new' }, headers },
    ]
    const take: Take<keyof typeof partnerChanges> = {
      declassed: () =>
        changeInside(partner.company, {
          type: 'patch',
          kind: 'user',
          uuid: account.uuid,
          patch: { partner: 'N' },
        }),
      released: () => setUnderlings(env.DIRECTORY, partner.company, []),
      demoted: () =>
        must(call(partnerCalls.declass, { params: { id: partner.company }, body: {} })),
      ended: takeFromSession.endOthers,
      visit: async () => {
        const body = { visit: headers['X-Visit'] }
        const theirs = await underling.as('Administrator')
        await must(theirs(visitCalls.end, { params: { id: underling.company }, body }))
      },
      profile: () =>
        changeInside(partner.company, {
          type: 'patch',
          kind: 'user',
          uuid: account.uuid,
          patch: { profile_uuid: ordinaryProfile(partner.company, 'Operator') },
        }),
    }
    const answer = await attempt(scene, request, {
      sender: page.send,
      take: () => take[name](scene, request[0]),
    })
    expect(answer).toEqual(refused(partnerChanges[name].code))
  })
})

describe('attack M1: a body that comes slowly', () => {
  it('is asked about again when it is there, also for a call that only reads', async () => {
    const scene = await open()
    const real = Date.now
    const late = vi.spyOn(Date, 'now')
    // End the session, and let a second pass, when the body is asked for: the session has been looked at by then.
    const body = new ReadableStream(
      {
        type: 'bytes',
        pull: async (controller) => {
          await must((await again(scene)).send(sessionCalls.endOthers))
          late.mockImplementation(() => real() + 1000)
          controller.enqueue(new TextEncoder().encode('{}'))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const request = new Request(`${origin}/v3${analysisCalls.search.path}`, {
      method: 'POST',
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/json',
        Cookie: scene.page.cookie(),
      },
      body,
    })
    try {
      const response = await app.fetch(request, env as unknown as Env, createExecutionContext())
      expect(response.status).toBe(401)
    } finally {
      late.mockRestore()
    }
  })
})
