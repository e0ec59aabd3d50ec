import { deviceCommandCalls } from '../../../../domain/calls/device-commands.ts'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import {
  command as commandEntity,
  type CommandRecord,
  isSettled,
} from '../../../../domain/entities/command.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import type { Swarm } from '../../../../domain/entities/swarm.ts'
import type { CommandName } from '../../../../domain/live/command.ts'
import { commandNeeds, refuseCommand, settleMs } from '../../../../domain/rules/command.ts'
import { deviceState } from '../../../../domain/rules/device.ts'
import { settingsToCopy } from '../../../../domain/rules/setting-drift.ts'
import { compareVersions } from '../../../../domain/rules/version.ts'
import { writeSwarms } from '../../../entities/swarm/write-swarms.ts'
import { call } from '../../../client/call.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import type { Act } from '../../../record/act.ts'
import { whyNotCall } from '../../../record/rights.ts'
import { localTime } from '../../../state/local-time.ts'
import { records, resyncRecords } from '../../../state/records.ts'
import { may } from '../../../state/session.ts'
import { explainState } from '../command-looks.ts'
import { copySettings, isLike } from '../settings/CopyDialog.tsx'
import { whyBusy } from '../settings/RegistrationSection.tsx'

export interface FleetVersion {
  version: string
  /** Devices install it by themselves (decision 87). */
  isSelfInstalled: boolean
}

/** Sources of the acts on many devices. */
export interface FleetActSources {
  swarms: readonly Swarm[]
  /** Versions that the company may use, newest first. */
  versions: readonly FleetVersion[]
  /** Device whose settings others can get: the one that is open. */
  like: Device | null
}

/** Choices of one kind in the menu: more are found on the pages of the devices. */
const mostChoices = 5

/**
 * List what can be done to many devices, with the change of each for the plan. A command is followed to its end before its place in the
 * batch is free: no more than eight devices are away at a time, and one version that fails is seen before the whole fleet has it.
 */
export function listFleetActs(device: Device, sources: FleetActSources): Act[] {
  const { swarms, versions, like } = sources
  return [
    restart(device),
    ...versions.slice(0, mostChoices).map(({ version }) => update(device, version)),
    ...versions
      .filter(({ isSelfInstalled }) => isSelfInstalled)
      .slice(0, mostChoices)
      .flatMap(({ version }) => [postpone(device, version), installAsPlanned(device, version)]),
    sync(device),
    clearFolders(device),
    selfTest(device),
    ...swarms
      .filter(({ archived }) => archived !== 1)
      .slice(0, mostChoices)
      .map((swarm) => move(device, swarm, swarms)),
    ...(like ? [copyFrom(like, device)] : []),
  ]
}

function restart(device: Device): Act {
  const before = t(`devices.state.${deviceState(device)}`)
  return {
    id: 'restart',
    label: t('fleet.act.restart'),
    icon: 'refresh',
    why: whyNotOrdered('REBOOT', device),
    ask: asked('restart', true),
    change: { field: t('devices.column.state'), before, after: t('fleet.act.restarted') },
    isEndSaid: true,
    send: async (opId) =>
      followEnd(
        await call(deviceCommandCalls.reboot, { params: { id: device.uuid }, body: {} }, { opId }),
      ),
  }
}

function update(device: Device, version: string): Act {
  const { uuid: id, bkernel_version: before } = device
  return {
    id: `update-${version}`,
    label: t('fleet.act.update', { version }),
    icon: 'download',
    why: whyNotNewer(before, version) ?? whyNotOrdered('UPDATE', device),
    ask: asked('update', true),
    change: { field: t('devices.column.version'), before, after: version },
    isEndSaid: true,
    send: async (opId) =>
      followEnd(
        await call(deviceCommandCalls.update, { params: { id }, body: { version } }, { opId }),
      ),
  }
}

