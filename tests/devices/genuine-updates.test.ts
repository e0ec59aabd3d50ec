import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { knownAnswer } from '../../devices/outbox.ts'
import { simulatedImage } from '../../devices/slots.ts'
import { openStick } from '../../devices/stick.ts'
import type { Store } from '../../devices/store.ts'
import { Fault } from '../../domain/fault.ts'
import type { Command } from '../../domain/live/command.ts'
import { targetPath } from '../../releases/targets.ts'
import { attacks, wantedVersion as version } from '../releases/attacks.ts'
import { imageOf } from '../releases/images.ts'
import { addRelease, filesOf, makeRepository, type Repository } from '../releases/repository.ts'
import { type BenchDevice, benchDevice } from './bench-device.ts'
import { makeOrder, uuidOf } from './orders.ts'

const now = Date.UTC(2026, 10, 20)
const command = uuidOf(300)
const update: Command = { name: 'UPDATE', version, file_hash: imageOf(version).file_hash }
const rubbish: (() => void)[] = []
afterEach(() => {
  // Remove the last made first: a folder goes after the device that uses it.
  for (const remove of rubbish.splice(0).toReversed()) remove()
})

type Options = Parameters<typeof benchDevice>[2]

/** Make a device that knows the root of a repository and hears its files from the service. */
function makeDevice(repository: Repository, options: Options = {}): BenchDevice {
  const bench = benchDevice('Wells96', '60', { root: repository.root, ...options })
  bench.releases.metadata = filesOf(repository.files)
  rubbish.push(() => bench.remove())
  return bench
}

/** Write what a person carries to the device: the files of the repository, and the image. */
function writeStick({ files }: Repository, image = simulatedImage(version)): string {
  const folder = mkdtempSync(join(tmpdir(), 'bapp-stick-'))
  rubbish.push(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'targets', targetPath(imageOf(version)))
  mkdirSync(dirname(path), { recursive: true })
  mkdirSync(join(folder, 'metadata'))
  writeFileSync(path, image)
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, 'metadata', name), text)
  }
  return folder
}

const quick = { interval: 2 }
const answerOf = ({ store }: BenchDevice) => knownAnswer(store, command)
const runs = ({ device }: BenchDevice) => device.status().bkernel_version
async function isSettled(bench: BenchDevice): Promise<void> {
  await expect
    .poll(() => bench.powers.length > 0 || answerOf(bench)?.state === 'refused', quick)
    .toBe(true)
}

/** Let a device follow its repository once, for software that the service signs and nobody has listed. */
async function followOnce(bench: BenchDevice): Promise<void> {
  const file_hash = 'a'.repeat(64)
  bench.releases.bend = { release: { file_hash } }
  bench.order({ name: 'UPDATE', version: '3.9.9', file_hash }, uuidOf(301))
  const answer = () => knownAnswer(bench.store, uuidOf(301))
  await expect.poll(answer, quick).toMatchObject({ reason: 'update_unlisted' })
  bench.releases.bend = {}
}

/** One attack for each code: tests/releases/follow.test.ts tries all of them on what a device runs. */
const onePerCode = [
  ...new Map(Object.entries(attacks).map((each) => [each[1].code, each] as const)).values(),
]

describe('issue 19: a device with a root', () => {
  test('installs what release signers have listed and the service has signed for it', async () => {
    const bench = makeDevice(makeRepository(now, [imageOf(version)]))
    bench.order(update, command)
    await isSettled(bench)
    bench.losePower(2_000)
    expect(runs(bench)).toBe(version)
  })

  test('installs nothing that the service signed alone', async () => {
    const bench = makeDevice(makeRepository(now, [imageOf('3.0.2')]))
    bench.order(update, command)
    await isSettled(bench)
    expect(answerOf(bench)).toMatchObject({ state: 'refused', reason: 'update_unlisted' })
    const notice = bench.notices.at(-1)
    expect(notice?.text).toContain('3.0.1 is not installed: update_unlisted (bkernel/3.0.1/')
  })

  test('installs nothing that is listed and not signed for it', async () => {
    const bench = makeDevice(makeRepository(now, [imageOf(version)]))
    bench.releases.bend = { release: { device: uuidOf(1) } }
    bench.order(update, command)
    await isSettled(bench)
    expect(answerOf(bench)).toMatchObject({ reason: 'update_untrusted' })
  })

  test.each(onePerCode)('refuses %s', async (_, { code, make }) => {
    const { before, files, now: at } = make(now)
    const bench = makeDevice(before)
    if (before.files['timestamp.json']) {
      await followOnce(bench)
    }
    if (at > now) bench.losePower(at - now)
    bench.releases.metadata = files
    bench.order(update, command)
    await isSettled(bench)
    expect(answerOf(bench)).toMatchObject({ state: 'refused', reason: `update_${code}` })
    expect(bench.powers).toEqual([])
    bench.losePower(2_000)
    expect(runs(bench)).toBe('2.9.4')
  })
})

