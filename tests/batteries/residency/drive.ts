// A process of its own for one region: `drive.ts REGION ADDRESS STATE LEDGER`. Sends every row of the contract, uploads and
// broken requests to it, full of markers, and writes down what carried which marker.
import './node-hooks.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../../../domain/call.ts'
import { contract } from '../../../domain/contract.ts'
import { derivedUuid } from '../../../edge/derived-uuid.ts'
import { fillCall, type Known, markCall, type Parts } from './fill.ts'
import { keepLedger } from './ledger.ts'
import { markerMaker, type MarkedRegion } from './markers.ts'
import { sendBroken } from './broken.ts'
import { runScenario } from './scenario.ts'
import type { Answer, Lab, LabModule, MatrixModule, Sender, World } from './edge-test-parts.ts'

const [regionText, address = '', state = '', file = ''] = process.argv.slice(2)
const region = regionText as MarkedRegion
const ledger = keepLedger(region, address)
const make = markerMaker(region)
// By an address that the compiler does not follow: these files are of the edge tests' own runtime.
const labPath = '../../edge/lab.ts'
const lab = (await import(labPath)) as LabModule
const notes: string[] = []
/** Part of the names of everybody in the company that the examples are prepared in. */
const homeWord = make()
const labWord = make()

const world = await makeWorld()
const storage = join(state, 'devices')
await runScenario({ lab: world.lab, word: labWord, address, storage, make, note })
const examples = await readExamples()
const ids = knownIds(world.home)
for (const [group, calls] of Object.entries(contract)) {
  const rows = Object.entries(calls).toSorted(([one], [other]) => turnOf(one) - turnOf(other))
  const newest: Newest = { id: undefined }
  for (const [name, row] of rows) await sendRow(`${group}.${name}`, row, newest)
}
await sendBroken(make)
writeFileSync(file, JSON.stringify({ ...ledger, notes, company: world.lab.company }))

async function makeWorld(): Promise<World> {
  const all = {
    isProvider: 'Y',
    isPartner: 'Y',
    developer: 'Y',
    certificates_enabled: 'Y',
    cfx96_enabled: 'Y',
    four_eyes: 'N',
  }
  const home = await lab.foundLab(homeWord, all)
  const partner = await lab.foundLab(make(), { isPartner: 'Y' })
  const [ordinary, underling] = [
    await lab.foundLab(labWord, { developer: 'Y', certificates_enabled: 'Y' }),
    await lab.foundLab(make()),
  ]
  const call = stayingSignedIn(`SuperAdmin-${homeWord}`, await home.as('SuperAdmin'))
  return { home, call, lab: ordinary, partner, underling, word: make, plainWord: make }
}

async function readExamples(): Promise<MatrixModule['matrixRows']> {
  try {
    const path = '../../edge/matrix/all-examples.ts'
    return ((await import(path)) as MatrixModule).matrixRows
  } catch (error) {
    note(`no examples: ${String(error)}`)
    return []
  }
}

/** The record that the calls of a group are about: the one made last, or one that a search found. */
interface Newest {
  id: string | undefined
}

/** What looks comes first, then what makes, what changes, and what removes. */
function turnOf(name: string): number {
  if (/search|list/i.test(name)) return 0
  if (/create|issue|add|import/i.test(name)) return 1
  return /delete|remove|logout|empty|clear/i.test(name) ? 3 : 2
}

/** With every text marked, then as the example has it, then as the schema alone suggests: each meets the region. */
async function sendRow(name: string, row: Call, newest: Newest): Promise<void> {
  const example = examples.find((one) => one.name === name)?.example
  if (example) {
    for (const marked of [true, false]) {
      await attempt(name, newest, async () => {
        const { sender, ...parts } = await example.prepare(world)
        const given = marked ? markCall(row, parts, make) : parts
        return (sender ?? (await callerOf(row)))(row, given)
      })
    }
  }
  const known = { ...ids, ...(newest.id ? { id: newest.id } : {}) }
  await attempt(name, newest, async () => (await callerOf(row))(row, fillCall(row, make, known)))
}

async function attempt(name: string, newest: Newest, run: () => Promise<Answer>): Promise<void> {
  try {
    const { ok, data } = await run()
    const found = ok ? uuidIn(data) : undefined
    if (found) newest.id = found
  } catch (error) {
    note(`${name}: ${String(error)}`)
  }
}

/** Of a record, of the first of a page, or of what was made. */
function uuidIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { uuid, data: page } = data as { uuid?: string; data?: unknown }
  return uuid ?? (Array.isArray(page) ? uuidIn(page[0]) : undefined)
}

/** A session of its own each time: some calls end the one they are made with. */
async function callerOf(row: Call): Promise<Sender> {
  if (row.caller === 'device') return world.home.asDevice
  if (row.caller === 'operator') {
    return (one: Call, parts: Parts = {}) =>
      lab.send(one, { ...parts, headers: { ...parts.headers, ...lab.operatorHeaders } })
  }
  if (row.caller === 'anyone') return lab.send
  if (!row.path.startsWith('/session')) return world.call
  return signIn(`SuperAdmin-${homeWord}`)
}

/** Among the calls are those that end all sessions of a person. */
function stayingSignedIn(username: string, first: Sender): Sender {
  let session = first
  return async (row, parts) => {
    const answer = await session(row, parts)
    if (answer.status !== 401) return answer
    session = await signIn(username)
    return session(row, parts)
  }
}

/** Failed sign-ins before have made the service slow to answer: it says how long to wait. */
async function signIn(username: string, tries = 5): Promise<Sender> {
  try {
    return await lab.signIn(username, lab.password)
  } catch (error) {
    if (tries === 0) throw error
    await sleep(2000)
    return signIn(username, tries - 1)
  }
}

function knownIds({ company, swarm, device, recipe, protocol }: Lab): Known {
  return {
    company_uuid: company,
    swarm_uuid: swarm,
    swarms: swarm,
    device_uuid: device,
    recipe_uuid: recipe,
    protocol_uuid: protocol,
    profile_uuid: derivedUuid(company, 'Operator'),
  }
}

function note(text: string): void {
  notes.push(text)
}
