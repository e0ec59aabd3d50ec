import { unzipSync } from 'fflate'
import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../domain/canonical.ts'
import { bkernelCalls } from '../../domain/calls/bkernels.ts'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { app } from '../../edge/app.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { followReleases } from '../../releases/follow.ts'
import { readMetadata } from '../../releases/read-metadata.ts'
import { findImage, type ListedImage, targetPath } from '../../releases/targets.ts'
import {
  listImage,
  makeKeys,
  makeRepository,
  type Repository,
  rotateRoot,
} from '../releases/repository.ts'
import { foundLab, must, operatorHeaders, password, send, type Sender, signIn, way } from './lab.ts'
import { makeBkernel, makeDevice, type TestDevice } from './material-bodies.ts'

const model = 'Signed 96'
let maker: Sender
let provider: string
let device: TestDevice
let signers: Repository
const usual = way.fetch
/** Name of the file at whose writing the worker ends; empty for none. */
let breaksAt = ''
/** Happens while the bytes of an image are kept. */
let meanwhile: () => Promise<unknown> = async () => {}
beforeAll(async () => {
  const signer = await foundLab('signer', { isProvider: 'Y' })
  provider = signer.company
  const lab = await foundLab('hears')
  maker = await signer.as('SuperAdmin')
  device = await makeDevice(lab.company, { name: 'Hears', model, bkernel_version: '1.0.0' })
  signers = makeRepository(Date.now(), [])
  const key = signers.keys.online.export({ format: 'jwk' }).d ?? ''
  const settings: Partial<Env> = { RELEASE_KEY: key, BLOBS: breakable(env.BLOBS) }
  // Run the same worker with the key of a deployment whose devices are made with a root.
  way.fetch = async (url, init) => {
    const context = createExecutionContext()
    const answer = await app.fetch(new Request(url, init), { ...env, ...settings } as Env, context)
    await waitOnExecutionContext(context)
    return answer
  }
}, 60_000)
afterAll(() => {
  way.fetch = usual
})

/** Keep files as the bucket does, but end in the middle where a test asks for it. */
function breakable(bucket: R2Bucket): R2Bucket {
  return new Proxy(bucket, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...given: unknown[]) => {
        const isImage = name === 'put' && !String(given[0]).startsWith('releases/')
        if (isImage) await meanwhile()
        if (name === 'put' && breaksAt !== '' && given[0] === `releases/${breaksAt}`) {
          throw new Error('the worker ended')
        }
        return Reflect.apply(value, target, given) as unknown
      }
    },
  })
}

const bytesOf = (version: string) => new TextEncoder().encode(`software ${version}`)
const imageOf = (version: string, models = [model]): ListedImage => {
  const bytes = bytesOf(version)
  return { version, models, file_hash: sha256Hex(bytes), file_size: bytes.length }
}

interface Texts {
  targets?: string
  root?: string
}

async function publish(version: string, texts: Texts) {
  const made = await makeBkernel(maker, `Signed ${version}`, { version, models: [model] })
  return upload(made, texts)
}

function upload(
  { uuid, version }: { uuid: string; version: string },
  { targets, root }: Texts,
  by = maker,
) {
  const data = new FormData()
  data.set('fields', '{}')
  data.set('file', new File([bytesOf(version)], 'image.bin'))
  for (const [name, text] of Object.entries({ targets, root })) {
    if (text !== undefined) data.set(name, new File([text], `${name}.json`))
  }
  return by(bkernelCalls.image, { params: { id: uuid }, body: data })
}

const files = {
  read: async (name: string) => {
    const answer = await device.sender(deviceLinkCalls.metadata, { params: { name } })
    return answer.ok ? answer.data : null
  },
}

