import type {
  bkernelCalls,
  CompanyAudience,
  CompanyUpdates,
  CompanyUse,
} from '../../domain/calls/bkernels.ts'
import type { companyCalls, CompanyFigures } from '../../domain/calls/companies.ts'
import { fleetCompanies, fleetFirstMs, storesAtOnce } from '../../domain/catalog/limits.ts'
import type { AccountContext } from '../context.ts'
import { listCompanies } from '../directory/companies.ts'
import { fleetIndex } from '../fleet/open-index.ts'
import { inTime, patience } from '../in-time.ts'
import { logFailure } from '../log.ts'
import type { Handlers } from '../mount.ts'
import { pageOf } from '../organisation/list-companies.ts'
import { unwrap } from '../outcome.ts'
import { measureStore } from '../store/store-size.ts'

/** Lists over the companies of the region that the index of the fleet answers (decision 100): no store of a company is asked for them. */
type FleetLists = Pick<Handlers<typeof bkernelCalls>, 'usage' | 'audience' | 'updates'>

export const fleetLists: FleetLists = {
  usage: ({ query }, context) =>
    companiesWith<Facts<CompanyUse>>(context, pageOf(query), {
      nothing: { devices: [] },
      ask: (companies) => fleetIndex(context.env).use(companies),
    }),
  audience: async ({ params, query, body }, context) => {
    const version = await readVersion(params.id, context)
    return companiesWith<Facts<CompanyAudience>>(context, pageOf(query, fleetCompanies), {
      nothing: { devices: [], chosen: 0, excluded: {}, swarms: [] },
      ask: (companies) => fleetIndex(context.env).audience(companies, version, body),
    })
  },
  updates: async ({ params, query }, context) => {
    const version = await readVersion(params.id, context)
    // Ask the stores of this page why a version is postponed: the own one and the provider's are two more.
    const page = pageOf(query, storesAtOnce - 2)
    const found = await companiesWith<Facts<CompanyUpdates>>(context, page, {
      nothing: { devices: [], counts: {} },
      ask: (companies) => fleetIndex(context.env).updates(companies, version),
    })
    return { ...found, data: await Promise.all(found.data.map((one) => sayWhy(one, context))) }
  },
}

/** Figures of the companies of the region, which answer for those whose stores do not. */
export const companyFigures: Pick<Handlers<typeof companyCalls>, 'figures'> = {
  figures: ({ query }, context) =>
    companiesWith<Omit<CompanyFigures, 'uuid' | 'name' | 'heard_at' | 'awaited'>>(
      context,
      pageOf(query),
      {
        nothing: { devices: 0, store: null },
        ask: async (companies) =>
          (await fleetIndex(context.env).figures(companies)).map(({ bytes, ...one }) => ({
            ...one,
            store: measureStore(bytes, context.env),
          })),
      },
    ),
}

/** Facts of a company in such a list, beside which one it is and when it was heard. */
type Facts<Row extends CompanyUse | CompanyAudience | CompanyUpdates> = Omit<
  Row,
  'uuid' | 'name' | 'heard_at' | 'awaited'
>

async function readVersion(uuid: string, { provider, by }: AccountContext) {
  const store = await provider()
  return unwrap(store.get('bkernel', uuid, by.sight))
}

/**
 * Read a page of the companies of the region from the directory, with what the index knows of each: one that was closed is not among them,
 * whatever the index still knows.
 * @param list.nothing facts of a company of which the index has heard nothing.
 */
async function companiesWith<Known extends object>(
  { env }: AccountContext,
  page: ReturnType<typeof pageOf>,
  list: {
    nothing: Known
    ask: (companies: string[]) => Promise<(Known & { company: string; heard_at: string })[]>
  },
) {
  const { companies, total } = await listCompanies(env.DIRECTORY, {}, page)
  const found = await list.ask(companies.map(({ uuid }) => uuid))
  const known = new Map(found.map((one) => [one.company, one]))
  const isWhole = found.length === companies.length || (await isRoundOver(env))
  const data = companies.map(({ uuid, name, created_at }) => {
    const heard = known.get(uuid)
    if (heard) {
      const { company: _its, ...facts } = heard
      return { uuid, name, ...facts }
    }
    const isNew = Date.now() - Date.parse(created_at) < fleetFirstMs
    const awaited = isNew || !isWhole ? { awaited: true as const } : {}
    return { uuid, name, heard_at: null, ...awaited, ...list.nothing }
  })
  return { data, pages: Math.max(1, Math.ceil(total / page.limit)), total }
}

/** Return false while the stores of the region are being asked for the first time, or again after a rebuild. */
async function isRoundOver(env: Env): Promise<boolean> {
  return (await fleetIndex(env).state()).rebuild.ended_at !== null
}

/** Add in which role a version was postponed and why, which only the company's own store knows: one that does not answer leaves it out. */
async function sayWhy(
  company: CompanyUpdates,
  { store, by }: AccountContext,
): Promise<CompanyUpdates> {
  const uuids = company.devices.flatMap(({ uuid, postponed }) => (postponed ? [uuid] : []))
  if (uuids.length === 0) return company
  const asked = { name: 'postponedBy', uuids } as const
  const answer = store(company.uuid).ask(asked, by.sight)
  const said = await inTime(`store of ${company.uuid}`, answer, patience.list)
    .then(unwrap)
    .catch((error: unknown) => {
      logFailure(`store of ${company.uuid} did not say why a version is postponed`, error)
      return []
    })
  const known = new Map(said.map(({ uuid, ...facts }) => [uuid, facts]))
  const devices = company.devices.map((device) => {
    const { postponed } = device
    return postponed
      ? { ...device, postponed: { ...postponed, ...known.get(device.uuid) } }
      : device
  })
  return { ...company, devices }
}
