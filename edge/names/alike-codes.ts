import { foldName } from '../../domain/rules/plain-text.ts'
import { keysOf } from './look-alike.ts'

/**
 * Collect codes, such as lot numbers and the names of targets, to ask for one that is read like any of them. People tell a 0 from an
 * O and a 1 from an I there, so that ASCII is what it is, while a letter of another script is what it looks like.
 */
export function collectCodes(codes: Iterable<string> = []) {
  const folded = new Set<string>()
  const foreign = new Set<string>()
  const add = (code: string) => {
    folded.add(fold(code))
    if (!isAscii(code)) for (const key of keysOf(code)) foreign.add(key)
  }
  for (const code of codes) add(code)
  let all: Set<string> | null = null
  return {
    has(code: string): boolean {
      if (folded.has(fold(code))) return true
      if (isAscii(code) && foreign.size === 0) return false
      if (!isAscii(code)) all ??= new Set([...folded].flatMap(keysOf))
      const keys = isAscii(code) ? foreign : all
      return keysOf(code).some((key) => keys?.has(key))
    },
    add(code: string): void {
      add(code)
      if (all) for (const key of keysOf(code)) all.add(key)
    },
  }
}

function fold(code: string): string {
  return foldName(code).trim()
}

function isAscii(code: string): boolean {
  return /^[ -~]*$/.test(code.normalize('NFKC'))
}
