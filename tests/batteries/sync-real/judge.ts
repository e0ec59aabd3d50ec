import { readTrail, type TrailEntry } from './desk.ts'
import type { Look } from './page.ts'
import { personAt, seats } from './plan.ts'
import type { Intent, Office, Outcome } from './play.ts'

interface Fate {
  edge: Record<string, unknown> | null
  trail: TrailEntry[]
  /** Operations that were refused for good and are kept, by tab. */
  refused: Look['pending']
}

/** Judge everything that must hold when all is quiet: nothing lost, nothing doubled, nothing of another company. */
export async function judge(office: Office, outcome: Outcome): Promise<string[]> {
  const problems: string[] = []
  const { intents, uuids } = outcome
  for (const uuid of new Set([...uuids.values()].flat())) {
    const own = intents.filter((intent) => intent.uuid === uuid)
    const fate = await readFate(office, uuid, outcome)
    if (!fate.edge) problems.push(`lost: ${uuid} is not at the edge`)
    const found = [
      ...judgeTrail(uuid, fate),
      ...own.flatMap((intent) => judgeIntent(intent, own, fate)),
    ]
    // Add the trail of the record, for a person who investigates.
    if (found.length > 0)
      found.push(...fate.trail.map((entry) => `trail: ${JSON.stringify(entry)}`))
    problems.push(...found)
  }
  for (const seat of seats) {
    const mine = new Set(uuids.get(seat))
    const others = [...uuids.values()].flat().filter((uuid) => !mine.has(uuid))
    const seen = await office.tab(seat).evaluate((all) => inside.page.look(all), others)
    for (const { uuid } of seen) problems.push(`foreign: ${seat} holds ${uuid}`)
  }
  return problems
}

async function readFate(office: Office, uuid: string, { uuids }: Outcome): Promise<Fate> {
  const [seat = 'olga-1'] = seats.filter((one) => uuids.get(one)?.includes(uuid))
  const looks = await Promise.all(
    seats.map((one) => office.tab(one).evaluate((id) => inside.page.look([id]), uuid)),
  )
  const refused = looks.flat().flatMap(({ pending }) => pending)
  return {
    edge: await office.readEdge(seat, uuid),
    trail: await readTrail(office.request(personAt(seat)), office.address, uuid),
    refused,
  }
}

function judgeTrail(uuid: string, { trail, refused }: Fate): string[] {
  const problems: string[] = []
  const ids = trail.map(({ op_id }) => op_id)
  if (new Set(ids).size < ids.length) problems.push(`doubled: an operation of ${uuid} twice`)
  const made = trail.filter(({ action }) => action.endsWith('create')).length
  if (made !== 1) problems.push(`${made === 0 ? 'lost' : 'doubled'}: ${uuid} made ${made} times`)
  for (const { type, code } of refused) {
    // Leave to a person only what two people wrote at the same well.
    if (type !== 'merge' || code !== 'stale')
      problems.push(`lost: ${uuid} ${type} refused: ${code}`)
  }
  return problems
}

/** Check that an edit reported as saved is in the record, in its trail, or kept where its person finds it. */
function judgeIntent(intent: Intent, all: readonly Intent[], fate: Fate): string[] {
  const { word, seat } = intent
  const what = `${intent.do} ${word} of ${intent.uuid}`
  const isKept = fate.refused.some(({ text }) => text.includes(word))
  if (intent.do === 'note' || intent.do === 'make') {
    const note = fate.edge?.['notebook']
    const times =
      typeof note === 'string' ? note.split('\n').filter((line) => line === word).length : 0
    if (times > 1) return [`doubled: ${what} ${times} times`]
    return times === 1 || isKept ? [] : [`lost: ${what}: ${String(note)}`]
  }
  if (isKept || JSON.stringify([fate.edge, fate.trail]).includes(word)) return []
  // Let one's own next word in the same place, written before the first was sent, take its place.
  const later = all.slice(all.indexOf(intent) + 1)
  const own = later.some((one) => one.do === intent.do && personAt(one.seat) === personAt(seat))
  return own ? [] : [`lost: ${what}`]
}

/** Clear refused operations, which their people discard or send again, so that the next schedule begins without any. */
export async function clearDesks(office: Office, { uuids }: Outcome): Promise<number> {
  let refused = 0
  for (const seat of seats) {
    const tab = office.tab(seat)
    const looks = await tab.evaluate((all) => inside.page.look(all), [...(uuids.get(seat) ?? [])])
    for (const { uuid, pending } of looks) {
      for (const { op_id } of pending) {
        refused += 1
        await tab.evaluate(([id, op]) => inside.page.discard(id!, op!), [uuid, op_id])
      }
    }
  }
  return refused
}
