import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { analysisStatuses } from '../../domain/entities/analysis.ts'
import { User } from '../../domain/entities/user.ts'
import { english } from '../../web/i18n/catalogs.ts'
import {
  chooseDatePattern,
  formatColumn,
  formatCq,
  formatEfficiency,
  formatDateTime,
  formatDuration,
  formatNumber,
} from '../../web/i18n/format.ts'
import { hasText, t } from '../../web/i18n/intl.ts'
import {
  type Language,
  languageCodes,
  languages,
  matchLanguage,
} from '../../domain/catalog/languages.ts'
import { refreshWindow } from '../../web/sync/refresh-window.ts'
import { readTextFile, readTexts, textFolders, textPart } from '../support/text-folders.ts'

/** List all texts of a language, with the part that each is in. */
const listTexts = (code: Language) =>
  textFolders.flatMap((part) =>
    Object.entries(readTexts(part, code)).map(([key, text]) => ({ part, key, text })),
  )

/** List the names of a message's values, at any depth of its plurals and selects, without their texts. */
function listValues(text: string): string[] {
  const names = new Set<string>()
  const collect = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue
      names.add(element.value)
      if (element.type !== TYPE.select && element.type !== TYPE.plural) continue
      for (const option of Object.values(element.options)) collect(option.value)
    }
  }
  collect(parse(text))
  return [...names].sort()
}

/** Tell if a message writes its count as a number, in every plural form for which there is something to count. */
function saysCount(elements: readonly MessageFormatElement[]): boolean {
  return elements.some((element) => {
    if (element.type === TYPE.pound) return true
    if (element.type !== TYPE.plural) return 'value' in element && element.value === 'count'
    const forms = Object.entries(element.options).filter(([form]) => !['=0', 'zero'].includes(form))
    return forms.every(([, { value }]) => saysCount(value))
  })
}

