import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { resultCalls, sampleCalls } from '../../domain/calls/results.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { SampleReview } from '../../domain/entities/sample-review.ts'
import { readAuditOf } from './audit-of.ts'
import { type Answer, foundLab, type Lab, must, type Sender } from './lab.ts'
import {
  holding,
  makeCompleted,
  makeValidated,
  readAnalysis,
  signing,
  validate,
} from './made-analyses.ts'

let lab: Lab
let manager: Sender
let administrator: Sender
beforeAll(async () => {
  lab = await foundLab('partial')
  manager = await lab.as('Manager')
  administrator = await lab.as('Administrator')
})

const review = (sender: Sender, record: Analysis, body: object) =>
  sender(analysisCalls.reviewSamples, { params: { id: record.uuid }, body })
const reviewed = async (sender: Sender, record: Analysis, body: object) =>
  (await must(review(sender, record, body))).data
/** Return the word on the first sample, unless another is meant. */
const wordOn = ({ sample_reviews, samples }: Analysis, at = 0): SampleReview | undefined =>
  sample_reviews?.find(({ sample_uuid }) => sample_uuid === samples[at]?.uuid)
const make = () => makeCompleted(manager, lab.swarm)
const recalculated = async ({ uuid }: Analysis, exclusions: object[]) => {
  const body = { uuid, exclusions, reason: 'looked again' }
  return (await must(manager(analysisCalls.calculate, { body }))).data
}

describe('a reviewer’s word on single samples', () => {
  it('is kept with who said it, when, why and of which results, by the service’s word', async () => {
    const record = await make()
    const body = holding(record)
    const after = await reviewed(manager, record, body)
    const entry = (await readAuditOf(lab.company, 'analysis', record.uuid)).at(-1)
    expect(after.sample_reviews).toEqual([
      {
        sample_uuid: record.samples[0]?.uuid,
        verdict: 'held',
        reason: 'repeat it',
        user_uuid: expect.any(String),
        user_name: entry?.actor.name,
        at: after.updated_at,
        result_hash: body.result_hash,
      },
    ])
    expect(entry).toMatchObject({ action: 'analysis.reviewSamples', reason: 'repeat it' })
    expect(entry?.changes.map(({ field }) => field)).toContain('sample_reviews')
    const forged = { ...body, decisions: [{ ...body.decisions[0], user_name: 'Somebody else' }] }
    expect((await review(manager, record, forged)).status).toBe(422)
  })

  it('on different samples by two people who saw the same both are kept, on one sample they clash', async () => {
    const record = await make()
    await reviewed(manager, record, holding(record, 0))
    const both = await reviewed(
      administrator,
      record,
      holding(record, 1, { verdict: 'accepted', reason: '' }),
    )
    expect([wordOn(both, 0)?.verdict, wordOn(both, 1)?.verdict]).toEqual(['held', 'accepted'])
    const clash = await review(
      administrator,
      record,
      holding(record, 0, { verdict: 'accepted', reason: '' }),
    )
    expect([clash.status, clash.errors[0]?.reason]).toEqual([409, 'changed_meanwhile'])
    expect(clash.errors[0]?.versions?.['theirs']).toEqual({ sample_reviews: both.sample_reviews })
    expect(await readAnalysis(manager, record.uuid)).toEqual(both)
    // Let a person who has seen the review replace it, or take it back.
    const seen = wordOn(both, 0)?.at
    const accepted = await reviewed(
      administrator,
      record,
      holding(record, 0, { verdict: 'accepted', reason: '', seen }),
    )
    expect(wordOn(accepted, 0)?.verdict).toBe('accepted')
    const undone = await reviewed(
      administrator,
      record,
      holding(record, 0, { verdict: null, reason: '', seen: wordOn(accepted, 0)?.at }),
    )
    expect(undone.sample_reviews).toEqual([wordOn(both, 1)])
  })

  it('is refused without a reason, for a sample of another plate, on other results and twice', async () => {
    const record = await make()
    const bare = await review(manager, record, holding(record, 0, { reason: ' ' }))
    expect(bare.errors[0]).toMatchObject({ code: 'reason_needed', field: 'decisions.0.reason' })
    const sample_uuid = crypto.randomUUID()
    const stranger = await review(manager, record, holding(record, 0, { sample_uuid }))
    expect(stranger.errors[0]).toMatchObject({ code: 'invalid', reason: 'sample_unknown' })
    const [decision] = holding(record).decisions
    const twice = { ...holding(record), decisions: [decision, decision] }
    expect((await review(manager, record, twice)).errors[0]?.reason).toBe('setting_twice')
    const well = record.samples[0]?.coordinates[0]
    await recalculated(record, [{ well, target: null, reason: 'a bubble' }])
    const stale = await review(manager, record, holding(record))
    expect([stale.status, stale.errors[0]?.code]).toEqual([409, 'stale'])
    expect((await readAnalysis(manager, record.uuid)).sample_reviews).toBeUndefined()
  })

  it('wants the permission to sign, and none but a complete run', async () => {
    const operator = await lab.as('Operator')
    const record = await make()
    expect((await review(operator, record, holding(record))).status).toBe(403)
    const signed = await makeValidated(manager, lab.swarm)
    const late = await review(manager, signed, holding(signed))
    expect([late.status, late.errors[0]?.reason]).toEqual([409, 'validated'])
  })

  it('is not for who launched it where the company wants four eyes', async () => {
    const eyes = await foundLab('partial-eyes', { four_eyes: 'Y' })
    const [own, other] = [await eyes.as('Manager'), await eyes.as('Administrator')]
    const record = await makeCompleted(own, eyes.swarm)
    expect((await review(own, record, holding(record))).errors[0]?.reason).toBe('four_eyes')
    expect((await review(other, record, holding(record))).ok).toBe(true)
  })
})

