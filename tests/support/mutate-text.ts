import type { Random } from './seeded-random.ts'

/** Changes a text that is XML or a table, knowing what would hurt. */
export type TextMutation = (text: string, random: Random) => string

const oddNumbers = [
  '',
  '1 000',
  '9'.repeat(400),
  ...'NaN INF -INF - 1,23 1.234,5 1,234 1,234.5 1e999 -1e-999 0 -1 -0 1e308 4294967297'.split(' '),
  ...'99999999999999999999 0x10 1_000 12abc . 1.5.5 ١٢ + true 1e 5e-324 40.5 10001 100000'.split(
    ' ',
  ),
]

export const textMutations: Readonly<Record<string, TextMutation>> = {
  'mangle numbers': (text, random) => {
    let changed = text
    for (let i = random.few(12); i > 0; i--) {
      changed = replaceMatch(changed, /[>\t,;"](-?\d[\d.]*)[<\t,;"\r\n]/g, random, (match, inner) =>
        match.replace(inner, random.pick(oddNumbers)),
      )
    }
    return changed
  },
  'decimal commas everywhere': (text) => text.replace(/(\d)\.(\d)/g, '$1,$2'),
  'decimal commas here and there': (text, random) =>
    text.replace(/(\d)\.(\d)/g, (match) =>
      random.next() < 0.01 ? match.replace('.', ',') : match,
    ),
  'delete a tag': (text, random) => replaceMatch(text, /<[^<>]*>/g, random, () => ''),
  'delete an end tag': (text, random) => replaceMatch(text, /<\/[^<>]*>/g, random, () => ''),
  'rename a tag': (text, random) =>
    replaceMatch(text, /<\/?[\w:]+/g, random, (match) => `${match}x`),
  'rename an element everywhere': (text, random) => {
    const name = /<\/?([\w:]+)/.exec(text.slice(random.below(text.length)).slice(0, reach))?.[1]
    if (!name) return text
    const pattern = new RegExp(`(</?)${name}(?=[\\s/>])`, 'g')
    return text.replace(pattern, `$1${random.pick(['adp', 'data', 'react', 'run', 'x:y', name])}`)
  },
  'delete an element': (text, random) =>
    replaceMatch(text, /<([\w:]+)[^<>]*>[^<]*<\/\1>/g, random, () => ''),
  'double an element': (text, random) =>
    replaceMatch(text, /<([\w:]+)[^<>]*>[^<]*<\/\1>/g, random, (match) => match + match),
  'double a whole part': (text, random) => {
    const name = random.pick(['react', 'data', 'run', 'experiment', 'sample', 'target', 'adp'])
    const part = new RegExp(`<${name}[\\s>][\\s\\S]*?</${name}>`, 'g')
    return replaceMatch(text, part, random, (match) => match.repeat(random.pick([2, 2, 3, 20])))
  },
  'delete a whole part': (text, random) => {
    const name = random.pick(['react', 'data', 'run', 'sample', 'target', 'pcrFormat', 'dye'])
    const part = new RegExp(`<${name}[\\s>][\\s\\S]*?</${name}>`, 'g')
    return replaceMatch(text, part, random, () => '')
  },
  'nest deeply': (text, random) => {
    const depth = random.pick([10, 100, 10_000])
    return replaceMatch(text, /<\w+[^<>]*>/g, random, (match) => match + '<a>'.repeat(depth))
  },
  'nest deeply and close': (text, random) => {
    const nested = '<a>'.repeat(50) + '</a>'.repeat(50)
    return replaceMatch(text, /<\w+[^<>/]*>/g, random, (match) => match + nested)
  },
  'a document type': (text, random) => {
    const entities = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]>'
    return text
      .replace(/<(?=\w)/, () => `${entities}<`)
      .replace(/>\d/, random.pick(['>&c;', '>&c', '>1']))
  },
  'an entity': (text, random) =>
    replaceMatch(text, />[^<]+</g, random, () =>
      random.pick([
        '>&nbsp;<',
        '>&#0;<',
        '>&#xD800;<',
        '>&#x110000;<',
        '>&amp;<',
        '>&<',
        '>&#49;<',
      ]),
    ),
  'change an attribute': (text, random) =>
    replaceMatch(text, /="[^"]*"/g, random, () =>
      random.pick([
        '=""',
        '="A1"',
        '="-1"',
        '="99999999"',
        '=x',
        '="H12"',
        '="1" id="2"',
        '="1.5"',
      ]),
    ),
  'change an id to a huge one': (text, random) =>
    replaceMatch(
      text,
      /<react id\s*=\s*["']\d+/g,
      random,
      (match) => `${match}${random.below(9999)}`,
    ),
  'long text': (text, random) =>
    replaceMatch(text, />[^<]*</g, random, () => `>${'x'.repeat(random.pick([5000, 1_500_000]))}<`),
  'many attributes': (text, random) => {
    const many = Array.from({ length: 200 }, (_, i) => ` a${i}="1"`).join('')
    return replaceMatch(text, /<\w+/g, random, (match) => match + many)
  },
  'change the version': (text, random) =>
    text.replace(
      /version="[^"]*"(?=[^?]*>)/g,
      `version="${random.pick(['1.0', '1.9', '2.0', '', 'x'])}"`,
    ),
  'delete a line': (text, random) => changeLine(text, random, () => []),
  'double a line': (text, random) => changeLine(text, random, (line) => [line, line]),
  'cut a line short': (text, random) =>
    changeLine(text, random, (line) => [line.slice(0, random.below(line.length))]),
  'delete a cell': (text, random) =>
    changeLine(text, random, (line) => {
      const cells = line.split('\t')
      cells.splice(random.below(cells.length), 1)
      return [cells.join('\t')]
    }),
  'change a cell': (text, random) =>
    changeLine(text, random, (line) => {
      const cells = line.split(/(?=[\t,;])/)
      const at = random.below(cells.length)
      const odd = random.pick(['', 'A1', 'ZZ99', 'A0', '"', 'x'.repeat(9999), '-1', ...oddNumbers])
      cells[at] = `${/^[\t,;]/.exec(cells[at] ?? '')?.[0] ?? ''}${odd}`
      return [cells.join('')]
    }),
  'delete a column': (text, random) => {
    const at = random.below(12)
    return text
      .split('\n')
      .map((line) =>
        line
          .split('\t')
          .filter((_, i) => i !== at)
          .join('\t'),
      )
      .join('\n')
  },
  'swap two lines': (text, random) => {
    const lines = text.split('\n')
    const [a, b] = [random.below(lines.length), random.below(lines.length)]
    ;[lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? '']
    return lines.join('\n')
  },
  'other separators': (text, random) => text.replaceAll('\t', random.pick([',', ';', ' ', '|'])),
  'open a quote': (text, random) => replaceMatch(text, /[\t,;]/g, random, (match) => `${match}"`),
  'lines of Windows': (text) => text.replaceAll('\n', '\r\n'),
  'lines of old Macs': (text) => text.replaceAll('\n', '\r'),
}

/** Letters that are searched for a match: in a file of nothing but `<` a longer search is slow. */
const reach = 200_000

/** Replace one of the matches: the first one from a random place on. */
function replaceMatch(
  text: string,
  pattern: RegExp,
  random: Random,
  change: (match: string, inner: string) => string,
): string {
  const from = random.next() < 0.2 ? 0 : random.below(text.length)
  const match = new RegExp(pattern.source).exec(text.slice(from, from + reach))
  if (!match) return text
  const at = from + match.index
  const changed = change(match[0], match[1] ?? match[0])
  return text.slice(0, at) + changed + text.slice(at + match[0].length)
}

function changeLine(text: string, random: Random, change: (line: string) => string[]): string {
  const lines = text.split('\n')
  const at = random.next() < 0.3 ? 0 : random.below(lines.length)
  lines.splice(at, 1, ...change(lines[at] ?? ''))
  return lines.join('\n')
}
