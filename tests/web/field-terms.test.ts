import { expect, test } from 'vitest'
import type { Language } from '../../domain/catalog/languages.ts'
import { readTexts, textFolders } from '../support/text-folders.ts'

/** Words for something that has another word in web/i18n/terms.md, with the texts that mean something else by them. */
const replaced: readonly {
  code: Language
  word: RegExp
  term: string
  except?: RegExp
}[] = [
  { code: 'de', word: /vertiefung|näpf/i, term: 'Well' },
  {
    code: 'de',
    word: /unterschreib|unterschrieben/i,
    term: 'signieren',
    // Allow sheets that are signed by hand.
    except: /^(commission\.all|report\.hint\.pdf)$/,
  },
  { code: 'de', word: /\bfirm(a|en)\b/i, term: 'Unternehmen' },
  { code: 'de', word: /basislinie/i, term: 'Baseline' },
  { code: 'fr', word: /témoin/i, term: 'contrôle' },
  { code: 'it', word: /(curv.|mappa|temperatur.) di fusione/i, term: 'melting' },
  { code: 'zh', word: /样品/, term: '样本' },
  { code: 'zh', word: /校准盒/, term: '校准卡盒' },
  { code: 'ar', word: /ضوابط/, term: 'شواهد' },
  { code: 'ar', word: /لوحة/, term: 'صفيحة', except: /^(people|help)\./ },
  { code: 'ru', word: /(годности|срок|вскрытой) серии/i, term: 'партия' },
]

test.each(replaced)(
  'issue 20: texts in $code have one word for what is $term',
  ({ code, word, except }) => {
    const found = textFolders.flatMap((part) =>
      Object.entries(readTexts(part, code))
        .filter(([key, text]) => word.test(text) && !except?.test(key))
        .map(([key, text]) => `${key}: ${text}`),
    )
    expect(found).toEqual([])
  },
)
