import { isDeviceCartridge } from '../catalog/cartridges.ts'
import type { Analysis } from '../entities/analysis.ts'
import { Fault } from '../fault.ts'
import type { RunOrder } from '../live/command.ts'

/**
 * Return what a device needs for the run. Names of samples stay out: the device has no use for them.
 * @throws Fault `refused` `plate_without_device` for a plate that no device takes.
 */
export function runOrder(
  record: Pick<
    Analysis,
    'uuid' | 'name' | 'swarm_uuid' | 'cartridge_type' | 'method' | 'samples' | 'kit'
  >,
): RunOrder {
  const { cartridge_type, kit } = record
  if (!isDeviceCartridge(cartridge_type)) {
    throw new Fault('refused', 'No device takes this plate', { reason: 'plate_without_device' })
  }
  return {
    analysis_uuid: record.uuid,
    name: record.name,
    cartridge_type,
    process: record.method.process,
    swarm_uuid: record.swarm_uuid,
    ...(kit && {
      kit: {
        bkit_uuid: kit.bkit_uuid,
        lot: kit.lot,
        use_by: kit.expired_reason === undefined ? kit.expiry_date : null,
      },
    }),
    wells: record.samples.flatMap((sample, number) =>
      sample.coordinates.map((well) => ({
        well,
        sample_type: sample.sample_type,
        sample: number,
        ...(sample.quantity === undefined ? {} : { quantity: sample.quantity }),
      })),
    ),
  }
}
