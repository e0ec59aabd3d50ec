import { env, runInDurableObject } from 'cloudflare:test'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { Timestamp } from '../../domain/fields.ts'
import { foundLab, must } from './lab.ts'
import { makeCompleted, makeRequested, readAnalysis } from './made-analyses.ts'
import { makeDevice, startRun } from './material-bodies.ts'

const isMoment = (value: unknown) => v.is(Timestamp, value)

it('[CONST-045] every field of a record that is a date is a moment in UTC', async () => {
  const lab = await foundLab('dates')
  const manager = await lab.as('Manager')
  const device = await makeDevice(lab.company, { name: 'Gate', swarms: [lab.swarm] })
  const run = await readAnalysis(manager, await startRun(lab, manager, device))
  expect([run.created_at, run.updated_at, run.started_at].every(isMoment)).toBe(true)
  const { requested_at } = await makeRequested(manager, lab.swarm)
  expect(isMoment(requested_at)).toBe(true)

  const { uuid: id } = await makeCompleted(manager, lab.swarm)
  await must(manager(analysisCalls.delete, { params: { id }, body: { reason: 'made for this' } }))
  const [gone] = await runInDurableObject(
    env.COMPANY_STORE.getByName(lab.company),
    (_, { storage }) =>
      storage.sql
        .exec<{ deleted_at: string }>('SELECT deleted_at FROM records WHERE uuid = ?', id)
        .toArray(),
  )
  expect(isMoment(gone?.deleted_at)).toBe(true)
})
