import { env, runInDurableObject } from 'cloudflare:test'
import type { Profile } from '../../../domain/entities/profile.ts'
import type { Answer } from '../lab.ts'
import { beforeWrite, sendHeld, sessionOf } from '../held.ts'
import type { World } from './example.ts'
import { changeInside } from './world.ts'
import { systemActor } from '../../../edge/store/commands.ts'

/** Takes the right of a request that is under way. @returns what gives it back. */
type Take = (request: Request) => Promise<() => Promise<unknown>>

interface Attempt {
  wasHeld: boolean
  status: number
  /** Operations of each store and rows of the directory, at the change and after the answer. */
  before: unknown[]
  after: unknown[]
}

/** Send a request, take its right where it has been let in and has written nothing yet, and give it back. */
export async function attempt(
  world: World,
  send: () => Promise<Answer>,
  take: Take,
): Promise<Attempt> {
  let putBack: (() => Promise<unknown>) | undefined
  // Read the logins: a new one is put in before its person, and taken back where that is refused.
  const logins = await directory()
  let made: unknown[] = []
  const { wasHeld, answer } = await sendHeld(send, beforeWrite, async (request) => {
    putBack = await take(request)
    made = await operations(world)
  })
  const after = [await operations(world), await directory()]
  await putBack?.()
  return { wasHeld, status: answer.status, before: [made, logins], after }
}

/** Hide a session that the examples share: one that ends comes back afterwards under the same secret. */
export const hideSession: Take = async (request) => {
  const { company, hash } = sessionOf(request)
  const rename = 'UPDATE sessions SET secret_hash = ? WHERE secret_hash = ?'
  await inside(company, (sql) => void sql.exec(rename, `-${hash}`, hash))
  return () => inside(company, (sql) => void sql.exec(rename, hash, `-${hash}`))
}

/** Take a permission from the profile of the person who sent a request. */
export function takePermission(permission: string): Take {
  return async (request) => {
    const { company, hash } = sessionOf(request)
    const profile = await inside(company, (sql) =>
      sql
        .exec<{ uuid: string; body: string }>(
          `SELECT profile.uuid, profile.body FROM sessions
             JOIN records AS person ON person.kind = 'user' AND person.uuid = sessions.user_uuid
             JOIN records AS profile ON profile.kind = 'profile'
               AND profile.uuid = json_extract(person.body, '$.profile_uuid')
           WHERE secret_hash = ?`,
          hash,
        )
        .one(),
    )
    const { name, base, permissions } = JSON.parse(profile.body) as Profile
    const put = (left: string[]) =>
      changeInside(company, {
        type: 'put',
        kind: 'profile',
        uuid: profile.uuid,
        body: { name, base, permissions: left },
      })
    await put(permissions.filter((one) => one !== permission))
    return () => put(permissions)
  }
}

function inside<Value>(company: string, work: (sql: SqlStorage) => Value): Promise<Value> {
  const stub = env.COMPANY_STORE.getByName(company)
  return runInDurableObject(stub, (_, { storage }) => work(storage.sql))
}

/** Return the number of operations that each store has applied. */
function operations({ home, lab, leaver, partner, underling }: World): Promise<unknown[]> {
  // Leave out orders that ended by their time meanwhile: the store writes that by itself, on a busy machine while the call is held.
  const ended = `kind = 'command' AND actor = '${systemActor.uuid}'`
  const count = `SELECT count(*) AS count FROM operations WHERE kind <> 'sign_in' AND NOT (${ended})`
  return Promise.all(
    [home, lab, leaver, partner, underling].map(({ company }) =>
      inside(company, (sql) => sql.exec(count).one()['count']),
    ),
  )
}

/** Read the people, companies and keys of the directory. */
async function directory(): Promise<unknown[]> {
  // Leave out the code that was asked for and is used up: the step is no record.
  const steps = '(SELECT user_uuid, sealed_secret FROM two_step)'
  const tables = ['logins', 'companies', 'devices', steps, 'password_resets']
  const rows = await env.DIRECTORY.batch(
    tables.map((table) => env.DIRECTORY.prepare(`SELECT * FROM ${table} ORDER BY 1`)),
  )
  return rows.map(({ results }) => results)
}
