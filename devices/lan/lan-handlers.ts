import type { LanData } from '../../domain/lan/lan-call.ts'
import { Fault } from '../../domain/fault.ts'
import type { lanCalls } from '../../domain/lan/lan-calls.ts'
import { seesSwarm } from '../../domain/lan/lan-pass.ts'
import type { Command } from '../../domain/live/command.ts'
import { hearStops, heardStops } from '../lot-stops.ts'
import {
  isShellFull,
  keepShellLine,
  shellLinesAfter,
  shellSession,
  shellUntil,
} from '../remote-shell.ts'
import type { LanCaller } from './authorise.ts'
import { describeRun, detailRun, keptRuns } from './held-runs.ts'
import { answerFor } from './lan-store.ts'
import { type LanHandlers, type LanWorld, note, seenRun } from './lan-world.ts'
import { orderOverLan } from './order-over-lan.ts'
import { type RadioRow, radioHandlers } from './radio-handlers.ts'
import { testFolder } from './samba-room.ts'
import { runShellLine } from './shell.ts'
import { readTrust } from './trust.ts'

type Calls = typeof lanCalls

export function createLanHandlers(world: LanWorld): LanHandlers {
  return { ...commandHandlers(world), ...radioHandlers(world), ...readHandlers(world) }
}

type CommandRow = {
  [Name in keyof Calls]: Calls[Name] extends { acts: true } ? Name : never
}[keyof Calls]

function commandHandlers(world: LanWorld): Pick<LanHandlers, CommandRow> {
  const order =
    <Name extends Command['name']>(name: Name) =>
    (params: object, caller: LanCaller) =>
      orderOverLan(world, { name, ...params } as Command, caller)
  return {
    skip: order('SKIP'),
    abort: order('ABORT'),
    extend: order('EXTEND'),
    reboot: order('REBOOT'),
    shutdown: order('SHUTDOWN'),
    loadRecipe: order('LOAD_RECIPE'),
    getSetup: order('GET_SETUP'),
    flash: order('FLASH'),
    analysisSync: order('ANALYSIS_SYNC'),
    bgateSync: order('BGATE_SYNC'),
    foldersClear: order('FOLDERS_CLEAR'),
    selfTest: order('SELF_TEST'),
    update: order('UPDATE'),
    setInfo: order('SET_INFO'),
    updateSetup: order('UPDATE_SETUP'),
    getSambaConfigs: order('GET_SAMBA_CONFIGS'),
    updateSambaConfig: order('UPDATE_SAMBA_CONFIG'),
    deleteSambaConfig: order('DELETE_SAMBA_CONFIG'),
    remoteShell: order('REMOTE_SHELL'),
    takePicture: order('TAKE_PICTURE'),
    applyCalibration: () => {
      throw new Fault(
        'refused',
        'A calibration comes from the service, which knows its signature',
        {
          reason: 'not_supported',
        },
      )
    },
  }
}

function readHandlers(world: LanWorld): Omit<LanHandlers, CommandRow | RadioRow> {
  const { device, store, logs } = world
  const seen = ({ claims }: LanCaller) =>
    keptRuns(store)
      .filter(({ run }) => seesSwarm(claims, run.order.swarm_uuid))
      .map((kept) => describeRun(store, kept))
  return {
    greet: () => greet(world),
    status: (_, caller) => ({
      status: statusFor(world, caller),
      runs: seen(caller),
      lots: heardStops(store),
    }),
    lotStops: (lists, caller) => {
      if (!hearStops(store, lists)) {
        throw new Fault('refused', 'Not signed for this company', { reason: 'lan_pass_company' })
      }
      note(world, 'lots that are not run heard', caller)
      return heardStops(store)
    },
    answer: ({ command_uuid }, { claims }) => ({
      answer: answerFor(store, command_uuid, claims.sub),
    }),
    runs: (_, caller) => ({ runs: seen(caller) }),
    run: ({ analysis_uuid, after }, caller) => {
      const kept = seenRun(world, analysis_uuid, caller)
      if (!kept) throw new Fault('not_found', 'No such run here', { reason: 'no_run' })
      const from = after ?? { AMP: 0, VAL: 0 }
      return detailRun(store, kept, from, device.status().run)
    },
    logs: () => ({ logs: logs.list() }),
    log: ({ name }) => {
      const text = logs.read(name)
      if (text === null) throw new Fault('not_found', 'No such log', { reason: 'no_such_log' })
      return { name, text }
    },
    connectionCheck: (_, caller) => {
      note(world, 'connection check', caller)
      return world.check()
    },
    sambaTest: (params, caller) => testFolder(world, params, caller),
    shell: ({ line }, caller) => ({ output: runLine(world, line, caller) }),
    shellLines: ({ after }) => ({
      until: shellUntil(store, world.now()),
      session: shellSession(store),
      lines: shellLinesAfter(store, after, linesPage),
    }),
  }
}

function greet({ device, store, challenges, now }: LanWorld): LanData<Calls['greet']> {
  const { uuid, hostname, type, bkernelVersion } = device.facts
  return {
    uuid,
    hostname,
    type,
    bkernel_version: bkernelVersion,
    api: 1,
    time: new Date(now()).toISOString(),
    challenge: challenges.current(),
    ready: readTrust(store) !== null,
  }
}

/** Show another swarm's run only as a busy device. */
function statusFor(world: LanWorld, caller: LanCaller): LanData<Calls['status']>['status'] {
  const status = world.device.status()
  const isSeen = status.run && seenRun(world, status.run.analysis_uuid, caller)
  return isSeen ? status : { ...status, run: null }
}

/** Most lines in one answer. */
const linesPage = 100

function runLine(world: LanWorld, line: string, caller: LanCaller): string {
  const { device, store, logs, now } = world
  if (!shellUntil(store, now())) {
    throw new Fault('refused', 'The remote shell is closed', { reason: 'shell_closed' })
  }
  if (isShellFull(store)) {
    throw new Fault('refused', 'This session has no room for more', { reason: 'shell_full' })
  }
  const { uptime, health } = device.status()
  const output = runShellLine(line, {
    facts: device.facts,
    uptime,
    disks: health,
    logs: logs.list().map(({ name }) => name),
    readLog: (name) => logs.read(name),
  })
  const at = new Date(now()).toISOString()
  keepShellLine(store, { at, user_uuid: caller.claims.sub, line, output })
  note(world, `shell ${line}`, caller)
  return output
}
