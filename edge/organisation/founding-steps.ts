import type { CallInput } from '../../domain/call.ts'
import { methodActions } from '../../domain/actions/method.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { foundingCalls } from '../../domain/calls/foundings.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { userCalls } from '../../domain/calls/users.ts'
import {
  fieldsOfStep,
  type Founding,
  type foundingFields,
  type FoundingStep,
  isStepDone,
  isStepEmpty,
  stepBefore,
} from '../../domain/entities/founding.ts'
import type { User } from '../../domain/entities/user.ts'
import { Fault } from '../../domain/fault.ts'
import { planNeeds } from '../../domain/permissions.ts'
import type { Kind, Stored } from '../../domain/registry.ts'
import { foldName } from '../../domain/rules/plain-text.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { findCompany } from '../directory/companies.ts'
import { hasOwner, isUninvited, signInOf } from '../directory/sign-in.ts'
import { type Outcome, unwrap } from '../outcome.ts'
import { actIn } from '../reach.ts'
import { startResetOf } from '../session/reset.ts'
import { checkOpen } from '../store/rules/founding.ts'
import { mustHold } from '../store/right.ts'
import { addPerson } from './add-person.ts'
import { claimDevices } from './claim-devices.ts'
import { closeFor } from './close-company.ts'
import { makeCompany } from './create-company.ts'
import { ordinaryProfile } from './found-company.ts'

type Fields = Partial<Pick<Founding, keyof typeof foundingFields>>

/** Fields that a step was carried out with, where they are not those that were written for it, and devices that it found. */
interface CarriedOut {
  fields?: Fields
  devices?: Pick<Founding, 'claimed' | 'waiting'>
}

/**
 * Carry out a step of a founding in the new company, then note it. What a step makes has an id derived from the founding and is
 * looked for first: the step again, after a break or by another person at the same time, makes nothing twice.
 * @throws Fault `refused` for a founding that has ended, a step with nothing written for it, one that needs another step first,
 * and one in a company whose administrator has signed in.
 */
export async function carryOut(
  { params, body }: CallInput<typeof foundingCalls.step>,
  context: AccountContext,
): Promise<Founding> {
  const { step, base } = body
  const provider = await context.provider()
  const read = async () => unwrap(provider.get('founding', params.id, context.by.sight))
  const founding = await read()
  if (isStepDone(founding, step)) return founding
  checkStep(founding, step)
  if (base !== undefined && base !== founding.updated_at) {
    throw new Fault('stale', 'The founding changed meanwhile', { reason: 'changed_meanwhile' })
  }
  const { fields = fieldsOf(founding, step), devices } = await steps[step](founding, context)
  const change = { type: 'founding.step', uuid: founding.uuid, step, fields, devices } as const
  const noted = await provider.change(change, context.opId, context.by)
  // Drop the company again if somebody has dropped the founding while it was made.
  if (!noted.ok && step === 'company') await dropCompany(await read(), '', context)
  return unwrap(noted)
}

/**
 * Close what a step left of the company of a founding that was dropped, so that its name is free and it can be erased with a proof.
 * May be repeated.
 */
export async function dropCompany(
  founding: Founding,
  reason: string,
  context: AccountContext,
): Promise<void> {
  if (founding.status !== 'dropped') return
  const known = await findCompany(context.env.DIRECTORY, founding.company_uuid)
  if (!known) return
  const opId = `${context.opId}:drop`
  await closeFor({ ...context, opId }, known, { confirm: known.name, reason })
}

/** Return what was written for a step. */
function fieldsOf(founding: Founding, step: FoundingStep): Fields {
  return Object.fromEntries(fieldsOfStep[step].map((field) => [field, founding[field]]))
}

function checkStep(founding: Founding, step: FoundingStep): void {
  checkOpen(founding)
  const before = stepBefore(founding, step)
  if (before) {
    throw new Fault('refused', `The step ${before} comes first`, {
      field: 'step',
      reason: 'founding_step_first',
      params: { step: before },
    })
  }
  if (!isStepEmpty(founding, step)) return
  const [field = 'step'] = fieldsOfStep[step]
  throw new Fault('refused', 'Nothing was written for this step', {
    field,
    reason: 'founding_step_empty',
  })
}

