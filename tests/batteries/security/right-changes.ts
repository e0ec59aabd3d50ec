import { apiKeyCalls } from '../../../domain/calls/api-keys.ts'
import { passwordCalls } from '../../../domain/calls/passwords.ts'
import { type Account, sessionCalls } from '../../../domain/calls/session.ts'
import type { Call } from '../../../domain/call.ts'
import type { Profile } from '../../../domain/entities/profile.ts'
import { openDirectory, queryStore } from '../residency/cloudflare-test.ts'
import type { LabModule, Sender } from '../residency/edge-test-parts.ts'

/** Holder of the rights with which a request is sent. */
export interface Holder {
  parts: LabModule & Changing
  account: Account
  /** Another session of the person than the one the request is sent with. */
  other: Sender
  /** The cookie of that other session. */
  cookie: string
  row: Call
}

/** Function of the edge tests' world that changes a record past the calls. */
export interface Changing {
  changeInside: (company: string, change: object) => Promise<void>
}

/** Credential of a request: the headers that identify the sender, and the ways to revoke and restore it. */
export interface Credential {
  headers: Record<string, string>
  take: () => Promise<unknown>
  putBack?: () => Promise<unknown>
}

export interface RightChange {
  name: string
  /** Code of every refusal. */
  code: 'session_expired' | 'forbidden' | 'not_signed_in'
  /** The person's old password proves nothing any more. */
  newPassword?: true
  /** Operations of its own. */
  writes: number
  concerns: (row: Call) => boolean
  prepare: (holder: Holder) => Promise<Credential>
}

const all = () => true
const atSession = { code: 'session_expired', concerns: all } as const

export const rightChanges: readonly RightChange[] = [
  { ...atSession, name: 'session ended', writes: 0, prepare: endSession },
  {
    name: 'permission taken',
    code: 'forbidden',
    writes: 1,
    concerns: ({ needs }) => needs !== null,
    prepare: takePermission,
  },
  { ...atSession, name: 'password changed', newPassword: true, writes: 0, prepare: changePassword },
  {
    name: 'API key deleted',
    code: 'not_signed_in',
    writes: 1,
    // Leave out writes that need no permission or a session of a person: they are refused to every key.
    concerns: ({ person, needs }) => !person && needs !== null,
    prepare: deleteKey,
  },
  { ...atSession, name: 'person made inactive', writes: 1, prepare: makeInactive },
]

/**
 * Open a session for this one request. A person with the second step on has used up their code: they are made for one
 * request, and have the session with which they sent it.
 */
async function openSession({ parts, account, cookie: own }: Holder): Promise<{ Cookie: string }> {
  const body = { username: account.username, password: parts.password }
  const { ok, errors, headers } = await parts.send(sessionCalls.login, { body })
  if (errors[0]?.reason === 'code_needed') return { Cookie: own }
  const cookie = headers.get('Set-Cookie')?.split(';')[0]
  if (!ok || !cookie) throw new Error(`no session: ${JSON.stringify(errors)}`)
  return { Cookie: cookie }
}

async function endSession(holder: Holder): Promise<Credential> {
  const headers = await openSession(holder)
  const { data } = await done(holder.parts.send(sessionCalls.list, { headers }))
  const { sessions } = data as { sessions: { uuid: string; current: boolean }[] }
  const id = sessions.find(({ current }) => current)?.uuid ?? ''
  return { headers, take: () => done(holder.other(sessionCalls.end, { params: { id } })) }
}

async function takePermission(holder: Holder): Promise<Credential> {
  const { account, row, parts } = holder
  const company = account.company_uuid
  const [found] = (await queryStore(
    company,
    `SELECT profile.uuid, profile.body FROM records AS person JOIN records AS profile
       ON profile.kind = 'profile' AND profile.uuid = json_extract(person.body, '$.profile_uuid')
     WHERE person.kind = 'user' AND person.uuid = ?`,
    account.uuid,
  )) as { uuid: string; body: string }[]
  if (!found) throw new Error('no profile')
  const { name, base, permissions } = JSON.parse(found.body) as Profile
  const put = (left: string[]) => {
    const body = { name, base, permissions: left }
    return parts.changeInside(company, { type: 'put', kind: 'profile', uuid: found.uuid, body })
  }
  return {
    headers: await openSession(holder),
    take: () => put(permissions.filter((one) => one !== row.needs)),
    putBack: () => put(permissions),
  }
}

async function changePassword(holder: Holder): Promise<Credential> {
  const next = 'Quite-another-9?'
  const body = { old_password: holder.parts.password, password: next, repeat: next }
  const directory = openDirectory()
  const select = 'SELECT password_hash FROM logins WHERE user_uuid = ?'
  const before = await directory.prepare(select).bind(holder.account.uuid).first('password_hash')
  const update = 'UPDATE logins SET password_hash = ? WHERE user_uuid = ?'
  return {
    headers: await openSession(holder),
    take: () => done(holder.other(passwordCalls.change, { body })),
    putBack: () => directory.prepare(update).bind(before, holder.account.uuid).run(),
  }
}

async function deleteKey({ account, other, parts }: Holder): Promise<Credential> {
  const { data } = await done(
    other(apiKeyCalls.create, {
      body: {
        description: 'Deleted while it is used',
        permissions: account.permissions,
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
        password: parts.password,
      },
    }),
  )
  const { key, record } = data as { key: string; record: { uuid: string } }
  return {
    headers: { Authorization: `Bearer ${key}` },
    take: () => done(other(apiKeyCalls.delete, { params: { id: record.uuid } })),
  }
}

async function makeInactive(holder: Holder): Promise<Credential> {
  const { account, parts } = holder
  const set = (active: 'Y' | 'N') =>
    parts.changeInside(account.company_uuid, {
      type: 'patch',
      kind: 'user',
      uuid: account.uuid,
      patch: { active },
    })
  return {
    headers: await openSession(holder),
    take: () => set('N'),
    putBack: () => set('Y'),
  }
}

async function done(sent: ReturnType<Sender>): ReturnType<Sender> {
  const answer = await sent
  if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(answer.errors)}`)
  return answer
}
