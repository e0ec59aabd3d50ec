import type { Call } from '../../domain/call.ts'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { contract } from '../../domain/contract.ts'
import { type BaseProfile, defaultProfiles } from '../../domain/base-profiles.ts'
import {
  type Asker,
  type Capabilities,
  effectivePermissions,
  type Permission,
  permissions,
} from '../../domain/permissions.ts'
import { entities, type Kind } from '../../domain/registry.ts'
import { explainCall, hiddenBy, sightOf } from '../../domain/rules/access.ts'
import { findRoad } from '../../domain/rules/reach.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { type Answer, type Lab, must, type Parts, password, send, type Sender } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'
import { asksOnce } from './matrix/asks-once.ts'
import type { World } from './matrix/example.ts'
import { harmless } from './matrix/substitute.ts'
import { changeInside, storeOf } from './matrix/world.ts'

/** Questions at once, unless the extent says another number. */
const usualWidth = 8

/** Rows that an account may be asked about without harm to the session that asks. */
const rows = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls)
    .map(([name, row]) => ({ name: `${group}.${name}`, row }))
    .filter(({ name, row }) => {
      const isAccounts = (row.caller ?? 'account') === 'account'
      const isHarmless = row.safe || row.needs !== null || row.body !== undefined
      return isAccounts && isHarmless && (row.safe || !(name in asksOnce))
    }),
)

/** Result of the questions: their number, and the differences between explanation and answer. */
export interface AccessTally {
  /** By place: own, another swarm, an underling, another company, by an API key. */
  questions: Record<Place, number>
  profiles: number
  rows: number
  /** Refused by the explanation, allowed by the service. */
  unexpected: string[]
  /** Any other difference. */
  differences: string[]
}

type Place = 'own' | 'other swarm' | 'underling' | 'other company' | 'api key'

interface Subject {
  lab: Lab
  send: Sender
  capabilities: Capabilities
  /** Sends with an API key of the same person. */
  byKey: Sender
  scope: ReadonlySet<string>
  /** Companies that it is asked to act in. */
  away: { lab: Lab; isUnderling: boolean; capabilities: Capabilities }[]
  partner: 'Y' | 'N'
}

/**
 * Ask the service, with profile after profile, every row of the contract in the own company, in an underling, in another company
 * and by an API key, and reads of records of the own swarm and another one. Compare each answer with what the functions of
 * domain/rules/access.ts say of the same facts.
 * @param extent.made profiles made at random beside the four ordinary ones.
 * @param extent.every ask each profile one row in so many, another part with each profile.
 * @param extent.onRound runs after each profile, for progress.
 */
export async function askAccess(
  world: World,
  extent: {
    made: number
    seed: number
    every?: number
    width?: number
    /** Ask every row in the provider's own company with every so-many-th permission taken away as well. */
    taken?: number
    onRound?: (done: { profile: number; profiles: number; questions: number }) => void
  },
): Promise<AccessTally> {
  const { width = usualWidth } = extent
  const tally: AccessTally = {
    questions: { own: 0, 'other swarm': 0, underling: 0, 'other company': 0, 'api key': 0 },
    profiles: 0,
    rows: rows.length,
    unexpected: [],
    differences: [],
  }
  const subjects = await Promise.all([makeSubject(world, 'lab'), makeSubject(world, 'partner')])
  const records = await makeRecords(world)
  const random = randomOf(extent.seed)
  const profiles: (readonly Permission[])[] = [
    ...Object.values(defaultProfiles),
    ...Array.from({ length: extent.made }, () => {
      const share = random()
      return permissions.filter(() => random() < share)
    }),
  ]
  for (const [at, granted] of profiles.entries()) {
    tally.profiles += 1
    const offset = at % (extent.every ?? 1)
    const asked = rows.filter((_, index) => index % (extent.every ?? 1) === offset)
    for (const subject of subjects) {
      await setProfile(subject.lab, granted)
      await askRows(subject, granted, asked, { tally, width })
    }
    const [home] = subjects
    if (home) await askRecords(home, granted, records, { tally, width })
    extent.onRound?.({ ...count(tally), profiles: profiles.length })
  }
  const { taken: step = 0 } = extent
  const taken = permissions.filter((_, at) => step > 0 && at % step === 0)
  for (const permission of taken) {
    tally.profiles += 1
    await askWithout(world, permission, { tally, width })
    extent.onRound?.({ ...count(tally), profiles: profiles.length + taken.length })
  }
  return tally
}