const steps: Record<
  FoundingStep,
  (founding: Founding, context: AccountContext) => Promise<CarriedOut>
> = {
  company: async (founding, context) => {
    const { name, address, zip_code, city, region, country, phone, vat, domain } = founding
    const { support_contact, certificates_enabled, developer, cfx96_enabled } = founding
    const place = { address, zip_code, city, region, country, phone, vat, domain, support_contact }
    const capabilities = { certificates_enabled, developer, cfx96_enabled }
    await makeCompany(context, { uuid: founding.company_uuid, name, ...place, ...capabilities }, [])
    return {}
  },
  administrator: async (founding, context) => {
    // Invite nobody who has signed in: the step broke off after that.
    const known = await signInOf(context.env.DIRECTORY, administratorOf(founding))
    if (known && known.password_chosen !== 0) return {}
    const there = await enterBeforeOwner(founding, context)
    mustHold(userCalls.create.needs, there.by)
    const person = await inviteAdministrator(founding, there)
    const { username, name, email, default_language } = person
    return { fields: { administrator: { username, name, email, default_language } } }
  },
  swarms: async (founding, context) => {
    const there = await enterBeforeOwner(founding, context)
    mustHold(swarmCalls.create.needs, there.by)
    for (const { uuid, name } of swarmsOf(founding)) {
      const body = { name, company_uuid: there.company }
      // Make one after the other: two names that look alike are refused by the second.
      // oxlint-disable-next-line no-await-in-loop
      await makeOnce('swarm', uuid, there, (opId) => {
        const change = { type: 'record.create', kind: 'swarm', uuid, body } as const
        return there.own.change(change, opId, there.by)
      })
    }
    await joinSwarms(founding, there)
    return {}
  },
  devices: async (founding, context) => {
    const there = await enterBeforeOwner(founding, context)
    const swarms = isStepDone(founding, 'swarms') ? swarmsOf(founding).map(({ uuid }) => uuid) : []
    return { devices: await claimDevices(founding, swarms.slice(0, 1), { context, there }) }
  },
  method: async (founding, context) => {
    const there = await enterBeforeOwner(founding, context)
    mustHold(methodActions.global_recipe.adopt.needs, there.by)
    mustHold(globalRecipeCalls.get.needs, there.by)
    const published = founding.method?.uuid ?? ''
    const global = await unwrap(
      (await context.provider()).get('global_recipe', published, context.by.sight),
    )
    const uuid = recipeOf(founding)
    await makeOnce('recipe', uuid, there, (opId) => {
      const { name } = global
      const change = { type: 'recipe.adopt', uuid, global, name, swarm_uuid: null } as const
      return there.own.change(change, opId, there.by)
    })
    return {}
  },
  test: async (founding, context) => {
    if (founding.test?.skipped) return {}
    const there = await enterBeforeOwner(founding, context)
    mustHold(planNeeds, there.by)
    await planTest(founding, there)
    return {}
  },
}

/**
 * Act in the company as long as nobody of it has signed in. From then on it belongs to its people, who find the remaining steps on
 * their home page, and the provider comes by a visit as to any other company (decision 38).
 */
async function enterBeforeOwner(
  founding: Founding,
  context: AccountContext,
): Promise<AccountContext> {
  const { DIRECTORY } = context.env
  const login = await signInOf(DIRECTORY, administratorOf(founding))
  // Count an administrator who has left as one who has been there.
  const isPending = login ? login.password_chosen === 0 : !isStepDone(founding, 'administrator')
  if (isPending && !(await hasOwner(DIRECTORY, founding.company_uuid))) {
    return actIn(context, founding.company_uuid)
  }
  throw new Fault('refused', 'The company’s administrator has signed in', {
    reason: 'founding_handed_over',
    params: { name: founding.administrator?.name ?? '' },
  })
}

