// Tests say any text without opening the page that fetches it: each of their files begins with all parts of the texts.
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { textFiles, type TextPart } from '../../web/i18n/text-files.ts'

await Promise.all((Object.keys(textFiles) as TextPart[]).map(completeTexts))
