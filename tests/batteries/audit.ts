// `npm run battery -- audit [--json FILE] [--entries N] [--seed S] [--every N] [--moments N] [--beside N]`: a trail of real entries is exported from a real
// store and bent in every way; then the store itself is put back to an earlier moment. Nothing may go unnoticed.
import { fromHex, toHex } from '../../domain/trail/bytes.ts'
import { isConsistent, isIncluded } from '../../domain/trail/proofs.ts'
import { foldComplete, hashLeaf, type NodeReader, rootOfRange } from '../../domain/trail/tree.ts'
import { verifyFile } from '../../domain/trail/verify-file.ts'
import type { Expected } from '../../domain/trail/note-check.ts'
import { verifyTrail } from '../../domain/trail/verify-trail.ts'
import { readFlags } from '../../scripts/read-flags.ts'
import {
  atLeast,
  measured,
  printTable,
  type ReportRow,
  writeJson,
} from '../../scripts/report-table.ts'
import { isZero } from '../support/is-zero.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { consistencies, inclusions, inputs, roots } from '../support/rfc-6962-vectors.ts'
import { createRandom } from '../support/seeded-random.ts'
import { type Bendable, bendFilesBehind, bendSearched, bendStores } from './audit/bend-stores.ts'
import {
  changeEveryByte,
  flipAtRandom,
  flipCheckpointBits,
  flipEveryByte,
} from './audit/flip-bytes.ts'
import { forgeTrail, seedOf, strangeSeed } from './audit/forge.ts'
import { cutEach, deleteEach, insertEach, linesOf, reorderEach } from './audit/rearrange.ts'
import { RealStore } from './audit/store.ts'
import { count, newTally, type Tally } from './audit/tally.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    entries: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    // Change only one byte in so many of a trail and a record, and put the store back so many times.
    every: { type: 'string', default: '1' },
    moments: { type: 'string', default: '3' },
    // Bend so many stores more before each start, each in another way.
    beside: { type: 'string', default: '0' },
  },
})
const random = createRandom(Number(values.seed))
const wanted = Number(values.entries)
const [every, moments] = [Number(values.every), Number(values.moments)]
const began = performance.now()
const rows: ReportRow[] = []
const store = new RealStore()
try {
  checkVectors()
  const exported = await makeTrails()
  await bendFiles(exported)
  await forgeFiles(exported)
  await rewindStore(exported)
  await bendStore()
} finally {
  await store.stop()
  store.remove()
}
rows.push(measured('time', Math.round((performance.now() - began) / 1000), 's'))
printTable(rows)
if (values.json !== undefined) writeJson(values.json, rows)
process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0

interface Exported {
  trail: Uint8Array
  lines: Uint8Array[]
  /** A trail of another company's store. */
  foreign: Uint8Array[]
  record: Uint8Array
  anchors: string[]
  secret: string
}

async function makeTrails(): Promise<Exported> {
  await store.start()
  await store.found()
  // Found the other company in the same deployment: one of its own would be a workerd more.
  const other = new RealStore(store)
  await other.found()
  await other.grow(20)
  const foreign = linesOf(await other.exportTrail())
  const signed = await store.sign()
  await store.grow(wanted)
  const [trail, record] = [await store.exportTrail(), await store.exportRecord(signed)]
  const anchors = await store.anchors()
  const secret = store.checkpointSecret
  // Stop the store: the next step takes minutes, in which an idle connection would time out.
  await store.stop()
  const verdict = await verifyTrail(trail, trailTools, { anchors })
  const ofRecord = await verifyFile(record, trailTools)
  rows.push(measured('length of the trail', trail.length, 'bytes'))
  rows.push(atLeast('entries of the trail', verdict.entries, '', wanted))
  rows.push(atLeast('anchors kept outside', anchors.length, '', 2))
  rows.push(isZero('problems of the trail as it was exported', verdict.problems.length))
  rows.push(isZero('problems of a signed record as it was exported', ofRecord.problems.length))
  rows.push(atLeast('signatures in the trail', verdict.signatures.length, '', 1))
  return {
    trail,
    lines: linesOf(trail),
    foreign,
    record,
    anchors,
    secret,
  }
}

/** Check the tree and its proofs against the published vectors. */
function checkVectors(): void {
  const { sha256 } = trailTools
  const bytes = (hex: string | undefined): Uint8Array => fromHex(hex ?? '') ?? new Uint8Array()
  const leaves = inputs.map((input) => hashLeaf(bytes(input), sha256))
  const node: NodeReader = (height, index) =>
    foldComplete(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height), sha256)
  const failed = [
    ...roots.map((root, at) => toHex(rootOfRange(0, at + 1, node, sha256)) === root),
    ...inclusions.map(([at, size, proof]) =>
      isIncluded(
        at,
        size,
        leaves[at] ?? new Uint8Array(),
        proof.map(bytes),
        bytes(roots[size - 1]),
        sha256,
      ),
    ),
    ...consistencies.map(([old, size, proof]) => {
      const ends = [bytes(roots[old - 1]), bytes(roots[size - 1])] as const
      return isConsistent(old, size, ...ends, proof.map(bytes), sha256)
    }),
  ].filter((held) => !held)
  rows.push(isZero('public RFC 6962 vectors that fail', failed.length))
}

