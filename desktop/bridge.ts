import * as v from 'valibot'
import {
  type BridgeCallName,
  bridgeCalls,
  type BridgeData,
  type BridgeParams,
} from '../domain/desktop-bridge.ts'
import { Fault } from '../domain/fault.ts'
import { noHost } from '../domain/lan/lan-call.ts'
import { lanCalls } from '../domain/lan/lan-calls.ts'
import { readReply } from '../domain/reply.ts'
import { carryCall, readObject, rowOf } from './call-device.ts'
import type { DeviceRegistry } from './device-registry.ts'
import type { Discovery } from './discovery.ts'
import type { ChooseFolder } from './watched/choose-folder.ts'
import type { WatchedFolder } from './watched/watched-folder.ts'

type Calls = typeof bridgeCalls
type Handlers = {
  [Name in BridgeCallName]: (
    params: BridgeParams<Calls[Name]>,
  ) => BridgeData<Calls[Name]> | Promise<BridgeData<Calls[Name]>>
}

/** Answers a call of the page. @throws Fault for one that is not in the table, or not as the table says. */
export type Bridge = (name: string, params: unknown) => Promise<unknown>

export function createBridge(options: {
  registry: DeviceRegistry
  discovery: Discovery
  watched: WatchedFolder
  chooseFolder: ChooseFolder
  /** Called after the search has begun, to send the page the known devices. */
  onStart(): void
}): Bridge {
  const { registry, discovery, watched, onStart } = options
  const handlers: Handlers = {
    startDiscovery() {
      discovery.start()
      onStart()
      return {}
    },
    async stopDiscovery() {
      await discovery.stop()
      return {}
    },
    async analysisGet({ hostname, analysis_uuid, signed }) {
      const { path, command, data } = lanCalls.run
      const asked = readObject(signed.body)
      const { params } = asked as { params?: { analysis_uuid?: unknown } | null }
      if (asked['command'] !== command || params?.analysis_uuid !== analysis_uuid)
        throw new Fault('invalid', 'It asks for something else', { field: 'signed.body' })
      return check(data, readReply(await carryCall(registry, { hostname, path, signed })))
    },
    ...answerWatch(watched, options.chooseFolder),
    async deviceCall({ hostname, path, signed }) {
      rowOf(path, signed.body)
      const answer = await carryCall(registry, { hostname, path, signed })
      return check(bridgeCalls.deviceCall.data, answer)
    },
  }
  return async function answer(name, params) {
    if (!isCall(name)) throw new Fault('not_found', 'No such call', { reason: 'no_such_call' })
    const parsed = v.safeParse(bridgeCalls[name].params, params, { abortEarly: true })
    if (!parsed.success) {
      const field = v.getDotPath(parsed.issues[0]) ?? ''
      throw new Fault('invalid', 'The call is not as it is agreed', { field })
    }
    return (handlers[name] as (given: unknown) => unknown)(parsed.output)
  }
}

/** Answer the calls about the watched folder. */
function answerWatch(watched: WatchedFolder, choose: ChooseFolder) {
  return {
    watchState: () => watched.state(),
    async watchChoose(company) {
      const folder = await choose()
      if (folder === null) return { outcome: 'no_dialog' }
      if (folder === '') return { outcome: 'cancelled' }
      try {
        await watched.choose({ folder, ...company })
        return { outcome: 'chosen' }
      } catch {
        return { outcome: 'unreadable' }
      }
    },
    watchBind(company) {
      watched.bind(company)
      return {}
    },
    watchPause({ paused }) {
      watched.pause(paused)
      return {}
    },
    watchForget() {
      watched.forget()
      return {}
    },
    watchTake({ hash }) {
      const { name, bytes } = watched.take(hash)
      return { name, content: bytes.toString('base64') }
    },
    watchSettle(order) {
      watched.settle(order)
      return {}
    },
    watchPlanned({ hash, analysis_uuid }) {
      watched.plan(hash, analysis_uuid)
      return {}
    },
    async watchAnswer(order) {
      await watched.answer(order)
      return {}
    },
  } satisfies Partial<Handlers>
}

function isCall(name: string): name is BridgeCallName {
  return Object.hasOwn(bridgeCalls, name)
}

/** Check an answer: nothing from another machine, or in another format, reaches the page. */
function check<Checked extends v.GenericSchema>(
  schema: Checked,
  answer: unknown,
): v.InferOutput<Checked> {
  const read = v.safeParse(schema, answer)
  if (read.success) return read.output
  throw noHost()
}
