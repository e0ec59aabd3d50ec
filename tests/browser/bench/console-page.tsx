import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import type { Account } from '../../../domain/calls/session.ts'
import type { Profile } from '../../../domain/entities/profile.ts'
import type { User } from '../../../domain/entities/user.ts'
import { defaultProfiles } from '../../../domain/base-profiles.ts'
import { completeTexts } from '../../../web/i18n/catalogs.ts'
import { makeUserActs } from '../../../web/entities/user/user-acts.ts'
import { makeUserColumns, makeUserFacets } from '../../../web/entities/user/user-columns.tsx'
import { RecordPage } from '../../../web/record/RecordPage.tsx'
import '../../../web/styles/tokens.css'
import '../../../web/styles/base.css'
import { type FrameTimes, nextFrame, timeFrames } from './frames.ts'
import { uuidOf } from '../../support/uuid-of.ts'

let root: Root | null = null
let people: readonly User[] = []

const profiles: readonly Profile[] = [
  {
    uuid: '00000000-0000-4000-8000-0000000000a1',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    name: 'Operator',
    base: 'Operator',
    permissions: [...defaultProfiles.Operator],
  },
]
const who = {
  uuid: '00000000-0000-4000-8000-0000000000b1',
  name: 'Amina Haddad',
  permissions: [...defaultProfiles.SuperAdmin],
  swarms: [],
  partner: 'N',
  company_uuid: '00000000-0000-4000-8000-0000000000c1',
  company_details: { certificates_enabled: 'Y', isPartner: 'N' },
} as unknown as Account

/** Fetch the texts that the parts of this page say. */
export async function readTexts(): Promise<void> {
  await Promise.all((['frame', 'people', 'record', 'faults'] as const).map(completeTexts))
}

/** Make people that are there, as the list has them. */
export function makePeople(count: number): void {
  people = Array.from({ length: count }, (_, at) => {
    const number = String((at * 7919) % count).padStart(5, '0')
    return {
      uuid: uuidOf(at),
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
      username: `person-${number}`,
      name: `Person ${number}`,
      email: `person-${number}@bench.example`,
      phone: '',
      profile_uuid: profiles[0]?.uuid,
      swarms: [],
      active: 'Y',
      reviewer: 'N',
      partner: 'N',
      default_language: 'en',
      date_format: 'dd/MM/yyyy',
    } as unknown as User
  })
}

/** Show the list of people with its acts. What an act sends is answered at once: the page's own work is measured. */
function People({ rows }: { rows: readonly User[] }) {
  const [columns] = useState(() => makeUserColumns(profiles, []))
  const [facets] = useState(() => makeUserFacets(profiles))
  return (
    <RecordPage
      name="user"
      file="users"
      title="People"
      list={{ rows, isWhole: true, failure: [], again: () => undefined }}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name }) => name}
      empty={{ area: 'users', title: '', text: '' }}
      panel={() => ({ facts: [] })}
      actsOf={(user) =>
        makeUserActs(user, who, profiles, { ownProfile: undefined, open: () => undefined }).map(
          (act) => ({ ...act, ...(act.send && { send: async () => '' }) }),
        )
      }
    />
  )
}

/** Draw the list, some times over. */
export function timeList(times: number): Promise<FrameTimes> {
  return timeFrames(times, () => {
    root?.unmount()
    root = createRoot(document.getElementById('app') as HTMLElement)
    flushSync(() => root?.render(<People rows={[...people]} />))
  })
}

const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

function type(text: string): void {
  const field = document.querySelector('input[type=search]') as HTMLInputElement
  set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Type into the filter of the list, a text each. */
export async function timeFilter(texts: readonly string[]): Promise<FrameTimes> {
  for (let at = 0; at < 20; at++) await nextFrame()
  return timeFrames(texts.length, (frame) => type(texts[frame] ?? ''))
}

/** Set a mark, by which a trace tells how long the page's thread worked until the next one. */
export function mark(name: string): void {
  performance.mark(name)
}
