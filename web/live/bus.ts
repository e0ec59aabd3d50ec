import { liveCalls } from '../../domain/calls/live.ts'
import { liveAddress } from '../../domain/deployments.ts'
import { Fault } from '../../domain/fault.ts'
import { call } from '../client/call.ts'
import { makeKey, openWire } from './connection.ts'
import { keepConnected, type Keeper } from './keep-connected.ts'
import { createReceiver, type Receivers } from './receive.ts'
import { withPatience } from './token-patience.ts'
import { createTopicBook, type Wanted } from './topic-book.ts'

export interface BusHooks extends Receivers {
  onHint(): void
  /** Hear that a message has come, or was read on another page. */
  onReceived(): void
  onState(state: 'connected' | 'lost'): void
  /** 401 from the live stream. */
  onRefused(): void
  /** The service closed the connection for good. */
  onEnded(): void
}

/** The live bus of the account that is signed in, as long as it is open. */
export interface Bus extends Keeper {
  /** Apply changed subscriptions. */
  update(): void
}

/** Delay before the line is checked when a page is shown again: its records are pulled first. */
const afterRecordsMs = 100

/**
 * Open the company's live bus with a key made for this page and short-lived tokens, and keep it open
 * (spec §4 "Socket", decisions D47 and D85).
 */
export function startBus(wanted: () => Iterable<Wanted>, hooks: BusHooks): Bus {
  const key = makeKey()
  const receiver = createReceiver(hooks, wanted)
  const book = createTopicBook(wanted, (text, heard) => {
    if (heard === 'sync') hooks.onHint()
    else if (heard === 'received') hooks.onReceived()
    else receiver.take(text, heard)
  })
  const fetchToken = withPatience((timeout) =>
    call(
      { ...liveCalls.accountToken, timeout },
      { body: { public_key: key.publicKey } },
      { background: true, ownLapse: true },
    ),
  )
  const keeper = keepConnected({
    fetchToken,
    open: (token) =>
      openWire({
        url: liveAddress(location.origin, token.path),
        jwt: token.jwt,
        ticket: token.ticket,
        inboxPrefix: token.inbox_prefix,
        key,
      }),
    attach: (wire, { company_uuid: company, swarms, inbox_prefix: inbox }) =>
      book.attach(wire, { company, swarms, inbox }),
    detach: (wire) => book.detach(wire),
    onState: hooks.onState,
    isRefused: (error) =>
      error instanceof Fault && ['session_expired', 'not_signed_in'].includes(error.code),
    onRefused: hooks.onRefused,
    onEnded: hooks.onEnded,
    isVisible: () => document.visibilityState === 'visible',
  })
  const listening = new AbortController()
  const { signal } = listening
  const look = () => document.visibilityState === 'visible' && keeper.wake()
  // Look after a sleep, when the line may be dead although nobody has said so.
  document.addEventListener('visibilitychange', () => setTimeout(look, afterRecordsMs), { signal })
  addEventListener('pageshow', look, { signal })
  addEventListener('online', look, { signal })
  return {
    probe: () => keeper.probe(),
    wake: () => keeper.wake(),
    refreshed: () => keeper.refreshed(),
    update: book.update,
    stop() {
      listening.abort()
      receiver.stop()
      keeper.stop()
    },
  }
}