/** List the words that are counted in a plural, such as the runs of `{count, plural, one {# run} other {# runs}}`. */
function listCounted(text: string): string[] {
  return [...text.matchAll(/ other \{# (?:\w+ )?([a-z]+s|people)\b/g)].map(([, noun]) => noun ?? '')
}

/** List a message's values that are written before a noun in the plural without asking for one, as `value noun`. */
function listUnaskedPlurals(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element, at) => {
    if (element.type === TYPE.select) {
      return Object.values(element.options).flatMap(({ value }) => listUnaskedPlurals(value))
    }
    const next = elements[at + 1]
    const isPlain = element.type === TYPE.argument || element.type === TYPE.number
    if (!isPlain || next?.type !== TYPE.literal) return []
    return [...next.value.matchAll(/^ (?:more |new |other |active )?([a-z]+s|people)\b/g)].map(
      ([, noun]) => `${element.value} ${noun}`,
    )
  })
}

/** Values that are never one: limits of the product, times the noise and differences of Cq, which have decimals. */
const neverOne = /^(most|limit) |^(value|size) (cycles|times)$/

/** Texts whose value is never one: sizes of plates, fixed numbers of days and steps, lists that are over a limit, several samples. */
const neverOneOf = [
  'bkernels.gates.unit.cycles',
  'calibration.drift.steady',
  'comments.crowd',
  'commission.count',
  'company.consequence.close',
  'fault.compensation_wells',
  'fault.csv_row_outside',
  'fault.placed_wells',
  'fault.plate_without_cartridge',
  'fault.swarm_too_large',
  'fault.too_many_samples',
  'material.tooMany',
  'people.list.tooMany',
  'people.work.keysKnown',
  'results.shown',
  'results.shownSorted',
  'retention.dialogText',
  'rights.uses.text',
  'trail.shown',
  'trail.shownSorted',
  'wizard.entry.several',
  'wizard.inspector.mixed',
  // Allow a text without a noun: the device runs this version.
  'device.update.text',
]

describe('languages', () => {
  test.each(['top.messagesUnread', 'sync.button'])(
    'issue 18: %s names a button that shows a number with that number, in every language',
    (name) => {
      const wordy = languageCodes.filter(
        (code) => !saysCount(parse(readTexts('frame', code)[name] ?? '')),
      )
      expect(wordy).toEqual([])
    },
  )

  test('[MODE-010] the eight languages have a name, a direction and a catalogue', () => {
    expect([...languageCodes].sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'it', 'ru', 'zh'])
    expect(textFolders.length).toBeGreaterThan(15)
    for (const code of languageCodes) expect(listTexts(code).length, code).toBeGreaterThan(3000)
    expect(languageCodes.filter((code) => languages[code].dir === 'rtl')).toEqual(['ar'])
  })

  test('no language joins a count to the letters behind it, as a replaced word would be', () => {
    const joined = languageCodes.flatMap((code) =>
      listTexts(code)
        .filter(({ text }) => /\}\}\p{Ll}/u.test(text))
        .map(({ key }) => `${code} ${key}`),
    )
    expect(joined.filter((one) => !one.startsWith('zh '))).toEqual([])
  })

  test('[MODE-011] English is en-US', () => {
    expect(languages.en.locale).toBe('en-US')
  })

  test('any tag finds its language, an unknown one English', () => {
    expect(matchLanguage('fr-CA')).toBe('fr')
    expect(matchLanguage('zh_Hans')).toBe('zh')
    expect(matchLanguage('tlh')).toBe('en')
    expect(matchLanguage(null)).toBe('en')
  })

  test.each(languageCodes)(
    '%s has only known keys, with the values of the English text',
    (code) => {
      for (const { part, key, text } of listTexts(code)) {
        expect(textPart(key), `${key} is not in the English file of ${part}`).toBe(part)
        if (hasText(key)) expect(listValues(text), key).toEqual(listValues(english[key]))
      }
    },
  )

  test.each(languageCodes)('%s has each key once: of two the file would keep the last', (code) => {
    const keys = textFolders.flatMap((part) =>
      [...readTextFile(part, code).matchAll(/^ {2}"([^"]+)":/gm)].map(([, key]) => key),
    )
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    expect(keys).toHaveLength(listTexts(code).length)
  })

  test.each(languageCodes)('%s says everything', (code) => {
    const said = new Map(listTexts(code).map(({ key, text }) => [key, text]))
    expect(Object.keys(english).filter((key) => !said.get(key)?.trim())).toEqual([])
  })

  test.each(languageCodes)('%s has every plural form its grammar asks for', (code) => {
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories
    for (const { key, text } of listTexts(code)) {
      if (!text.includes(', plural,')) continue
      for (const form of forms) expect(text, key).toContain(` ${form} {`)
    }
  })

  test('issue 20: a number that may be one is never written before a noun in the plural', () => {
    const nouns = new Set(Object.values(english).flatMap(listCounted))
    expect(nouns.size).toBeGreaterThan(50)
    const unasked = Object.entries(english)
      .filter(([key]) => !neverOneOf.includes(key))
      .flatMap(([key, text]) => listUnaskedPlurals(parse(text)).map((found) => ({ key, found })))
      .filter(({ found }) => nouns.has(found.split(' ')[1] ?? '') && !neverOne.test(found))
    expect(unasked).toEqual([])
  })

  test('every English text can be made', () => {
    for (const [key, text] of Object.entries(english)) {
      const values = Object.fromEntries(listValues(text).map((name) => [name, 3]))
      expect(key, 'key is area.name').toMatch(/^[a-z]\w*(\.[\w-]+)+$/i)
      if (hasText(key)) expect(t(key, values), key).not.toBe(key)
    }
  })
})

test('[STATE-001] states are labelled as the specification says; steps, certificates and e-mails have the others', () => {
  const analyses = analysisStatuses.map((status) => t(`analysis.status.${status}`))
  expect(analyses).toEqual([
    'Initialized',
    'Running',
    'Complete',
    'Aborted',
    'Incomplete',
    'Validated',
  ])
  const certificates = (['Pending', 'Waiting', 'Issued', 'Rejected'] as const).map((status) =>
    t(`review.status.${status}`),
  )
  expect(certificates).toEqual(['Pending', 'Waiting', 'Issued', 'Rejected'])
  expect(t('outbox.state.sent')).toBe('Sent')
  const device = 'bCUBE'
  expect(t('notice.run_finished', { device })).toBe('bCUBE: the run is completed.')
  expect(t('notice.step_skipped', { device })).toBe('bCUBE: a step was skipped.')
  expect(t('notice.run_extended', { device })).toContain('extended')
})

