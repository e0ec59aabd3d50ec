import * as v from 'valibot'
import { get, post } from '../call.ts'
import { wavelengthNames } from '../catalog/wavelengths.ts'
import { CommandRecord } from '../entities/command.ts'
import { Name, PlainId, Uuid, Version } from '../fields.ts'
import { CommandData, DeviceSettings, SambaConfig } from '../live/device-setup.ts'
import type { Permission } from '../permissions.ts'
import { commandNeeds } from '../rules/command.ts'
import { shellMinutes } from '../live/command.ts'
import { byId, Reason } from './shapes.ts'

/**
 * Make the row of a command to a device itself (ours: the specification names the commands and no calls for them; spec
 * §4 "Device actions" and §7). Each goes through permission, audit and ledger, and answers with its entry: settled when
 * the device has answered at once, else `sent`, `accepted` or `queued`, and the ledger shows the rest. A device takes
 * commands from its own company only (decisions R16).
 */
function order<
  const Path extends string,
  const Needs extends Permission,
  const Body extends v.ObjectEntries,
>(path: Path, needs: Needs, body: Body) {
  return post(path, {
    reach: 'own',
    needs,
    params: byId,
    body: v.strictObject(body),
    data: CommandRecord,
  })
}

export const deviceCommandCalls = {
  /** A run that is going on goes on afterwards. */
  reboot: order('/products/reboot/:id', commandNeeds.REBOOT, {}),
  /** Refused while a run is going on. Only a hand on the device switches it on again. */
  shutdown: order('/products/shutdown/:id', commandNeeds.SHUTDOWN, {}),
  /** To one of the versions that `/bkernel/search` offers this device (decisions D30). Refused while a run is going on. */
  update: order('/products/update/:id', commandNeeds.UPDATE, { version: Version }),
  /** It is opened for a reason and a time, both kept in the trail; the device closes it by itself. */
  remoteShell: post('/products/remote_shell/:id', {
    reach: 'own',
    needs: commandNeeds.REMOTE_SHELL,
    params: byId,
    body: v.variant('action', [
      v.strictObject({
        action: v.literal('start'),
        reason: Reason,
        minutes: v.picklist(shellMinutes),
      }),
      v.strictObject({ action: v.literal('stop') }),
    ]),
    data: CommandRecord,
  }),
  /** The device sends again what the service has not acknowledged: of one analysis, or of all (decisions D29). */
  sync: order('/products/sync/:id', commandNeeds.ANALYSIS_SYNC, {
    analysis_uuid: v.optional(Uuid),
  }),
  /** Clears on the device what the service has acknowledged. */
  clearFolders: order('/products/folders_clear/:id', commandNeeds.FOLDERS_CLEAR, {}),
  /** Test optics, block, lid and fan now; the result becomes a record, and its figures are in the answer. Refused during a run. */
  selfTest: order('/products/self_test/:id', commandNeeds.SELF_TEST, {}),
  flash: order('/products/flash/:id', commandNeeds.FLASH, {}),
  setInfo: order('/products/set_info/:id', commandNeeds.SET_INFO, {
    name: v.optional(Name),
    hostname: v.optional(PlainId),
  }),
  /** Ask a device for the settings it holds; read them with `data` once the entry is done. */
  getSetup: order('/products/get_setup/:id', commandNeeds.GET_SETUP, {}),
  /** Take a picture of the plate in one channel; read it with `data` once the entry is done. Refused during a run. */
  takePicture: order('/products/take_picture/:id', commandNeeds.TAKE_PICTURE, {
    channel: v.picklist(wavelengthNames),
  }),
  updateSetup: order('/products/update_setup/:id', commandNeeds.UPDATE_SETUP, {
    settings: DeviceSettings,
  }),
  /** Light source and camera of every channel as they left the factory (decisions D17). */
  resetIllumination: order(
    '/products/reset_illumination/:id',
    'products.resetIlluminationCalibration',
    {},
  ),
  getSamba: order('/products/get_samba/:id', commandNeeds.GET_SAMBA_CONFIGS, {}),
  /**
   * Adds or changes a shared folder. The password goes to the device and nowhere else: it is in no ledger, trail or
   * answer, so this command does not wait for a device that is away.
   */
  updateSamba: order('/products/update_samba/:id', commandNeeds.UPDATE_SAMBA_CONFIG, {
    config_uuid: Uuid,
    config: SambaConfig,
    password: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
  }),
  deleteSamba: order('/products/delete_samba/:id', commandNeeds.DELETE_SAMBA_CONFIG, {
    config_uuid: Uuid,
  }),
  /** Return a device's answer to a command (`id` is the command's); null where it carried no data. */
  data: get('/products/command_data/:id', {
    reach: 'own',
    needs: 'products.config',
    params: byId,
    data: v.strictObject({ command: CommandRecord, data: v.nullable(CommandData) }),
  }),
}
