import { describe, expect, it } from 'vitest'
import { decodeText, decodeXml } from '../../../workers/files/decode-text.ts'
import { NoticeList } from '../../../workers/files/notices.ts'
import { caught } from './caught.ts'

const text = 'Probe\t37,5 µl\r\nZelle ž → 測定 🧪'
const utf8 = new TextEncoder().encode(text)

function utf16(words: string, little: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * words.length)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < words.length; i++) view.setUint16(2 * i, words.charCodeAt(i), little)
  return bytes
}

describe('decodeText', () => {
  it.each([
    ['UTF-8', utf8, 'utf-8'],
    ['UTF-8 with a mark', new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]), 'utf-8'],
    ['UTF-16 LE', utf16(`\ufeff${text}`, true), 'utf-16le'],
    ['UTF-16 BE', utf16(`\ufeff${text}`, false), 'utf-16be'],
  ])('reads %s', (_, bytes, encoding) => {
    const notices = new NoticeList()
    expect(decodeText(bytes, notices)).toEqual({ text, encoding })
    expect(notices.list()).toHaveLength(encoding === 'utf-8' ? 0 : 1)
  })

  it('reads UTF-16 without a mark', () => {
    const plain = 'Well\tSample\tCq\nA1\tx\t22.5\n'.repeat(20)
    for (const little of [true, false]) {
      expect(decodeText(utf16(plain, little), new NoticeList()).text).toBe(plain)
    }
  })

  it('falls back to Windows-1252 with a notice that names the line', () => {
    const notices = new NoticeList()
    const bytes = new Uint8Array([0x61, 0x0a, 0x62, 0x0a, 0xb5, 0x6c, 0x20, 0x80, 0x96, 0x0a, 0xe9])
    expect(decodeText(bytes, notices, 'x.csv').text).toBe('a\nb\nµl €–\né')
    expect(notices.list()).toMatchObject([
      { severity: 'warning', code: 'encoding_guessed', place: { member: 'x.csv', line: 3 } },
    ])
  })

  it('reads Cyrillic words of Windows-1251, and no Latin text as such', () => {
    const words = 'Лунка;Образец;Цикл;№\r\nA1;Проба ё;1;«°C»\r\n'
    const small = [...words].map((letter) => {
      const code = letter.codePointAt(0) ?? 0
      if (code >= 0x410 && code < 0x450) return code - 0x410 + 0xc0
      return { '№': 0xb9, ё: 0xb8, '«': 0xab, '°': 0xb0, '»': 0xbb }[letter] ?? code
    })
    const notices = new NoticeList()
    expect(decodeText(new Uint8Array(small), notices).text).toBe(words)
    expect(notices.list()).toMatchObject([
      { code: 'encoding_guessed', params: { encoding: 'Windows-1251' } },
    ])
    // Read "Fée à üm" of Windows-1252.
    const latin = [0x46, 0xe9, 0x65, 0x20, 0xe0, 0x20, 0xfc, 0x6d]
    expect(decodeText(new Uint8Array(latin), new NoticeList()).encoding).toBe('windows-1252')
  })

  it('A29-42: reads Chinese words of GB18030, as spreadsheets of Chinese computers write them', () => {
    const notices = new NoticeList()
    const bytes = [
      0xbf, 0xd7, 0xce, 0xbb, 0x2c, 0xd1, 0xf9, 0xc6, 0xb7, 0x20, 0xa1, 0xe6, 0x2c, 0x41,
    ]
    expect(decodeText(new Uint8Array(bytes), notices)).toEqual({
      text: '孔位,样品 ℃,A',
      encoding: 'gb18030',
    })
    expect(notices.list()).toMatchObject([
      { code: 'encoding_guessed', params: { encoding: 'GB18030' } },
    ])
  })

  it.each([
    ['German', 'windows-1252', [0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x66, 0xfc, 0x72]], // Größe für
    ['Swedish capitals', 'windows-1252', [0xc4, 0xd6, 0x20, 0xc5, 0x4c]], // ÄÖ ÅL
    ['units', 'windows-1252', [0xb5, 0x6c, 0x20, 0xb0, 0x43]], // µl °C
    ['Arabic', 'windows-1252', [0xc7, 0xe1, 0xc8, 0xc6, 0xd1, 0x2c, 0xda, 0xed, 0xe4, 0xc9]], // البئر,عينة
    ['KOI8-R', 'windows-1252', [0xec, 0xd5, 0xce, 0xcb, 0xc1, 0x3b, 0xc3, 0xc9, 0xcb, 0xcc]], // Лунка;цикл
  ])('A29-42: takes no %s words for Chinese', (_, encoding, bytes) => {
    expect(decodeText(new Uint8Array(bytes), new NoticeList()).encoding).toBe(encoding)
  })

  it('refuses zero bytes', async () => {
    const bytes = new Uint8Array([0x61, 0, 0, 0, 0x62, 0x63, 0x64, 0x65, 0x66])
    expect((await caught(() => decodeText(bytes, new NoticeList()))).reason).toBe('text_not_text')
  })
})

describe('decodeXml', () => {
  const declare = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>`

  it('believes a declaration of Latin-1', () => {
    const bytes = new Uint8Array([...new TextEncoder().encode(declare('ISO-8859-1')), 0xc3, 0xa9])
    expect(decodeXml(bytes, new NoticeList()).text).toBe(`${declare('ISO-8859-1')}Ã©`)
  })

  it('reads UTF-16 whatever is declared, and refuses what it does not know', async () => {
    expect(decodeXml(utf16(`\ufeff${declare('utf-8')}`, false), new NoticeList()).encoding).toBe(
      'utf-16be',
    )
    const other = new TextEncoder().encode(declare('EBCDIC-CP-US'))
    expect(await caught(() => decodeXml(other, new NoticeList(), 'm'))).toMatchObject({
      reason: 'text_encoding_unknown',
      params: { member: 'm', line: 1, encoding: 'ebcdic-cp-us' },
    })
  })
})
