import { keepAnswer } from './outbox.ts'
import { readSetting, removeSetting, type Store, transact, writeSetting } from './store.ts'

const setting = 'restart'

/** Remember which REBOOT ends this life of the device. */
export function noteRestart(store: Store, commandUuid: string): void {
  writeSetting(store, setting, commandUuid)
}

/** Answer the REBOOT that was taken up as done, once the device is up again; also where a power cut came before it. */
export function settleRestart(store: Store): void {
  const commandUuid = readSetting(store, setting)
  if (commandUuid === null) return
  transact(store, () => {
    removeSetting(store, setting)
    keepAnswer(store, { command_uuid: commandUuid, state: 'done' })
  })
}