describe('reviews of single samples', () => {
  it('prevents signing once the results have changed, until somebody looks again', async () => {
    const record = await reviewedOne()
    const well = record.samples[2]?.coordinates[0]
    const later = await recalculated(record, [{ well, target: null, reason: 'a bubble' }])
    expect(later.sample_reviews).toEqual(record.sample_reviews)
    const parts = { params: { id: record.uuid }, body: signing(later) }
    const refused = await manager(analysisCalls.validate, parts)
    expect(refused.errors[0]).toMatchObject({ reason: 'reviews_stale', params: { count: 1 } })
    const again = await reviewed(manager, later, holding(later, 0, { seen: wordOn(later)?.at }))
    expect((await validate(manager, again)).status).toBe('VALIDATION')
  })

  it('goes with the sample where it accepts it, stays with a correction and is no part of a copy', async () => {
    const record = await make()
    await reviewed(manager, record, holding(record, 0, { verdict: 'accepted' }))
    const body = { samples: record.samples.slice(1), reason: 'never loaded' }
    const params = { id: record.uuid }
    const fewer = (await must(manager(analysisCalls.edit, { params, body }))).data
    expect(fewer.sample_reviews).toEqual([])

    const signed = await validate(manager, await reviewedOne())
    const of = { params: { id: signed.uuid } }
    const correction = await must(
      manager(analysisCalls.correct, { ...of, body: { reason: 'it was repeated' } }),
    )
    expect(correction.data.sample_reviews).toEqual(signed.sample_reviews)
    const copy = await must(manager(analysisCalls.duplicate, { ...of, body: {} }))
    expect(copy.data).not.toHaveProperty('sample_reviews')
  })

  it('A26-6: holds for another sample that gets its wells, until a reviewer looks again', async () => {
    const record = await reviewedOne()
    const [held, ...others] = record.samples
    const renewed = { ...held, uuid: crypto.randomUUID(), name: 'Pasted once more' }
    const body = { samples: [renewed, ...others], reason: 'the list was pasted again' }
    const params = { id: record.uuid }
    const after = (await must(manager(analysisCalls.edit, { params, body }))).data
    expect(wordOn(after)).toEqual({ ...wordOn(record), sample_uuid: renewed.uuid })
    const refused = await manager(analysisCalls.validate, { params, body: signing(after) })
    expect(refused.errors[0]).toMatchObject({ reason: 'reviews_stale', params: { count: 1 } })
  })

  it('A27-3: keeps its wells with a sample, so that no second edit gives them to another without it', async () => {
    const record = await reviewedOne()
    const [held, ...others] = record.samples
    const params = { id: record.uuid }
    const edit = (samples: unknown) =>
      manager(analysisCalls.edit, { params, body: { samples, reason: 'sorted' } })
    const [well, ...rest] = held?.coordinates ?? []
    const fewer = rest.length > 0 ? [[{ ...held, coordinates: [well] }, ...others]] : []
    for (const samples of [others, ...fewer]) {
      expect((await edit(samples)).errors[0]).toMatchObject({
        field: 'samples',
        reason: 'sample_withheld',
        params: { name: held?.name },
      })
    }
    const [word] = (await readAnalysis(manager, record.uuid)).sample_reviews ?? []
    const withdrawn = { sample_uuid: held?.uuid ?? '', verdict: null, seen: word?.at ?? null }
    await reviewed(manager, record, { ...holding(record), decisions: [withdrawn] })
    await must(edit(others))
  })

  it('is part of what is signed', async () => {
    const record = await make()
    const before = signing(record)
    await reviewed(manager, record, holding(record))
    const parts = { params: { id: record.uuid }, body: before }
    const refused = await manager(analysisCalls.validate, parts)
    expect([refused.status, refused.errors[0]?.code]).toEqual([409, 'stale'])
    const signed = await validate(manager, await readAnalysis(manager, record.uuid))
    expect(wordOn(signed)?.verdict).toBe('held')
  })

  it('keeps a held sample’s result out of reports, tables, lists and certificates', async () => {
    const record = await validate(manager, await reviewedOne())
    const [held, released] = record.samples
    const params = { id: record.uuid }
    const csv = await tableOf(manager(reportCalls.createAnalysis, { params, body: {} }))
    const callsIn = (wells: readonly string[] = []) =>
      new Set(csv.filter(({ Well = '' }) => wells.includes(Well)).map(({ Call }) => Call))
    expect(callsIn(held?.coordinates)).toEqual(new Set(['held']))
    expect(callsIn(released?.coordinates)).not.toContain('held')
    const query = { template_name: 'sample_results' }
    const parts = { params: { id: held?.uuid ?? '' }, query, body: {} }
    const [row] = await tableOf(manager(reportCalls.createSample, parts))
    expect(row).toMatchObject({ Call: 'held', 'Cq mean': '', 'Review reason': 'repeat it' })

    const filters = { analysis_uuid: [record.uuid] }
    const { data } = await must(manager(resultCalls.search, { body: { filters } }))
    const rows = data.data
    const verdictOf = (uuid: string | undefined) =>
      rows.find(({ sample_uuid }) => sample_uuid === uuid)?.verdict
    expect([verdictOf(held?.uuid), verdictOf(released?.uuid)]).toEqual(['held', undefined])
    const samples = await must(manager(sampleCalls.search, { body: { filters } }))
    expect(JSON.stringify(samples.data)).toContain('"verdict":"held"')

    const extended = await must(
      manager(analysisCalls.samples, { params, query: { extended: '1' } }),
    )
    expect(extended.data).toEqual(
      expect.arrayContaining([expect.objectContaining({ uuid: held?.uuid, verdict: 'held' })]),
    )

    const made = await must(
      manager(certificateCalls.create, { body: { analysis_uuid: record.uuid } }),
    )
    const { uuid: id } = made.data
    const printed = await must(manager(certificateCalls.report, { params: { id }, body: {} }))
    const { results } = printed.data
    const resultOf = ([first = '']: readonly string[] = []) =>
      results.find(({ wells }) => wells.includes(first))
    expect(resultOf(held?.coordinates)).toMatchObject({
      call: 'held',
      cq: null,
      reason: 'repeat it',
    })
    expect(resultOf(released?.coordinates)).not.toHaveProperty('reason')
  })
})

/** Make a complete run whose first sample is held back. */
async function reviewedOne(): Promise<Analysis> {
  const record = await make()
  return reviewed(manager, record, holding(record))
}

/** Read the rows of a CSV by its headings; no value that is compared holds a comma. */
async function tableOf(asked: Promise<Answer<Uint8Array>>): Promise<Record<string, string>[]> {
  const text = new TextDecoder().decode((await must(asked)).data)
  const [head = '', ...lines] = text.replace('\uFEFF', '').trim().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  })
}
