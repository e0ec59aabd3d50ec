import type { Call } from '../../../domain/call.ts'
import { contract } from '../../../domain/contract.ts'
import { type MarkedRegion, markersIn } from './markers.ts'
import { transport } from './cloudflare-test.ts'

/** One request that carried a marker, and how it was answered. */
export interface Sent {
  marker: string
  /** Row of the contract, `error` for what is no row's. */
  row: string
  /** Place in the request: `body.samples.0.name`, `file`, `query`, `header`. */
  field: string
  status: number
  write: boolean
}

/** One request without regard to markers: which rows were reached, and with which status. */
export interface Reached {
  row: string
  status: number
  /** True if the service itself answered, and not a part in front of it. */
  ours: boolean
}

export interface Ledger {
  sent: Sent[]
  reached: Reached[]
}

const rows = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, row]: [string, Call]) => ({
    name: `${group}.${name}`,
    row,
    pattern: new RegExp(`^/v3${row.path.replaceAll(/:\w+/g, '[^/]*')}$`),
  })),
)

/** Send to a region and write down every marker that goes out, with the answer it got. */
export function keepLedger(region: MarkedRegion, address: string): Ledger {
  const ledger: Ledger = { sent: [], reached: [] }
  transport.fetch = async (url, init = {}) => {
    const { pathname, search } = new URL(url)
    const method = init.method ?? 'GET'
    const body = ofRegion(pathname, init.body, region)
    const response = await fetch(`${address}${pathname}${search}`, {
      ...init,
      ...(body === undefined ? {} : { body }),
    })
    const found = rows.find((one) => one.row.method === method && one.pattern.test(pathname))
    const row = found?.name ?? 'error'
    const { status } = response
    const ours = response.headers.get('content-type')?.startsWith('application/json') ?? false
    ledger.reached.push({ row, status, ours })
    const write = found !== undefined && !found.row.safe
    for (const [field, marker] of await carried(pathname + search, init)) {
      ledger.sent.push({ marker, row, field, status, write })
    }
    return response
  }
  return ledger
}

/** Move the companies of the preparations, which are European, to this region. */
function ofRegion(
  path: string,
  body: RequestInit['body'],
  region: MarkedRegion,
): BodyInit | undefined {
  if (typeof body === 'string' && path === '/v3/operator/company') {
    return body.replace(/"data_region":"eu"/, `"data_region":"${region}"`)
  }
  return body ?? undefined
}

async function carried(address: string, init: RequestInit): Promise<[string, string][]> {
  const headers = [...new Headers(init.headers).values()].join(' ')
  const found: [string, string][] = [
    ...markersIn(address).map((marker): [string, string] => ['address', marker]),
    ...markersIn(headers).map((marker): [string, string] => ['header', marker]),
  ]
  if (typeof init.body === 'string') found.push(...inText(init.body, 'body'))
  if (init.body instanceof FormData) {
    for (const [name, value] of init.body) {
      if (typeof value === 'string') found.push(...inText(value, 'body'))
      else {
        for (const marker of markersIn(value.name)) found.push([`${name} name`, marker])
        for (const marker of markersIn(await value.text())) found.push([`${name} text`, marker])
      }
    }
  }
  return found
}

function inText(text: string, field: string): [string, string][] {
  try {
    return inValue(JSON.parse(text), field)
  } catch {
    return markersIn(text).map((marker) => [field, marker])
  }
}

function inValue(value: unknown, field: string): [string, string][] {
  if (typeof value === 'string') return markersIn(value).map((marker) => [field, marker])
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [
    ...markersIn(name).map((marker): [string, string] => [`${field} key`, marker]),
    ...inValue(item, `${field}.${name}`),
  ])
}