/** Make a record unless it is there. Of two who make it at the same time, one finds it made. */
async function makeOnce(
  kind: Kind,
  uuid: string,
  { own, by, opId }: AccountContext,
  make: (opId: string) => Promise<Outcome<Stored>>,
): Promise<void> {
  if ((await own.get(kind, uuid, by.sight)).ok) return
  const outcome = await make(`${opId}:${uuid}`)
  if (!outcome.ok && outcome.errors[0]?.reason !== 'id_not_unique') await unwrap(outcome)
}

/** Add the first administrator and send them a link, once: one whose mail is under way is sent no other. */
async function inviteAdministrator(founding: Founding, there: AccountContext): Promise<User> {
  const { administrator } = founding
  if (!administrator) throw new Fault('refused', 'Nobody was written', { field: 'step' })
  const uuid = administratorOf(founding)
  const isThere = (await there.own.get('user', uuid, there.by.sight)).ok
  if (!isThere) {
    const swarms = isStepDone(founding, 'swarms') ? swarmsOf(founding).map((one) => one.uuid) : []
    const profile = ordinaryProfile(founding.company_uuid, 'Administrator')
    const person = { ...administrator, uuid, profile_uuid: profile, swarms }
    await addPerson({ ...there, opId: `${there.opId}:${uuid}` }, person)
  }
  // Send the mail if an earlier step broke off between the person and the mail.
  if (await isUninvited(there.env.DIRECTORY, uuid, Date.now())) await startResetOf(there, uuid)
  return unwrap(there.own.get('user', uuid, there.by.sight))
}

/** Put the people and the devices that are there into the swarms. */
async function joinSwarms(founding: Founding, there: AccountContext): Promise<void> {
  const { own, by, opId } = there
  const swarms = swarmsOf(founding).map(({ uuid }) => uuid)
  const uuid = administratorOf(founding)
  if (isStepDone(founding, 'administrator')) {
    mustHold(userCalls.link.needs, by)
    const edit = { type: 'record.edit', kind: 'user', uuid, patch: { swarms } } as const
    await unwrap(own.change({ ...edit, action: 'user.linkSwarms' }, `${opId}:join`, by))
  }
  for (const device of founding.claimed) {
    mustHold(deviceCalls.link.needs, by)
    const patch = { swarms: swarms.slice(0, 1) }
    const edit = { type: 'record.edit', kind: 'device', uuid: device.uuid, patch } as const
    // oxlint-disable-next-line no-await-in-loop
    await unwrap(own.change({ ...edit, action: 'device.link' }, `${opId}:${device.uuid}`, by))
  }
}

/** Plan the test run: the assay on the device, without samples yet. */
async function planTest(founding: Founding, there: AccountContext): Promise<void> {
  const { own, by } = there
  const device = await unwrap(own.get('device', founding.test?.device_uuid ?? '', by.sight))
  const uuid = derivedUuid(founding.uuid, 'test')
  const [swarm] = swarmsOf(founding)
  const input = {
    uuid,
    name: founding.method?.name ?? founding.name,
    recipe_uuid: recipeOf(founding),
    protocol_uuid: null,
    swarm_uuid: swarm?.uuid ?? '',
    device_uuid: device.uuid,
    cartridge_type: device.cartridge_type,
    samples: [],
    notebook: '',
  }
  await makeOnce('analysis', uuid, there, (opId) =>
    own.change({ type: 'analysis.create', uuid, input }, opId, by),
  )
}

function administratorOf({ uuid }: Founding): string {
  return derivedUuid(uuid, 'administrator')
}

function recipeOf({ uuid }: Founding): string {
  return derivedUuid(uuid, 'method')
}

/** List the swarms with the ids that they get, each name once. */
function swarmsOf({ uuid, swarms }: Founding): { uuid: string; name: string }[] {
  const byName = new Map(swarms.map((name) => [foldName(name), name]))
  return [...byName].map(([folded, name]) => ({ uuid: derivedUuid(uuid, `swarm ${folded}`), name }))
}
