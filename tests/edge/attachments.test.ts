import { env } from 'cloudflare:test'
import { unzipSync } from 'fflate'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { attachmentCalls } from '../../domain/calls/attachments.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { syncCalls } from '../../domain/calls/sync.ts'
import { Attachment } from '../../domain/entities/attachment.ts'
import { fileLimits } from '../../workers/files/limits.ts'
import { openArchive } from '../../workers/files/open-archive.ts'
import { listBlobs } from '../../edge/files/blobs.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { makeCompleted, makeValidated, validate } from './made-analyses.ts'
import { attach, form, makeDevice, pdf } from './material-bodies.ts'
import { makePerson } from './people.ts'
import { onePoint } from './png.ts'
import { create, planFor } from './plan.ts'

let lab: Lab
let admin: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('files')
  admin = await lab.as('Administrator')
  manager = await lab.as('Manager')
}, 60_000)

const analysis = async () => (await create(manager, planFor(lab))).uuid
const to = (resource_uuid: string, resource_kind = 'analysis') => ({ resource_kind, resource_uuid })
const text = (answer: { data: Uint8Array }) => new TextDecoder().decode(answer.data)
const download = (sender: Sender, ...uuids: string[]) =>
  sender(attachmentCalls.download, { query: { uuids: uuids.join(',') } })

async function found(sender: Sender, filters: object): Promise<string[]> {
  const { data } = await must(sender(attachmentCalls.search, { body: { filters } }))
  return data.data.map(({ uuid }) => uuid)
}

