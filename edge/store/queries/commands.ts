import type { CommandRecord } from '../../../domain/entities/command.ts'
import type { CommandData } from '../../../domain/live/device-setup.ts'
import { deviceAsSeen, hiddenWavelengths } from '../../../domain/rules/device-sight.ts'
import { readSeen } from '../by.ts'
import type { Sight } from '../lists.ts'
import type { Sql } from '../sql.ts'

export const commandQueries = {
  /** A command with what its device answered, less the settings of channels that the reader is not shown. */
  commandData: (
    sql: Sql,
    { uuid }: { uuid: string },
    sight: Sight,
  ): { command: CommandRecord; data: CommandData | null } => {
    const command = readSeen(sql, 'command', uuid, sight)
    readSeen(sql, 'device', command.device_uuid, sight)
    const row = sql.first<{ body: string }>('SELECT body FROM command_data WHERE uuid = ?', uuid)
    const data = row && (JSON.parse(row.body) as CommandData)
    return { command, data: data && dataAsSeen(data, sight) }
  },
}

function dataAsSeen(data: CommandData, { closed = [] }: Sight): CommandData | null {
  if (data.of === 'picture') return hiddenWavelengths(closed).includes(data.channel) ? null : data
  if (data.of !== 'setup') return data
  const { config } = deviceAsSeen({ config: data.setup.settings }, closed)
  return { ...data, setup: { ...data.setup, settings: config } }
}