/** Say why a version is no update for a device: it runs this one or a newer one, and the service offers neither. */
function whyNotNewer(has: string, version: string): string | null {
  const than = compareVersions(version, has)
  if (than > 0) return null
  return than === 0 ? t('fleet.act.hasVersion', { version }) : t('fleet.act.hasNewer', { has })
}

/** Postpone a version as far as its plan allows for each device: the days of a device begin with its own offer. */
function postpone(device: Device, version: string): Act {
  const why = device.bkernel_version === version ? t('fleet.act.hasVersion', { version }) : null
  return {
    id: `postpone-${version}`,
    label: t('fleet.act.postpone', { version }),
    icon: 'clock',
    why: why ?? whyNotCall(deviceCalls.postpone),
    ask: { ...asked('postpone', false), reason: 'due' },
    change: {
      field: t('fleet.act.installed', { version }),
      before: plannedDay(device, version),
      after: t('fleet.act.latest'),
    },
    isEndSaid: true,
    send: async (opId, reason) => {
      const parts = {
        params: { id: device.uuid },
        body: { version, until: 'latest', reason },
      } as const
      const { postponed } = await call(deviceCalls.postpone, parts, { opId })
      return postponed ? localTime(postponed.until, 'date') : t('fleet.act.asPlanned')
    },
  }
}

/** Take postponements back, the undo of the one before. */
function installAsPlanned(device: Device, version: string): Act {
  const isPostponed = device.postponed?.version === version
  return {
    id: `planned-${version}`,
    label: t('fleet.act.unpostpone', { version }),
    icon: 'undo',
    why: isPostponed ? whyNotCall(deviceCalls.postpone) : t('fleet.act.notPostponed'),
    ask: { ...asked('unpostpone', false), reason: 'due' },
    change: {
      field: t('fleet.act.installed', { version }),
      before: plannedDay(device, version),
      after: t('fleet.act.asPlanned'),
    },
    send: async (opId, reason) => {
      const parts = { params: { id: device.uuid }, body: { version, until: null, reason } }
      await call(deviceCalls.postpone, parts, { opId })
      return t('record.bulkIsDone')
    },
  }
}

function plannedDay({ postponed }: Device, version: string): string {
  return postponed?.version === version
    ? localTime(postponed.until, 'date')
    : t('fleet.act.asPlanned')
}

function sync(device: Device): Act {
  const { uuid: id } = device
  return {
    id: 'sync',
    label: t('fleet.act.sync'),
    icon: 'upload',
    why: whyNotOrdered('ANALYSIS_SYNC', device),
    ask: asked('sync', false),
    change: {
      field: t('devices.pending'),
      before: t('fleet.act.kept'),
      after: t('fleet.act.sent'),
    },
    isEndSaid: true,
    send: async (opId) =>
      followEnd(await call(deviceCommandCalls.sync, { params: { id }, body: {} }, { opId })),
  }
}

/** Clear the folders of devices whose disks are nearly full. What the service has not received stays on them. */
function clearFolders(device: Device): Act {
  const { uuid: id } = device
  return {
    id: 'clear',
    label: t('fleet.act.clear'),
    icon: 'trash',
    why: whyNotOrdered('FOLDERS_CLEAR', device),
    ask: asked('clear', true),
    change: {
      field: t('fleet.act.readings'),
      before: t('fleet.act.kept'),
      after: t('fleet.act.cleared'),
    },
    isEndSaid: true,
    send: async (opId) =>
      followEnd(
        await call(deviceCommandCalls.clearFolders, { params: { id }, body: {} }, { opId }),
      ),
  }
}

/** Have devices test themselves: after a repair the overview should say what is still wrong. */
function selfTest(device: Device): Act {
  const { uuid: id } = device
  return {
    id: 'selfTest',
    label: t('fleet.act.selfTest'),
    icon: 'check',
    why: whyNotOrdered('SELF_TEST', device),
    ask: asked('selfTest', false),
    change: { field: t('fleet.act.selfTest'), before: '–', after: t('fleet.act.tested') },
    isEndSaid: true,
    send: async (opId) =>
      followEnd(await call(deviceCommandCalls.selfTest, { params: { id }, body: {} }, { opId })),
  }
}

