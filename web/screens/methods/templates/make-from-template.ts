import { applicationCalls } from '../../../../domain/calls/applications.ts'
import { protocolCalls } from '../../../../domain/calls/protocols.ts'
import { recipeCalls } from '../../../../domain/calls/recipes.ts'
import {
  cartridges,
  deviceCartridgeNames,
  type DeviceCartridgeName,
} from '../../../../domain/catalog/cartridges.ts'
import type { AssayTemplate } from '../../../../domain/templates/assay-templates.ts'
import { call } from '../../../client/call.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import { listPlates } from '../../../entities/method/device-limits.tsx'
import { resyncRecords } from '../../../state/records.ts'

/** Ids of the three records and of the three calls: what is repeated after a failure makes nothing twice. */
export type MadeIds = ReturnType<typeof drawIds>

export const drawIds = () => ({
  recipe: { uuid: makeUuid(), opId: makeUuid() },
  application: { uuid: makeUuid(), opId: makeUuid() },
  protocol: { uuid: makeUuid(), opId: makeUuid() },
})

/** List the plates that are sold today and that the account may use. */
function usablePlates(): DeviceCartridgeName[] {
  const usable = listPlates([])
  return deviceCartridgeNames.filter((type) => usable.includes(type) && !cartridges[type].isLegacy)
}

/**
 * Make a recipe, an application and a protocol of a template, for the whole company.
 * @throws Fault of the call that failed; what was made before it stays, and is taken up by the same ids.
 */
export async function makeFromTemplate(template: AssayTemplate, ids: MadeIds): Promise<void> {
  const { name, process, evaluation, sample_types } = template
  const { layout, minimum_samples, expected_wells } = template
  const common = { name, swarm_uuid: null }
  const cartridge_types = usablePlates()
  const { recipe, application, protocol } = ids
  const content = { process, evaluation, cartridge_types, minimum_bkernel: null }
  await call(
    recipeCalls.create,
    { body: { ...common, uuid: recipe.uuid, ...content } },
    { opId: recipe.opId },
  )
  await call(
    applicationCalls.create,
    { body: { ...common, uuid: application.uuid, sample_types, variables: [] } },
    { opId: application.opId },
  )
  const body = {
    ...common,
    uuid: protocol.uuid,
    recipe_uuid: recipe.uuid,
    application_uuids: [application.uuid],
    cartridge_types,
    minimum_bkernel: null,
    layout,
    minimum_samples,
    expected_wells,
  }
  await call(protocolCalls.create, { body }, { opId: protocol.opId })
  resyncRecords()
}
