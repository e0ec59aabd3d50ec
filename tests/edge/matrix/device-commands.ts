import {
  type deviceCommandCalls,
  deviceCommandCalls as commands,
} from '../../../domain/calls/device-commands.ts'
import { deviceLinkCalls } from '../../../domain/calls/device-link.ts'
import { must } from '../lab.ts'
import { makeImaged, makeDevice } from '../material-bodies.ts'
import type { Examples, Sent, World } from './example.ts'

/** A folder on a file server, as a bGATE takes it. */
export const sambaConfig = {
  address: '//nas.lab.example/pcr',
  source: '/data/runs',
  domain: 'LAB',
  username: 'cycler',
  target_folder: '/incoming',
  max_protocol: 'SMB3',
}

/** To a device of its own: commands to one are not in each other's way. */
const toNew =
  (body: object = {}) =>
  async (world: World): Promise<Sent> => {
    const { uuid } = await makeDevice(world.home.company, { name: world.word() })
    return { params: { id: uuid }, body }
  }

export const deviceCommandExamples: Examples<typeof deviceCommandCalls> = {
  reboot: toNew(),
  shutdown: toNew(),
  update: async (world) => {
    const { uuid } = await makeDevice(world.home.company, { name: world.word() })
    const { version } = await makeImaged(world.call, world.word())
    return { params: { id: uuid }, body: { version } }
  },
  remoteShell: toNew({ action: 'start', reason: 'Log of run 12', minutes: 15 }),
  sync: toNew(),
  clearFolders: toNew(),
  selfTest: toNew(),
  flash: toNew(),
  setInfo: toNew({ hostname: 'pcr-2' }),
  getSetup: toNew(),
  takePicture: toNew({ channel: 'FAM' }),
  updateSetup: toNew({ settings: { 'illumination.FAM.exposure': 60 } }),
  resetIllumination: toNew(),
  getSamba: toNew(),
  updateSamba: async (world) => ({
    ...(await toNew()(world)),
    body: { config_uuid: crypto.randomUUID(), config: sambaConfig, password: 'Only-For-The-NAS' },
  }),
  deleteSamba: toNew({ config_uuid: '11111111-2222-4333-8444-555555555555' }),
  data: async (world) => {
    const device = await makeDevice(world.home.company, { name: world.word() })
    const asked = await must(
      world.call(commands.getSamba, { params: { id: device.uuid }, body: {} }),
    )
    const { uuid } = asked.data
    const data = { of: 'samba', configs: [] }
    const body = { command_uuid: uuid, state: 'done', data }
    await must(device.sender(deviceLinkCalls.answer, { body }))
    return { params: { id: uuid } }
  },
}