function count({ profiles: profile, questions }: AccessTally) {
  return { profile, questions: Object.values(questions).reduce((sum, one) => sum + one, 0) }
}

/** Take a permission away in the company that may use everything, and ask every row there. */
async function askWithout(
  { home: lab }: World,
  taken: Permission,
  { tally, width }: { tally: AccessTally; width: number },
): Promise<void> {
  const granted = permissions.filter((name) => name !== taken)
  await setProfile(lab, granted)
  const sender = await lab.as('Operator')
  const asker: Asker = { granted: new Set(granted), home: await capabilitiesOf(lab) }
  await inTurns(width, rows, async ({ name, row }) => {
    const answered = readRefusal(row, await sender(row, harmless(row)))
    compare(tally, { place: 'own', name, expected: sayRefusal(row, asker), answered })
  })
}

/**
 * Make a person of a company, whose profile is changed from round to round, with an API key of a part of all
 * permissions.
 */
async function makeSubject(world: World, name: 'lab' | 'partner'): Promise<Subject> {
  const lab = world[name]
  await setProfile(lab, permissions)
  const sender = await lab.as('Operator')
  const capabilities = await capabilitiesOf(lab)
  const scope = effectivePermissions(permissions, capabilities).filter((_, at) => at % 3 !== 0)
  const body = {
    description: 'asks for access',
    permissions: scope,
    expires_at: new Date(Date.now() + 80 * 24 * 3600_000).toISOString(),
    password,
  }
  const made = await must(sender(apiKeyCalls.create, { body }))
  const headers = { Authorization: `Bearer ${made.data.key}` }
  const away = await Promise.all(
    [world.underling, world.leaver].map(async (other) => ({
      lab: other,
      isUnderling: name === 'partner' && other === world.underling,
      capabilities: await capabilitiesOf(other),
    })),
  )
  return {
    lab,
    send: sender,
    capabilities,
    byKey: (row, parts = {}) => send(row, { ...parts, headers: { ...parts.headers, ...headers } }),
    scope: new Set(scope),
    away,
    partner: name === 'partner' ? 'Y' : 'N',
  }
}

async function capabilitiesOf({ company }: Lab): Promise<Capabilities> {
  const outline = await storeOf(company).describe()
  if (!outline.ok) throw new Error('no such company')
  return outline.value.capabilities
}

async function setProfile({ company }: Lab, granted: readonly string[]): Promise<void> {
  const base: BaseProfile = 'Operator'
  await changeInside(company, {
    type: 'put',
    kind: 'profile',
    uuid: ordinaryProfile(company, base),
    body: { name: base, base, permissions: [...granted] },
  })
}

async function askRows(
  subject: Subject,
  granted: readonly string[],
  asked: typeof rows,
  { tally, width }: { tally: AccessTally; width: number },
): Promise<void> {
  const { capabilities: home, partner, lab } = subject
  const asker: Asker = { granted: new Set(granted), home }
  const held = effectivePermissions(granted, home)
  const account = { permissions: held, partner, company_uuid: lab.company }
  const questions = asked.flatMap(({ name, row }) => [
    {
      place: 'own' as const,
      name,
      row,
      sender: subject.send,
      headers: {},
      expected: sayRefusal(row, asker),
    },
    {
      place: 'api key' as const,
      name,
      row,
      sender: subject.byKey,
      headers: {},
      expected: sayRefusal(row, { ...asker, scope: subject.scope }),
    },
    ...subject.away.map(({ lab: other, isUnderling, capabilities: there }) => {
      const target = { partner_uuid: isUnderling ? lab.company : null }
      return {
        place: isUnderling ? ('underling' as const) : ('other company' as const),
        name,
        row,
        sender: subject.send,
        headers: { 'X-Company': other.company },
        expected: findRoad(account, target) ? sayRefusal(row, { ...asker, there }) : 'out_of_reach',
      }
    }),
  ])
  await inTurns(width, questions, async ({ place, name, row, sender, headers, expected }) => {
    const answer = await sender(row, { ...harmless(row), headers })
    compare(tally, {
      place,
      name,
      expected,
      answered: readRefusal(row, answer, 'X-Company' in headers),
    })
  })
}

/** Return the refusal that the explanation predicts, in the word that the service answers with; null for none. */
function sayRefusal(row: Call, asker: Asker): string | null {
  const refusal = explainCall(row, asker)
  if (refusal === null) return null
  return refusal.reason === 'own_company_only' || refusal.reason === 'not_by_key'
    ? refusal.reason
    : `permission_missing ${row.needs}`
}

