import type { CommandRecord } from '../../../../domain/entities/command.ts'

/** Ledger entries about one analysis, newest first. */
export function commandsOf(
  commands: readonly CommandRecord[] | undefined,
  analysis: string,
): CommandRecord[] {
  return (commands ?? []).filter(({ command }) =>
    command.name === 'LOAD_RECIPE'
      ? command.order.analysis_uuid === analysis
      : command.analysis_uuid === analysis,
  )
}
