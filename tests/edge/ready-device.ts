import { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import { finishedRun, makeCube } from './calibration-bodies.ts'
import { type Lab, must, type Sender } from './lab.ts'
import { readAnalysis, validate } from './made-analyses.ts'
import { changeInside } from './matrix/world.ts'

/** Make what a device reports about itself, with these measured values. */
export const infoWith = (measured: object) => ({
  ip: '10.0.0.7',
  ssid: '',
  latitude: null,
  longitude: null,
  accuracy: null,
  versions: {},
  uptime: 12,
  temperature: 31.5,
  health: { system_disk: 40, data_disk: 12, memory: 50, cpu: 3 },
  measured,
})

/** Make the same with the outcome of its self-test. */
export const deviceInfo = (outcome: 'passed' | 'failed') =>
  infoWith({
    clock: new Date().toISOString(),
    self_test: { outcome, ran_at: new Date(Date.now() - 60_000).toISOString() },
  })

/** Make a device of a laboratory on which each required step of its commissioning is done. */
export async function makeReadyDevice(lab: Lab, sender: Sender, name: string) {
  const device = await makeCube(lab.company, name)
  const { uuid } = device
  const until = '2099-01-01T00:00:00.000Z'
  const config = {
    'calibration.last_at': new Date().toISOString(),
    ...Object.fromEntries(
      ['roi', 'thermal'].flatMap((kind) => [
        [`calibration.${kind}.uuid`, crypto.randomUUID()],
        [`calibration.${kind}.until`, until],
      ]),
    ),
  }
  const connected = { connected: '10', swarms: [lab.swarm], config }
  await changeInside(lab.company, { type: 'patch', kind: 'device', uuid, patch: connected })
  await must(device.sender(deviceReportCalls.info, { body: deviceInfo('passed') }))
  const run = await finishedRun(lab, sender, uuid)
  await validate(sender, await readAnalysis(sender, run))
  return { ...device, config }
}
