import type * as v from 'valibot'
import type { Call } from '../../domain/call.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { applicationCalls } from '../../domain/calls/applications.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import type { TargetRule, Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { Process } from '../../domain/entities/process-recipe.ts'
import { type Lab, must, type Sender } from './lab.ts'

/** Methods as small as they may be, for tests that make and change them. */
export const process: Process = {
  lid_temperature: 105,
  channels: [
    { wavelength: 'FAM', intensity: 100, exposure: 50 },
    { wavelength: 'VIC', intensity: 100, exposure: 200 },
  ],
  steps: [
    { type: 'temperature', temperature: 95, duration: 120 },
    { type: 'temperature', temperature: 95, duration: 15 },
    { type: 'temperature', temperature: 60, duration: 30, measure: 'real time' },
    { type: 'loop', goto: 1, repeat: 40 },
  ],
}

export function target(name: string, channel: TargetRule['channel'] = 'FAM'): TargetRule {
  return {
    name,
    channel,
    role: 'target',
    threshold: { method: 'automatic', factor: 10 },
    baseline: { method: 'automatic' },
    cq_max: 38,
  }
}

export const evaluation: Evaluation = {
  passive_reference: null,
  controls: { ntc_clean: true, positive_detected: false, internal_control: false },
  variables: [{ name: 'dilution', value: 10, type: 'number' }],
  targets: [target('Target'), target('Control', 'VIC')],
}

const shared = {
  cartridge_types: ['Wells16', 'Wells96'],
  minimum_bkernel: '2.8.0',
} satisfies { cartridge_types: ('Wells16' | 'Wells96')[]; minimum_bkernel: string }

export const publishedBody = (name: string) => ({ ...shared, name, process, evaluation })
export const recipeBody = (name: string) => ({ ...publishedBody(name), swarm_uuid: null })
export const processBody = (name: string) => ({ name, swarm_uuid: null, process })
export const evaluationBody = (name: string) => ({ name, swarm_uuid: null, evaluation })
export const applicationBody = (name: string) => ({
  name,
  swarm_uuid: null,
  sample_types: ['unknown', 'ntc'],
  variables: [],
})
export const protocolBody = (name: string, recipe: string) => ({
  ...shared,
  name,
  swarm_uuid: null,
  recipe_uuid: recipe,
  application_uuids: [] as string[],
  layout: [{ name: 'First', sample_type: 'unknown', coordinates: ['A1', 'A2'] }],
  minimum_samples: [],
})

/** List the actions of a record in the audit trail, the oldest first. */
export async function actionsOn(call: Sender, kind: string, id: string): Promise<string[]> {
  const { data } = await must(call(auditCalls.record, { params: { kind, id } }))
  return data.map(({ action }) => action)
}

/** A call that answers with what it has made. */
export type Making = Call & { data: v.GenericSchema<unknown, { uuid: string }> }

/** Create a record by a call and return its id. */
export async function made(call: Sender, row: Making, body: unknown): Promise<string> {
  return (await must(call(row, { body }))).data.uuid
}

export const makeRecipe = (call: Sender, name: string) =>
  made(call, recipeCalls.create, recipeBody(name))
export const makePublished = (call: Sender, name: string) =>
  made(call, globalRecipeCalls.create, publishedBody(name))
export const makeApplication = (call: Sender, name: string) =>
  made(call, applicationCalls.create, applicationBody(name))
export const makeProtocol = async (call: Sender, name: string, recipe?: string) =>
  made(
    call,
    protocolCalls.create,
    protocolBody(name, recipe ?? (await makeRecipe(call, `${name} R`))),
  )

/** Switch review of versions on in a company. @returns who writes versions, and who approves them. */
export async function startReview(lab: Lab): Promise<{ author: Sender; approver: Sender }> {
  const approver = await lab.as('Administrator')
  const body = { recipe_review: 'Y' as const }
  await must(approver(companyCalls.edit, { params: { id: lab.company }, body }))
  return { author: await lab.as('Manager'), approver }
}