describe('issue 19: an image where releases are signed', () => {
  it('is refused without targets, without a root, by one signer, and when another image is listed', async () => {
    const { root } = signers
    const list = (image: ListedImage, keys = signers.keys.targets) =>
      listImage(signers, image, keys).text
    const good = list(imageOf('5.0.0'))
    const refused: [Parameters<typeof publish>[1], string, string][] = [
      [{}, 'targets', 'required'],
      [{ targets: good }, 'root', 'release_refused'],
      [{ targets: '{', root }, 'targets', 'release_refused'],
      [{ targets: good, root: makeRepository(Date.now(), []).root }, 'targets', 'release_refused'],
      ...[
        list(imageOf('5.0.0'), signers.keys.targets.slice(0, 1)),
        list(imageOf('5.0.9')),
        list(imageOf('5.0.0', ['Else'])),
      ].map((targets): [object, string, string] => [
        { targets, root },
        'targets',
        'release_refused',
      ]),
    ]
    const made = await makeBkernel(maker, 'Refused', { version: '5.0.0', models: [model] })
    for (const [texts, field, reason] of refused) {
      const data = new FormData()
      data.set('fields', '{}')
      data.set('file', new File([bytesOf('5.0.0')], 'image.bin'))
      for (const [name, text] of Object.entries(texts)) data.set(name, new File([text], 'x.json'))
      // oxlint-disable-next-line no-await-in-loop
      const { errors } = await maker(bkernelCalls.image, { params: { id: made.uuid }, body: data })
      expect(errors[0], `${field} ${reason}`).toMatchObject({ field, reason })
    }
    expect(await files.read('timestamp.json')).toBeNull()
  })

  it('is refused where its signers have signed another declaration of its readings than the version has', async () => {
    const processing = { gain: 1.5, offset: 0, step: 1, ceiling: null, mean_of: 1 }
    const version = '5.0.3'
    const body = { version, models: [model], processing }
    const made = await makeBkernel(maker, 'Declared', body)
    const { root } = signers
    const readings = canonicalJson({ ...processing, gain: 1 })
    for (const image of [imageOf(version), { ...imageOf(version), readings }]) {
      const targets = listImage(signers, image, signers.keys.targets).text
      // oxlint-disable-next-line no-await-in-loop
      const { errors } = await upload(made, { targets, root })
      expect(errors[0]).toMatchObject({ field: 'targets', reason: 'release_refused' })
      expect(errors[0]?.message).toContain('another declaration of readings')
    }
    expect(await files.read('timestamp.json')).toBeNull()
  })

  it('is published with snapshot and timestamp, which a device follows, also after a rotation', async () => {
    const first = listImage(signers, imageOf('5.1.0')).text
    await must(publish('5.1.0', { targets: first, root: signers.root }))
    signers.files['1.targets.json'] = first
    let known = { root: signers.root }
    const follow = () => followReleases(known, files, Date.now(), (next) => (known = next))
    const wanted = { ...imageOf('5.1.0'), model }
    expect(findImage(await follow(), wanted)).toEqual(imageOf('5.1.0'))

    const { online } = signers.keys
    rotateRoot(signers, { ...makeKeys(), online })
    const second = listImage(signers, imageOf('5.2.0')).text
    const root = signers.files['2.root.json'] ?? ''
    const early = await publish('5.2.0', { targets: second })
    expect(early.errors[0]).toMatchObject({ field: 'targets', reason: 'release_refused' })
    // Sign a declaration with its image, fractions included.
    const processing = { gain: 1.5, offset: 0.25, step: 0, ceiling: null, mean_of: 1 }
    const declared = { ...imageOf('5.2.1'), readings: canonicalJson(processing) }
    const third = listImage(signers, declared).text
    const body = { version: '5.2.1', models: [model], processing }
    await must(upload(await makeBkernel(maker, 'Signed 5.2.1', body), { targets: third, root }))
    signers.files['2.targets.json'] = third
    expect((await follow()).version).toBe(2)
    expect(readMetadata('root', known.root).signed.version).toBe(2)
    // Refuse older targets, which cannot come again.
    const late = await publish('5.3.0', { targets: first })
    expect(late.errors[0]).toMatchObject({ field: 'targets', reason: 'release_refused' })
  })

  it('is given for a stick with every list by which a device without a line knows it', async () => {
    const listed = (await must(maker(bkernelCalls.search, { query: { limit: '500' }, body: {} })))
      .data
    const version = listed.data.find((one) => one.version === '5.2.1')
    const params = { id: version?.uuid ?? '' }
    const { data } = await must(maker(bkernelCalls.stick, { params }))
    const stick = unzipSync(data)
    const read = async (name: string) => stick[`metadata/${name}`] ?? null
    let known = { root: signers.root }
    const targets = await followReleases(known, { read }, Date.now(), (next) => (known = next))
    const wanted = { ...imageOf('5.2.1'), model }
    expect(findImage(targets, wanted)).toMatchObject(imageOf('5.2.1'))
    const image = stick[`targets/${targetPath(wanted)}`]
    expect(image && sha256Hex(image)).toBe(wanted.file_hash)
  })

  it('is in the backup of the provider, and back in a deployment that has lost it, by the same numbers', async () => {
    const body = { company_uuid: provider }
    const sent = { headers: operatorHeaders }
    const kept = (await must(send(operatorStoreCalls.listReleases, { ...sent, body }))).data
    const names = kept.map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['1.root.json', '2.root.json'])
    expect(names.at(-1)).toBe('timestamp.json')
    const other = { company_uuid: crypto.randomUUID() }
    const none = await must(send(operatorStoreCalls.listReleases, { ...sent, body: other }))
    expect(none.data).toEqual([])
    for (const { key } of (await env.BLOBS.list({ prefix: 'releases/' })).objects) {
      // oxlint-disable-next-line no-await-in-loop
      await env.BLOBS.delete(key)
    }
    expect(await files.read('timestamp.json')).toBeNull()
    const back = { ...body, files: kept.toReversed() }
    await must(send(operatorStoreCalls.restoreReleases, { ...sent, body: back }))
    await must(send(operatorStoreCalls.restoreReleases, { ...sent, body: back }))
    const again = (await must(send(operatorStoreCalls.listReleases, { ...sent, body }))).data
    expect(again).toEqual(kept)
    const bent = { ...body, files: [{ name: 'timestamp.json', text: '{}' }] }
    const refused = await send(operatorStoreCalls.restoreReleases, { ...sent, body: bent })
    expect(refused.errors[0]).toMatchObject({ reason: 'release_refused' })
    const escape = { ...body, files: [{ name: '../x.json', text: '{}' }] }
    expect((await send(operatorStoreCalls.restoreReleases, { ...sent, body: escape })).status).toBe(
      422,
    )
  })

  it('writes a timestamp of yesterday again with a higher number', async () => {
    const read = async () => {
      const bytes = await files.read('timestamp.json')
      return readMetadata('timestamp', bytes ?? '')
    }
    const before = await read()
    expect((await read()).signed.version).toBe(before.signed.version)
    const expires = new Date(Date.now() + 5 * 86_400_000).toISOString()
    Object.assign(before.signed, { expires })
    await env.BLOBS.put('releases/timestamp.json', JSON.stringify(before.toJSON()))
    const after = await read()
    expect(after.signed.version).toBe(before.signed.version + 1)
    expect(Date.parse(after.signed.expires)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  })
})

