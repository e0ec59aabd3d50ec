import { env } from 'cloudflare:test'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { notificationCalls, type Received } from '../../domain/calls/notifications.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { syncCalls } from '../../domain/calls/sync.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { readAuditOf } from './audit-of.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted, makeValidated, readAnalysis, signing, validate } from './made-analyses.ts'
import { changeInside } from './matrix/world.ts'
import { readPdf } from './pdf-text.ts'
import { create, planFor } from './plan.ts'
import { comment, written } from './comments.ts'

let lab: Lab
let manager: Sender
let operator: Sender
let people: Record<'manager' | 'operator', string>
beforeAll(async () => {
  lab = await foundLab('noted')
  manager = await lab.as('Manager')
  operator = await lab.as('Operator')
  const uuidOf = async (sender: Sender) => (await must(sender(sessionCalls.me))).data.uuid
  people = { manager: await uuidOf(manager), operator: await uuidOf(operator) }
})

const commented = async (...given: Parameters<typeof comment>) =>
  (await must(comment(...given))).data
const remove = (sender: Sender, { uuid }: Analysis, comment_uuid: string, reason = 'wrong well') =>
  sender(analysisCalls.removeComment, { params: { id: uuid }, body: { comment_uuid, reason } })
const plan = () => create(operator, planFor(lab))
const inbox = async (sender: Sender, run: Pick<Analysis, 'uuid'>): Promise<Received[]> => {
  const { data } = await must(sender(notificationCalls.mine, { query: { limit: '100' } }))
  return data.data.filter(({ about }) => about?.uuid === run.uuid)
}
const choose = (sender: Sender, value: string) =>
  must(
    sender(userCalls.setSettings, {
      params: { key: 'messages' },
      body: { settings: [{ name: 'mentioned', value }] },
    }),
  )
const mailsOf = async (uuid: string) => {
  const { results } = await env.DIRECTORY.prepare(
    `SELECT recipient, subject, text FROM mails WHERE substr(once, 1, 8) = 'mention:' AND instr(once, ?1) > 0`,
  )
    .bind(uuid)
    .all<{ recipient: string; subject: string; text: string }>()
  return results
}

