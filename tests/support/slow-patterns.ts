import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** A regular expression as the source has it. */
interface Pattern {
  path: string
  source: string
  flags: string
}

/** List the regular expressions of all files of a folder. */
export function listPatterns(folder: string): Pattern[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => patternsOf(join(folder, name)))
}

function patternsOf(path: string): Pattern[] {
  const found: Pattern[] = []
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern: source, flags } = node.regex
      found.push({ path, source, flags })
    },
  }).visit(parseSync(path, readFileSync(path, 'utf8')).program)
  return found
}

const signs = [...' 0aAé-.,:;=_/*"\'[](){}<>#%+|\\\t\n\r', '0 ', ' a', '0.', 'a-']
/** Lengths that are tried one after the other: a pattern that takes the cube of it must not hold up the test. */
const lengths = [500, 2500, 20_000]
/** A pattern that looks at each letter a few times takes a millisecond for the longest text (ms). */
const longest = 100

/** Return a text for which a pattern takes far longer than for a text of half the length; null if none was found. */
export function findSlowText({ source, flags }: Pattern): string | null {
  const pattern = new RegExp(source, flags)
  const words = source.match(/[A-Za-z]{2,}/g) ?? []
  const own = [...new Set([...signs, ...words])]
  for (const length of lengths) {
    for (const part of own) {
      for (const begin of ['', '1', 'd', ...words.slice(0, 2)]) {
        const text = `${begin}${part.repeat(Math.ceil(length / part.length))}\u0001x`
        if (isSlow(pattern, text)) return `${begin}${part} …`
      }
    }
  }
  return null
}

/** Measure the processor time of this thread, because a busy machine lets every pattern wait; look again at what was slow. */
function isSlow(pattern: RegExp, text: string): boolean {
  return [1, 2, 3].every(() => {
    const begun = process.threadCpuUsage()
    text.replace(pattern, '')
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1000 > longest
  })
}
