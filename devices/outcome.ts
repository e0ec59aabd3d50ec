import type { RefusalReason } from '../domain/live/command.ts'
import type { CommandData } from '../domain/live/device-setup.ts'

/** Outcome of a command: refused, accepted with `done` to follow, or done, with the requested data. */
export type Outcome =
  | { refused: RefusalReason }
  | { accepted: true }
  | { data?: CommandData | undefined }

/** Return the outcome of a command that is refused, or done at once. */
export function outcomeOf(refused: RefusalReason | null): Outcome {
  return refused ? { refused } : {}
}