describe('a comment on a well', () => {
  it('is kept with author and time by the service, whatever the page says', async () => {
    const run = await plan()
    const one = written({ text: 'First line\nsecond line' })
    const { record, seq } = await commented(operator, run, [one])
    const entry = (await readAuditOf(lab.company, 'analysis', run.uuid)).at(-1)
    expect(record.comments).toEqual([
      {
        ...one,
        user_uuid: people.operator,
        user_name: 'Operator of noted',
        at: record.updated_at,
      },
    ])
    expect(entry).toMatchObject({ action: 'analysis.comment' })
    expect(entry?.changes.map(({ field }) => field)).toContain('comments')
    const { data } = await must(
      operator(syncCalls.pull, {
        query: { kinds: 'analysis', after: '0', limit: '1', uuid: run.uuid },
      }),
    )
    expect(data.records[0]?.seq).toBe(seq)
    const forged = { ...written(), user_name: 'Somebody else' }
    expect((await comment(operator, run, [forged])).status).toBe(422)
  })

  it('of two people who wrote without network is added to the other’s, and sent twice it is one', async () => {
    const run = await plan()
    const [mine, theirs] = [written(), written({ well: 'A2', text: 'Low volume' })]
    const opId = crypto.randomUUID()
    await commented(operator, run, [mine], opId)
    await commented(manager, run, [theirs])
    await commented(operator, run, [mine], opId)
    // Send it again under another id, as a page does that was killed before it heard the answer.
    const { record } = await commented(operator, run, [mine])
    expect(record.comments?.map(({ uuid }) => uuid)).toEqual([mine.uuid, theirs.uuid])
  })

  it('changes neither results nor who had a hand in them, and a reviewer who wrote one may sign', async () => {
    const run = await makeCompleted(operator, lab.swarm)
    await commented(manager, run, [written()])
    const after = await readAnalysis(manager, run.uuid)
    expect(after.hands).toEqual(run.hands)
    const signed = await validate(manager, after)
    expect(signed.comments).toHaveLength(1)
  })

  it('is no part of a copy, whose wells are others, and stays in the version that corrects a signed run', async () => {
    const run = await makeCompleted(manager, lab.swarm)
    const { record } = await commented(operator, run, [written()])
    const by = { params: { id: run.uuid } }
    const copy = (await must(manager(analysisCalls.duplicate, { ...by, body: {} }))).data
    expect(copy.comments).toBeUndefined()
    await validate(manager, record)
    const body = { reason: 'read again' }
    const corrected = (await must(manager(analysisCalls.correct, { ...by, body }))).data
    expect(corrected.comments).toEqual(record.comments)
  })

  it('is part of what is signed: a signature on what was seen before it is refused, and afterwards none is taken', async () => {
    const run = await makeCompleted(operator, lab.swarm)
    await commented(operator, run, [written()])
    const stale = await manager(analysisCalls.validate, {
      params: { id: run.uuid },
      body: signing(run),
    })
    expect(stale.status).toBe(409)
    const closed = await makeValidated(manager, lab.swarm)
    const late = await comment(operator, closed, [written()])
    expect([late.status, late.errors[0]?.reason]).toEqual([409, 'validated'])
  })

  it('is refused for a well or a target that the run does not have, without a word, and past the most', async () => {
    const run = await plan()
    const refusals = await Promise.all(
      [
        written({ well: 'P24' }),
        written({ target: 'No such target' }),
        written({ text: ' \n ' }),
        written({ text: 'x'.repeat(1001) }),
        written({ text: 'line\u202eturned' }),
      ].map((one) => comment(operator, run, [one])),
    )
    expect(refusals.map(({ errors }) => [errors[0]?.field, errors[0]?.reason])).toEqual([
      ['comments.0.well', 'value_not_possible'],
      ['comments.0.target', 'value_not_possible'],
      ['comments.0.text', 'required'],
      ['comments.0.text', 'max_length'],
      ['comments.0.text', 'control_character'],
    ])
    for (let sent = 0; sent < 200; sent += 20) {
      await commented(
        operator,
        run,
        Array.from({ length: 20 }, () => written()),
      )
    }
    const most = await comment(operator, run, [written()])
    expect(most.errors[0]).toMatchObject({ field: 'comments', reason: 'max_length' })
  })

  it('is removed by its author or a reviewer, with the reason, and leaves its place', async () => {
    const run = await plan()
    const [one, other] = [written(), written({ text: 'By the manager' })]
    await commented(operator, run, [one])
    await commented(manager, run, [other])
    const own = (await must(remove(operator, run, one.uuid))).data
    expect(own.comments?.[0]).toMatchObject({
      text: '',
      user_name: 'Operator of noted',
      removed: { user_uuid: people.operator, reason: 'wrong well', at: own.updated_at },
    })
    const entry = (await readAuditOf(lab.company, 'analysis', run.uuid)).at(-1)
    expect(entry).toMatchObject({ action: 'analysis.removeComment', reason: 'wrong well' })
    expect(JSON.stringify(entry?.changes)).toContain(one.text)
    expect((await remove(operator, run, other.uuid)).status).toBe(403)
    expect((await remove(operator, run, one.uuid)).status).toBe(409)
    expect((await remove(operator, run, crypto.randomUUID())).status).toBe(404)
    const third = written()
    await commented(operator, run, [third])
    expect((await must(remove(manager, run, third.uuid))).data.comments).toHaveLength(3)
  })
})

describe('what is printed', () => {
  it('has the comments with well, author and time; not the removed ones, and none on a sample that is left out', async () => {
    const run = await makeCompleted(manager, lab.swarm)
    const [kept, removed] = [written({ text: 'Low volume' }), written({ text: 'Typed wrongly' })]
    await commented(operator, run, [kept, removed])
    await must(remove(operator, run, removed.uuid))
    const print = async (body: object) => {
      const parts = { params: { id: run.uuid }, query: { format: 'pdf' }, body }
      const { texts } = await readPdf((await must(manager(reportCalls.createAnalysis, parts))).data)
      return texts.join('\n')
    }
    const all = await print({})
    expect(all).toContain('Comments on wells')
    expect(all).toContain('Low volume')
    expect(all).not.toContain('Typed wrongly')
    const commentedOn = run.samples.find(({ coordinates }) => coordinates.includes('A1'))
    const without = await print({ samples: { [commentedOn?.uuid ?? '']: false } })
    expect(without).not.toContain('Low volume')
    const { data } = await must(
      manager(analysisCalls.export, { params: { id: run.uuid }, body: { fileFormat: 'xlsx' } }),
    )
    const sheets = Object.values(unzipSync(data)).map((bytes) => strFromU8(bytes))
    expect(sheets.join('')).toContain('Comment on A1')
    expect(sheets.join('')).not.toContain('Typed wrongly')
  })
})