describe('thirteenth attack A13-3: a publication that is refused or breaks off', () => {
  const follow = () => followReleases({ root: signers.root }, files, Date.now(), () => {})
  const sign = (version: string) => {
    const { text, version: number } = listImage(signers, imageOf(version))
    signers.files[`${number}.targets.json`] = text
    return { targets: text }
  }
  const breakingOff = async (act: () => ReturnType<typeof upload>) => {
    breaksAt = 'timestamp.json'
    const { ok } = await act()
    breaksAt = ''
    expect(ok).toBe(false)
  }

  it('leaves no root behind that does not name the key of the service', async () => {
    const { keys } = signers
    rotateRoot(signers, makeKeys())
    const targets = listImage(signers, imageOf('6.0.0')).text
    const refused = await publish('6.0.0', { targets, root: signers.files['3.root.json'] ?? '' })
    delete signers.files['3.root.json']
    signers.keys = keys
    expect(refused.errors[0]).toMatchObject({ field: 'root', reason: 'release_refused' })
    expect(await files.read('3.root.json')).toBeNull()
    expect((await follow()).version).toBe(2)
  })

  it('A24-13: publishes nothing for somebody whose session ended while their image was kept', async () => {
    const made = await makeBkernel(maker, 'Too late', { version: '6.0.1', models: [model] })
    const other = await signIn('SuperAdmin-signer', password)
    const targets = listImage(signers, imageOf('6.0.1')).text
    meanwhile = () => must(other(sessionCalls.logout))
    const { status } = await upload(made, { targets }, other)
    meanwhile = async () => {}
    expect([status, (await follow()).version]).toEqual([401, 2])
  })

  it('goes on where it broke off, with the same targets or with the next ones', async () => {
    const made = await makeBkernel(maker, 'Broken off', { version: '6.1.0', models: [model] })
    const first = sign('6.1.0')
    await breakingOff(() => upload(made, first))
    expect((await follow()).version).toBe(2)
    await must(upload(made, first))
    expect((await follow()).version).toBe(3)

    await breakingOff(() => publish('6.2.0', sign('6.2.0')))
    await must(publish('6.3.0', sign('6.3.0')))
    expect((await follow()).version).toBe(5)
  })

  it('leaves no timestamp of another snapshot when that of yesterday is written again', async () => {
    await breakingOff(() => publish('6.4.0', sign('6.4.0')))
    const old = readMetadata('timestamp', (await files.read('timestamp.json')) ?? '')
    Object.assign(old.signed, { expires: new Date(Date.now() + 5 * 86_400_000).toISOString() })
    await env.BLOBS.put('releases/timestamp.json', JSON.stringify(old.toJSON()))
    expect((await follow()).version).toBe(5)
  })
})
