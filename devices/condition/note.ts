import type { CommandAnswer, CommandMessage } from '../../domain/live/command.ts'
import type { DeviceNotice } from '../../domain/live/event.ts'
import { type DeviceMessageCode, deviceMessageCodes } from '../../domain/rules/device-messages.ts'
import { runOfCommand } from '../../domain/rules/command.ts'
import type { Store } from '../store.ts'
import type { OwnMessages } from './own-messages.ts'
import { countRun } from './wear.ts'

/** Notices that somebody may have to look at. */
const warned: ReadonlySet<DeviceNotice['kind']> = new Set(['run_aborted', 'run_resumed'])

/** Write a message for a notice. `line` is what the log says of it: a run by its id. */
export function noteNotice(
  { store, messages }: { store: Store; messages: OwnMessages },
  { kind }: DeviceNotice,
  line: string,
): void {
  if (kind === 'run_finished') countRun(store)
  const code = deviceMessageCodes.find((known): known is DeviceMessageCode => known === kind)
  if (!code) return
  messages.add(kind === 'error' ? 'error' : warned.has(kind) ? 'warning' : 'info', code, line)
}

/** Write a message for a command that was refused, and return its answer as it is. */
export function noteCommand(
  messages: OwnMessages,
  { command }: CommandMessage,
  answer: CommandAnswer,
): CommandAnswer {
  if (answer.state !== 'refused') return answer
  const run = runOfCommand(command)
  const isLaunch = command.name === 'LOAD_RECIPE'
  const words = [command.name, run, 'refused:', answer.reason].filter(Boolean).join(' ')
  messages.add(isLaunch ? 'warning' : 'info', isLaunch ? 'run_refused' : 'command_refused', words)
  return answer
}
