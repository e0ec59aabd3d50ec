import { Fault } from '../../../../domain/fault.ts'
import type { LanCall, LanParams } from '../../../../domain/lan/lan-call.ts'
import { lanCalls } from '../../../../domain/lan/lan-calls.ts'
import type { CommandAnswer } from '../../../../domain/live/command.ts'
import { callDevice } from '../../../lan/call-device.ts'
import { tellLanSuccess } from '../../../lan/say-outcome.ts'
import type { RunOrdered } from '../detail/running/run-orders.ts'

type CommandRow = LanCall & Pick<typeof lanCalls.abort, 'data'>

/**
 * Give a device an order in the local network, and say when it has taken it.
 * @throws Fault with the device's own refusal, or like `callDevice`.
 */
export async function orderDevice<Row extends CommandRow>(
  hostname: string,
  row: Row,
  params: LanParams<Row>,
  device: string | null,
): Promise<void> {
  const answer: CommandAnswer = await callDevice(hostname, row, params, device ? { device } : {})
  if (answer.state === 'refused')
    throw new Fault('refused', answer.reason, { reason: answer.reason })
  await tellLanSuccess(hostname)
}

/** Give an order to a run that goes on. @throws Fault like `orderDevice`. */
export function orderRun(
  hostname: string,
  ordered: RunOrdered,
  device: string | null,
): Promise<void> {
  switch (ordered.name) {
    case 'SKIP': {
      const { name: _, ...params } = ordered
      return orderDevice(hostname, lanCalls.skip, params, device)
    }
    case 'EXTEND': {
      const { name: _, ...params } = ordered
      return orderDevice(hostname, lanCalls.extend, params, device)
    }
    case 'ABORT': {
      const { name: _, ...params } = ordered
      return orderDevice(hostname, lanCalls.abort, params, device)
    }
  }
}
