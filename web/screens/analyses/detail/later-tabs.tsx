import { loadLater } from '../../../load-later.tsx'
import { firstPage } from '../../../state/first-page.ts'

/** Load tabs below a run apart from its page: the trail names every kind of record, with its schema. */
export const AuditPanel = loadLater(async () => (await import('./AuditPanel.tsx')).AuditPanel)
export const CommentsPanel = loadLater(
  async () => (await import('./comments/CommentsPanel.tsx')).CommentsPanel,
)

/** Fetch these tabs once a page is drawn, so that they open at once and also where the network has gone by then. */
export function fetchTabs(): void {
  void firstPage.then(() => Promise.allSettled([AuditPanel.load(), CommentsPanel.load()]))
}