function move(device: Device, swarm: Swarm, swarms: readonly Swarm[]): Act {
  const { uuid: id, updated_at: base } = device
  const isThere = device.swarms.length === 1 && device.swarms[0] === swarm.uuid
  return {
    id: `move-${swarm.uuid}`,
    label: t('fleet.act.move', { name: swarm.name }),
    icon: 'people',
    why: isThere
      ? t('fleet.act.isThere', { name: swarm.name })
      : (whyNotCall(deviceCalls.link) ?? whyBusy(device)),
    ask: asked('move', false),
    change: {
      field: t('devices.swarms'),
      before: writeSwarms(device.swarms, swarms) || t('devices.noSwarm'),
      after: swarm.name,
    },
    send: async (opId) => {
      await call(
        deviceCalls.link,
        { params: { id }, body: { swarms: [swarm.uuid], base } },
        { opId },
      )
      return t('record.bulkIsDone')
    },
  }
}

function copyFrom(like: Device, device: Device): Act {
  const count = isLike(device, like)
    ? Object.keys(settingsToCopy(like.config, device.config)).length
    : 0
  const why =
    device.uuid === like.uuid || !isLike(device, like)
      ? t('fleet.act.notLike', { name: like.name })
      : count === 0
        ? t('fleet.act.same')
        : null
  return {
    id: 'like',
    label: t('fleet.act.like', { name: like.name }),
    icon: 'copy',
    why:
      why ??
      whyNotCall(deviceCalls.setConfig) ??
      whyNotOrdered('UPDATE_SETUP', device) ??
      whyBusy(device),
    ask: { ...asked('like', false), reason: 'due' },
    change: {
      field: t('view.settings'),
      before: t('fleet.act.differ', { count }),
      after: t('fleet.act.like', { name: like.name }),
    },
    isEndSaid: true,
    send: async (opId, reason) =>
      followEnd(await copySettings({ from: like, to: device, reason, opId })),
  }
}

function asked(
  act:
    | 'restart'
    | 'update'
    | 'postpone'
    | 'unpostpone'
    | 'sync'
    | 'clear'
    | 'selfTest'
    | 'move'
    | 'like',
  danger: boolean,
): NonNullable<Act['ask']> {
  const title = t(`fleet.ask.${act}`)
  return { title, text: title, submit: title, danger }
}

function whyNotOrdered(name: CommandName, device: Device): string | null {
  const permission = commandNeeds[name]
  if (!may(permission)) {
    return faultText({ code: 'forbidden', reason: 'permission_missing', params: { permission } })
  }
  const reason = refuseCommand(name, device)
  if (reason) return faultText({ code: 'refused', reason })
  // Refuse a silent device: the order would wait in the queue, and come when nobody thinks of it any more.
  return deviceState(device) === 'offline' ? t('fleet.act.silent') : null
}

const usualSettleMs = 60_000

/** Wait for the end of a command in the ledger, as long as it may take, and say it. */
async function followEnd(sent: CommandRecord): Promise<string> {
  const model = records.peek()?.model
  const isOpen = ({ state }: CommandRecord) =>
    !isSettled(state) && state !== 'unknown' && state !== 'queued'
  if (!model || !isOpen(sent)) return sayEnd(sent)
  let last = sent
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      clearInterval(again)
      stop()
      resolve()
    }
    const stop = model.watch(`${commandEntity.kind}|${sent.uuid}`, (body) => {
      if (!body) return
      last = body as CommandRecord
      if (!isOpen(last)) queueMicrotask(end)
    })
    const timer = setTimeout(end, settleMs[sent.command.name] ?? usualSettleMs)
    // Ask again now and then, as the hint of the live bus may be lost.
    const again = setInterval(resyncRecords, 10_000)
  })
  return sayEnd(last)
}

function sayEnd(entry: CommandRecord): string {
  return [t(`device.state.${entry.state}`), explainState(entry)].filter(Boolean).join(': ')
}
