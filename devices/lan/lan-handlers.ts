import type { LanData, LanInput } from '../../domain/lan/lan-call.ts'
import { Fault } from '../../domain/fault.ts'
import type { lanCalls } from '../../domain/lan/lan-calls.ts'
import { seesSwarm } from '../../domain/lan/lan-pass.ts'
import {
  type Command,
  type CommandAnswer,
  commandCodes,
  type CommandMessage,
  withoutSecret,
} from '../../domain/live/command.ts'
import type { Device } from '../device.ts'
import type { LogFiles } from '../log-files.ts'
import { shellUntil } from '../remote-shell.ts'
import { type Store, transact } from '../store.ts'
import type { LanCaller } from './authorise.ts'
import type { Challenges } from './challenges.ts'
import { describeRun, detailRun, findRun, keptRuns } from './held-runs.ts'
import { answerFor, findLanCommand, keepLanCommand } from './lan-store.ts'
import type { Radios } from './radios.ts'
import { runShellLine } from './shell.ts'
import { readTrust } from './trust.ts'

export interface LanWorld {
  device: Pick<Device, 'facts' | 'status'>
  store: Store
  /** Carries a command out and keeps its answer, as for one of the live bus. */
  obey(message: CommandMessage): CommandAnswer
  /** There is a new command to tell the service of. */
  kept(): void
  radios: Radios
  logs: LogFiles
  challenges: Challenges
  /** The device's own wall clock. */
  now(): number
}

type Calls = typeof lanCalls

/** One for each row; `caller` is null only where the row is open to anybody. */
export type LanHandlers = {
  [Name in keyof Calls]: (params: LanInput<Calls[Name]>, caller: LanCaller) => LanData<Calls[Name]>
}

/** A command that nobody has fetched by then has not come over the local network. */
const commandMs = 60_000

export function createLanHandlers(world: LanWorld): LanHandlers {
  const { device, store, radios, logs } = world
  const order =
    <Name extends Command['name']>(name: Name) =>
    (params: object, caller: LanCaller) =>
      orderOverLan(world, { name, ...params } as Command, caller)
  const seen = ({ claims }: LanCaller) =>
    keptRuns(store)
      .filter(({ run }) => seesSwarm(claims, run.order.swarm_uuid))
      .map((kept) => describeRun(store, kept))
  return {
    greet: () => greet(world),
    status: (_, caller) => ({ status: statusFor(world, caller), runs: seen(caller) }),
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
    update: order('UPDATE'),
    setInfo: order('SET_INFO'),
    updateSetup: order('UPDATE_SETUP'),
    getSambaConfigs: order('GET_SAMBA_CONFIGS'),
    updateSambaConfig: order('UPDATE_SAMBA_CONFIG'),
    deleteSambaConfig: order('DELETE_SAMBA_CONFIG'),
    remoteShell: order('REMOTE_SHELL'),
    answer: ({ command_uuid }, { claims }) => ({
      answer: answerFor(store, command_uuid, claims.sub),
    }),
    wifiList: () => ({ networks: radios.heard() }),
    wifiSaved: () => ({ networks: radios.saved() }),
    wifiAdd: (network, caller) => {
      const networks = radios.add(network)
      note(world, `wifi add ${network.ssid}`, caller)
      return { networks }
    },
    wifiRemove: ({ ssid }, caller) => {
      const networks = radios.remove(ssid)
      note(world, `wifi remove ${ssid}`, caller)
      return { networks }
    },
    bleStatus: () => radios.ble(),
    connect: (peer, caller) => {
      const state = radios.connect(peer)
      note(world, `${peer.radio} connect`, caller)
      return state
    },
    disconnect: ({ radio }, caller) => {
      note(world, `${radio} disconnect`, caller)
      return radios.disconnect(radio)
    },
    switch: ({ radio, on }, caller) => {
      note(world, `${radio} ${on ? 'on' : 'off'}`, caller)
      return radios.turn(radio, on)
    },
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
    shell: ({ line }, caller) => {
      const output = runLine(world, line)
      note(world, `shell ${line}`, caller)
      return { output }
    },
  }
}

/** The device's log says who did what; the service hears of commands only. */
function note({ logs }: LanWorld, what: string, { claims }: LanCaller): void {
  logs.write(`${what} by ${claims.sub}`)
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

function seenRun({ store }: LanWorld, uuid: string, { claims }: LanCaller) {
  const kept = findRun(store, uuid)
  return kept && seesSwarm(claims, kept.run.order.swarm_uuid) ? kept : null
}

/** Another swarm's run shows as no more than that the device is busy. */
function statusFor(world: LanWorld, caller: LanCaller): LanData<Calls['status']>['status'] {
  const status = world.device.status()
  const isSeen = status.run && seenRun(world, status.run.analysis_uuid, caller)
  return isSeen ? status : { ...status, run: null }
}

/**
 * Gives the device a command as the live bus would, once for each id, and remembers whose it was: the ledger hears of it
 * when the service is there again.
 * @throws Fault `refused` with the device's reason, `taken` for an id that belongs to something else.
 */
function orderOverLan(world: LanWorld, command: Command, caller: LanCaller): CommandAnswer {
  const { store, now } = world
  const { claims, pass, operation, print } = caller
  const uuid = operation
  const found = findLanCommand(store, { command_uuid: uuid, user: claims.sub, print })
  if (found === 'taken') throw new Fault('taken', 'Id is not unique', { reason: 'id_not_unique' })
  if (found === 'new') {
    checkSight(world, command, caller)
    note(world, `command ${command.name}`, caller)
  }
  const at = new Date(now()).toISOString()
  const answer = transact(store, () => {
    if (found === 'new') {
      const told = { command_uuid: uuid, pass, command: withoutSecret(command), at }
      keepLanCommand(store, { ...told, user: claims.sub, print })
    }
    const expires_at = new Date(Date.now() + commandMs).toISOString()
    return world.obey({
      command_uuid: uuid,
      code: commandCodes[command.name],
      command,
      expires_at,
    })
  })
  world.kept()
  if (answer.state !== 'refused') return answer
  throw new Fault('refused', `The device refuses: ${answer.reason}`, { reason: answer.reason })
}

/** A run out of sight is as one that is not there; so is an ABORT of one of which the device knows nothing. */
function checkSight(world: LanWorld, command: Command, caller: LanCaller): void {
  if (command.name === 'LOAD_RECIPE') {
    if (seesSwarm(caller.claims, command.order.swarm_uuid)) return
    throw new Fault('forbidden', 'You are not in this swarm', { reason: 'swarm_unknown' })
  }
  const run = 'analysis_uuid' in command ? command.analysis_uuid : undefined
  if (run === undefined || seenRun(world, run, caller)) return
  throw new Fault('refused', 'The device refuses: no_run', { reason: 'no_run' })
}

function runLine({ device, store, logs, now }: LanWorld, line: string): string {
  if (!shellUntil(store, now())) {
    throw new Fault('refused', 'The remote shell is closed', { reason: 'shell_closed' })
  }
  const { uptime, health } = device.status()
  return runShellLine(line, {
    facts: device.facts,
    uptime,
    disks: health,
    logs: logs.list().map(({ name }) => name),
    readLog: (name) => logs.read(name),
  })
}
