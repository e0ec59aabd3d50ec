import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { knownAnswer } from '../../devices/outbox.ts'
import { sha256, simulatedImage } from '../../devices/slots.ts'
import { removeSetting, writeSetting } from '../../devices/store.ts'
import { updateFault } from '../../devices/trial.ts'
import { describeUpdate } from '../../devices/updates.ts'
import { Fault } from '../../domain/fault.ts'
import type { Command, CommandAnswer } from '../../domain/live/command.ts'
import { type BenchDevice, benchDevice } from './bench-device.ts'
import { makeOrder, uuidOf } from './orders.ts'

let bench: BenchDevice
beforeEach(() => {
  bench = benchDevice('Wells96')
})
afterEach(() => bench.remove())

const version = '3.0.1'
const command = uuidOf(300)
const update: Command = { name: 'UPDATE', version, file_hash: sha256(simulatedImage(version)) }
const answer = () => knownAnswer(bench.store, command)
const running = () => bench.device.status().bkernel_version
const restart = () => bench.losePower(2_000)
const kinds = () => bench.notices.map(({ kind }) => kind)
async function isFetched(): Promise<void> {
  await expect.poll(() => bench.powers.length).toBeGreaterThan(0)
}
async function isAnswered(): Promise<void> {
  await expect.poll(answer).not.toMatchObject({ state: 'accepted' })
}
const run = makeOrder({ cartridge: 'Wells96', cycles: 10 })
const load = () => bench.order({ name: 'LOAD_RECIPE', order: run })

function setupOf(given: CommandAnswer) {
  if (given.state !== 'done' || given.data?.of !== 'setup') throw new Error(JSON.stringify(given))
  return given.data.setup
}

describe('[STATE-030] [SOCK-017] an update', () => {
  test('is fetched in pieces, goes into the other slot, is checked, and runs after the restart', async () => {
    expect(bench.order(update, command)).toMatchObject({ state: 'accepted' })
    expect(running()).toBe('2.9.4')
    await isFetched()
    expect(bench.releases.asked).toEqual([
      version,
      ...[0, 262_144, 524_288].map((from) => `${version} ${from}`),
    ])
    restart()
    expect(running()).toBe(version)
    const data = { of: 'update', version, slot: 'B' }
    expect(answer()).toEqual({ command_uuid: command, state: 'done', data })
    expect(kinds()).toContain('updated')
    expect(setupOf(bench.order({ name: 'GET_SETUP' }))).toMatchObject({
      slot: 'B',
      bkernel_version: version,
      other_version: '2.9.4',
    })
    // Go back into the first slot with the next one.
    const next = '3.0.2'
    bench.powers.length = 0
    bench.order({ name: 'UPDATE', version: next, file_hash: sha256(simulatedImage(next)) })
    await isFetched()
    restart()
    expect(running()).toBe(next)
    restart()
    expect(running()).toBe(next)
  })

  test('is fetched at once and installed when its window opens, by the clock of the device', async () => {
    const now = new Date(bench.clock.now())
    const opens = new Date(now.getTime() + 3 * 3_600_000)
    const clock = (time: Date) => time.toTimeString().slice(0, 5)
    const window = { from: clock(opens), to: clock(new Date(opens.getTime() + 3_600_000)) }
    bench.releases.bend = { release: { window } }
    bench.order(update, command)
    await expect.poll(() => bench.releases.asked).toHaveLength(4)
    bench.clock.advance(2 * 3_600_000)
    expect(bench.powers).toEqual([])
    const describe = () => describeUpdate(bench.store, { isRunning: false, now: bench.clock.now() })
    expect(describe()).toEqual({ version, stage: 'window', share: 100 })
    bench.clock.advance(3_600_000)
    await isFetched()
    restart()
    expect(running()).toBe(version)
  })

  test('that does not come up gives way to the software before, and can be ordered again', async () => {
    bench.order(update, command)
    await isFetched()
    writeSetting(bench.store, updateFault, 'no_boot')
    restart()
    expect(running()).toBe('2.9.4')
    expect(answer()).toMatchObject({ state: 'refused', reason: 'update_rolled_back' })
    expect(load()).toMatchObject({ state: 'accepted' })
    bench.clock.runUntil(() => kinds().includes('run_finished'))
    removeSetting(bench.store, updateFault)
    bench.powers.length = 0
    expect(bench.order(update)).toMatchObject({ state: 'accepted' })
    await isFetched()
    restart()
    expect(running()).toBe(version)
  })

  test('that comes up and fails its own checks restarts into the software before', async () => {
    bench.order(update, command)
    await isFetched()
    bench.powers.length = 0
    writeSetting(bench.store, updateFault, 'unfit')
    restart()
    expect(answer()).toMatchObject({ state: 'refused', reason: 'update_rolled_back' })
    expect(bench.powers).toEqual(['reboot'])
    restart()
    expect(running()).toBe('2.9.4')
    expect(load()).toMatchObject({ state: 'accepted' })
  })

  test('whose slot is damaged before it is started gives way to the software before', async () => {
    bench.order(update, command)
    await isFetched()
    bench.store.exec(`UPDATE slot SET image = zeroblob(length(image)) WHERE name = 'B'`)
    restart()
    expect(running()).toBe('2.9.4')
    expect(answer()).toMatchObject({ reason: 'update_rolled_back' })
  })

  test('is refused during a run and for older software; a run may begin while it is fetched and is not disturbed', async () => {
    load()
    expect(bench.order(update)).toMatchObject({ reason: 'busy' })
    bench.clock.runUntil(() => kinds().includes('run_finished'))
    expect(bench.order({ ...update, version: '2.0.0' })).toMatchObject({ reason: 'not_supported' })
    bench.order(update, command)
    const another = makeOrder({ cartridge: 'Wells96', analysis: uuidOf(2) })
    expect(bench.order({ name: 'LOAD_RECIPE', order: another })).toMatchObject({
      state: 'accepted',
    })
    await expect.poll(() => bench.releases.asked.length).toBe(4)
    expect(bench.powers).toEqual([])
    bench.notices.length = 0
    bench.clock.runUntil(() => kinds().includes('run_finished'))
    await isFetched()
    // Begin no run now: it is installed and not started yet.
    const third = makeOrder({ cartridge: 'Wells96', analysis: uuidOf(3) })
    expect(bench.order({ name: 'LOAD_RECIPE', order: third })).toMatchObject({ reason: 'busy' })
    restart()
    expect(running()).toBe(version)
    expect(bench.order({ name: 'LOAD_RECIPE', order: third })).toMatchObject({ state: 'accepted' })
  })
})

