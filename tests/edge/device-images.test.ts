import { generateKeyPairSync, verify, createPublicKey } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { bkernelCalls } from '../../domain/calls/bkernels.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { imageBytes } from '../../domain/entities/bkernel.ts'
import { releaseMs, releaseText } from '../../domain/live/signed-release.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { readAuditOf } from './audit-of.ts'
import { tellFleet } from './fleet.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { form, makeBkernel, makeDevice, makeImaged, type TestDevice } from './material-bodies.ts'

let provider: Lab
let lab: Lab
let maker: Sender
let manager: Sender
let device: TestDevice
const model = 'Image 96'
beforeAll(async () => {
  provider = await foundLab('maker', { isProvider: 'Y' })
  lab = await foundLab('user')
  maker = await provider.as('SuperAdmin')
  manager = await lab.as('Manager')
  device = await makeDevice(lab.company, { name: 'Fetches', model, bkernel_version: '1.0.0' })
}, 60_000)

const bytes = new Uint8Array(600_000).map((_, at) => at % 251)
const upload = (id: string, file: File, sender = maker) =>
  sender(bkernelCalls.image, { params: { id }, body: form(file) })
const first = async (sent: ReturnType<Sender>) => (await sent).errors[0]

describe('the image of a version', () => {
  it('is kept by the hash that the service computes, once, with its entry in the trail', async () => {
    const made = await makeBkernel(maker, 'Imaged', { version: '8.0.0', models: [model] })
    const kept = (await must(upload(made.uuid, new File([bytes], 'bkernel-8.bin')))).data
    expect(kept).toMatchObject({ file_hash: sha256Hex(bytes), file_size: 600_000 })
    const again = await first(upload(made.uuid, new File(['other'], 'bkernel-8.bin')))
    expect(again).toMatchObject({ code: 'refused', field: 'file', reason: 'image_there' })
    for (const [field, value] of [
      ['version', '8.0.1'],
      ['models', ['Else']],
    ] as const) {
      const params = { id: made.uuid }
      const body = { [field]: value }
      expect(await first(maker(bkernelCalls.edit, { params, body }))).toMatchObject({
        field,
        reason: 'image_there',
      })
    }
    const notes = { params: { id: made.uuid }, body: { notes: 'Quieter' } }
    expect((await must(maker(bkernelCalls.edit, notes))).data.file_hash).toBe(kept.file_hash)
    const trail = await readAuditOf(provider.company, 'bkernel', made.uuid)
    expect(trail.map(({ action }) => action)).toContain('bkernel.image')
  })

  it('is never what a client says: a hash in a body is refused, and so are an empty and a too large file', async () => {
    const made = await makeBkernel(maker, 'Claims', { models: ['Claim 1'] })
    const params = { id: made.uuid }
    const claim = { params, body: { file_hash: 'a'.repeat(64) } as never }
    expect(await first(maker(bkernelCalls.edit, claim))).toMatchObject({ field: 'file_hash' })
    expect(await first(upload(made.uuid, new File([], 'none.bin')))).toMatchObject({
      reason: 'file_empty',
    })
    const large = new File([new Uint8Array(imageBytes + 1)], 'large.bin')
    expect(await first(upload(made.uuid, large))).toMatchObject({
      reason: 'too_large',
      params: { limit: imageBytes },
    })
    expect(await first(upload(made.uuid, new File(['x'], 'x.bin'), manager))).toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('a device', () => {
  const release = (version: string, to = device) =>
    to.sender(deviceLinkCalls.release, { params: { version } })
  const piece = (version: string, from: number, to = device) =>
    to.sender(deviceLinkCalls.image, { params: { version }, query: { from: String(from) } })

  it('fetches what it is offered: signed for it by the key of its company, in pieces from any byte on', async () => {
    const hello = { bkernel_version: '1.0.0', busy: 'N' as const, status: '{}' }
    const { lan_key } = (await must(device.sender(deviceLinkCalls.hello, { body: hello }))).data
    const { signature, ...given } = (await must(release('8.0.0'))).data
    expect(given).toMatchObject({
      company: lab.company,
      device: device.uuid,
      version: '8.0.0',
      models: [model],
      file_hash: sha256Hex(bytes),
      file_size: 600_000,
    })
    const left = Date.parse(given.expires_at) - Date.now()
    expect(left).toBeGreaterThan(releaseMs - 60_000)
    expect(left).toBeLessThanOrEqual(releaseMs)
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: lan_key },
      format: 'jwk',
    })
    const text = Buffer.from(releaseText(given))
    const signed = Buffer.from(signature, 'base64url')
    expect(verify(null, text, key, signed)).toBe(true)
    expect(verify(null, text, generateKeyPairSync('ed25519').publicKey, signed)).toBe(false)
    const parts: Uint8Array[] = []
    for (let from = 0; from < 600_000; from += parts.at(-1)?.length ?? 0) {
      parts.push((await must(piece('8.0.0', from))).data)
    }
    expect(parts.map(({ length }) => length)).toEqual([262_144, 262_144, 75_712])
    expect(sha256Hex(Buffer.concat(parts))).toBe(sha256Hex(bytes))
    expect(sha256Hex((await must(piece('8.0.0', 599_990))).data)).toBe(
      sha256Hex(bytes.subarray(599_990)),
    )
    expect(await first(piece('8.0.0', 600_000))).toMatchObject({ field: 'query.from' })
  })

  it('gets nothing else: not of another model, not of others it is linked to, not older, not without an image', async () => {
    await makeImaged(maker, 'Other', { version: '8.1.0', models: ['Else'] })
    await makeImaged(maker, 'Old', { version: '0.9.0', models: [model] })
    await makeBkernel(maker, 'Bare', { version: '8.3.0', models: [model] })
    const linked = await makeImaged(maker, 'Linked', { version: '8.2.0', models: [model] })
    const body = { company_uuids: [provider.company] }
    await must(maker(bkernelCalls.link, { params: { id: linked.uuid }, body }))
    for (const version of ['8.1.0', '8.2.0', '0.9.0', '77.0.0']) {
      for (const sent of [release(version), piece(version, 0)]) {
        expect(await first(sent), version).toMatchObject({
          code: 'not_found',
          reason: 'version_not_offered',
        })
      }
    }
    expect(await first(release('8.3.0'))).toMatchObject({ reason: 'version_without_hash' })
    const stranger = { uuid: device.uuid, key: 'x', sender: manager }
    expect((await release('8.0.0', stranger)).status).toBe(401)
  })
})

describe('devices by version', () => {
  it('are counted for each company and listed for links, for people who link versions', async () => {
    await tellFleet(lab.company)
    const found = await must(maker(bkernelCalls.usage, { query: { limit: '500' } }))
    const mine = found.data.data.find(({ uuid }) => uuid === lab.company)
    expect(mine?.devices).toContainEqual({ model, version: '1.0.0', count: 1 })
    const body = { company_uuid: lab.company }
    const listed = (await must(maker(bkernelCalls.devices, { body }))).data
    expect(listed.data).toContainEqual({
      uuid: device.uuid,
      name: 'Fetches',
      serial_no: expect.any(String),
      model,
      bkernel_version: '1.0.0',
    })
    const nowhere = { body: { company_uuid: crypto.randomUUID() } }
    expect(await first(maker(bkernelCalls.devices, nowhere))).toMatchObject({
      field: 'company_uuid',
      reason: 'company_unknown',
    })
    expect((await manager(bkernelCalls.usage, {})).status).toBe(403)
    expect((await manager(bkernelCalls.devices, { body })).status).toBe(403)
  })
})