describe('a mention', () => {
  it('arrives in the inbox of who is mentioned, with the well, once and without the comment', async () => {
    const run = await makeCompleted(operator, lab.swarm)
    const one = written({
      well: run.samples[0]?.coordinates[0] ?? 'A1',
      text: '@Manager of noted please look at patient Smith',
      mentions: [people.manager, people.manager, people.operator],
    })
    await commented(operator, run, [one])
    await commented(operator, run, [one])
    const messages = await inbox(manager, run)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({
      title: 'Operator of noted mentioned you',
      sender: 'Operator of noted',
      about: { kind: 'analysis', uuid: run.uuid, well: one.well },
    })
    expect(JSON.stringify(messages)).not.toContain('Smith')
    expect(await inbox(operator, run)).toEqual([])
    expect(await mailsOf(one.uuid)).toEqual([])
  })

  it('obeys what its reader chose: nothing, the tray, or a mail as well', async () => {
    const run = await plan()
    const mention = () => written({ mentions: [people.manager] })
    await choose(manager, 'off')
    await commented(operator, run, [mention()])
    expect(await inbox(manager, run)).toEqual([])
    await choose(manager, 'mail')
    const mailed = mention()
    await commented(operator, run, [mailed])
    expect(await inbox(manager, run)).toHaveLength(1)
    await expect.poll(() => mailsOf(mailed.uuid)).toHaveLength(1)
    const [mail] = await mailsOf(mailed.uuid)
    expect(mail).toMatchObject({ subject: 'bApp: Operator of noted mentioned you' })
    expect(mail?.text).not.toContain(mailed.text)
    await choose(manager, 'tray')
  })

  it('is possible only of people who see the run: the list and the write agree, and strangers are not told apart', async () => {
    const run = await plan()
    const list = async () =>
      (await must(operator(analysisCalls.mentionable, { params: { id: run.uuid } }))).data
    expect((await list()).map(({ uuid }) => uuid)).toContain(people.manager)
    expect((await list()).map(({ uuid }) => uuid)).not.toContain(people.operator)
    const move = (swarms: string[]) =>
      changeInside(lab.company, {
        type: 'patch',
        kind: 'user',
        uuid: people.manager,
        patch: { swarms },
      })
    await move([lab.otherSwarm])
    expect((await list()).map(({ uuid }) => uuid)).not.toContain(people.manager)
    const refused = await Promise.all(
      [people.manager, crypto.randomUUID()].map((user) =>
        comment(operator, run, [written({ mentions: [user] })]),
      ),
    )
    for (const { errors } of refused) {
      expect(errors).toMatchObject([
        { code: 'invalid', field: 'comments.0.mentions.0', reason: 'not_mentionable' },
      ])
    }
    expect(refused[0]?.errors[0]?.message).toBe(refused[1]?.errors[0]?.message)
    expect((await readAnalysis(operator, run.uuid)).comments).toBeUndefined()
    await move([lab.swarm])
    expect(await inbox(manager, run)).toEqual([])
  })

  it('and a comment need a run in sight', async () => {
    const hidden = await create(operator, planFor(lab))
    const move = (swarms: string[]) =>
      changeInside(lab.company, {
        type: 'patch',
        kind: 'user',
        uuid: people.operator,
        patch: { swarms },
      })
    await move([lab.otherSwarm])
    expect((await comment(operator, hidden, [written()])).status).toBe(404)
    const list = await operator(analysisCalls.mentionable, { params: { id: hidden.uuid } })
    expect(list.status).toBe(404)
    await move([lab.swarm])
  })
})
