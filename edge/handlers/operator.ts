import type { operatorCalls } from '../../domain/calls/operator.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import type { Kind } from '../../domain/registry.ts'
import { type BaseProfile, defaultProfiles } from '../../domain/permissions.ts'
import type { CallContext, Store } from '../context.ts'
import { derivedUuid } from '../derived-uuid.ts'
import { addCompany } from '../directory/companies.ts'
import { addLogin, putDevice } from '../directory/directory.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { makeSecret, sha256Hex } from '../secret.ts'
import { hashPassword } from '../session/password.ts'
import type { By } from '../store/by.ts'
import type { Change } from '../store/changes.ts'
import { checkPassword } from './users.ts'

const by: By = {
  actor: { uuid: '00000000-0000-0000-0000-000000000001', name: 'operator', via: 'operator' },
  sight: { kinds: [], swarms: [] },
  permissions: [],
  fourEyes: false,
}

type PutKind = Extract<Change, { type: 'put' }>['kind']

/** Writes a record; the operation's id is its content's hash, so a repeat changes nothing. */
async function put(
  store: Store,
  kind: PutKind & Kind,
  uuid: string,
  body: Record<string, unknown>,
  initial: Record<string, unknown> = {},
): Promise<void> {
  const opId = `put:${sha256Hex(canonicalJson([kind, uuid, body])).slice(0, 40)}`
  await unwrap(store.change({ type: 'put', kind, uuid, body, initial }, opId, by))
}

export const operator: Handlers<typeof operatorCalls> = {
  createCompany: async ({ body }, context) => {
    const { company } = body
    for (const { password } of body.users) checkPassword(password)
    const store = context.store(company.uuid)
    await addCompany(
      context.env.DIRECTORY,
      {
        uuid: company.uuid,
        name: company.name,
        provider: Number(company.isProvider === 'Y'),
        partner: Number(company.isPartner === 'Y'),
      },
      new Date().toISOString(),
    )
    await store.found(company.uuid)
    await put(store, 'company', company.uuid, company)
    for (const [name, permissions] of Object.entries(defaultProfiles)) {
      const uuid = derivedUuid(company.uuid, name)
      await put(store, 'profile', uuid, { name, base: name as BaseProfile, permissions })
    }
    for (const swarm of body.swarms) {
      await put(store, 'swarm', swarm.uuid, { ...swarm, company_uuid: company.uuid })
    }
    await Promise.all(body.users.map((user) => addUser(context, store, company.uuid, user)))
    return { created: true }
  },
  createDevice: async ({ body }, { env, store }) => {
    const key = makeSecret()
    const { company_uuid, device } = body
    await putDevice(env.DIRECTORY, { uuid: device.uuid, company_uuid, key_hash: sha256Hex(key) })
    await put(store(company_uuid), 'device', device.uuid, device, {
      config: {},
      status: JSON.stringify({ serial: device.serial_no, srv_status: 0 }),
      connected: '0',
      busy: 'N',
      active: 'Y',
      analysis_uuid: null,
    })
    return { key }
  },
  putRecords: async ({ body }, { store }) => {
    const own = store(body.company_uuid)
    for (const { kind, uuid, body: record } of body.records) await put(own, kind, uuid, record)
    return { created: body.records.length }
  },
}

type NewUser = Parameters<(typeof operator)['createCompany']>[0]['body']['users'][number]

async function addUser(
  { env }: CallContext,
  store: Store,
  company: string,
  user: NewUser,
): Promise<void> {
  const { password, profile, ...given } = user
  const { uuid, username, email } = given
  const password_hash = await hashPassword(password)
  await addLogin(env.DIRECTORY, {
    user_uuid: uuid,
    company_uuid: company,
    username,
    email,
    password_hash,
  })
  await put(store, 'user', uuid, { ...given, profile_uuid: derivedUuid(company, profile) })
}
