import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  asLine,
  asLines,
  asName,
  foldName,
  isLine,
  isName,
  isOneScript,
  isReason,
  isText,
} from '../../domain/rules/plain-text.ts'
import { refuseDecision } from '../../domain/rules/sample-review.ts'
import { Comment } from '../../domain/fields.ts'
import { Reason } from '../../domain/calls/shapes.ts'
import { looksLike } from '../../edge/names/look-alike.ts'

const sample = crypto.randomUUID()
const sampled = { samples: [{ uuid: sample }] } as Parameters<typeof refuseDecision>[0]
const held = { sample_uuid: sample, verdict: 'held', seen: null } as const

/** Return true for nine tenths of all code points, which no rule of ours tells apart: not assigned yet, or of private use. */
const isPlain = (code: number): boolean =>
  /^(?!\p{Default_Ignorable_Code_Point})[\p{Cn}\p{Co}]$/u.test(String.fromCodePoint(code))

/**
 * List every character of Unicode, without surrogates; of a run of plain code points its first, its last and every
 * 64th.
 */
function* codePoints(): Generator<string> {
  let [wasPlain, next] = [false, isPlain(0)]
  for (let code = 0; code <= 0x10ffff; code++) {
    const plain = next
    next = code < 0x10ffff && isPlain(code + 1)
    const isInside = wasPlain && plain && next && code % 64 !== 0
    wasPlain = plain
    if (!isInside && (code < 0xd800 || code > 0xdfff)) yield String.fromCodePoint(code)
  }
}

describe('attack A12: a reason that nobody sees', () => {
  const unseen = ['\u200b', '\u3164', '\u2800', '\u061c', '\u00ad', '\u{13441}', '\u{e0001}', ' ']

  it('attack A12: is none, wherever one is given', () => {
    for (const text of [...unseen.map((one) => one.repeat(5)), unseen.join('')]) {
      expect(isReason(text)).toBe(false)
      expect(isReason(`ab${text}`)).toBe(false)
      expect(v.safeParse(Reason, text).success).toBe(false)
      expect(refuseDecision(sampled, { ...held, reason: text })).toBe('reason_needed')
    }
    for (const text of ['why', '修正了', 'لأن', '0 1 2', 'नमस्ते']) {
      expect(isReason(text)).toBe(true)
      expect(v.safeParse(Reason, text).success).toBe(true)
      expect(refuseDecision(sampled, { ...held, reason: text })).toBeNull()
    }
  })

  it('second attack: a blank one gives one error, not two', () => {
    for (const text of ['', '   ', 'ab', '\u200b\u3164\u2800', 'ab\u200b']) {
      const { issues = [] } = v.safeParse(Reason, text)
      expect([text, issues.map(({ message }) => message)]).toEqual([text, ['reason']])
    }
  })

  it('attack A12: a comment is nothing at all or something that is seen', () => {
    for (const text of unseen.slice(0, -1)) expect(v.safeParse(Comment, text).success).toBe(false)
    for (const text of ['', 'ok', 'می\u200cخواهم', '👍']) {
      expect(v.safeParse(Comment, text).success).toBe(true)
    }
  })
})

describe('attack M8: which characters a name has', () => {
  it('attack M8: none that is not seen, by Unicode’s own properties, of all there are', () => {
    const hidden = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\uffa0\u3164]/u
    const taken: string[] = []
    for (const one of codePoints()) {
      if (hidden.test(one) && isName(`Marco${one}Bellini`))
        taken.push(one.codePointAt(0)!.toString(16))
    }
    expect(taken).toEqual([])
  })

  it('attack M8: none that is printed as nothing or as a space, and none that Unicode does not have', () => {
    const blank = ['\ufdd0', '\ufffe', '\u{1fffe}', '\u0378', '\u{2fe0f}', '\u303f']
    const drawn = ['\u{1d159}', '\u{13441}', '\u{13442}', '\u{16fe4}']
    expect([...blank, ...drawn].filter((one) => isName(`Marco Bellini${one}`))).toEqual([])
  })

  it('attack M8: letters of every script, and joiners where they are written', () => {
    const good = [
      'علی\u200cرضا',
      'Ünal µ',
      '李雷',
      'क्\u200dष',
      'Nguyễn Thị',
      'O’Neill-Smith',
      'ไทย',
      '\u0604 1',
      'שָׁלוֹם',
    ]
    expect(good.filter((name) => !isName(name))).toEqual([])
    const bad = [
      'Mar\u200cco',
      'A\u200dB',
      'ab\u034f',
      'x\ufff9',
      `a${'\u0301'.repeat(100)}`,
      'a\ue000',
    ]
    expect(bad.filter(isName)).toEqual([])
  })

  it('attack L4: a line has no breaks and nothing that turns its direction; a text may have breaks', () => {
    const bad = ['a\nb', 'a\u0007', 'a\u202eb', 'a\u2066b', 'a\u2028b', '\ud800']
    expect(bad.filter(isLine)).toEqual([])
    expect(bad.filter(isText)).toEqual(['a\nb'])
    expect(isLine('नमस्ते 👩\u200d🔬 مرحبا\u200f!')).toBe(true)
  })
})

