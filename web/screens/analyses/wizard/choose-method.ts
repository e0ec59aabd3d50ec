import type { Analysis } from '../../../../domain/entities/analysis.ts'
import {
  type DeviceCartridgeName,
  isDeviceCartridge,
} from '../../../../domain/catalog/cartridges.ts'
import type { Protocol } from '../../../../domain/entities/protocol.ts'
import type { Recipe } from '../../../../domain/entities/recipe.ts'
import { bringLayout, changeDraft, changeLayout, draft, fillDraft } from '../../../state/draft.ts'
import { copyLayout, fitCartridge } from '../../../state/draft-steps.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import { contentOf } from './plan-changes.ts'

/** Choose what to run. The layout starts with the protocol's; one that a person began can be had back by undo. */
export function chooseMethod(choice: {
  protocol: Protocol | null
  recipe: Recipe
  cartridge: DeviceCartridgeName | null
  name: string
}): void {
  const { protocol, recipe, cartridge } = choice
  const before = draft.peek()
  if (!before) return
  const named = before.name === '' || before.name === before.offered
  changeDraft({
    protocol_uuid: protocol?.uuid ?? null,
    recipe_uuid: recipe.uuid,
    cartridge_type: cartridge,
    offered: choice.name,
    ...(named ? { name: choice.name } : {}),
  })
  if (protocol && protocol.layout.length > 0) bringLayout(layoutOf(protocol, cartridge))
  else if (cartridge) changeLayout((layout) => fitCartridge(layout, cartridge))
}

/** Put the protocol's layout as a step of its own, which undo takes back. */
export function takeProtocolLayout(
  protocol: Protocol,
  cartridge: DeviceCartridgeName | null,
): void {
  changeLayout(() => layoutOf(protocol, cartridge))
}

/** Copy the wells of a protocol that the cartridge has. */
function layoutOf({ layout }: Protocol, cartridge: DeviceCartridgeName | null) {
  const copied = copyLayout(layout, makeUuid)
  return cartridge ? fitCartridge(copied, cartridge) : copied
}

export function chooseCartridge(cartridge: DeviceCartridgeName): void {
  changeDraft({ cartridge_type: cartridge })
  changeLayout((layout) => fitCartridge(layout, cartridge))
}

/** Return the cartridge, or null for a plate that no device takes: no run can be planned on it. */
function deviceCartridge({ cartridge_type: type }: Analysis): DeviceCartridgeName | null {
  return isDeviceCartridge(type) ? type : null
}

/** Fill a new analysis with the method and layout of an earlier one. */
export function fillFromEarlier(earlier: Analysis, name: string): void {
  fillDraft(
    {
      protocol_uuid: earlier.method.protocol_uuid,
      recipe_uuid: earlier.method.recipe_uuid,
      cartridge_type: deviceCartridge(earlier),
      swarm_uuid: earlier.swarm_uuid,
      device_uuid: earlier.device_uuid,
      name,
    },
    copyLayout(earlier.samples, makeUuid),
  )
}

/** Fill the draft with a saved analysis that was not launched, to continue it. */
export function fillFromSaved(saved: Analysis): void {
  fillDraft(
    {
      uuid: saved.uuid,
      saved: true,
      protocol_uuid: saved.method.protocol_uuid,
      recipe_uuid: saved.method.recipe_uuid,
      cartridge_type: deviceCartridge(saved),
      swarm_uuid: saved.swarm_uuid,
      device_uuid: saved.device_uuid,
      name: saved.name,
      notebook: saved.notebook,
      kit: saved.kit ?? null,
      instrument: saved.instrument ?? null,
      base: contentOf(saved),
    },
    saved.samples,
  )
}
