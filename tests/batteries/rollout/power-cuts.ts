import { knownAnswer } from '../../../devices/outbox.ts'
import { sha256, simulatedImage } from '../../../devices/slots.ts'
import { removeSetting, writeSetting } from '../../../devices/store.ts'
import { updateFault } from '../../../devices/trial.ts'
import { type BenchDevice, benchDevice } from '../../devices/bench-device.ts'
import { makeOrder, uuidOf } from '../../devices/orders.ts'
import { makeReleases } from '../../devices/releases.ts'

const old = '2.9.4'
const version = '3.0.1'
const command = uuidOf(300)
const order = (of = version) =>
  ({ name: 'UPDATE', version: of, file_hash: sha256(simulatedImage(of)) }) as const

/** Moments of an update with a request or a start between them: the release, three pieces, the installation. */
export const moments = 5
/** `none` is sound software; the others do not start, or do not pass their own checks. */
const faults = ['none', 'no_boot', 'unfit'] as const

/** Let the device work until something is so. @throws Error when it never is */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100_000; turn += 1) {
    if (isSo()) return
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((go) => setImmediate(go))
  }
  throw new Error('The device does not come to its end')
}

/** Cut the power before each of these requests, once each, in the middle of an answer that never comes. */
function cutAt(bench: BenchDevice, wanted: ReadonlySet<number>): () => number {
  const left = new Set(wanted)
  let kept = 0
  const { releases } = bench
  const [release, piece] = [releases.release.bind(releases), releases.piece.bind(releases)]
  const cut = () => {
    if (left.delete(kept)) bench.losePower(2_000)
  }
  releases.release = async (of) => {
    cut()
    const given = await release(of)
    kept = Math.max(kept, 1)
    return given
  }
  releases.piece = async (of, from) => {
    cut()
    const bytes = await piece(of, from)
    kept = Math.max(kept, 2 + Math.floor(from / (256 * 1024)))
    return bytes
  }
  return () => left.size
}

/** Update a device whose power is cut at these moments; says what is wrong with it afterwards, null when it works. */
async function updateCut(
  wanted: ReadonlySet<number>,
  fault: (typeof faults)[number],
): Promise<string | null> {
  const bench = benchDevice('Wells96')
  try {
    const left = cutAt(bench, new Set([...wanted].filter((at) => at < moments - 1)))
    bench.order(order(), command)
    await until(() => bench.powers.length > 0)
    if (left() > 0) return 'not cut at each moment'
    if (fault !== 'none') writeSetting(bench.store, updateFault, fault)
    if (wanted.has(moments - 1)) bench.losePower(2_000)
    // Restart as ordered, and once more after a trial that has failed.
    bench.losePower(2_000)
    bench.losePower(2_000)
    removeSetting(bench.store, updateFault)
    const running = bench.device.status().bkernel_version
    const expected = fault === 'none' ? version : old
    if (running !== expected) return `runs ${running} instead of ${expected}`
    const answer = knownAnswer(bench.store, command)?.state
    if (answer !== (fault === 'none' ? 'done' : 'refused')) return `answered ${answer}`
    const run = makeOrder({ cartridge: 'Wells96', cycles: 10 })
    const taken = bench.order({ name: 'LOAD_RECIPE', order: run }).state
    return taken === 'accepted' ? null : `a run is ${taken}`
  } finally {
    bench.remove()
  }
}

/** Update by the device's own code with each set of cuts, of at most `most` of them. */
export async function tryPowerCuts(most: number): Promise<{ tried: number; failed: string[] }> {
  const failed: string[] = []
  let tried = 0
  for (let set = 0; set < 2 ** moments; set += 1) {
    const cuts = new Set(
      Array.from({ length: moments }, (_, at) => at).filter((at) => set & (1 << at)),
    )
    if (cuts.size > most) continue
    for (const fault of faults) {
      tried += 1
      // Cut one device after the other: each has a database on the disk.
      // oxlint-disable-next-line no-await-in-loop
      const wrong = await updateCut(cuts, fault)
      if (wrong) failed.push(`cuts at ${[...cuts].join(', ')}, software ${fault}: ${wrong}`)
    }
  }
  return { tried, failed }
}

type Attack = (bench: BenchDevice) => string

/** Attacks by what is sent to the device; each gives the version that it orders. */
const attacks: Readonly<Record<string, Attack>> = {
  downgrade: () => '2.0.0',
  'an older version in the release': ({ releases }) => {
    const genuine = releases.sign(releases.device, '2.0.0')
    releases.release = async () => genuine
    return version
  },
  'replay of a release that has expired': ({ releases, clock }) => {
    const old = new Date(clock.now() - 1_000).toISOString()
    releases.bend = { release: { expires_at: old } }
    return version
  },
  'replay of the release of another device': ({ releases }) => {
    const genuine = releases.sign(uuidOf(1), version)
    releases.release = async () => genuine
    return version
  },
  'wrong key': ({ releases, clock }) => {
    const stranger = makeReleases(releases.device, { now: () => clock.now() })
    releases.release = (of) => stranger.release(of)
    return version
  },
  'other bytes than were signed': ({ releases }) => {
    releases.bend = { bytes: (bytes) => bytes.map((byte) => byte ^ 1) }
    return version
  },
}

/** Attack a device in each way; returns the attacks after which it had other software than before. */
export async function tryAttacks(): Promise<{ tried: number; failed: string[] }> {
  const failed: string[] = []
  for (const [name, attack] of Object.entries(attacks)) {
    const bench = benchDevice('Wells96')
    try {
      const answer = bench.order(order(attack(bench)), command)
      const ended = () =>
        answer.state === 'refused' || knownAnswer(bench.store, command)?.state === 'refused'
      // oxlint-disable-next-line no-await-in-loop
      await until(() => ended() || bench.powers.length > 0)
      bench.losePower(2_000)
      if (!ended() || bench.device.status().bkernel_version !== old) failed.push(name)
    } finally {
      bench.remove()
    }
  }
  return { tried: Object.keys(attacks).length, failed }
}
