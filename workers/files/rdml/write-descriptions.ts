import type { WrittenDescriptions } from './collect-descriptions.ts'
import { attribute, element } from './xml-text.ts'

/** Write the `dye`, `sample` and `target` elements, in the schema's order. */
export function writeDescriptions({
  samples,
  targets,
}: Pick<WrittenDescriptions, 'samples' | 'targets'>): string[] {
  const dyes = new Set([...targets.values()].map((target) => target.dye))
  return [
    ...[...dyes].map((dye) => `<dye${attribute('id', dye)}/>\n`),
    ...[...samples].map(([id, { type, quantities }]) => {
      const own = [...quantities].map(([target, { value, unit }]) => {
        const targetId = target === '' ? '' : attribute('targetId', target)
        return `<quantity${targetId}>${element('value', value)}${element('unit', unit)}</quantity>`
      })
      return `<sample${attribute('id', id)}>${element('type', type)}${own.join('')}</sample>\n`
    }),
    ...[...targets].map(
      ([id, { type, dye }]) =>
        `<target${attribute('id', id)}>${element('type', type)}<dyeId${attribute('id', dye)}/></target>\n`,
    ),
  ]
}
