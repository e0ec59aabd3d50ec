import { makeRequests, type FuzzRequest } from './requests.ts'
import { judge } from './verdict.ts'
import type { World } from './world.ts'

export interface Finding {
  row: string
  problem: string
  count: number
  /** The first request that did it. */
  example: string
}

export interface FuzzResult {
  group: string
  sent: number
  /** Number of replies by hundred of their status: a fuzz in which all is refused proves little. */
  statuses: Record<string, number>
  findings: Finding[]
}

/** Send so many requests of one group, some at a time, and gather what is wrong with the replies. */
export async function fuzzGroup(
  world: World,
  group: string,
  count: number,
  seed: number,
  lanes = 8,
): Promise<FuzzResult> {
  await world.mend()
  const findings = new Map<string, Finding>()
  const statuses: Record<string, number> = {}
  const requests = makeRequests(group, count, world, seed)
  let sent = 0
  const lane = async () => {
    for (let next = requests.next(); !next.done; next = requests.next()) {
      const request = next.value
      sent++
      const problems = await tryOne(world, request, statuses)
      for (const problem of problems) note(findings, request, problem)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { group, sent, statuses, findings: [...findings.values()] }
}

async function tryOne(
  world: World,
  request: FuzzRequest,
  statuses: Record<string, number>,
): Promise<string[]> {
  try {
    const reply = await world.send(request)
    const hundred = `${Math.floor(reply.status / 100)}xx`
    statuses[hundred] = (statuses[hundred] ?? 0) + 1
    return judge(reply)
  } catch (error) {
    return [`no reply: ${String(error).slice(0, 120)}`]
  }
}

function note(findings: Map<string, Finding>, request: FuzzRequest, problem: string): void {
  const key = `${request.row} ${problem}`
  const known = findings.get(key)
  if (known) known.count++
  else findings.set(key, { row: request.row, problem, count: 1, example: describe(request) })
}

function describe({ who, method, path, headers, body }: FuzzRequest): string {
  const text = typeof body === 'string' ? body : body && new TextDecoder().decode(body)
  const odd = Object.entries(headers).filter(
    ([name]) => !['x-requested-with', 'sec-fetch-site'].includes(name),
  )
  return `${who} ${method} ${path.slice(0, 300)} ${JSON.stringify(odd).slice(0, 200)} ${(text ?? '').slice(0, 600)}`
}
