import * as v from 'valibot'
import type { Permission } from '../permissions.ts'
import { technicianNeeds } from '../catalog/wavelengths.ts'
import { FileName, Timestamp, Uuid } from '../fields.ts'
import { DeviceLog } from '../entities/device-report.ts'
import { CommandAnswer, Command, type CommandName } from '../live/command.ts'
import { DeviceStatus } from '../live/event.ts'
import { commandNeeds } from '../rules/command.ts'
import { HeardStops, SignedStops } from '../rules/lot-stops.ts'
import { AskRun, Greeting, HeldRun, HeldRunDetails } from './held-run.ts'
import { lan, type LanCall } from './lan-call.ts'
import { ConnectionReport } from './connection-report.ts'
import {
  BleStatus,
  HeardWifi,
  NewWifi,
  RadioPeer,
  RadioState,
  RadioSwitch,
  SavedWifi,
  Ssid,
  WifiLink,
} from './radio.ts'
import { SambaTest } from './samba-test.ts'
import { ShellLine } from './shell-line.ts'

const nothing = v.strictObject({})

type Params<Name extends CommandName> = Omit<Extract<Command, { name: Name }>, 'name'>

/** Return the schema of a command's parameters on the live bus. */
function paramsOf<Name extends CommandName>(name: Name): v.GenericSchema<Params<Name>> {
  const option = Command.options.find(({ entries }) => entries.name.literal === name)
  if (!option) throw new Error(`There is no command ${name}`)
  return v.omit(option as v.StrictObjectSchema<v.ObjectEntries, undefined>, [
    'name',
  ]) as unknown as v.GenericSchema<Params<Name>>
}

/** Make the row of a command of the live bus, given in the local network by a person who may give it over the service. */
const command = <const Name extends CommandName>(name: Name) =>
  lan('command', name, {
    needs: commandNeeds[name],
    acts: true,
    params: paramsOf(name),
    data: CommandAnswer,
  })

const radio = <const Params extends v.GenericSchema, const Data extends v.GenericSchema>(
  name: string,
  params: Params,
  data: Data,
) => lan('radio', name, { needs: 'products.config', params, data })

