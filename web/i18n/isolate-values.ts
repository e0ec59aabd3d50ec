import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'

/** Kinds of elements of a compiled message (`@formatjs/icu-messageformat-parser`, TYPE). */
const literal = 0
const argument = 1
const tag = 8

const element = (value: string) => ({ type: literal, value }) as MessageFormatElement

/**
 * A message in whose sentence nothing turns round, of a language that runs from right to left: each value stands between
 * U+2068 and U+2069, so that `185 fr1:1` is not read as `fr1:1 185` (Unicode Bidirectional Algorithm, explicit isolates).
 */
export function isolateValues(message: readonly MessageFormatElement[]): MessageFormatElement[] {
  return message.flatMap((one): MessageFormatElement[] => {
    if (one.type === argument) return [element('\u2068'), one, element('\u2069')]
    if (one.type === tag) return [{ ...one, children: isolateValues(one.children) }]
    if (!('options' in one)) return [one]
    const options = Object.entries(one.options).map(
      ([name, option]) => [name, { ...option, value: isolateValues(option.value) }] as const,
    )
    return [{ ...one, options: Object.fromEntries(options) } as MessageFormatElement]
  })
}