describe('issue 19: an update from a stick', () => {
  const withStick = (repository: Repository, folder: string) => {
    const bench = makeDevice(repository, { stick: (order) => openStick(folder, order) })
    bench.releases.failure = new Fault('network', 'No connection')
    return bench
  }

  test('is installed without the service', async () => {
    const repository = makeRepository(now, [imageOf(version)])
    const bench = withStick(repository, writeStick(repository))
    bench.order(update, command)
    await isSettled(bench)
    expect(bench.releases.asked).toEqual([])
    bench.losePower(2_000)
    expect(runs(bench)).toBe(version)
    expect(answerOf(bench)).toMatchObject({ state: 'done' })
  })

  const bytes = simulatedImage(version)
  const bad: [string, (repository: Repository) => string, string][] = [
    [
      'other bytes',
      (made) =>
        writeStick(
          made,
          bytes.map((byte) => byte ^ 1),
        ),
      'update_mismatch',
    ],
    ['half an image', (made) => writeStick(made, bytes.slice(0, 400_000)), 'update_mismatch'],
    [
      'files of somebody else',
      () => writeStick(makeRepository(now, [imageOf(version)])),
      'update_unsigned',
    ],
    ['files that have expired', () => '', 'update_outdated'],
  ]
  test.each(bad)('is refused with %s', async (_, write, reason) => {
    const repository = makeRepository(reason === 'update_outdated' ? now - 8 * 86_400_000 : now, [
      imageOf(version),
    ])
    const bench = withStick(repository, write(repository) || writeStick(repository))
    bench.order(update, command)
    await isSettled(bench)
    expect(answerOf(bench)).toMatchObject({ state: 'refused', reason })
  })

  test('is refused when the device has heard of newer files', async () => {
    const repository = makeRepository(now, [imageOf(version)])
    const folder = writeStick(repository)
    addRelease(repository, imageOf('3.0.2'))
    const bench = makeDevice(repository, {
      stick: (order) => openStick(folder, order),
    })
    await followOnce(bench)
    bench.order(update, command)
    await isSettled(bench)
    expect(answerOf(bench)).toMatchObject({ state: 'refused', reason: 'update_older' })
  })

  test('is not taken by a device without a root: the service has to sign for it', async () => {
    const repository = makeRepository(now, [imageOf(version)])
    const folder = writeStick(repository)
    const bench = benchDevice('Wells96', '60', { stick: (order) => openStick(folder, order) })
    rubbish.push(() => bench.remove())
    bench.order(update, command)
    await isSettled(bench)
    expect(bench.releases.asked[0]).toBe(version)
  })
})

describe('issue 19: a power cut', () => {
  /** Copy the storage before each write, as a power cut at that moment would leave it on the disk. */
  function copyAtWrites(store: Store, folder: string, copies: string[]): void {
    const copy = () => {
      const to = mkdtempSync(join(tmpdir(), 'bapp-cut-'))
      rubbish.push(() => rmSync(to, { recursive: true, force: true }))
      cpSync(folder, to, { recursive: true })
      copies.push(to)
    }
    const prepare = store.prepare.bind(store)
    const exec = store.exec.bind(store)
    store.prepare = (sql) => {
      const made = prepare(sql)
      const run = made.run.bind(made)
      made.run = ((...values: []) => {
        copy()
        return run(...values)
      }) as typeof made.run
      return made
    }
    store.exec = (sql) => {
      copy()
      exec(sql)
    }
  }

  test('at every write of an update ends in a working version, and the update in the new one', async () => {
    const repository = makeRepository(now, [imageOf(version)])
    const copies: string[] = []
    const opened = (store: Store, folder: string) => copyAtWrites(store, folder, copies)
    const whole = makeDevice(repository, { opened })
    whole.order(update, command)
    await isSettled(whole)
    whole.losePower(2_000)
    expect(runs(whole)).toBe(version)
    expect(copies.length).toBeGreaterThan(20)
    const ends = copies.map(async (folder) => {
      const bench = makeDevice(repository, { folder })
      expect(['2.9.4', version]).toContain(runs(bench))
      bench.order(update, command)
      for (let starts = 0; answerOf(bench)?.state !== 'done' && starts < 3; starts += 1) {
        // oxlint-disable-next-line no-await-in-loop
        await expect
          .poll(() => bench.powers.length + Number(answerOf(bench)?.state === 'done'), quick)
          .toBeGreaterThan(0)
        bench.powers.length = 0
        bench.losePower(2_000)
      }
      expect(runs(bench)).toBe(version)
      const run = makeOrder({ cartridge: 'Wells96', cycles: 10 })
      expect(bench.order({ name: 'LOAD_RECIPE', order: run })).toMatchObject({ state: 'accepted' })
    })
    await Promise.all(ends)
  })
})
