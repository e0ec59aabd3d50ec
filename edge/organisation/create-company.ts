import type { CallInput } from '../../domain/call.ts'
import type { companyCalls } from '../../domain/calls/companies.ts'
import { blankCompany, type Company } from '../../domain/entities/company.ts'
import { Fault } from '../../domain/fault.ts'
import { addPerson } from './add-person.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { wasEverCompany } from '../directory/companies.ts'
import { foundCompany, ordinaryProfile } from './found-company.ts'
import { unwrap } from '../outcome.ts'
import { actIn } from '../reach.ts'
import { defined } from '../store/by.ts'

type Order = CallInput<typeof companyCalls.create>['body']

/**
 * Create a company in this region for the provider, with its ordinary profiles, a first swarm and, where one is named,
 * an administrator who gets a link. Asking again under the same operation finishes what broke off.
 * @throws Fault `taken` for an id that is in use.
 */
export async function createCompany(context: AccountContext, order: Order): Promise<Company> {
  const { account, opId, by } = context
  const { uuid = derivedUuid(account.uuid, opId), swarm, administrator, ...given } = order
  await checkFree(context, uuid)
  const swarms = swarm === undefined ? [] : [{ uuid: derivedUuid(uuid, 'swarm'), name: swarm }]
  await makeCompany(context, { uuid, ...given }, swarms)
  const there = await actIn(context, uuid)
  if (administrator) {
    await addPerson(there, {
      ...administrator,
      profile_uuid: ordinaryProfile(uuid, 'Administrator'),
      swarms: swarms.map((one) => one.uuid),
    })
  }
  return await unwrap(there.own.get('company', uuid, by.sight))
}

/**
 * Make the company itself, in the name of the provider, with its ordinary profiles. Asking again with the same id finishes what
 * broke off.
 */
export async function makeCompany(
  context: AccountContext,
  { uuid, ...given }: Omit<Order, 'swarm' | 'administrator'> & { uuid: string },
  swarms: readonly { uuid: string; name: string }[],
): Promise<void> {
  const { account, env, opId, by } = context
  // Ask for the right before the directory is written, so that a person who has lost it leaves nothing there.
  await unwrap(context.own.confirm(by))
  const company = {
    ...blankCompany,
    four_eyes: 'N' as const,
    ...(defined(given) as Pick<Order, 'name'> & Partial<typeof blankCompany>),
    uuid,
    data_region: account.company_details.data_region,
    isProvider: 'N',
    isPartner: 'N',
  } as const
  const store = context.store(uuid)
  const maker = { ...by, actor: { ...by.actor, via: 'provider' as const } }
  await foundCompany(env.DIRECTORY, store, { company, swarms }, (kind, record, body) => {
    const change = { type: 'put', kind, uuid: record, body } as const
    // Derive an id for each record, since one operation makes several here.
    return unwrap(store.change(change, `${opId}:${record}`, maker))
  })
}

/** Refuse a client-made id that is in use; the same operation again finds the company that it has made. */
async function checkFree(context: AccountContext, uuid: string): Promise<void> {
  const { env, opId, account } = context
  if (uuid === derivedUuid(account.uuid, opId)) return
  if (!(await wasEverCompany(env.DIRECTORY, uuid))) return
  throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
}
