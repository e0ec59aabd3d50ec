import { loadLater } from '../../../load-later.tsx'
import { firstPage } from '../../../state/first-page.ts'

/** Load tabs below a run apart from its page, which shows one of them: the trail names every kind of record, with its schema. */
export const AuditPanel = loadLater(async () => (await import('./AuditPanel.tsx')).AuditPanel)
export const CommentsPanel = loadLater(
  async () => (await import('./comments/CommentsPanel.tsx')).CommentsPanel,
)
export const ControlsPanel = loadLater(
  async () => (await import('./ControlsPanel.tsx')).ControlsPanel,
)
export const NotebookPanel = loadLater(
  async () => (await import('./NotebookPanel.tsx')).NotebookPanel,
)
export const SampleTable = loadLater(async () => (await import('./SampleTable.tsx')).SampleTable)

const tabs = [SampleTable, ControlsPanel, NotebookPanel, CommentsPanel, AuditPanel]

/** Fetch these tabs once a page is drawn, so that they open at once and also where the network has gone by then. */
export function fetchTabs(): void {
  void firstPage.then(() => Promise.allSettled(tabs.map((tab) => tab.load())))
}
