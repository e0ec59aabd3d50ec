import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { operatorCalls } from '../../domain/calls/operator.ts'
import type { Process } from '../../domain/entities/process-recipe.ts'
import { ask, signInAs } from '../bench-session.ts'
import { companies, demoPassword } from '../demo/companies.ts'
import { methods } from '../demo/methods.ts'
import { operate, type Place } from '../operate.ts'

/** A company of its own for this bench: other people's devices and runs are neither seen nor disturbed. */
export interface LiveLab extends Place {
  company: string
  swarm: string
  /** Names the person whom `signInTo` signs in. */
  email: string
  recipe: string
  protocol: string
  /** Programme of the method that is run. */
  process: Process
}

/** More cycles than are measured during the bench: a run must not be over before its page is back. */
const cycles = 200

/** Create the company with one person and one method: a demonstration's for 16 wells, with more cycles. */
export async function foundLab(place: Place): Promise<LiveLab> {
  const [company, swarm, recipe, protocol] = [0, 1, 2, 3].map(() => randomUUID()) as [
    string,
    string,
    string,
    string,
  ]
  const name = `Bench ${company}`
  const email = `${company}@bench.example`
  const [like] = companies
  const method = methods.find(({ protocol: one }) => one.cartridge_types.includes('Wells16'))
  const person = like?.users.find(({ profile }) => profile === 'Manager')
  if (!like || !person || !method) throw new Error('The demonstration has no method of 16 wells.')
  const process = lengthen(method.recipe.process)
  await operate(place, operatorCalls.createCompany, {
    company: { ...like.company, uuid: company, name },
    swarms: [{ uuid: swarm, name: 'Bench' }],
    users: [{ ...person, uuid: randomUUID(), username: company, email, swarms: [swarm] }],
  })
  const own = { ...method.recipe, swarm_uuid: swarm, process }
  const layout = { ...method.protocol, swarm_uuid: swarm, recipe_uuid: recipe }
  await operate(place, operatorCalls.putRecords, {
    company_uuid: company,
    records: [
      { kind: 'recipe', uuid: recipe, body: own },
      { kind: 'protocol', uuid: protocol, body: { ...layout, application_uuids: [] } },
    ],
  })
  return { ...place, company, swarm, email, recipe, protocol, process }
}

/** Lengthen the amplification to the cycles that this bench needs. */
function lengthen(process: Process): Process {
  const at = process.steps.findIndex(({ type }) => type === 'loop')
  return {
    ...process,
    steps: process.steps.map((step, index) =>
      index === at && step.type === 'loop' ? { ...step, repeat: cycles } : step,
    ),
  }
}

export function signInTo(
  { email }: LiveLab,
  context: BrowserContext,
  address: string,
): Promise<void> {
  return signInAs(context, address, { username: email, password: demoPassword })
}

/** Launch a run of the method on the device. @returns its id. */
export async function launchRun(
  { recipe, protocol, swarm }: LiveLab,
  context: BrowserContext,
  device: string,
): Promise<string> {
  const { layout } = await ask<{ layout: object[] }>(context, `/protocols/get/${protocol}`)
  const uuid = randomUUID()
  await ask(context, '/analysis/create', {
    uuid,
    name: 'Bench of the live bus',
    recipe_uuid: recipe,
    protocol_uuid: protocol,
    swarm_uuid: swarm,
    device_uuid: device,
    cartridge_type: 'Wells16',
    samples: layout.map((sample) => ({ ...sample, uuid: randomUUID() })),
    notebook: '',
  })
  await ask(context, `/analysis/launch/${uuid}`, {})
  return uuid
}