async function bendFiles({ trail, lines, foreign, record }: Exported): Promise<void> {
  const whole = (bytes: Uint8Array) => verifyTrail(bytes, trailTools)
  const one = (bytes: Uint8Array) => verifyFile(bytes, trailTools)
  report(await flipEveryByte(trail, random, every))
  report(await flipCheckpointBits(trail))
  report(await flipAtRandom(trail, 300, random, whole, 'bytes changed at random, the whole read'))
  report(await deleteEach(lines))
  report(await insertEach(lines, foreign, random))
  report(await reorderEach(lines, random))
  report(await cutEach(lines))
  report(
    await changeEveryByte(record, random, one, {
      name: 'bytes of a record’s file changed, each',
      every,
    }),
  )
}

/** Rewrite an entry so that all hashes fit again: without the key, with another, and with the key itself. */
async function forgeFiles({ trail, lines, anchors, secret }: Exported): Promise<void> {
  const { key, origin } = await verifyTrail(trail, trailTools)
  const own = seedOf(secret, origin)
  const cases: [name: string, seed: () => Uint8Array | undefined, expected: Expected][] = [
    ['histories rewritten, the old signature', () => undefined, {}],
    ['histories rewritten, signed with another key', strangeSeed, { key }],
    [
      'histories rewritten and signed with the real key, against the anchors',
      () => own,
      { anchors },
    ],
  ]
  for (const [name, seed, expected] of cases) {
    const tally = newTally(name)
    for (let time = 0; time < 25; time++) {
      // Forge before the last anchor, behind which there is nothing to compare with but the next one.
      const at = 1 + random.below(lines.length - 2)
      const { problems } = await verifyTrail(forgeTrail(lines, at, seed()), trailTools, expected)
      count(tally, problems.length > 0, () => `entry ${at}`)
    }
    report(tally)
  }
}

/** Set the store back to an earlier moment, as a restore does, while its anchors stay. */
async function rewindStore({ trail }: Exported): Promise<void> {
  const tally = newTally('stores put back to an earlier moment')
  const exports = newTally('trails exported before, against the anchors of now')
  await store.start()
  for (let time = 0; time < moments; time++) {
    const [before, size] = [await store.exportTrail(), (await store.state()).size]
    await store.stop()
    store.keepMoment(`moment-${time}`)
    await store.start()
    await store.grow(5 + 10 * time)
    await store.exportTrail()
    const anchors = await store.anchors()
    const old = await verifyTrail(before, trailTools, { anchors })
    count(
      exports,
      old.problems.some(({ code }) => code === 'anchor_ahead'),
      () => `${size}`,
    )
    await store.stop()
    store.keepMoment('now')
    store.putBack(`moment-${time}`)
    await store.start()
    const { rewound } = await store.state()
    count(tally, rewound !== null, () => `to ${size} entries`)
    await store.grow(300)
    const signed = await store.exportTrail().then(
      () => true,
      () => false,
    )
    count(tally, !signed, () => `signed after it was put back to ${size} entries`)
    await store.stop()
    store.putBack('now')
    await store.start()
  }
  const whole = await verifyTrail(trail, trailTools, { anchors: await store.anchors() })
  count(exports, whole.problems.length > 0, () => 'the first export')
  report(tally)
  report(exports)
}

/** Change the store's own file and its bucket past the service in every way. */
async function bendStore(): Promise<void> {
  const records = { signed: await store.sign(), plain: await store.edited() }
  report(await bendFilesBehind(store))
  report(await bendSearched(store, await store.sign()))
  await store.exportTrail()
  const beside: Bendable[] = []
  for (let at = 0; at < Number(values.beside); at++) beside.push(await foundBeside())
  // Grow the store behind the newest checkpoint: what the trail alone does not cover yet is compared with the records.
  await store.grow(20)
  for (const tally of await bendStores({ store, records }, beside)) report(tally)
}

/** Create another company of the deployment, with all records that are changed. */
async function foundBeside(): Promise<Bendable> {
  const other = new RealStore(store)
  await other.found()
  const records = { signed: await other.sign(), plain: await other.edited() }
  await other.exportTrail()
  await other.grow(20)
  return { store: other, records }
}

function report({ name, tried, missed }: Tally): void {
  rows.push(measured(name, tried, ''))
  const share = tried === 0 ? 0 : (100 * (tried - missed.length)) / tried
  rows.push({ name: '  of them detected', value: share, unit: '%', bar: '100', ok: share === 100 })
  for (const one of missed.slice(0, 10)) console.log(`NOT DETECTED ${name}: ${one}`)
}
