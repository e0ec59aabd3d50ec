import { decodeList } from '../../workers/files/sample-list/decode-list.ts'
import { language } from '../i18n/intl.ts'

/**
 * Read a list from a file in whatever encoding a spreadsheet has written it: most write no Unicode unless they are asked to, and a name
 * with another letter would be another name.
 * @throws Fault `text_not_text`.
 */
export async function readListFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return decodeList(bytes, null, language.value).text
}