/** @param isAway asked in another company: there a missing company is the one acted in. */
function readRefusal(row: Call, { status, errors }: Answer, isAway = false): string | null {
  const [first] = errors
  if (isAway && status === 404 && first?.message === 'No such company') return 'out_of_reach'
  if (status !== 403) return null
  if (first?.reason === 'own_company_only' || first?.reason === 'not_by_key') return first.reason
  const permission = first?.params?.['permission']
  // Take a refusal for another permission for none: the row itself let the call in.
  return first?.reason === 'permission_missing' && permission === row.needs
    ? `permission_missing ${permission}`
    : null
}

function compare(
  tally: AccessTally,
  one: { place: Place; name: string; expected: string | null; answered: string | null },
): void {
  const { place, name, expected, answered } = one
  tally.questions[place] += 1
  if (expected === answered) return
  const list = expected !== null && answered === null ? 'unexpected' : 'differences'
  tally[list].push(`${place}: ${name}: explained ${expected}, answered ${answered}`)
}

/** A record of the own swarm or another one, and the answer that somebody of both is given. */
interface Known {
  kind: Kind
  uuid: string
  swarm: string | null
}

/** Make copies of recipe, protocol and an analysis in the swarm of the person and in another one. */
async function makeRecords({ lab }: World): Promise<Known[]> {
  const store = storeOf(lab.company)
  const all = { kinds: [], swarms: [lab.swarm, lab.otherSwarm] }
  const made: Known[] = []
  for (const [kind, uuid] of [
    ['recipe', lab.recipe],
    ['protocol', lab.protocol],
  ] as const) {
    const found = await store.get(kind, uuid, all)
    if (!found.ok) throw new Error(`no ${kind}`)
    for (const swarm of [lab.swarm, lab.otherSwarm]) {
      const copy = crypto.randomUUID()
      const { uuid: _uuid, created_at: _made, updated_at: _changed, ...rest } = found.value
      const body = { ...rest, name: `${kind} ${copy}`, swarm_uuid: swarm }
      await changeInside(lab.company, { type: 'put', kind, uuid: copy, body })
      made.push({ kind, uuid: copy, swarm })
    }
  }
  const manager = await lab.as('Manager')
  const { uuid } = (await must(manager(sessionCalls.me))).data
  const patch = { swarms: [lab.swarm, lab.otherSwarm] }
  await changeInside(lab.company, { type: 'patch', kind: 'user', uuid, patch })
  for (const swarm of patch.swarms) {
    made.push({ kind: 'analysis', uuid: (await makeCompleted(manager, swarm)).uuid, swarm })
  }
  return made
}

const paths = new Map(entities.map(({ kind, path }) => [kind as Kind, path]))

/** Read about one record of a kind, by its id. */
const readsOf = (kind: Kind) =>
  rows.filter(
    ({ row }) =>
      row.safe &&
      !row.body &&
      /^\/\w+\/(get|edit|details)\/:id$/.test(row.path) &&
      row.path.startsWith(`${paths.get(kind)}/`),
  )

async function askRecords(
  { lab, send: sender, capabilities }: Subject,
  granted: readonly string[],
  records: readonly Known[],
  { tally, width }: { tally: AccessTally; width: number },
): Promise<void> {
  const asker: Asker = { granted: new Set(granted), home: capabilities }
  const sight = sightOf(effectivePermissions(granted, capabilities), [lab.swarm])
  const questions = records.flatMap((record) =>
    readsOf(record.kind).map(({ name, row }) => ({ name, row, record })),
  )
  await inTurns(width, questions, async ({ name, row, record }) => {
    const parts: Parts = { params: { id: record.uuid } }
    const answer = await sender(row, parts)
    const refused = sayRefusal(row, asker)
    const hidden = hiddenBy(record.kind, { swarm_uuid: record.swarm }, sight)
    compare(tally, {
      place: record.swarm === lab.swarm ? 'own' : 'other swarm',
      name,
      expected: refused ?? (hidden && 'hidden'),
      answered: readRefusal(row, answer) ?? (answer.status === 404 ? 'hidden' : null),
    })
  })
}

async function inTurns<One>(
  width: number,
  list: readonly One[],
  ask: (one: One) => Promise<void>,
): Promise<void> {
  const left = list.values()
  const work = async () => {
    for (const one of left) await ask(one)
  }
  await Promise.all(Array.from({ length: width }, work))
}

/** Return numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
