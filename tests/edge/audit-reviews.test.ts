import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls, type QueueRow } from '../../domain/calls/audit.ts'
import { bkitCalls } from '../../domain/calls/bkits.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { entryRisks } from '../../domain/entities/audit-review.ts'
import { endsOfRuns, riskOf, riskyOnceEnded } from '../../domain/trail/entry-risk.ts'
import { verifyFile } from '../../domain/trail/verify-file.ts'
import { findRisky } from '../../edge/store/audit-risks.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { trailSize } from '../../edge/store/trail-tree.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted, signing } from './made-analyses.ts'
import { markAll } from './mark-entries.ts'
import { form, makeBkit, pdf } from './material-bodies.ts'
import { because, me, reasonOf } from './signing-people.ts'
import { inStoreOf } from './store-writes.ts'

let lab: Lab
let admin: Sender
let other: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('trailreview', { four_eyes: 'Y' })
  ;[admin, other, manager] = await Promise.all([
    lab.as('Administrator'),
    lab.as('SuperAdmin'),
    lab.as('Manager'),
  ])
})

const queueOf = async (sender: Sender): Promise<QueueRow[]> =>
  (await must(sender(auditCalls.queue, { query: { limit: '500' } }))).data.data
const stateOf = async () => (await must(admin(auditCalls.reviewState))).data
const mark = (sender: Sender, entries: number[], word = 'in_order', note?: string) =>
  sender(auditCalls.mark, { body: { entries, word, ...(note !== undefined && { note }) } })

/** Mark all that waits: each person what the other has made. */
async function markEverything(): Promise<void> {
  for (const [reader, sender] of [
    [admin, admin],
    [other, other],
  ] as const) {
    const rows = await queueOf(reader)
    const waiting = rows.filter(({ own, mark: word }) => !own && !word).map(({ seq }) => seq)
    if (waiting.length > 0) await must(mark(sender, waiting))
  }
}

