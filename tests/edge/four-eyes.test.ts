import { env, runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import { signedContent } from '../../domain/rules/analysis.ts'
import { sha256Hex } from '../../edge/secret.ts'
import { foundLab, must, password } from './lab.ts'
import { create, cycle, planFor, progressAt } from './plan.ts'

it('with four eyes neither who planned a run nor who launched it signs it', async () => {
  const lab = await foundLab('eyes', { four_eyes: 'Y' })
  await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (store) =>
    store.devicePresence(lab.device, true),
  )
  const planner = await lab.as('Administrator')
  const launcher = await lab.as('Manager')
  const third = await lab.as('SuperAdmin')
  const { uuid } = await create(planner, planFor(lab))
  const params = { id: uuid }
  const entry = (await must(launcher(analysisCalls.launch, { params }))).data as CommandRecord
  const answer = { command_uuid: entry.uuid, state: 'done' }
  await must(lab.asDevice(deviceLinkCalls.answer, { body: answer }))
  const readings = Array.from({ length: 40 }, (_, at) => cycle(at + 1))
  const body = { readings, progress: progressAt(uuid, 40) }
  await must(lab.asDevice(deviceLinkCalls.readings, { params, body }))
  const at = new Date().toISOString()
  const end = { outcome: 'completed', reason: '', at, measured: { AMP: 40, VAL: 0 } }
  await must(lab.asDevice(deviceLinkCalls.finished, { params, body: end }))

  const record = (await must(planner(analysisCalls.get, { params }))).data as Analysis
  const record_hash = sha256Hex(canonicalJson(signedContent(record)))
  const order = { params, body: { password, meaning: 'approval', comment: '', record_hash } }
  expect((await planner(analysisCalls.validate, order)).errors[0]?.reason).toBe('four_eyes')
  expect((await launcher(analysisCalls.validate, order)).errors[0]?.reason).toBe('four_eyes')
  expect((await third(analysisCalls.validate, order)).ok).toBe(true)
})
