import * as v from 'valibot'
import type { Call } from '../../domain/call.ts'
import type { Account } from '../../domain/calls/session.ts'
import { Visit } from '../../domain/entities/visit.ts'
import { Uuid } from '../../domain/fields.ts'
import { regionNames } from '../../domain/regions.ts'
import { keepItem } from '../keep-item.ts'

/* A tab that acts in another company (docs/decisions/038-visits.md). It begins and ends with a load of the page, so that
   nothing of one company is in memory while the other is shown. */

const OpenVisit = v.strictObject({
  /** Person whose visit it is. */
  user: Uuid,
  visit: Visit,
  company: v.strictObject({ uuid: Uuid, name: v.string(), data_region: v.picklist(regionNames) }),
  permissions: v.array(v.string()),
  swarms: v.array(Uuid),
  four_eyes: v.boolean(),
})
export type OpenVisit = v.InferOutput<typeof OpenVisit>

const keptAs = 'visit'
const unsentAs = 'visit-unsent'
/** List of the local storage: databases that visits of this browser have made. */
const tracesAs = 'visited'
const Traces = v.array(v.strictObject({ user: Uuid, company: Uuid }))
export type Trace = v.InferOutput<typeof Traces>[number]

/** Browser settings that pages of a visit share with all others; they hold everything else that they write in memory. */
const shared = [
  'account',
  'leaving',
  'leaving-room',
  'language',
  'theme',
  'density',
  'rail',
  'single-keys',
  tracesAs,
]

function readVisit(): OpenVisit | null {
  try {
    const read = v.safeParse(OpenVisit, JSON.parse(sessionStorage.getItem(keptAs) ?? 'null'))
    return read.success && Date.parse(read.output.visit.until) > Date.now() ? read.output : null
  } catch {
    return null
  }
}

/** The visit of this tab; null at home. It stays the same as long as the page is loaded. */
export const visiting: OpenVisit | null = readVisit()
if (visiting) hideStorage()

/** Begin with the next load of the page. Written down first, so that its tables are found if the tab is closed. */
export function keepVisit(visit: OpenVisit): void {
  const { user, company } = visit
  keepTraces([...readTraces(), { user, company: company.uuid }])
  sessionStorage.clear()
  sessionStorage.setItem(keptAs, JSON.stringify(visit))
}

/**
 * End with the next load of the page.
 * @param unsent changes that were not sent before the end; the next page says so (`takeUnsent`).
 */
export function forgetVisit(unsent = 0): void {
  sessionStorage.clear()
  if (unsent > 0) sessionStorage.setItem(unsentAs, String(unsent))
}

/** Return the number of changes that the visit before has lost, once. */
export function takeUnsent(): number {
  const unsent = Number(sessionStorage.getItem(unsentAs) ?? 0)
  sessionStorage.removeItem(unsentAs)
  return Number.isSafeInteger(unsent) ? unsent : 0
}

/** List the databases that visits of this browser have left or are using. */
export function readTraces(): Trace[] {
  try {
    const read = v.safeParse(Traces, JSON.parse(localStorage.getItem(tracesAs) ?? '[]'))
    return read.success ? read.output : []
  } catch {
    return []
  }
}

export function keepTraces(traces: readonly Trace[]): void {
  if (traces.length === 0) localStorage.removeItem(tracesAs)
  else keepItem(tracesAs, JSON.stringify(traces))
}

/** Name of the lock that a tab holds as long as it visits a company. */
export const visitLock = ({ user, company }: Trace) => `visit-${user}-${company}`

/** Return the account as it acts in this tab: in a visit with the company, the permissions and the swarms of there. */
export function asVisitor(account: Account): Account {
  if (visiting?.user !== account.uuid) return account
  const { company, permissions, swarms, four_eyes } = visiting
  return {
    ...account,
    company_uuid: company.uuid,
    permissions,
    swarms,
    partner: 'N',
    company_details: {
      ...account.company_details,
      name: company.name,
      data_region: company.data_region,
      isPartner: 'N',
      four_eyes: four_eyes ? 'Y' : 'N',
    },
  }
}

/** Calls about the visitor, which are made at home: session, password, settings, messages, and the visit itself. */
const atHome =
  /^\/(session|live|sso|api_keys)\/|^\/users\/(changepassword|editDetails|get_settings|set_settings|activate_2fa|deactivate_2fa)|^\/notifications\/(mine|read)|^\/companies\/(visit|end_visit)\//

/** Return the visit that a call of somebody is made in; null for a call made at home. */
export function visitOf({ path, caller }: Call, who: string | null): OpenVisit | null {
  const isTheirs = visiting !== null && visiting.user === who
  return isTheirs && caller !== 'anyone' && !atHome.test(path) ? visiting : null
}

/** Keep what pages write to the local storage in memory, and show them nothing that was written at home. */
function hideStorage(): void {
  const memory = new Map<string, string>()
  const { getItem, setItem, removeItem } = Storage.prototype
  const isHidden = (storage: Storage, key: string) =>
    storage === localStorage && !shared.includes(key)
  Storage.prototype.getItem = function (key) {
    return isHidden(this, key) ? (memory.get(key) ?? null) : getItem.call(this, key)
  }
  Storage.prototype.setItem = function (key, value) {
    if (isHidden(this, key)) memory.set(key, value)
    else setItem.call(this, key, value)
  }
  Storage.prototype.removeItem = function (key) {
    if (isHidden(this, key)) memory.delete(key)
    else removeItem.call(this, key)
  }
}
