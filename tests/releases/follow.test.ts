import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Updater } from 'tuf-js'
import { describe, expect, test } from 'vitest'
import { followReleases, type KnownReleases } from '../../releases/follow.ts'
import { findImage, targetPath } from '../../releases/targets.ts'
import { simulatedImage } from '../../devices/slots.ts'
import { attacks, wantedVersion } from './attacks.ts'
import { imageOf } from './images.ts'
import { addRelease, filesOf, knownOf, makeKeys, makeRepository, rotateRoot } from './repository.ts'

const now = Date.parse('2026-11-27T12:00:00Z')
const wanted = { ...imageOf(wantedVersion), model: 'bGATE 96' }

/** Follow a repository to its end; the last that was kept is what the device knows after a power cut, too. */
async function follow(known: KnownReleases, files: ReturnType<typeof filesOf>, at = now) {
  let last = known
  const targets = await followReleases(known, files, at, (next) => (last = next))
  return { targets, last }
}

describe('issue 19: release metadata', () => {
  test('of two of three holders and both signers is followed, and followed again', async () => {
    const made = makeRepository(now, [imageOf('3.0.0'), imageOf(wantedVersion)])
    const { targets, last } = await follow(knownOf(made), filesOf(made.files))
    expect(findImage(targets, wanted)).toEqual(imageOf(wantedVersion))
    expect((await follow(last, filesOf(made.files))).last).toEqual(last)
  })

  test('goes on after every key was rotated, also when the old online key wrote very high numbers', async () => {
    const made = makeRepository(now, [imageOf(wantedVersion)])
    made.version = 1_000_000
    addRelease(made, imageOf('3.0.0'))
    const { last } = await follow(knownOf(made), filesOf(made.files))
    rotateRoot(made, makeKeys())
    rotateRoot(made, makeKeys())
    made.version = 10
    addRelease(made, imageOf('3.0.2'))
    const { targets } = await follow(last, filesOf(made.files))
    expect(Object.keys(targets.targets)).toHaveLength(3)
  })

  test.each(Object.entries(attacks))('refuses %s', async (_, { code, make }) => {
    const { before, files, now: at } = make(now)
    const hasFollowed = before.files['timestamp.json'] !== undefined
    const { last } = hasFollowed
      ? await follow(knownOf(before), filesOf(before.files), before.now)
      : { last: knownOf(before) }
    const attempt = follow(last, files, at).then(({ targets }) => findImage(targets, wanted))
    await expect(attempt).rejects.toMatchObject({ code })
  })
})

describe('the same repository read by tuf-js', () => {
  /** Read a repository with the client of the project that wrote the specification in JavaScript. */
  async function readByTufJs(root: string, files: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), 'bapp-tuf-'))
    const server = createServer((request, response) => {
      const path = request.url ?? ''
      const text = files[path.replace('/metadata/', '')]
      const isImage = path === `/targets/${targetPath(wanted)}`
      if (isImage) response.end(simulatedImage(wantedVersion))
      else if (text === undefined) response.writeHead(404).end()
      else response.end(text)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    mkdirSync(join(folder, 'targets'))
    writeFileSync(join(folder, 'root.json'), root)
    try {
      const updater = new Updater({
        metadataDir: folder,
        metadataBaseUrl: `${base}/metadata`,
        targetDir: join(folder, 'targets'),
        targetBaseUrl: `${base}/targets`,
        config: { prefixTargetsWithHash: false, fetchRetries: 0 },
      })
      await updater.refresh()
      const target = await updater.getTargetInfo(targetPath(wanted))
      if (!target) throw new Error('unlisted')
      await updater.downloadTarget(target, join(folder, 'image.bin'))
      return target
    } finally {
      server.close()
      rmSync(folder, { recursive: true })
    }
  }

  test('gives the same image after a rotation', async () => {
    const made = makeRepository(Date.now(), [imageOf('3.0.0'), imageOf(wantedVersion)])
    rotateRoot(made, makeKeys())
    addRelease(made, imageOf('3.0.2'))
    const target = await readByTufJs(made.root, made.files)
    expect(target.hashes['sha256']).toBe(wanted.file_hash)
    expect(target.length).toBe(wanted.file_size)
    const { targets } = await follow(knownOf(made), filesOf(made.files), Date.now())
    expect(findImage(targets, wanted).file_size).toBe(target.length)
  })

  const stateless = Object.entries(attacks).filter(([name, { code }]) => {
    // Leave out what a device that has seen nothing cannot know to be older;
    // models, which are ours; and endless roots, of which its client takes 256.
    return code !== 'older' && !name.includes('models') && !name.startsWith('endless')
  })
  test.each(stateless)('refuses %s, too', async (_, { make }) => {
    const { before, files, now: at } = make(Date.now())
    const shift = at - Date.now()
    // Write everything so much earlier, since its clock cannot be set.
    const attack = shift > 60_000 ? make(Date.now() - shift) : { before, files }
    const served: Record<string, string> = {}
    const names = ['timestamp.json', ...[1, 2, 3, 4].flatMap(namesOf)]
    for (const name of names) {
      const bytes = await attack.files.read(name, 1_000_000)
      if (bytes) served[name] = Buffer.from(bytes).toString()
    }
    await expect(readByTufJs(attack.before.root, served)).rejects.toThrow()
  })
})

const namesOf = (version: number) =>
  ['root', 'snapshot', 'targets'].map((role) => `${version}.${role}.json`)