describe('a review of the whole audit trail', () => {
  it('reads deletions first, then overrides, recalculations, rights and late entries', async () => {
    const record = await makeCompleted(manager, lab.swarm)
    const params = { id: record.uuid }
    const again = { uuid: record.uuid, ...because.body }
    await must(manager(analysisCalls.calculate, { body: again }))
    await must(manager(analysisCalls.edit, { params, body: { name: 'late', reason: 'typing' } }))
    const spare = await makeCompleted(manager, lab.swarm)
    await must(manager(analysisCalls.delete, { params: { id: spare.uuid }, ...because }))
    const rows = await queueOf(admin)
    const ranks = rows.map(({ risk }) => entryRisks.indexOf(risk))
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    const of = (uuid: string) => rows.filter((row) => row.uuid === uuid)
    expect(of(spare.uuid).map(({ action }) => action)).toEqual(['analysis.delete'])
    const risks = of(record.uuid).map(({ risk, action }) => `${risk} ${action}`)
    expect(risks).toContain('late analysis.edit')
    expect(risks.filter((one) => one === 'recalculation analysis.calculate')).toHaveLength(1)
  })

  it('tenth attack T10-16: reads that a run was moved out of sight after its end', async () => {
    const record = await makeCompleted(manager, lab.swarm)
    const swarms = [lab.swarm, lab.otherSwarm]
    const { uuid: id } = await me(manager)
    await must(admin(userCalls.link, { params: { id }, body: { swarms } }))
    const body = { swarm_uuid: lab.otherSwarm, reason: 'nobody there looks at it' }
    await must(manager(analysisCalls.migrate, { params: { id: record.uuid }, body }))
    const moved = (await queueOf(admin)).filter(({ uuid }) => uuid === record.uuid)
    expect(moved.map(({ risk, action }) => `${risk} ${action}`)).toEqual(['late analysis.migrate'])
  })

  it('twelfth look R12-3: reads that a file of a kit was replaced, as a deletion', async () => {
    const maker = await (await foundLab('kit-maker', { isProvider: 'Y' })).as('SuperAdmin')
    const kit = await makeBkit(maker, 'Kit with a sheet')
    const params = { id: kit.uuid }
    const put = (name: string) =>
      must(maker(bkitCalls.datasheet, { params, body: form(pdf(name)) }))
    const { uuid } = (await put('first.pdf')).data
    await put('second.pdf')
    const read = (await queueOf(maker)).filter((row) => row.uuid === uuid)
    expect(read.map(({ risk, action }) => `${risk} ${action}`)).toEqual([
      'deletion attachment.replace',
    ])
  })

  it('finds what its definition says, by an index however long the period is', async () => {
    const { found, expected, plan } = await inStoreOf(lab.company, (sql) => {
      const all = sql.all.bind(sql)
      let plan: string[] = []
      sql.all = (query, ...values) => {
        const rows = all<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`, ...values)
        plan = rows.map(({ detail }) => detail)
        return all(query, ...values)
      }
      const found = findRisky(sql, 0, trailSize(sql)).map(({ seq }) => seq)
      const ended = new Set<string>()
      const entries = all<{ seq: number; uuid: string; action: string }>(
        'SELECT seq, uuid, action FROM operations ORDER BY seq',
      )
      const expected = entries.filter(({ uuid, action }) => {
        const isLate = (riskyOnceEnded as readonly string[]).includes(action)
        const isRisky = riskOf(action) !== null && (!isLate || ended.has(uuid))
        if ((endsOfRuns as readonly string[]).includes(action)) ended.add(uuid)
        return isRisky
      })
      return { found, expected: expected.map(({ seq }) => seq), plan }
    })
    expect(found.length).toBeGreaterThan(5)
    expect(found.toSorted((a, b) => a - b)).toEqual(expected)
    expect(plan.filter((step) => /^SCAN (?:operations|audit|o)\b/.test(step))).toEqual([])
    expect(plan.join('\n')).toContain('(kind=? AND action=? AND rowid>? AND rowid<?)')
    // Expect each late entry to look among the entries of its
    // record: the ends of all runs there ever were are not gathered.
    expect(plan.filter((step) => step.startsWith('MATERIALIZE'))).toEqual([])
    expect(plan.join('\n')).toContain('audit_by_record (kind=? AND uuid=? AND rowid<?)')
  })

  it('lets nobody mark what they made themselves where four eyes are wanted', async () => {
    const { uuid } = await me(admin)
    const profile = (await must(admin(profileCalls.search))).data.data.find(
      ({ name }) => name === 'Operator',
    )
    await must(
      admin(profileCalls.clone, { params: { id: profile!.uuid }, body: { name: 'Bench' } }),
    )
    const own = (await queueOf(admin)).find(({ actor }) => actor.uuid === uuid)
    expect(own).toMatchObject({ risk: 'rights', own: true, mark: null })
    const refused = await mark(admin, [own!.seq])
    expect([refused.status, reasonOf(refused)]).toEqual([409, 'four_eyes'])
    await must(mark(other, [own!.seq], 'explained', 'Asked for by the laboratory'))
    const row = (await queueOf(admin)).find(({ seq }) => seq === own!.seq)
    expect(row?.mark).toMatchObject({ word: 'explained', note: 'Asked for by the laboratory' })
  })

  it('wants a note for all but "in order", and refuses entries that no review reads', async () => {
    const [first] = await queueOf(other)
    const bare = await mark(other, [first!.seq], 'follow_up', ' ')
    expect([bare.status, reasonOf(bare), bare.errors[0]?.field]).toEqual([
      422,
      'note_needed',
      'note',
    ])
    const { size } = await stateOf()
    const beyond = await mark(other, [size + 5])
    expect([beyond.status, reasonOf(beyond)]).toEqual([409, 'entry_not_in_review'])
  })

  it('is signed as a period without gaps, once every risky entry has been judged', async () => {
    const early = await admin(auditCalls.prepare)
    expect([early.status, reasonOf(early)]).toEqual([409, 'entries_unread'])
    await markEverything()
    const prepared = (await must(admin(auditCalls.prepare))).data
    expect(prepared).toMatchObject({ number: 1, from_entry: 1, signature: null })
    const sum = (counts: object) => Object.values(counts).reduce((all, one) => all + one, 0)
    expect(sum(prepared.words)).toBe(sum(prepared.risks))
    expect(prepared.words.explained).toBe(1)
    const at = { params: { id: prepared.uuid } }
    const wrong = await admin(auditCalls.sign, {
      ...at,
      body: { ...signing(prepared), password: 'not it' },
    })
    expect(wrong.status).toBe(401)
    const signed = (await must(admin(auditCalls.sign, { ...at, body: signing(prepared) }))).data
    expect(signed.signature?.user_uuid).toBe((await me(admin)).uuid)
    const again = await admin(auditCalls.sign, { ...at, body: signing(signed) })
    expect([again.status, reasonOf(again)]).toEqual([409, 'wrong_state'])
    const state = await stateOf()
    expect(state.reviewed).toEqual(signed)
    const late = await mark(other, [1])
    expect(reasonOf(late)).toBe('entry_not_in_review')
    // Begin the next one where this one ends.
    await markEverything()
    const next = (await must(other(auditCalls.prepare))).data
    expect(next).toMatchObject({ number: 2, from_entry: signed.to_entry + 1 })
  })

  it('refuses a signature when words have changed since it was prepared', async () => {
    await must(admin(swarmCalls.create, { body: { name: 'Short-lived' } }))
    await markEverything()
    const target = await makeCompleted(manager, lab.swarm)
    await must(manager(analysisCalls.delete, { params: { id: target.uuid }, ...because }))
    await markEverything()
    const prepared = (await must(admin(auditCalls.prepare))).data
    const seq = (await queueOf(other)).find(({ uuid }) => uuid === target.uuid)!.seq
    await must(mark(other, [seq], 'follow_up', 'Ask the laboratory'))
    const stale = await admin(auditCalls.sign, {
      params: { id: prepared.uuid },
      body: signing(prepared),
    })
    expect([stale.status, reasonOf(stale)]).toEqual([409, 'changed_meanwhile'])
    const fresh = (await must(admin(auditCalls.prepare))).data
    expect([fresh.uuid, fresh.words.follow_up]).toEqual([prepared.uuid, 1])
    await must(admin(auditCalls.sign, { params: { id: fresh.uuid }, body: signing(fresh) }))
  })

  it('stays verifiable: an exported trail holds with its reviews', async () => {
    expect(await markAll(other)).toBeGreaterThanOrEqual(0)
    let text = ''
    let query: Record<string, string> = {}
    for (;;) {
      const page = (await must(admin(auditCalls.exportTrail, { query }))).data
      text += page.text
      if (page.next === null) break
      query = { after: String(page.next), size: String(page.size) }
    }
    const verdict = await verifyFile(new TextEncoder().encode(text), trailTools)
    expect(verdict.problems).toEqual([])
  })
})
