import {
  heardSubjects,
  readSubject,
  receivedSubject,
  syncSubject,
  type Topic,
} from '../../domain/live/topic.ts'
import type { Wire } from './connection.ts'

/** A subscription: a topic, of these devices. */
export interface Wanted {
  topic: Topic
  recipients: readonly string[]
}

/** Topic and device of a message, by the subject that the service lets nobody else use. */
export type Heard = NonNullable<ReturnType<typeof readSubject>>

/** Topics that a connection may receive, by its token. */
export interface Hearer {
  company: string
  swarms: readonly string[]
  /** Private prefix of the person. */
  inbox?: string
}

/** A hint: there is something to pull, or a message has come or was read on another page. */
export type Hint = 'sync' | 'received'

/** Puts what is wanted on the wires, and takes off what is not wanted any more. */
export interface TopicBook {
  attach(wire: Wire, hearer: Hearer): void
  detach(wire: Wire): void
  /** Apply changed subscriptions: only the difference is subscribed and unsubscribed. */
  update(): void
}

/**
 * @param wanted what is wanted now.
 * @param take each message once, also while two wires overlap; `heard` says of what: a topic, or a hint.
 */
export function createTopicBook(
  wanted: () => Iterable<Wanted>,
  take: (text: string, heard: Heard | Hint) => void,
): TopicBook {
  const wires = new Map<Wire, { hearer: Hearer; open: Map<string, () => void> }>()
  /** Heard on one of two wires; the other brings it too. */
  const heardOnce = new Map<string, Wire>()

  const receive = (wire: Wire, text: string, subject: string, hint: Hint | undefined) => {
    if (wires.size > 1) {
      const first = heardOnce.get(text)
      if (first && first !== wire) return void heardOnce.delete(text)
      heardOnce.set(text, wire)
    }
    const heard = hint ?? readSubject(subject)
    if (heard) take(text, heard)
  }
  const bring = (wire: Wire) => {
    const state = wires.get(wire)
    if (!state) return
    const { hearer, open } = state
    const hints = new Map<string, Hint>([[syncSubject(hearer.company), 'sync']])
    if (hearer.inbox !== undefined) hints.set(receivedSubject(hearer.inbox), 'received')
    const subjects = new Set(hints.keys())
    for (const { topic, recipients } of wanted())
      for (const subject of heardSubjects(topic, recipients, hearer)) subjects.add(subject)
    for (const [subject, stop] of open) {
      if (subjects.has(subject)) continue
      open.delete(subject)
      stop()
    }
    for (const subject of subjects) {
      if (open.has(subject)) continue
      open.set(
        subject,
        wire.subscribe(subject, (text, sent) => receive(wire, text, sent, hints.get(subject))),
      )
    }
  }
  return {
    attach(wire, hearer) {
      wires.set(wire, { hearer, open: new Map() })
      bring(wire)
    },
    detach(wire) {
      wires.delete(wire)
      if (wires.size < 2) heardOnce.clear()
    },
    update() {
      for (const wire of wires.keys()) bring(wire)
    },
  }
}
