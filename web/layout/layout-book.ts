import type { Layout } from '../state/draft-steps.ts'

/** The layout that an editor works on, with its steps back and forth: of a plan, or of a protocol. */
export interface LayoutBook {
  /** Return the layout as of now; codes of a reader can come faster than the page is drawn. */
  now(): Layout
  /** Take one step, to be undone as one; a step that changes nothing is none. */
  change(step: (before: Layout) => Layout): void
  undo(): void
  redo(): void
}
