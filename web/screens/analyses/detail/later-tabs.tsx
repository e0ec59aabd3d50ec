import { later } from './load-part.tsx'

/** Load tabs below a run when they are opened: the trail names every kind of record, with its schema. */
export const AuditPanel = later(async () => (await import('./AuditPanel.tsx')).AuditPanel)
export const CommentsPanel = later(
  async () => (await import('./comments/CommentsPanel.tsx')).CommentsPanel,
)
