import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { fileLimits } from '../../../workers/files/limits.ts'
import { openArchive } from '../../../workers/files/open-archive.ts'
import { caught, refusal } from './caught.ts'

const text = strToU8('hello '.repeat(1000))
const packed = zipSync({ 'a.txt': text, 'folder/b.xml': strToU8('<b/>') })

const read = (bytes: Uint8Array, limits = {}) => {
  const archive = openArchive(bytes, { ...fileLimits, ...limits })
  return archive.members.map((member) => archive.read(member))
}

/** Change a field of an archive's first directory entry. */
function patch(bytes: Uint8Array, field: number, value: number, size: 2 | 4 = 4): Uint8Array {
  const changed = bytes.slice()
  const view = new DataView(changed.buffer)
  let at = 0
  while (view.getUint32(at, true) !== 0x02014b50) at++
  if (size === 4) view.setUint32(at + field, value, true)
  else view.setUint16(at + field, value, true)
  return changed
}

describe('openArchive', () => {
  it('reads packed and stored members', () => {
    expect(read(packed)).toEqual([text, strToU8('<b/>')])
    expect(read(zipSync({ 'a.txt': text }, { level: 0 }))).toEqual([text])
    expect(read(zipSync({}))).toEqual([])
  })

  it('reads an archive once meant for several disks, and one with a comment', () => {
    const spanned = new Uint8Array([0x50, 0x4b, 7, 8, ...packed])
    const view = new DataView(spanned.buffer)
    for (let at = 0; at + 46 < spanned.length; at++) {
      if (view.getUint32(at, true) === 0x02014b50) {
        view.setUint32(at + 42, view.getUint32(at + 42, true) + 4, true)
      }
      if (view.getUint32(at, true) === 0x06054b50) break
    }
    const end = spanned.length - 22
    view.setUint32(end + 16, view.getUint32(end + 16, true) + 4, true)
    expect(read(spanned)[0]).toEqual(text)
    expect(read(new Uint8Array([...packed, ...strToU8('a comment')]))[0]).toEqual(text)
  })

  it.each([
    ['cut in half', packed.slice(0, packed.length / 2), 'zip_truncated'],
    ['with a password', patch(packed, 8, 1, 2), 'zip_encrypted'],
    ['compressed otherwise', patch(packed, 10, 12, 2), 'zip_compression_unknown'],
    ['with another checksum', patch(packed, 16, 1), 'zip_damaged'],
    ['with a smaller size than it has', patch(packed, 24, 100), 'zip_too_large'],
    ['with a larger size than it has', patch(packed, 24, 100_000), 'zip_damaged'],
    ['with a header that is elsewhere', patch(packed, 42, 9), 'zip_damaged'],
  ])('refuses one %s and names the member', async (_, bytes, reason) => {
    const fault = await caught(() => read(bytes))
    expect(fault.reason).toBe(reason)
    if (reason !== 'zip_truncated') expect(fault.params).toMatchObject({ member: 'a.txt' })
  })

  it('refuses bombs by declared size, by ratio, by their sum and by their number', async () => {
    const zeros = new Uint8Array(3 * 2 ** 20)
    const bomb = zipSync({ a: zeros, b: zeros }, { level: 9 })
    expect(await caught(() => read(bomb))).toMatchObject({ reason: 'zip_ratio' })
    const open = { ratio: 2000 }
    expect(read(bomb, open)).toHaveLength(2)
    const sum = await caught(() => read(bomb, { ...open, totalBytes: 5 * 2 ** 20 }))
    expect(sum).toMatchObject({ reason: 'zip_too_large', params: { member: 'b' } })
    const one = await caught(() => read(bomb, { ...open, memberBytes: 2 ** 20 }))
    expect(one).toMatchObject({ reason: 'zip_too_large', params: { member: 'a' } })
    expect(await caught(() => read(bomb, { members: 1 }))).toMatchObject({
      reason: 'zip_too_many_members',
      params: { found: 2, limit: 1 },
    })
  })

  it('stops unpacking as soon as more comes out than was declared', async () => {
    const bomb = patch(zipSync({ 'rdml_data.xml': new Uint8Array(2 ** 26) }), 24, 2 ** 19)
    const start = performance.now()
    expect((await refusal(bomb)).reason).toBe('zip_too_large')
    expect(performance.now() - start).toBeLessThan(3000)
  })

  it('refuses an archive in an archive', async () => {
    expect(await caught(() => read(zipSync({ 'in.zip': packed })))).toMatchObject({
      reason: 'zip_nested',
      params: { member: 'in.zip' },
    })
    expect((await refusal(zipSync({ 'run.rdml': packed }))).reason).toBe('zip_nested')
  })
})
