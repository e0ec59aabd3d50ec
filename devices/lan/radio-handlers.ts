import { type LanHandlers, type LanWorld, note } from './lan-world.ts'

export type RadioRow =
  | 'wifiList'
  | 'wifiSaved'
  | 'wifiAdd'
  | 'wifiRemove'
  | 'bleStatus'
  | 'connect'
  | 'disconnect'
  | 'switch'

/** Wi-Fi and Bluetooth (spec §7). */
export function radioHandlers(world: LanWorld): Pick<LanHandlers, RadioRow> {
  const { radios } = world
  return {
    wifiList: () => ({ networks: radios.heard() }),
    wifiSaved: () => ({ networks: radios.saved(), link: radios.link() }),
    wifiAdd: (network, caller) => {
      const networks = radios.add(network)
      note(world, `wifi add ${network.ssid}`, caller)
      return { networks }
    },
    wifiRemove: ({ ssid }, caller) => {
      const networks = radios.remove(ssid)
      note(world, `wifi remove ${ssid}`, caller)
      return { networks }
    },
    bleStatus: () => radios.ble(),
    connect: (peer, caller) => {
      const state = radios.connect(peer)
      const cause = peer.radio === 'wifi' ? (state.wifi.last?.cause ?? 'connected') : 'connected'
      note(world, `${peer.radio} connect: ${cause}`, caller)
      return state
    },
    disconnect: ({ radio }, caller) => {
      note(world, `${radio} disconnect`, caller)
      return radios.disconnect(radio)
    },
    switch: (wanted, caller) => {
      note(world, `${wanted.radio} ${wanted.on ? 'on' : 'off'}`, caller)
      return radios.turn(wanted)
    },
  }
}
