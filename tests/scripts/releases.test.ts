import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { canonicalJson } from '../../domain/canonical.ts'
import {
  checkFolder,
  listRelease,
  makeKey,
  publishFolder,
  signFile,
  writeRoot,
} from '../../scripts/releases/ceremony.ts'

const folder = mkdtempSync(join(tmpdir(), 'bapp-ceremony-'))
vi.stubEnv('RELEASE_PASSPHRASE', 'four words are a passphrase')
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const secret = (name: string) => join(folder, `${name}.pem`)
const open = (name: string) => join(folder, `${name}.pub.json`)
const metadata = (name: string) => join(folder, 'metadata', name)
const keys = ['ada', 'ben', 'cem', 'dia', 'eve', 'service']

test('issue 19: a ceremony makes encrypted keys, a root of two of three, signed images and a stick that devices follow', async () => {
  for (const name of keys) {
    // oxlint-disable-next-line no-await-in-loop
    const told = await makeKey(join(folder, name), name === 'service')
    expect(told.includes('RELEASE_KEY=')).toBe(name === 'service')
  }
  expect(readFileSync(secret('ada'), 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY')
  expect(statSync(secret('ada')).mode & 0o077).toBe(0)
  await expect(makeKey(join(folder, 'ada'), false)).rejects.toThrow('is there already')

  const root = (holders: string[]) =>
    writeRoot(folder, {
      rootKeys: holders.map(open),
      targetKeys: ['dia', 'eve'].map(open),
      onlineKey: open('service'),
      threshold: 2,
    })
  expect(() => root(['ada'])).toThrow('1 keys cannot give 2 signatures')
  root(['ada', 'ben', 'cem'])
  await signFile(metadata('1.root.json'), secret('ada'))
  writeFileSync(join(folder, 'image.bin'), 'software')
  const declared = join(folder, 'readings.json')
  const image = { image: join(folder, 'image.bin'), version: '3.0.1', models: ['bGATE 96'] }
  writeFileSync(declared, JSON.stringify({ gain: 0, offset: 0, step: 1, ceiling: null }))
  expect(() => listRelease(folder, { ...image, declared })).toThrow(/declaration.*gain.*mean_of/)
  const readings = { gain: 1.5, offset: 0, step: 1, ceiling: null, mean_of: 3 }
  writeFileSync(declared, JSON.stringify(readings))
  listRelease(folder, { ...image, declared })
  // Expect each signer to read what the signature is about.
  const said = await signFile(metadata('1.targets.json'), secret('dia'))
  expect(said).toContain(`.bin for bGATE 96: ${canonicalJson(readings)}`)
  await signFile(metadata('1.targets.json'), secret('eve'))
  await expect(publishFolder(folder, secret('service'))).rejects.toThrow('1 of 2 keys')
  await signFile(metadata('1.root.json'), secret('cem'))
  expect(await checkFolder(folder)).toContain('1 images are listed:\n  bkernel/3.0.1/')

  // Let somebody leave: the next root is signed by two of those before and two of those after.
  root(['ada', 'ben', 'eve'])
  await signFile(metadata('2.root.json'), secret('ada'))
  await expect(checkFolder(folder)).rejects.toThrow('root is signed by 1 of 2 keys')
  await signFile(metadata('2.root.json'), secret('ben'))
  expect(await checkFolder(folder)).toContain('1 images are listed')
})

test('issue 19: a key is refused with a short passphrase and does not open with another', async () => {
  vi.stubEnv('RELEASE_PASSPHRASE', 'short')
  await expect(makeKey(join(folder, 'flo'), false)).rejects.toThrow('needs 16 characters')
  await expect(signFile(metadata('1.root.json'), secret('ada'))).rejects.toThrow('does not open')
})