describe('what is not installed', () => {
  const refused: [what: string, bend: BenchDevice['releases']['bend'], reason: string][] = [
    ['other bytes', { bytes: (bytes) => bytes.map((byte) => byte ^ 1) }, 'update_mismatch'],
    ['an empty piece', { bytes: () => new Uint8Array() }, 'update_mismatch'],
    ['more bytes than were signed', { release: { file_size: 300_000 } }, 'update_mismatch'],
    ['the image of another order', { release: { file_hash: 'a'.repeat(64) } }, 'update_mismatch'],
    ['another hash than was signed', { sent: { file_hash: 'a'.repeat(64) } }, 'update_untrusted'],
    ['models that were put in', { sent: { models: ['bGATE 96', 'X'] } }, 'update_untrusted'],
    ['a release for other models', { release: { models: ['bCUBE 16'] } }, 'update_untrusted'],
    ['that of another device', { release: { device: uuidOf(1) } }, 'update_untrusted'],
    ['that of another company', { release: { company: uuidOf(1) } }, 'update_untrusted'],
    ['another version', { release: { version: '3.0.0' } }, 'update_untrusted'],
    ['an old release', { release: { expires_at: '2026-11-19T00:00:00.000Z' } }, 'update_untrusted'],
    ['no signature', { sent: { signature: '' } }, 'update_untrusted'],
  ]
  test.each(refused)('%s', async (_, bend, reason) => {
    bench.releases.bend = bend
    bench.order(update, command)
    await isAnswered()
    expect(answer()).toMatchObject({ state: 'refused', reason })
    expect(bench.powers).toEqual([])
    restart()
    expect(running()).toBe('2.9.4')
    // Order a good one, as nothing of the bad one is left.
    bench.releases.bend = {}
    expect(bench.order(update)).toMatchObject({ state: 'accepted' })
    await isFetched()
  })

  test('a version that the service does not offer any more', async () => {
    bench.releases.failure = new Fault('not_found', 'This version is not offered')
    bench.order(update, command)
    await isAnswered()
    expect(answer()).toMatchObject({ state: 'refused', reason: 'update_unavailable' })
  })
})

describe('an update that is cut off', () => {
  // Cut the release, the three pieces, the installation and the
  // first start: what is between two of them is one transaction.
  test.each([0, 1, 2, 3, 4])(
    'by a power cut at request %i continues there, and is installed once',
    async (at) => {
      const piece = bench.releases.piece.bind(bench.releases)
      const release = bench.releases.release.bind(bench.releases)
      let isCut = false
      const cut = () => {
        if (isCut || bench.releases.asked.length < at) return
        isCut = true
        // Restart in the middle of an answer that never comes.
        restart()
      }
      bench.releases.release = async (wanted) => {
        cut()
        return release(wanted)
      }
      bench.releases.piece = async (wanted, from) => {
        cut()
        return piece(wanted, from)
      }
      bench.order(update, command)
      if (at === 4) await isFetched()
      await expect.poll(() => isCut || at === 4).toBe(true)
      expect(running()).toBe('2.9.4')
      await isFetched()
      restart()
      expect(running()).toBe(version)
      expect(answer()).toMatchObject({ state: 'done' })
      // Keep each piece once: the cut costs one request at most.
      expect(bench.releases.asked.length).toBeLessThanOrEqual(5)
      expect(bench.order(update, command)).toMatchObject({ state: 'done' })
      expect(bench.order(update)).toMatchObject({ reason: 'already_installed' })
    },
  )

  test('by the line waits and continues behind what it has', async () => {
    const piece = bench.releases.piece.bind(bench.releases)
    bench.releases.piece = async (wanted, from) => {
      if (from > 0 && bench.releases.asked.length === 2) {
        bench.releases.asked.push('broken line')
        throw new Fault('network', 'No connection')
      }
      return piece(wanted, from)
    }
    bench.order(update, command)
    await expect.poll(() => bench.releases.asked.at(-1)).toBe('broken line')
    await expect
      .poll(() => {
        bench.clock.advance(5_000)
        return bench.powers
      })
      .toEqual(['reboot'])
    expect(bench.releases.asked.slice(3)).toEqual([`${version} 262144`, `${version} 524288`])
  })
})
