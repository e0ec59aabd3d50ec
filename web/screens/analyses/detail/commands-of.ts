import type { CommandRecord } from '../../../../domain/entities/command.ts'
import {
  isRunCommand,
  type RunCommandRecord,
  runOfCommand,
} from '../../../../domain/rules/command.ts'

/** Return the ledger entries about one run, newest first. */
export function commandsOf(
  commands: readonly CommandRecord[] | undefined,
  analysis: string,
): RunCommandRecord[] {
  return (commands ?? [])
    .filter(isRunCommand)
    .filter((entry) => runOfCommand(entry.command) === analysis)
}
