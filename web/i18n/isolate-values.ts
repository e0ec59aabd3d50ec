import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { IntlMessageFormat } from 'intl-messageformat'

type Values = Parameters<IntlMessageFormat['format']>[0]

/**
 * Keep the values of a message from turning the words around them. Texts of files and devices may hold overrides of the direction of writing,
 * by which a figure or a name beside them would be read backwards.
 */
export function straightenValues(message: IntlMessageFormat): IntlMessageFormat {
  const format = (values: Values) =>
    message.format(
      values &&
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            typeof value === 'string' ? straighten(value) : value,
          ]),
        ),
    )
  return Object.create(message, { format: { value: format } }) as IntlMessageFormat
}

/** Show overrides, and isolates that do not end within the text, as U+FFFD, as `asLine` does (domain/rules/plain-text.ts). */
function straighten(text: string): string {
  if (!/[\u202a-\u202e\u2066-\u2069]/.test(text)) return text
  const straight = text.replaceAll(/[\u202a-\u202e]/g, '\ufffd')
  // Look for isolates of ours, which words that are composed of others have in pairs.
  const isOurs = !/[\u2066-\u2069]/.test(withoutIsolates(straight))
  return isOurs ? straight : straight.replaceAll(/[\u2066-\u2069]/g, '\ufffd')
}

/**
 * Isolate the values of a message in a right-to-left language: put them between U+2068 and U+2069, so that `185 fr1:1`
 * is not read as `fr1:1 185` (Unicode Bidirectional Algorithm, explicit isolates). Leave figures as they are: they take
 * the direction of their sentence, also in a chart.
 */
export function isolateValues(message: IntlMessageFormat): IntlMessageFormat {
  const choices = listChoices(message.getAst())
  const format = (values: Values) =>
    message.format(
      values &&
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            typeof value === 'string' && !choices.has(name) ? isolateWords(value) : value,
          ]),
        ),
    )
  return Object.create(message, { format: { value: format } }) as IntlMessageFormat
}

/**
 * Isolate a text inside a sentence of another direction, so that neither reverses the other (U+2068 … U+2069). In a sentence
 * of ours whose words are all isolated no letter shows its direction, and browsers would set it from left to right. Only
 * messages from right to left isolate their values, so such a sentence is marked as right to left (U+2067).
 */
export function isolateWords(text: string): string {
  if (!/\p{L}/u.test(text)) return text
  return `${/\p{L}/u.test(withoutIsolates(text)) ? '\u2068' : '\u2067'}${text}\u2069`
}

/** Return the text outside of isolates; the innermost are removed first. */
function withoutIsolates(text: string): string {
  const less = text.replace(/[\u2066-\u2068][^\u2066-\u2069]*\u2069/gu, '')
  return less === text ? text : withoutIsolates(less)
}

/** List the names of values that choose between words: what is compared must stay as it is. */
function listChoices(elements: readonly MessageFormatElement[]): Set<string> {
  const names = new Set<string>()
  for (const one of elements) {
    if ('options' in one) {
      names.add(one.value)
      for (const { value } of Object.values(one.options)) {
        for (const name of listChoices(value)) names.add(name)
      }
    } else if ('children' in one) for (const name of listChoices(one.children)) names.add(name)
  }
  return names
}
