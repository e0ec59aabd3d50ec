import { beforeAll, expect, test } from 'vitest'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import {
  openVersion,
  type OpenVersion,
  signedVersion,
  versionState,
} from '../../domain/rules/recipe-version.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { signing } from './made-analyses.ts'
import { makeRecipe, startReview } from './method-bodies.ts'

let lab: Lab
let author: Sender
let approver: Sender
beforeAll(async () => {
  lab = await foundLab('verdicts')
  ;({ author, approver } = await startReview(lab))
}, 60_000)

const now = () => new Date().toISOString()
const read = async (id: string) => (await must(author(recipeCalls.get, { params: { id } }))).data
const state = async (id: string) => versionState(await read(id), now())
const newest = async (id: string) =>
  (await must(author(recipeCalls.versions, { params: { id } }))).data[0]
const ask = (id: string, reason: string, sender = approver) =>
  sender(recipeCalls.askVersionChanges, { params: { id }, body: { reason } })

async function send(name: string): Promise<string> {
  const id = await makeRecipe(author, name)
  await sendAgain(id)
  return id
}

async function sendAgain(id: string): Promise<void> {
  const body = { evidence: 'No call differs in 12 runs', effective_from: null }
  await must(author(recipeCalls.sendVersion, { params: { id }, body }))
}

async function approve(id: string, comment: string) {
  const open = openVersion(await read(id), now()) as OpenVersion
  const body = { ...signing(signedVersion(await read(id), open)), comment }
  return must(approver(recipeCalls.approveVersion, { params: { id }, body }))
}

/** Read the titles and texts of what a person received about a recipe, which each message links to. */
async function received(sender: Sender, id: string): Promise<string[]> {
  const { data } = (await must(sender(notificationCalls.mine, { query: { limit: '100' } }))).data
  return data
    .filter(({ about }) => about?.kind === 'recipe' && about.uuid === id)
    .map(({ title, message }) => `${title}\n${message}`)
}

test('issue 17: who reviews a version asks for changes, its authors get the reason, and it is a draft again', async () => {
  const id = await send('Primer mix')
  await must(ask(id, 'State the limit of detection'))
  expect(await state(id)).toBe('draft')
  const [message = '', ...more] = await received(author, id)
  expect(more).toEqual([])
  expect(message).toContain('Changes to your version: Primer mix')
  expect(message).toContain('State the limit of detection')
  expect(await received(approver, id)).toHaveLength(1)
  // Expect the reason in the list of versions beside the draft, until it is sent again.
  expect((await newest(id))?.asked?.reason).toBe('State the limit of detection')

  await sendAgain(id)
  expect(await newest(id)).not.toHaveProperty('asked')
  await approve(id, 'Good now')
  expect((await received(author, id)).some((one) => one.includes('has approved'))).toBe(true)
  expect((await received(author, id)).join()).toContain('Good now')
})

test('issue 17: nobody asks for changes to what they wrote, without a reason, or of a version that is not in review', async () => {
  const id = await send('Refused')
  expect((await ask(id, 'My own', author)).errors[0]?.reason).toBe('wrote_it')
  expect((await ask(id, '  ')).status).toBe(422)
  expect(await state(id)).toBe('review')
  await must(ask(id, 'Too few runs'))
  expect((await ask(id, 'Again')).errors[0]?.reason).toBe('wrong_state')
  expect(await received(author, id)).toHaveLength(1)
})
