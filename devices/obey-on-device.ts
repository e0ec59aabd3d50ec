import type { Command } from '../domain/live/command.ts'
import type { Bench } from './bench.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { countWaiting } from './outbox.ts'
import { applyCalibration } from './calibrated-optics.ts'
import { answerPicture } from './plate-picture.ts'
import { noteRestart } from './restart.ts'
import { switchShell } from './remote-shell.ts'
import { clearAcknowledged } from './run-store.ts'
import { deleteSambaConfig, listSambaConfigs, refuseSambaHere, updateSambaConfig } from './samba.ts'
import { changeInfo, changeSettings, describeSetup } from './settings.ts'
import { orderUpdate } from './updates.ts'

type DeviceCommand = Exclude<Command, { name: 'LOAD_RECIPE' | 'ABORT' | 'SKIP' | 'EXTEND' }>

/** Carry out commands about the device itself. */
export function obeyOnDevice(bench: Bench, command: DeviceCommand, commandUuid: string): Outcome {
  switch (command.name) {
    case 'REBOOT':
      noteRestart(bench.store, commandUuid)
      bench.power('reboot')
      return { accepted: true }
    case 'SHUTDOWN':
      // Refuse it during a run, which would make no progress until somebody switches the device on again.
      if (bench.run?.outcome === null) return { refused: 'busy' }
      bench.power('shutdown')
      return {}
    case 'FLASH':
      bench.notice('flashing', '')
      return {}
    case 'UPDATE': {
      const { version, file_hash } = command
      const refused = orderUpdate(bench, { command_uuid: commandUuid, version, file_hash })
      if (refused) return { refused }
      bench.updates.go()
      return { accepted: true }
    }
    case 'ANALYSIS_SYNC':
    case 'BGATE_SYNC':
      if (command.name === 'BGATE_SYNC' && bench.facts.type !== 'bgate') {
        return { refused: 'not_supported' }
      }
      bench.resync()
      return { data: { of: 'sync', pending: countWaiting(bench.store) } }
    case 'FOLDERS_CLEAR': {
      const cleared = clearAcknowledged(bench.store)
      bench.notice('folders_cleared', '')
      return { data: { of: 'folders', ...cleared, kept: countWaiting(bench.store) } }
    }
    case 'REMOTE_SHELL':
      return { data: { of: 'shell', ...switchShell(bench, command) } }
    case 'SELF_TEST': {
      if (bench.run?.outcome === null) return { refused: 'busy' }
      const { uuid, outcome, ran_at, values } = bench.selfTest()
      return { data: { of: 'self_test', uuid, outcome, ran_at, values } }
    }
    case 'GET_SETUP':
      return { data: { of: 'setup', setup: describeSetup(bench) } }
    case 'TAKE_PICTURE':
      return answerPicture(bench, command.channel)
    case 'APPLY_CALIBRATION':
      return outcomeOf(applyCalibration(bench, command.calibration))
    case 'SET_INFO':
      return outcomeOf(changeInfo(bench, command.info))
    case 'UPDATE_SETUP':
      return outcomeOf(changeSettings(bench, command.settings))
    default:
      return obeyOnSamba(bench, command)
  }
}

type SambaCommand = Extract<DeviceCommand, { name: `${string}_SAMBA_${string}` }>

function obeyOnSamba(bench: Bench, command: SambaCommand): Outcome {
  const refused = refuseSambaHere(bench)
  if (refused) return { refused }
  switch (command.name) {
    case 'GET_SAMBA_CONFIGS':
      return { data: { of: 'samba', configs: listSambaConfigs(bench) } }
    case 'UPDATE_SAMBA_CONFIG':
      return outcomeOf(updateSambaConfig(bench, command))
    case 'DELETE_SAMBA_CONFIG':
      return outcomeOf(deleteSambaConfig(bench, command.config_uuid))
  }
}