test('[STATE-023] states of a device have the labels of the specification', () => {
  const states = ['offline', 'busy', 'available', 'in_use', 'waiting', 'unavailable'] as const
  const labels = [...states.map((state) => t(`devices.state.${state}`)), t('devices.connected')]
  expect(labels.map((label) => label.toLowerCase())).toEqual([
    'offline',
    'busy',
    'available',
    'in use',
    'waiting',
    'unavailable',
    'connected',
  ])
})

describe('figures', () => {
  test('a Cq has two decimals, none is said in words', () => {
    expect(formatEfficiency({ value: 1.95, low: 1.9, high: 2 })).toBe('95.0 % (90.0 – 100.0 %)')
    expect(formatEfficiency({ value: 1.95, low: null, high: 2 })).toBe('95.0 %')
    expect(formatEfficiency({ value: 1.95, low: 1.9, high: Infinity })).toBe('95.0 %')
    expect(formatEfficiency({ value: Number.NaN, low: 1, high: 2 })).toBe('–')
    expect(formatCq(24.3)).toBe('24.30')
    expect(formatCq(null)).toBe('not detected')
    expect(formatCq(Number.NaN)).toBe('not detected')
  })

  test('numbers', () => {
    expect(formatNumber(1234.5)).toBe('1,234.5')
    expect(formatNumber(0.2, 2)).toBe('0.20')
  })

  test('[VAL-050] moments are shown in the account time zone; day, month and year until it says otherwise', () => {
    const moment = '2026-03-29T23:30:00Z'
    expect(formatDateTime(moment, 'Europe/Rome')).toBe('30/03/2026, 01:30')
    expect(formatDateTime(moment, 'America/New_York')).toBe('29/03/2026, 19:30')
    // Show the expiry date of a lot as one day in every zone.
    expect(formatDateTime('2026-05-01', 'America/New_York', 'date')).toBe('01/05/2026')
    expect(formatDateTime('2026-05-01', 'Pacific/Kiritimati')).toBe('01/05/2026')
    expect(formatDateTime(null)).toBe('')
    expect(formatDateTime('no date')).toBe('')
  })

  test('[VAL-045] [VAL-046] [VAL-047] [VAL-048] in each of the four formats, and in no other', () => {
    const moment = '2026-03-29T23:30:00Z'
    const { options } = User.entries.date_format
    expect([...options].sort()).toEqual(['MMM dd yy', 'MMM dd yyyy', 'dd/MM/yyyy', 'yyyy-MM-dd'])
    const written = ['dd/MM/yyyy', 'yyyy-MM-dd', 'MMM dd yy', 'MMM dd yyyy'].map((pattern) => {
      chooseDatePattern(pattern)
      return formatDateTime(moment, 'Europe/Rome', 'date')
    })
    expect(written).toEqual(['30/03/2026', '2026-03-30', 'Mar 30 26', 'Mar 30 2026'])
    for (const odd of ['MM/dd/yyyy', 'yy', '']) {
      expect(v.is(User.entries.date_format, odd), odd).toBe(false)
    }
  })

  test('under the columns of a chart dates are written as the account writes them', () => {
    const moment = Date.parse('2026-03-29T22:30:00Z')
    const written = ['dd/MM/yyyy', 'yyyy-MM-dd', 'MMM dd yy', 'MMM dd yyyy'].map((pattern) => {
      chooseDatePattern(pattern)
      const [day, month] = (['day', 'month'] as const).map((by) =>
        formatColumn(moment, by, 'Europe/Rome'),
      )
      return `${day}, ${month}`
    })
    chooseDatePattern('dd/MM/yyyy')
    expect(written).toEqual([
      '30/03, 03/2026',
      '03-30, 2026-03',
      'Mar 30, Mar 26',
      'Mar 30, Mar 2026',
    ])
  })

  test('[VAL-049] the service’s own day is that of Europe/Rome', () => {
    const [last, now] = [Date.parse('2026-01-05T12:00:00Z'), Date.parse('2026-01-05T23:30:00Z')]
    expect(refreshWindow(last, now)?.update_to).toBe('2026-01-06T22:59:59.999Z')
  })

  test('durations', () => {
    expect(formatDuration(45.4)).toBe('45 s')
    expect(formatDuration(720)).toBe('12 min')
    expect(formatDuration(3899)).toBe('1 h 05 min')
    expect(formatDuration(-3)).toBe('0 s')
  })
})
