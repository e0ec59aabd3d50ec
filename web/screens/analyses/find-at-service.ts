import { analysisCalls } from '../../../domain/calls/analysis.ts'
import { sampleCalls } from '../../../domain/calls/results.ts'
import type { Analysis } from '../../../domain/entities/analysis.ts'
import { call } from '../../client/call.ts'
import { may } from '../../state/session.ts'

/** An analysis that the service found, with the name of its sample where that is what was found. */
export interface FoundRun extends Pick<Analysis, 'uuid' | 'name' | 'created_at' | 'status'> {
  sample?: string
}

/** Most analyses, and most samples, that are listed. */
const most = 50
/** Longest text that the service looks for in names of analyses, and of samples. */
const longest = { name: 100, sample: 120 }

const page = { limit: String(most) }

/**
 * Look at the service for analyses with a text in their names, and for those with a sample whose name, which may be a bar code, begins
 * with it, the newest first.
 */
export async function findAtService(
  text: string,
  signal: AbortSignal,
): Promise<{ runs: FoundRun[]; isMore: boolean }> {
  const [named, holding] = await Promise.all([
    call(
      analysisCalls.search,
      { query: page, body: { search: text.slice(0, longest.name) } },
      { signal },
    ),
    may(sampleCalls.search.needs)
      ? call(
          sampleCalls.search,
          { query: page, body: { filters: { sample: text.slice(0, longest.sample) } } },
          { signal },
        )
      : { data: [], total: 0 },
  ])
  const found = new Map<string, FoundRun>()
  for (const {
    analysis_uuid: uuid,
    analysis_name,
    analysis_status,
    created_at,
    name,
  } of holding.data) {
    if (found.has(uuid)) continue
    found.set(uuid, {
      uuid,
      name: analysis_name,
      status: analysis_status,
      created_at,
      sample: name,
    })
  }
  for (const { uuid, name, status, created_at } of named.data) {
    found.set(uuid, { uuid, name, status, created_at })
  }
  const runs = [...found.values()].toSorted((one, other) =>
    one.created_at < other.created_at ? 1 : -1,
  )
  return { runs, isMore: named.total > most || holding.total > most }
}
