import { searchRow } from '../../domain/calls/record-rows.ts'
import { trashCalls, trashResources } from '../../domain/calls/trash.ts'
import { entityOf } from '../../domain/registry.ts'
import { call } from '../client/call.ts'
import type { SearchService } from '../sync/ports.ts'

const background = { background: true }

/** Ask for a page of a table by its search call, the oldest first (spec §7 "Table refresh"). */
export const searchPage: SearchService['page'] = async (kind, { page, limit, window }) => {
  const row = { ...searchRow(entityOf(kind)), cache: 'no' as const }
  const query = { page: String(page), limit: String(limit), order: 'created_at ASC' } as const
  const found = await call(row, { query, ...(window ? { body: window } : {}) }, background)
  return found as Awaited<ReturnType<SearchService['page']>>
}

/** List the deleted records of a table since then; none for a table without a trash bin. */
export const searchTrash: SearchService['trash'] = async (kind, since) => {
  const { trash } = entityOf(kind)
  const resource = trashResources.find((name) => name === trash)
  if (!resource) return []
  const body = since === undefined ? { resource } : { resource, since }
  return (await call(trashCalls.search, { body }, background)).data
}
