import type { Call } from '../../../domain/call.ts'
import ledger from '../../requirements.tsv?raw'

/** `GET /recipes/get/{}`: the same for any name of a parameter. */
function shapeOf(method: string, path: string): string {
  return `${method} ${path.replaceAll(/:\w+|\{\w+\}/g, '{}').replace(/\?.*$/, '')}`
}

/** Method and path of each call of the specification (§7), as shown or as proposed where it is not (decisions D38). */
export const wantedCalls: ReadonlyMap<string, string> = new Map(
  ledger
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([id]) => id?.startsWith('CALL-'))
    .map(([id = '', , , text = '']) => {
      const proposed = /\[proposed[^:]*: (?:an? )?((?:GET|POST) \/\S+?)[;\]]/.exec(text)?.[1]
      const shown = /^((?:GET|POST) \/\S+)/.exec(text)?.[1]
      const [method = '', path = ''] = (proposed ?? shown ?? '').split(' ')
      return [id, method === '' ? '' : shapeOf(method, path)]
    }),
)

/** Places that a row answers at. */
export function placesOf({ method, path, alsoGet }: Call): string[] {
  return (alsoGet ? ['GET', method] : [method]).map((verb) => shapeOf(verb, path))
}

/** Return the ids of the calls that a row implements, such as `[CALL-033]`. */
export function requirementIds(row: Call): string {
  const places = placesOf(row)
  return [...wantedCalls]
    .filter(([, place]) => places.includes(place))
    .map(([id]) => `[${id}]`)
    .join(' ')
}