export const lanCalls = {
  /** Ask for the device's identity and a challenge: the first call of all. */
  greet: lan('device', 'GREET', { needs: null, open: true, params: nothing, data: Greeting }),
  status: lan('device', 'STATUS', {
    needs: 'products.search',
    params: nothing,
    data: v.strictObject({
      status: DeviceStatus,
      runs: v.array(HeldRun),
      /** Lists of lots that are not run, as far as it has heard; a device of an older version knows of none. */
      lots: v.optional(HeardStops),
    }),
  }),

  skip: command('SKIP'),
  abort: command('ABORT'),
  extend: command('EXTEND'),
  reboot: command('REBOOT'),
  shutdown: command('SHUTDOWN'),
  loadRecipe: command('LOAD_RECIPE'),
  getSetup: command('GET_SETUP'),
  flash: command('FLASH'),
  analysisSync: command('ANALYSIS_SYNC'),
  bgateSync: command('BGATE_SYNC'),
  foldersClear: command('FOLDERS_CLEAR'),
  selfTest: command('SELF_TEST'),
  update: command('UPDATE'),
  setInfo: command('SET_INFO'),
  updateSetup: command('UPDATE_SETUP'),
  getSambaConfigs: command('GET_SAMBA_CONFIGS'),
  updateSambaConfig: command('UPDATE_SAMBA_CONFIG'),
  deleteSambaConfig: command('DELETE_SAMBA_CONFIG'),
  remoteShell: command('REMOTE_SHELL'),
  takePicture: command('TAKE_PICTURE'),
  /** Refused: a device in the local network cannot tell whether somebody has signed it. */
  applyCalibration: command('APPLY_CALIBRATION'),
  /** Return the outcome of a command: after a lost reply, and until an accepted command is done. */
  answer: lan('command', 'ANSWER', {
    needs: 'products.search',
    params: v.strictObject({ command_uuid: Uuid }),
    data: v.strictObject({ answer: v.nullable(CommandAnswer) }),
  }),

  /** Hand over lots that are not run, as the service signed them; the device keeps the later of its own and these. */
  lotStops: lan('lots', 'HEAR', {
    needs: 'products.search',
    params: SignedStops,
    data: HeardStops,
  }),

  wifiList: radio('WIFI_LIST', nothing, v.strictObject({ networks: v.array(HeardWifi) })),
  wifiSaved: radio(
    'WIFI_SAVED_LIST',
    nothing,
    v.strictObject({
      networks: v.array(SavedWifi),
      /** Absent in older devices. */
      link: v.optional(WifiLink),
    }),
  ),
  wifiAdd: radio('WIFI_ADD', NewWifi, v.strictObject({ networks: v.array(SavedWifi) })),
  wifiRemove: radio(
    'WIFI_REMOVE',
    v.strictObject({ ssid: Ssid }),
    v.strictObject({ networks: v.array(SavedWifi) }),
  ),
  bleStatus: radio('BLE_STATUS', nothing, BleStatus),
  connect: radio('CONNECT', RadioPeer, RadioState),
  disconnect: radio(
    'DISCONNECT',
    v.strictObject({ radio: v.picklist(['wifi', 'ble']) }),
    RadioState,
  ),
  switch: radio('SWITCH', RadioSwitch, RadioState),

  /** Let the device check its own way to the service, step by step. */
  connectionCheck: lan('check', 'CONNECTION', {
    needs: 'products.config',
    params: nothing,
    data: ConnectionReport,
    timeout: 60_000,
  }),

  /** Write a trial file into a shared folder of a bGATE, read it again and delete it. */
  sambaTest: lan('samba', 'TEST', {
    needs: 'products.config',
    params: v.strictObject({ config_uuid: Uuid }),
    data: SambaTest,
    timeout: 60_000,
  }),

  runs: lan('analysis', 'LIST', {
    needs: 'analysis.search',
    params: nothing,
    data: v.strictObject({ runs: v.array(HeldRun) }),
  }),
  run: lan('analysis', 'GET', {
    needs: 'analysis.search',
    params: AskRun,
    data: HeldRunDetails,
  }),

  logs: lan('logs', 'LIST', {
    needs: 'products.details',
    params: nothing,
    data: v.strictObject({ logs: v.array(DeviceLog) }),
  }),
  log: lan('logs', 'GET', {
    needs: 'products.details',
    params: v.strictObject({ name: FileName }),
    data: v.strictObject({ name: FileName, text: v.string() }),
  }),

  /** One line in the open remote shell: a few words of its own over files of its own. */
  shell: lan('shell', 'RUN', {
    needs: 'products.startRSH',
    params: v.strictObject({
      line: v.pipe(
        v.string(),
        v.maxLength(200),
        // eslint-disable-next-line no-control-regex
        v.regex(/^[^\u0000-\u001f\u007f]*$/, 'control_character'),
      ),
    }),
    data: v.strictObject({ output: v.string() }),
  }),
  /** Lines of the open remote shell after the last one that the page has, typed by anybody: a second person watches the shell with it. */
  shellLines: lan('shell', 'LINES', {
    needs: 'products.startRSH',
    params: v.strictObject({ after: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
    data: v.strictObject({
      /** Null while no shell is open. */
      until: v.nullable(Timestamp),
      /** Begin of the session that the lines are of; null before the first. Lines are counted from 1 in each. */
      session: v.nullable(Timestamp),
      lines: v.array(ShellLine),
    }),
  }),
} as const

/** Every call that a device answers in the local network. */
export const lanRows: readonly LanCall[] = Object.values(lanCalls)

/** Permissions that a pass may hold: those that a row needs, and those without which a device is not visible. */
export const lanPermissions: ReadonlySet<Permission> = new Set([
  ...lanRows.flatMap(({ needs }) => needs ?? []),
  'cfx96.use',
  technicianNeeds,
  'products.resetIlluminationCalibration',
] satisfies Permission[])