describe('attachments', () => {
  it('[ENT-053] [CALL-197] [CALL-198] are kept with a record, found by it and come back as they were', async () => {
    const id = await analysis()
    const picture = new File([onePoint], 'gel (1).png', { type: 'image/png' })
    const kept = await attach(manager, to(id), picture)
    expect(v.is(Attachment, kept)).toBe(true)
    expect(kept).toMatchObject({
      name: 'gel (1).png',
      mime_type: 'image/png',
      size: onePoint.byteLength,
      role: 'file',
      swarm_uuid: lab.swarm,
    })
    const other = await attach(manager, to(await analysis()))
    expect(await found(manager, { resource_uuid: id })).toEqual([kept.uuid])
    expect(await found(manager, { resource_kind: ['device'] })).not.toContain(other.uuid)
    const one = await must(download(manager, kept.uuid))
    expect(one.data).toEqual(onePoint)
    expect(one.headers.get('Content-Type')).toBe('image/png')
    expect(one.headers.get('Content-Disposition')).toMatch(/^attachment; filename=/)
  })

  it('[CALL-198] several come in a zip, also of one name', async () => {
    const id = await analysis()
    const files = ['one', 'two', 'three'].map(
      (word) => new File([word], word === 'three' ? 'ü.txt' : 'note.txt', { type: 'text/plain' }),
    )
    const uuids: string[] = []
    for (const file of files) uuids.push((await attach(manager, to(id), file)).uuid)
    const zip = await must(download(manager, ...uuids, uuids[0] ?? ''))
    expect(zip.headers.get('Content-Type')).toBe('application/zip')
    const members = Object.entries(unzipSync(zip.data))
    expect(members.map(([name, bytes]) => [name, text({ data: bytes })])).toEqual([
      ['note.txt', 'one'],
      ['note (2).txt', 'two'],
      ['ü.txt', 'three'],
    ])
    for (const uuids of [
      '',
      'x',
      `${crypto.randomUUID()},`,
      Array(21).fill(crypto.randomUUID()).join(','),
    ]) {
      expect(
        (await manager(attachmentCalls.download, { query: { uuids } })).errors[0],
      ).toMatchObject({ field: 'query.uuids' })
    }
  })

  it('are refused by what they are, not by what they say', async () => {
    const id = await analysis()
    const upload = async (file: File, fields: object = to(id)) =>
      (await manager(attachmentCalls.upload, { body: form(file, fields) })).errors[0]
    const note = new File(['x'], 'note.txt', { type: 'text/plain' })
    for (const [file, reason] of [
      [new File(['<html><script>'], 'a.txt', { type: 'text/plain' }), 'file_type_differs'],
      [new File(['<html><script>'], 'a.html'), 'file_type'],
      [new File(['<svg onload="x"/>'], 'a.svg', { type: 'image/svg+xml' }), 'file_type'],
      [new File(['no picture'], 'a.png', { type: 'image/png' }), 'file_type_differs'],
      [new File([], 'empty.txt', { type: 'text/plain' }), 'file_empty'],
      [new File(['x'], 'a:b.txt', { type: 'text/plain' }), 'file_name'],
      [new File(['x'], '..', { type: 'text/plain' }), 'file_name'],
      [new File([new Uint8Array(20 * 2 ** 20 + 1)], 'large.bin'), 'too_large'],
    ] as const) {
      expect(await upload(file), file.name).toMatchObject({ code: 'invalid', reason })
    }
    expect(await upload(note, to(crypto.randomUUID()))).toMatchObject({ code: 'not_found' })
    expect(await upload(note, to(id, 'bkit'))).toMatchObject({ field: 'resource_kind' })
    expect(await upload(note, to(id, 'user'))).toMatchObject({ field: 'resource_kind' })
    expect(await upload(note, { ...to(id), user_uuid: id })).toMatchObject({ code: 'invalid' })
    expect(await found(manager, { resource_uuid: id })).toEqual([])
    const odd = await attach(
      manager,
      to(id),
      new File(['x'], 'page.txt', { type: 'text/javascript' }),
    )
    expect(odd.mime_type).toBe('application/octet-stream')
  })

  it('are given out to be saved, never to be run: as a download, with their type kept', async () => {
    const id = await analysis()
    const note = new File(['<p>not yet a page'], 'note.txt', { type: 'text/plain' })
    const { uuid } = await attach(manager, to(id), note)
    const { headers } = await download(manager, uuid)
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="note.txt"')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  })

  it('[CALL-199] are deleted, but not those of a validated analysis', async () => {
    const id = await analysis()
    const { uuid } = await attach(manager, to(id))
    const params = { id: uuid }
    const operator = await lab.as('Operator')
    expect((await operator(attachmentCalls.delete, { params })).status).toBe(403)
    await must(manager({ ...attachmentCalls.delete, method: 'GET' }, { params }))
    expect((await download(manager, uuid)).status).toBe(404)
    const signed = await makeValidated(manager, lab.swarm)
    const late = await manager(attachmentCalls.upload, { body: form(pdf(), to(signed.uuid)) })
    expect(late.errors[0]).toMatchObject({ code: 'refused', reason: 'validated' })
  })

  it('sixth attack F6-2: come in a zip whatever they are called', async () => {
    const id = await analysis()
    const names = ['__proto__', 'constructor', 'toString', '1', 'a.txt']
    const kept = []
    for (const name of names) {
      kept.push(await attach(manager, to(id), new File([`I am ${name}`], name)))
    }
    const { data } = await must(download(manager, ...kept.map(({ uuid }) => uuid)))
    const members = openArchive(data, fileLimits)
    const inside = members.members.map((one) => [one.name, text({ data: members.read(one) })])
    expect(inside).toEqual(names.map((name) => [name, `I am ${name}`]))
  })

  it('A21-5: are taken or refused whatever word their type is', async () => {
    const id = await analysis()
    const packed = new Uint8Array([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)])
    for (const type of ['constructor', 'tostring', '__proto__']) {
      const body = form(new File([packed], 'a.zip', { type }), to(id))
      const { status, errors } = await manager(attachmentCalls.upload, { body })
      expect([type, status, errors[0]?.reason]).toEqual([type, 422, 'file_type_differs'])
    }
  })

  it('sixth attack F6-3: are refused by a name that a double click would run', async () => {
    const id = await analysis()
    const page = '<html><script>1</script></html>'
    const contents = [`%PDF-1.4\n${page}`, `GIF89a${page}`, `a,b\n${page}`]
    const names = ['a.html', 'a.HTM', 'a.xhtml', 'a.svg', 'a.hta', 'a.pdf.exe', 'a.js', 'a.lnk']
    for (const name of names) {
      for (const content of contents) {
        const body = form(new File([content], name), to(id))
        const { status, errors } = await manager(attachmentCalls.upload, { body })
        expect([name, status, errors[0]?.reason]).toEqual([name, 422, 'file_type'])
      }
    }
    await attach(manager, to(id), new File(['a,b'], 'html.csv'))
  })

  it('fifth attack E4: of a validated analysis are not kept', async () => {
    const signed = await makeValidated(manager, lab.swarm)
    const kept = async () =>
      (await listBlobs(env as unknown as Env, lab.company, null)).blobs.length
    const before = await kept()
    const file = new File([crypto.randomUUID()], 'late.txt', { type: 'text/plain' })
    const late = await manager(attachmentCalls.upload, { body: form(file, to(signed.uuid)) })
    expect(late.errors[0]).toMatchObject({ code: 'refused', reason: 'validated' })
    expect(await kept()).toBe(before)
  })

  it('[CALL-199] of an analysis that was validated since stay', async () => {
    const record = await makeCompleted(manager, lab.swarm)
    const { uuid } = await attach(manager, to(record.uuid))
    await validate(manager, record)
    const params = { id: uuid }
    expect((await manager(attachmentCalls.delete, { params })).errors[0]).toMatchObject({
      code: 'refused',
      reason: 'validated',
    })
    await must(download(manager, uuid))
  })
})

describe('sight of a file', () => {
  it('is who sees its record, also after it has moved, and nobody when it is gone', async () => {
    const word = `second-${crypto.randomUUID().slice(0, 8)}`
    await makePerson(admin, lab.company, word, { swarms: [lab.otherSwarm] })
    const id = await analysis()
    const { uuid } = await attach(manager, to(id))
    const stranger = await signIn(word, password)
    expect((await download(stranger, uuid)).status).toBe(404)
    expect(await found(stranger, { resource_uuid: id })).toEqual([])
    const pulled = async () =>
      JSON.stringify(
        (
          await must(
            stranger(syncCalls.pull, { query: { kinds: 'attachment', after: '0', limit: '500' } }),
          )
        ).data,
      ).includes(uuid)
    expect(await pulled()).toBe(false)
    await both(id)
    expect((await download(stranger, uuid)).status).toBe(200)
    expect(await found(stranger, { resource_uuid: id })).toEqual([uuid])
    expect(await pulled()).toBe(true)
    expect((await download(manager, uuid)).status).toBe(404)
  })

  it('goes with its record', async () => {
    const id = await analysis()
    const { uuid } = await attach(manager, to(id))
    await must(manager(analysisCalls.delete, { params: { id }, body: { reason: 'mistake' } }))
    expect((await download(manager, uuid)).status).toBe(404)
    expect(await found(manager, { resource_uuid: id })).toEqual([])
  })

  it('[PERM-005] is not who does not see the bGATE that it belongs to', async () => {
    const closed = await foundLab('shut', { cfx96_enabled: 'N' })
    const sender = await closed.as('Administrator')
    const gate = await makeDevice(closed.company, { name: 'Gate' })
    const refused = await sender(attachmentCalls.upload, {
      body: form(pdf(), to(gate.uuid, 'device')),
    })
    expect(refused.status).toBe(404)
    const cube = await makeDevice(closed.company, {
      name: 'Cube',
      deviceType: 'bcube',
      cartridge_type: 'Wells16',
    })
    const { uuid } = await attach(sender, to(cube.uuid, 'device'))
    expect(await found(sender, { resource_uuid: cube.uuid })).toEqual([uuid])
    await must(sender(deviceCalls.get, { params: { id: cube.uuid } }))
    const stranger = await lab.as('SuperAdmin')
    expect((await download(stranger, uuid)).status).toBe(404)
  })

  /** Move the analysis to the second swarm, as somebody who is in both. */
  async function both(id: string): Promise<void> {
    const word = `both-${crypto.randomUUID().slice(0, 8)}`
    await makePerson(admin, lab.company, word, {
      swarms: [lab.swarm, lab.otherSwarm],
      profile: 'Manager',
    })
    const body = { swarm_uuid: lab.otherSwarm, reason: 'other team' }
    await must((await signIn(word, password))(analysisCalls.migrate, { params: { id }, body }))
  }
})
