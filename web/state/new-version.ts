import { type ReadonlySignal, signal } from '@preact/signals-react'
import * as v from 'valibot'
import { listUnsaved } from './unsaved.ts'

/** Newer build that is ready to load, or that the service demands. */
export interface NewVersion {
  /** True if the service refuses this page until it is reloaded. */
  needed: boolean
}

/** Another tab of this browser that has work which is not saved. */
export interface OtherTab {
  id: string
  page: string
  work: readonly string[]
}

const Message = v.variant('kind', [
  /** From the service worker: the page that it has ready. */
  v.object({ kind: v.literal('ready'), build: v.string() }),
  /** From a tab: the service takes nothing of this build any more. */
  v.object({ kind: v.literal('needed'), build: v.string() }),
  v.object({ kind: v.literal('ask') }),
  v.object({
    kind: v.literal('tab'),
    id: v.string(),
    page: v.string(),
    work: v.array(v.string()),
  }),
])
type Message = v.InferOutput<typeof Message>

/** All tabs of this browser, and the service worker (web/public/sw.js). */
export const versionChannel = 'version'

const found = signal<NewVersion | null>(null)
const asked = signal(false)
const others = signal<readonly OtherTab[]>([])

export const newVersion: ReadonlySignal<NewVersion | null> = found
/** True while the question is on screen: it was not postponed. */
export const versionAsked: ReadonlySignal<boolean> = asked
export const otherTabs: ReadonlySignal<readonly OtherTab[]> = others

const tab = crypto.randomUUID()
let channel: BroadcastChannel | null = null

/** Return the build of this page: the address of its first file, which contains the hash of its content. Empty in development. */
function ownBuild(): string {
  const first = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  const path = first ? new URL(first.src).pathname : ''
  return path.startsWith('/assets/') ? path : ''
}

/**
 * Follow what the service worker and the other tabs say of a new version (spec §1 "New version"). Called once.
 * @param build what this page was built as.
 */
export function watchVersion(build = ownBuild()): () => void {
  const line = new BroadcastChannel(versionChannel)
  channel = line
  line.onmessage = ({ data }) => {
    const read = v.safeParse(Message, data)
    if (read.success) hear(read.output, build)
  }
  return () => {
    line.close()
    if (channel === line) channel = null
    found.value = null
    asked.value = false
  }
}

function hear(message: Message, build: string): void {
  if (message.kind === 'ready' && build && message.build !== build) tell({ needed: false })
  else if (message.kind === 'needed' && message.build === build) tell({ needed: true })
  else if (message.kind === 'ask') answer()
  else if (message.kind === 'tab' && message.work.length > 0) {
    others.value = [...others.peek().filter(({ id }) => id !== message.id), message]
  }
}

/** Report that the service refuses this page as too old, to every tab of the same build. */
export function needNewVersion(build = ownBuild()): void {
  const { value: before } = found
  if (before?.needed) return
  send({ kind: 'needed', build })
  tell({ needed: true })
}

function tell(version: NewVersion): void {
  const { value: before } = found
  // Say it once; put off, it is said again only when it has become urgent.
  if (before && (before.needed || !version.needed)) return
  found.value = version
  askVersion()
}

/** Show the question, with what the other tabs have to lose. */
export function askVersion(): void {
  others.value = []
  send({ kind: 'ask' })
  asked.value = true
}

export function putOffVersion(): void {
  asked.value = false
}

function answer(): void {
  const page = document.title
  send({ kind: 'tab', id: tab, page, work: listUnsaved() })
}

function send(message: Message): void {
  channel?.postMessage(message)
}
