import { env } from 'cloudflare:test'
import { setUnderlings } from '../../../edge/directory/underlings.ts'
import type { Store } from '../../../edge/context.ts'
import type { By } from '../../../edge/store/by.ts'
import type { Change } from '../../../edge/store/changes.ts'
import { foundLab, type Lab } from '../lab.ts'
import type { World } from './example.ts'

/** Part of every name that is made in the world's home: nobody else's answer may hold it. */
export const canary = 'Kanarienvogel'

const everything = {
  isProvider: 'Y',
  isPartner: 'Y',
  developer: 'Y',
  certificates_enabled: 'Y',
  cfx96_enabled: 'Y',
  four_eyes: 'N',
} as const

const ordinary = { developer: 'Y', certificates_enabled: 'Y' } as const

let count = 0
const words = {
  home: `${canary}-home`,
  word: () => `${canary} ${(count += 1)}`,
  plainWord: () => `word${(count += 1)}x${crypto.randomUUID().slice(0, 8)}`,
}

/** Found the companies of a test file: storage is new for each file. */
export async function makeWorld({ home: name, ...others } = words): Promise<World> {
  const [home, lab, leaver, partner, underling] = await Promise.all([
    foundLab(name, everything),
    foundLab('lab', ordinary),
    foundLab('leaver', ordinary),
    foundLab('partner', { isPartner: 'Y' }),
    foundLab('underling'),
  ])
  await setUnderlings(env.DIRECTORY, partner.company, [underling.company])
  await promote(partner)
  return { home, call: await home.as('SuperAdmin'), lab, leaver, partner, underling, ...others }
}

const by: By = {
  actor: { uuid: '00000000-0000-0000-0000-000000000001', name: 'test', via: 'operator' },
  sight: { kinds: [], swarms: [] },
  permissions: [],
  fourEyes: false,
}

/** Return the company's store, with the methods as the edge calls them (edge/context.ts). */
export function storeOf(company: string): Store {
  return env.COMPANY_STORE.getByName(company) as unknown as Store
}

/** Change a record of a company past the calls: what the tests set up has its own tests elsewhere. */
export async function changeInside(company: string, change: Change): Promise<void> {
  const outcome = await storeOf(company).change(change, crypto.randomUUID(), by)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors))
}

/** Let all people in the partner's company act for its underlings. */
async function promote({ company }: Lab): Promise<void> {
  const store = storeOf(company)
  const users = await store.list('user', {}, { kinds: [], swarms: [] })
  if (!users.ok) throw new Error('no users')
  for (const { uuid } of users.value.data) {
    const patch = { partner: 'Y' }
    await changeInside(company, { type: 'patch', kind: 'user', uuid: uuid as string, patch })
  }
}
