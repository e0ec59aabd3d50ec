import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { signTogetherCalls } from '../../domain/calls/sign-together.ts'
import { mostTogether } from '../../domain/rules/sign-together.ts'
import { verifyFile } from '../../domain/trail/verify-file.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { beforeWrite, sendHeld } from './held.ts'
import { type Answer, foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { holding, makeClean, openRun, readAnalysis, signing, validate } from './made-analyses.ts'

let lab: Lab
let manager: Sender
let other: Sender
beforeAll(async () => {
  lab = await foundLab('series', { four_eyes: 'N' })
  manager = await lab.as('Manager')
  other = await lab.as('Administrator')
})

type Run = Awaited<ReturnType<typeof openRun>>

/** Make runs that the manager has opened. */
async function makeOpened(count: number): Promise<Run[]> {
  const runs: Run[] = []
  for (let made = 0; made < count; made += 1) {
    runs.push(await openRun(manager, await makeClean(manager, lab.swarm)))
  }
  return runs
}

const order = (runs: Run[], change: object = {}) => ({
  body: { password, meaning: 'review', comment: 'nothing odd', runs, ...change },
})
const sign = (runs: Run[], change: object = {}) =>
  manager(signTogetherCalls.sign, order(runs, change))
const refusals = ({ errors }: Answer) => errors.map(({ field, reason }) => [field, reason])
const statuses = (runs: Run[]) =>
  Promise.all(runs.map(async ({ uuid }) => (await readAnalysis(manager, uuid)).status))

describe('issue 20: several runs signed by one proof', () => {
  it('issue 20: each gets a signature of its own over its own content, which a proof file verifies', async () => {
    const runs = await makeOpened(3)
    const { data } = await must(sign(runs))
    expect(data.map(({ uuid, status }) => [uuid, status])).toEqual(
      runs.map(({ uuid }) => [uuid, 'VALIDATION']),
    )
    for (const [index, { signature }] of data.entries()) {
      expect(signature).toMatchObject({
        printed_name: 'Manager of series',
        meaning: 'review',
        comment: 'nothing odd',
        record_hash: runs[index]?.record_hash,
      })
    }
    const params = { kind: 'analysis', id: runs[2]?.uuid ?? '' }
    const { data: file } = await must(other(auditCalls.exportRecord, { params }))
    const verdict = await verifyFile(file, trailTools)
    expect(verdict.problems).toEqual([])
    expect(verdict.signatures).toMatchObject([{ meaning: 'review' }])
  })

  it('issue 20: a delivery that is repeated signs nothing twice', async () => {
    const runs = await makeOpened(2)
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const first = await must(manager(signTogetherCalls.sign, { ...order(runs), headers }))
    const again = await must(manager(signTogetherCalls.sign, { ...order(runs), headers }))
    expect(again.data).toEqual(first.data)
  })

  it('issue 20: takes two to as many as a person can have in mind, each once', async () => {
    const [run] = await makeOpened(1)
    const many = Array.from({ length: mostTogether + 1 }, () => ({
      ...run!,
      uuid: crypto.randomUUID(),
    }))
    for (const runs of [[], [run!], [run!, run!], many]) {
      const { status, errors } = await sign(runs)
      expect([status, errors[0]?.code]).toEqual([422, 'invalid'])
    }
  })

  it('issue 20: nothing is signed with a wrong password', async () => {
    const runs = await makeOpened(2)
    const refused = await sign(runs, { password: 'Wrong-password-1!' })
    expect(refused.errors[0]).toMatchObject({ code: 'wrong_credentials', field: 'password' })
    expect(await statuses(runs)).toEqual(['COMPLETE', 'COMPLETE'])
  })
})

describe('issue 20: a run that is not signed with others, of which then none is signed', () => {
  it('issue 20: was not opened, or by another person, or in another session', async () => {
    const runs = await makeOpened(1)
    const unopened = await makeClean(manager, lab.swarm)
    const { uuid } = unopened
    const { record_hash } = signing(unopened)
    await openRun(other, unopened)
    const refused = await sign([...runs, { uuid, record_hash }])
    expect(refusals(refused)).toEqual([['runs.1', 'run_not_opened']])
    const newSession = await signIn('Manager-series', password)
    const body = order(await makeOpened(2))
    expect(refusals(await newSession(signTogetherCalls.sign, body))).toEqual([
      ['runs.0', 'run_not_opened'],
    ])
    expect(await statuses(runs)).toEqual(['COMPLETE'])
  })

  it('issue 20: has something to look at, a sample that is held back, or was calculated again', async () => {
    const [clean] = await makeOpened(1)
    const held = await makeClean(manager, lab.swarm)
    const params = { id: held.uuid }
    await must(manager(analysisCalls.reviewSamples, { params, body: holding(held) }))
    const again = await makeClean(manager, lab.swarm)
    await must(
      manager(analysisCalls.calculate, { body: { uuid: again.uuid, reason: 'once more' } }),
    )
    const flagged: Run[] = []
    for (const { uuid } of [held, again]) {
      flagged.push(await openRun(manager, await readAnalysis(manager, uuid)))
    }
    const refused = await sign([clean!, ...flagged])
    expect(refusals(refused)).toEqual([
      ['runs.1', 'run_flagged'],
      ['runs.2', 'run_flagged'],
    ])
    expect(await statuses([clean!])).toEqual(['COMPLETE'])
  })

  it('issue 20: changed since it was opened, also while the signature is under way', async () => {
    const runs = await makeOpened(2)
    const edit = (uuid: string, name: string) =>
      must(manager(analysisCalls.edit, { params: { id: uuid }, body: { name, reason: 'a name' } }))
    const { answer, wasHeld } = await sendHeld(
      () => sign(runs),
      beforeWrite,
      () => edit(runs[1]!.uuid, 'Renamed meanwhile'),
    )
    expect(wasHeld).toBe(true)
    expect(answer.errors).toMatchObject([
      { code: 'stale', reason: 'changed_meanwhile', field: 'runs.1' },
    ])
    const opened = signTogetherCalls.opened
    const old = { params: { id: runs[1]!.uuid }, body: { record_hash: runs[1]!.record_hash } }
    expect((await manager(opened, old)).errors[0]).toMatchObject({ code: 'stale' })
    expect(await statuses(runs)).toEqual(['COMPLETE', 'COMPLETE'])
    // Open it again as it is now, to be signed with the other.
    const fresh = await openRun(manager, await readAnalysis(manager, runs[1]!.uuid))
    await must(sign([runs[0]!, fresh]))
  })

  it('issue 20: got other results while the signature is under way', async () => {
    const runs = await makeOpened(2)
    const { answer } = await sendHeld(
      () => sign(runs),
      beforeWrite,
      () =>
        must(
          manager(analysisCalls.calculate, { body: { uuid: runs[0]!.uuid, reason: 'once more' } }),
        ),
    )
    expect(answer.errors).toMatchObject([{ code: 'stale', field: 'runs.0' }])
    expect(await statuses(runs)).toEqual(['COMPLETE', 'COMPLETE'])
  })

  it('issue 20: was signed by another person while the signature is under way', async () => {
    const runs = await makeOpened(2)
    const { answer } = await sendHeld(
      () => sign(runs),
      beforeWrite,
      async () => validate(other, await readAnalysis(other, runs[1]!.uuid)),
    )
    expect(answer.errors[0]).toMatchObject({ field: 'runs.1' })
    expect(answer.ok).toBe(false)
    expect(await statuses(runs)).toEqual(['COMPLETE', 'VALIDATION'])
  })

  it('issue 20: is of another company, and is answered as one that nobody has', async () => {
    const stranger = await foundLab('stranger')
    const sender = await stranger.as('Manager')
    const runs = await makeOpened(1)
    const { record_hash } = runs[0]!
    const [foreign, missing] = [runs[0]!.uuid, crypto.randomUUID()]
    const own = await openRun(sender, await makeClean(sender, stranger.swarm))
    const answers = []
    for (const uuid of [foreign, missing]) {
      const body = order([own, { uuid, record_hash }])
      const { status, errors } = await sender(signTogetherCalls.sign, body)
      answers.push([status, errors])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject([404, [{ code: 'not_found', field: 'runs.1' }]])
  })

  it('issue 20: has a file that is damaged in that moment', async () => {
    const runs = await makeOpened(2)
    const record = await readAnalysis(manager, runs[1]!.uuid)
    await env.BLOBS.delete(`${lab.company}/${record.curves_hash ?? ''}`)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(refusals(await sign(runs))).toEqual([['runs.1', 'files_missing']])
    logged.mockRestore()
    expect(await statuses(runs)).toEqual(['COMPLETE', 'COMPLETE'])
  })
})