describe('attack L7: names to sign in with', () => {
  it('attack L7: are folded the same in every case and width', () => {
    const same = [
      ['ädmin', 'ÄDMIN', 'a\u0308dmin'],
      ['straße', 'STRASSE', 'ſtrasse'],
      ['admin', 'ａｄｍｉｎ', 'ADMIN', 'ad\u00admin'],
      ['ΟΔΟΣ', 'οδος', 'οδοσ'],
    ]
    for (const names of same) expect(new Set(names.map(foldName)).size).toBe(1)
    for (const one of codePoints()) {
      const folded = foldName(one)
      if (foldName(folded) !== folded) throw new Error(`not the same twice: ${one}`)
    }
  })

  it('attack M8: are of one script, or of those that are written together', () => {
    const good = ['admin-1', 'админ', '管理者かな', 'kanji漢字かな', 'Σοφία', '홍길동abc']
    expect(good.filter((name) => !isOneScript(name))).toEqual([])
    expect(['аdmin', 'adminи', 'Σam', 'ࠀa'].filter(isOneScript)).toEqual([])
  })
})

describe('attack M5: names that look alike', () => {
  it('attack M5: are found in other letters, case, width and spacing', () => {
    for (const name of [
      'Mаrco Bеllini',
      'MARCO BELLINI',
      'Marco\u2003Bellini',
      'Ｍarco Bellini',
      'Marco BeIIini',
      'Marco Belli\u0307ni',
    ])
      expect([name, looksLike('Marco Bellini')(name)]).toEqual([name, true])
    for (const name of ['Marta Bellini', 'Marco Bellino', 'Mario Bellini'])
      expect([name, looksLike('Marco Bellini')(name)]).toEqual([name, false])
    expect(looksLike('Jürgen')('Jurgen')).toBe(false)
  })
})

describe('attack L4: words that nobody can be asked about again', () => {
  it('attack L4: become lines, of every character there is, and stay as they are where they are some', () => {
    const wrong: string[] = []
    for (const one of codePoints()) {
      const text = `a${one}b`
      const line = asLine(text)
      if (!isLine(line) || (isLine(text) && line !== text))
        wrong.push(one.codePointAt(0)!.toString(16))
    }
    expect(wrong).toEqual([])
    expect(asLine('\ud800x\r\ny')).toBe('\ufffdx y')
  })

  it('attack L4: become names, of every character there is', () => {
    const wrong: string[] = []
    for (const one of codePoints()) {
      const text = `Mar${one}co`
      const name = asName(text)
      if (!isName(name) || (isName(text) && name !== text))
        wrong.push(one.codePointAt(0)!.toString(16))
    }
    expect(wrong).toEqual([])
    expect(asName('علی\u200cرضا')).toBe('علی\u200cرضا')
    expect(asName('Mar\u200cco \u202E')).toBe('Marco')
    expect(asName(`M${'\u0301'.repeat(9)}`)).toBe(`M${'\u0301'.repeat(4)}`)
  })

  it('attack L4: are found in every text of a value, and what is no text stays', () => {
    const file = new File([], 'x')
    const value = { 'a\u202e': ['x\u2066', 1, null, { deep: 'y\nz' }], file }
    expect(asLines(value)).toEqual({ 'a\ufffd': ['x\ufffd', 1, null, { deep: 'y z' }], file })
  })
})
