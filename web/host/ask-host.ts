import * as v from 'valibot'
import {
  type BridgeCallName,
  bridgeCalls,
  type BridgeData,
  type BridgeParams,
  callPath,
} from '../../domain/desktop-bridge.ts'
import { Fault } from '../../domain/fault.ts'
import { readReply } from '../../domain/reply.ts'

type Calls = typeof bridgeCalls

/**
 * Make a call of the desktop shell's host.
 * @throws Fault with what the host said; `network` where it does not answer, or not as it is agreed.
 */
export async function askHost<Name extends BridgeCallName>(
  name: Name,
  params: BridgeParams<Calls[Name]>,
  signal: AbortSignal = AbortSignal.timeout(10_000),
): Promise<BridgeData<Calls[Name]>> {
  const response = await fetch(callPath(name), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(v.parse(bridgeCalls[name].params, params)),
    signal,
  })
  const data = readReply(await response.json(), response.status)
  const read = v.safeParse(bridgeCalls[name].data, data)
  if (!read.success) throw new Fault('network', 'The host does not answer as it is agreed')
  return read.output as BridgeData<Calls[Name]>
}
