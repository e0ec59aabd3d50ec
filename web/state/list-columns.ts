import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import * as v from 'valibot'
import type { ShownSetting } from '../../domain/entities/user-settings.ts'
import { call } from '../client/call.ts'
import { makeUuid } from '../client/make-uuid.ts'
import { account, holdPerson } from './session.ts'
import { keepItem } from '../keep-item.ts'

/** Category of the person's settings: the columns of each list by its name. */
const category = 'lists'
/** Several changes in a row are one write, and one entry of the audit trail. */
const pauseMs = 3000

const Kept = v.object({
  columns: v.record(v.string(), v.string()),
  /** Lists whose columns the service does not have yet. */
  unsent: v.array(v.string()),
})
type Kept = v.InferOutput<typeof Kept>

const held = signal<{ of: string; kept: Kept } | null>(null)

/** Columns that the account chose, by the name of the list: from this machine, so that a list opens with them. */
const current: ReadonlySignal<Kept> = computed(() => {
  const who = account.value?.uuid ?? ''
  return held.value?.of === who ? held.value.kept : read(who)
})

/** Columns of each list that the account chose, as an address writes them; a list with the standard ones is absent. */
export const chosenColumns: ReadonlySignal<Readonly<Record<string, string>>> = computed(
  () => current.value.columns,
)

/** Keep the columns of a list for the account: on this machine at once, and in its settings for other machines. */
export function keepColumns(list: string, text: string): void {
  const { columns, unsent } = current.peek()
  const { [list]: _before, ...others } = columns
  keep({
    columns: text === '' ? others : { ...others, [list]: text },
    unsent: [...unsent.filter((one) => one !== list), list],
  })
  clearTimeout(timer)
  timer = setTimeout(() => void send(), pauseMs)
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Take over what the account chose on other machines; what was changed here and not sent yet goes first. */
export function takeColumns(settings: readonly ShownSetting[]): void {
  join(settings)
  if (current.peek().unsent.length > 0) void store()
}

function join(settings: readonly ShownSetting[]): void {
  const { columns, unsent } = current.peek()
  const theirs = settings.flatMap(({ category: of, name, value }) =>
    of === category && typeof value === 'string' && !unsent.includes(name) ? [[name, value]] : [],
  )
  const own = Object.entries(columns).filter(([list]) => unsent.includes(list))
  keep({ columns: Object.fromEntries([...theirs, ...own]) as Kept['columns'], unsent })
}

/**
 * Send what was changed here. The service replaces the settings of a category as a whole, so the lists that were not changed here are
 * read just before: another machine may have changed them since.
 */
async function send(): Promise<void> {
  const isHere = holdPerson()
  const answer = await readSettings().catch(() => null)
  // Keep them here without the service, and send them after the next change or sign-in.
  if (!answer || !isHere()) return
  join(answer.settings)
  await store()
}

/** Read the settings of the account in the background. @throws Fault */
export async function readSettings() {
  const { getSettings } = await fetchCalls()
  return call(getSettings, {}, { background: true, once: true })
}

/** Fetch the calls when the first page is drawn, which needs no calls about people. */
async function fetchCalls() {
  return (await import('../../domain/calls/users.ts')).userCalls
}

async function store(): Promise<void> {
  const isHere = holdPerson()
  const { columns } = current.peek()
  const settings = Object.entries(columns).map(([name, value]) => ({ name, value }))
  const parts = { params: { key: category }, body: { settings } }
  const options = { opId: makeUuid(), background: true, once: true } as const
  const isSent = await fetchCalls()
    .then(({ setSettings }) => call(setSettings, parts, options))
    .then(
      () => true,
      () => false,
    )
  if (!isSent || !isHere()) return
  const now = current.peek()
  keep({ ...now, unsent: now.unsent.filter((list) => now.columns[list] !== columns[list]) })
}

const placeOf = (who: string) => `columns ${who}`

function read(who: string): Kept {
  try {
    return v.parse(Kept, JSON.parse(localStorage.getItem(placeOf(who)) ?? 'null'))
  } catch {
    return { columns: {}, unsent: [] }
  }
}

function keep(kept: Kept): void {
  const of = account.peek()?.uuid ?? ''
  held.value = { of, kept }
  // Ignore a missing storage: they hold until the page is closed.
  keepItem(placeOf(of), JSON.stringify(kept))
}
