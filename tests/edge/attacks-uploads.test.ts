import { beforeAll, expect, it } from 'vitest'
import { attachmentCalls } from '../../domain/calls/attachments.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { attach, form } from './material-bodies.ts'
import { create, planFor } from './plan.ts'

let lab: Lab
let admin: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('upload')
  admin = await lab.as('Administrator')
  manager = await lab.as('Manager')
}, 60_000)

const at = (id: string) => ({ params: { id } })
const textFile = (text: string) => new File([text], 'note.txt', { type: 'text/plain' })
const newPlace = async () => ({
  resource_kind: 'analysis',
  resource_uuid: (await create(manager, planFor(lab))).uuid,
})
const read = async (sender: Sender, uuids: string) =>
  new TextDecoder().decode(
    (await must(sender(attachmentCalls.download, { query: { uuids } }))).data,
  )

it('the same file of two people at once is two, and deleting one leaves the other', async () => {
  const place = await newPlace()
  const [one, other] = await Promise.all(
    [manager, admin].map((sender) => attach(sender, place, textFile('the same'))),
  )
  expect(one?.uuid).not.toBe(other?.uuid)
  await must(manager(attachmentCalls.delete, at(one?.uuid ?? '')))
  expect(await read(admin, other?.uuid ?? '')).toBe('the same')
})

it('A25-10: of two files of one size with one operation id one is kept, and the other is refused', async () => {
  const place = await newPlace()
  const headers = { 'Operation-Id': crypto.randomUUID() }
  const upload = (text: string, sender = manager) =>
    sender(attachmentCalls.upload, { body: form(textFile(text), place), headers })
  const both = await Promise.all([upload('one'), upload('two')])
  const kept = both.findIndex(({ ok }) => ok)
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const uuid = both[kept]?.data.uuid ?? ''
  const text = ['one', 'two'][kept] ?? ''
  expect(await read(manager, uuid)).toBe(text)
  // Send the same once more: it is the same file. Of another person it is refused.
  expect((await must(upload(text))).data.uuid).toBe(uuid)
  expect((await upload(text, admin)).status).toBe(409)
  const found = await must(admin(attachmentCalls.search, { body: { filters: place } }))
  expect(found.data.data.map((file) => file.uuid)).toEqual([uuid])
})
