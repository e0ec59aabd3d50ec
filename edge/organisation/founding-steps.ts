import type { CallInput } from '../../domain/call.ts'
import type { foundingCalls } from '../../domain/calls/foundings.ts'
import {
  type Founding,
  type FoundingStep,
  isStepDone,
  isStepEmpty,
  stepBefore,
} from '../../domain/entities/founding.ts'
import { Fault } from '../../domain/fault.ts'
import type { Kind, Stored } from '../../domain/registry.ts'
import { foldName } from '../../domain/rules/plain-text.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../derived-uuid.ts'
import { signInOf } from '../directory/sign-in.ts'
import { type Outcome, unwrap } from '../outcome.ts'
import { actIn } from '../reach.ts'
import { startResetOf } from '../session/reset.ts'
import { checkOpen } from '../store/rules/founding.ts'
import { mustHold } from '../store/right.ts'
import { addPerson } from './add-person.ts'
import { claimDevices } from './claim-devices.ts'
import { makeCompany } from './create-company.ts'
import { ordinaryProfile } from './found-company.ts'

/** Devices that a step found; other steps leave them as they are. */
type Devices = Pick<Founding, 'claimed' | 'waiting'>

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
  const founding = await unwrap(provider.get('founding', params.id, context.by.sight))
  if (isStepDone(founding, step)) return founding
  checkStep(founding, step)
  if (base !== undefined && base !== founding.updated_at) {
    throw new Fault('stale', 'The founding changed meanwhile', { reason: 'changed_meanwhile' })
  }
  const devices = await steps[step](founding, context)
  const change = { type: 'founding.step', uuid: founding.uuid, step, devices } as const
  return unwrap(provider.change(change, context.opId, context.by))
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
  throw new Fault('refused', 'Nothing was written for this step', {
    field: 'step',
    reason: 'founding_step_empty',
  })
}

const steps: Record<
  FoundingStep,
  (founding: Founding, context: AccountContext) => Promise<Devices | undefined>
> = {
  company: async (founding, context) => {
    const { name, address, zip_code, city, region, country, phone, vat, domain } = founding
    const { support_contact, certificates_enabled, developer, cfx96_enabled } = founding
    const place = { address, zip_code, city, region, country, phone, vat, domain, support_contact }
    const capabilities = { certificates_enabled, developer, cfx96_enabled }
    await makeCompany(context, { uuid: founding.company_uuid, name, ...place, ...capabilities }, [])
    return undefined
  },
  administrator: async (founding, context) => {
    const there = await enter(founding, context)
    mustHold('users.create', there.by)
    await inviteAdministrator(founding, there)
    return undefined
  },
  swarms: async (founding, context) => {
    const there = await enterBeforeOwner(founding, context)
    mustHold('swarms.create', there.by)
    for (const { uuid, name } of swarmsOf(founding)) {
      const body = { name, company_uuid: there.company }
      // One after the other: two names that look alike are refused by the second.
      // oxlint-disable-next-line no-await-in-loop
      await makeOnce('swarm', uuid, there, (opId) => {
        const change = { type: 'record.create', kind: 'swarm', uuid, body } as const
        return there.own.change(change, opId, there.by)
      })
    }
    await joinSwarms(founding, there)
    return undefined
  },
  devices: async (founding, context) => {
    const there = await enterBeforeOwner(founding, context)
    const swarms = isStepDone(founding, 'swarms') ? swarmsOf(founding).map(({ uuid }) => uuid) : []
    return claimDevices(founding, swarms.slice(0, 1), { context, there })
  },
  method: async (founding, context) => {
    const there = await enterBeforeOwner(founding, context)
    mustHold('recipes.create', there.by)
    mustHold('globalRecipes.search', there.by)
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
    return undefined
  },
  test: async (founding, context) => {
    if (founding.test?.skipped) return undefined
    const there = await enterBeforeOwner(founding, context)
    mustHold('analysis.create', there.by)
    await planTest(founding, there)
    return undefined
  },
}

/** Act in the company of a founding. */
async function enter(founding: Founding, context: AccountContext): Promise<AccountContext> {
  return actIn(context, founding.company_uuid)
}

/**
 * Act in the company as long as nobody of it has signed in. From then on it belongs to its people, who find the remaining steps on
 * their home page, and the provider comes by a visit as to any other company (decision 38).
 */
async function enterBeforeOwner(
  founding: Founding,
  context: AccountContext,
): Promise<AccountContext> {
  const login = await signInOf(context.env.DIRECTORY, administratorOf(founding))
  if (!login || login.password_chosen === 0) return enter(founding, context)
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

/** Add the first administrator and send them a link; one who is there without a password is sent it again. */
async function inviteAdministrator(founding: Founding, there: AccountContext): Promise<void> {
  const { administrator } = founding
  if (!administrator) return
  const uuid = administratorOf(founding)
  const known = await signInOf(there.env.DIRECTORY, uuid)
  const isThere = (await there.own.get('user', uuid, there.by.sight)).ok
  if (!isThere) {
    const swarms = isStepDone(founding, 'swarms') ? swarmsOf(founding).map((one) => one.uuid) : []
    const profile = ordinaryProfile(founding.company_uuid, 'Administrator')
    const person = { ...administrator, uuid, profile_uuid: profile, swarms }
    await addPerson({ ...there, opId: `${there.opId}:${uuid}` }, person)
  }
  // The directory knew the person already: a step before broke off, perhaps before the mail.
  if (known?.password_chosen === 0) await startResetOf(there, uuid)
}

/** Put the people and the devices that are there into the swarms. */
async function joinSwarms(founding: Founding, there: AccountContext): Promise<void> {
  const { own, by, opId } = there
  const swarms = swarmsOf(founding).map(({ uuid }) => uuid)
  const uuid = administratorOf(founding)
  if (isStepDone(founding, 'administrator')) {
    mustHold('users.linkSwarms', by)
    const edit = { type: 'record.edit', kind: 'user', uuid, patch: { swarms } } as const
    await unwrap(own.change({ ...edit, action: 'user.linkSwarms' }, `${opId}:join`, by))
  }
  for (const device of founding.claimed) {
    mustHold('products.linkSwarms', by)
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
