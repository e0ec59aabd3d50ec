import type { CommandState } from '../../../../../domain/entities/command.ts'
import type { RunProgress } from '../../../../../domain/live/event.ts'
import type { RunCommandRecord } from '../../../../../domain/rules/command.ts'

/** Something that happened to a run, at a moment of its own clock. */
export interface RunMark {
  id: string
  /** Seconds of the run. */
  seconds: number
  kind: 'skip' | 'extend' | 'shorten' | 'abort' | 'lid_opened' | 'lid_closed' | 'resumed' | 'error'
  /** Person who ordered it, or the device's message. */
  text: string
}

const took: readonly CommandState[] = ['accepted', 'done']

/**
 * Mark the commands that the device took, on the run's clock. The ledger has the time of day; between the start of the
 * run and the device's latest message its clock is assumed to run evenly.
 */
export function marksOfCommands(
  commands: readonly RunCommandRecord[],
  run: { startedAt: string | null; heardAt: number; progress: RunProgress | null },
): RunMark[] {
  const { startedAt, heardAt, progress } = run
  const began = Date.parse(startedAt ?? '')
  if (!progress || !(heardAt > began)) return []
  return commands.flatMap((entry): RunMark[] => {
    const kind = kindOf(entry)
    if (!kind || !took.includes(entry.state)) return []
    const share = (Date.parse(entry.created_at) - began) / (heardAt - began)
    const seconds = Math.min(1, Math.max(0, share)) * progress.elapsed
    return [{ id: entry.uuid, seconds, kind, text: entry.user_name }]
  })
}

function kindOf({ command }: RunCommandRecord): RunMark['kind'] | null {
  if (command.name === 'SKIP') return 'skip'
  if (command.name === 'ABORT') return 'abort'
  if (command.name === 'EXTEND') return command.cycles > 0 ? 'extend' : 'shorten'
  return null
}
