// Tests say any text without opening the page that fetches it: each of their files begins with all parts of the texts.
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { textParts } from '../../web/i18n/fetch-texts.ts'

await Promise.all(textParts.map(completeTexts))
