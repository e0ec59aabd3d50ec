import { displayName, wavelengthNames } from '../../domain/catalog/wavelengths.ts'
import { Fault, type FaultDetail } from '../../domain/fault.ts'
import { completeTexts, english } from './catalogs.ts'
import type { MessageKey } from './text-files.ts'
import { hasText, t } from './intl.ts'

/** Also of another version of the service or of a device, whose reasons may have no text here. */
type Said = Pick<FaultDetail, 'code' | 'params'> & { reason?: string | undefined }

/**
 * Return the text of one detail of a failure: by its `reason` where there is a text, else by its `code`. The server's own messages
 * are English and for logs.
 */
export function faultText(detail: Said): string {
  const key = keyOf(detail)
  if (key === null) void fetchTexts([detail])
  const said = key && sayWhole(key, nameThings(detail.params))
  if (said) return said
  const coded = `fault.${detail.code}`
  return (hasText(coded) && sayWhole(coded, detail.params)) || unknownText()
}

/** Return the texts of all details of an error. */
export function errorTexts(error: unknown): string[] {
  return error instanceof Fault ? error.details.map(faultText) : [unknownText()]
}

const longestWaitMs = 2000

/**
 * Fetch the texts of a failure, before it is shown: most texts are fetched with the first failure that needs one. If
 * they do not arrive in time, the text of its code is shown.
 */
export async function fetchFaultTexts(error: Fault): Promise<void> {
  if (error.details.every(isTold)) return
  const wait = new Promise((resolve) => setTimeout(resolve, longestWaitMs))
  await Promise.race([fetchTexts(error.details), wait])
}

/** Fetch the parts of several pages: a failure of one page may be shown on another. */
async function fetchTexts(details: readonly Said[]): Promise<void> {
  for (const part of [
    'frame',
    'faults',
    'analysis',
    'plan',
    'security',
    'lan',
    'device',
  ] as const) {
    if (details.every(isTold)) return
    await completeTexts(part).catch(() => undefined)
  }
}

function isTold(detail: Said): boolean {
  const permission = detail.params?.['permission']
  return keyOf(detail) !== null && (permission === undefined || hasText(`permission.${permission}`))
}

/**
 * Return the key of a reason's own text; null if it is not loaded (yet). Without a reason the text of the code is
 * enough.
 */
function keyOf({ code, reason, params }: Said): MessageKey | null {
  const isNamed = reason === 'permission_missing' && params?.['permission']
  const key = `fault.${isNamed ? 'permission_named' : reason || code}`
  return hasText(key) ? key : null
}

/** Replace the name of a permission by its text, and those of channels by the names that pages show. */
function nameThings(params: FaultDetail['params']): FaultDetail['params'] {
  const key = `permission.${params?.['permission']}`
  const named = hasText(key) ? { ...params, permission: t(key) } : params
  const channels = Object.entries(named ?? {}).flatMap(([name, value]) =>
    channelParams.includes(name) && typeof value === 'string' ? [[name, showChannels(value)]] : [],
  )
  return channels.length > 0 ? { ...named, ...Object.fromEntries(channels) } : named
}

const channelParams: readonly string[] = ['channel', 'channels', 'dye']

/** Write the channels of a list as they are shown; a dye that is no channel stays as it is. */
function showChannels(text: string): string {
  const show = (one: string) => {
    const channel = wavelengthNames.find((name) => name === one)
    return channel ? displayName(channel) : one
  }
  return text.split(', ').map(show).join(', ')
}

/** Return a text with its values; null if the failure lacks one of them. */
function sayWhole(key: MessageKey, params: FaultDetail['params']): string | null {
  const said = t(key, params)
  // Find out that a text is missing: it is given back as its key, or as it was written where it is not compiled.
  return said === key || (said === english[key] && said.includes('{')) ? null : said
}

function unknownText(): string {
  return t('fault.internal', { request: '' })
}
