import type { LocalDocument } from '../../../domain/sync/pending.ts'
import type { Parts } from './machine.ts'

/** The product's own parts. */
export async function realParts(): Promise<Parts> {
  const { startSync } = await import('../../../web/sync/engine.ts')
  const { browserService } = await import('../../../web/local/service.ts')
  return {
    startSync,
    service: browserService,
    wrapStore: (store) => store,
    carryOver: (document) => keepWaiting(document, true),
    leaveBehind: (document) => keepWaiting(document, false),
    nameOf: ({ uuid, company_uuid }) => `${uuid}-${company_uuid}`,
    looksAtScope: true,
    resyncsOnReturn: true,
  }
}

/** As web/local/empty-tables.ts does it: nothing but what waits stays, in another view without what it was made on. */
function keepWaiting(document: LocalDocument, strip: boolean): LocalDocument | null {
  if (document.pending.length === 0) return null
  return strip ? { ...document, seq: 0, body: null } : document
}
