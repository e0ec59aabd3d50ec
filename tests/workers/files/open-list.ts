import { cartridges } from '../../../domain/catalog/cartridges.ts'
import { createListSession } from '../../../workers/files/sample-list/list-session.ts'
import { firstListSettings } from '../../../workers/files/sample-list/list-settings.ts'

/** An empty plate of 96 wells for which a list makes samples. */
export const emptyPlate = {
  shape: cartridges.Wells96,
  present: [],
  predefined: [],
  applications: null,
  order: [],
}

/** Open a text as a list of samples for an empty plate, in a language whose marks of decimals decide. */
export function openList(content: string, language = 'en') {
  return createListSession().open(
    { name: 'list.csv', bytes: new TextEncoder().encode(content) },
    { type: 'create', settings: firstListSettings, target: emptyPlate },
    { encoding: null, delimiter: null },
    language,
  )
}
