import { expect, test } from 'vitest'
import { refuseUnreadable } from '../../devices/obey.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import type { RecordedCommand } from '../../domain/live/command.ts'
import { explainState } from '../../web/screens/devices/command-looks.ts'

const command_uuid = '00000000-0000-4000-8000-000000000001'

/** Return the ledger's entry of a command that a device does not know. */
function refused(command: RecordedCommand): CommandRecord {
  const answer = refuseUnreadable({ command_uuid, ...command })
  return { uuid: command_uuid, command, ...answer } as unknown as CommandRecord
}

test('[ERR-069] a device without a remote shell is reported to have none', () => {
  const entry = refused({ name: 'REMOTE_SHELL', action: 'start' })
  expect(entry.state).toBe('refused')
  expect(explainState(entry)).toBe('Remote shell not available on this device')
  expect(explainState({ ...entry, reason: 'not_supported' })).toBe(
    'Remote shell not available on this device',
  )
})

test('any other command that a device does not know is reported as unknown', () => {
  expect(explainState(refused({ name: 'FLASH' }))).toBe('The device does not know this command.')
  const shell = refused({ name: 'REMOTE_SHELL', action: 'stop' })
  expect(explainState({ ...shell, state: 'done', reason: '' })).toBe('')
})
