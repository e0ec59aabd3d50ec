import { describe, expect, it } from 'vitest'
import { fileLimits } from '../../../workers/files/limits.ts'
import { childOf, childrenOf, childText, readXml } from '../../../workers/files/read-xml.ts'
import { caught } from './caught.ts'

const read = (text: string, limits = {}) =>
  readXml(text, { limits: { ...fileLimits, ...limits }, member: 'data.xml' })

describe('readXml', () => {
  it('gives local names, attributes, texts and lines', () => {
    const root = read(
      '<?xml version="1.0"?>\n<p:a xmlns:p="x" p:id="1">\n <b> t&amp;u </b><b><![CDATA[<]]></b></p:a>',
    )
    expect(root.name).toBe('a')
    expect(root.attributes['id']).toBe('1')
    expect(childText(root, 'b')).toBe('t&u')
    expect(childrenOf(root, 'b').map(({ text }) => text)).toEqual(['t&u', '<'])
    expect(childOf(root, 'b')?.line).toBe(3)
    expect(childOf(root, 'c')).toBeUndefined()
  })

  it('bears an empty line or a second mark before the declaration', () => {
    expect(read('\n <?xml version="1.0"?>\n<a/>').line).toBe(3)
    expect(read('\ufeff<a/>').name).toBe('a')
  })

  it('drops what the reader has taken', () => {
    const seen: string[] = []
    const root = readXml('<a><p>1</p><q/><p>2</p></a>', {
      limits: fileLimits,
      onClose: (element) => {
        if (element.name === 'p') seen.push(element.text)
        return element.name !== 'p'
      },
    })
    expect(seen).toEqual(['1', '2'])
    expect(root.children.map(({ name }) => name)).toEqual(['q'])
  })

  it.each([
    ['<a>\n <b>\n  1', 'xml_truncated', { line: 3, path: 'a/b' }],
    ['<a>\n<b attr', 'xml_truncated', { line: 2 }],
    ['', 'xml_truncated', { line: 1 }],
    ['<a>\n<b></a>', 'xml_malformed', { line: 2, path: 'a' }],
    ['<a>\n  x & y</a>', 'xml_malformed', { line: 2 }],
    ['<a/><b/>', 'xml_malformed', {}],
    ['<a b="1" b="2"/>', 'xml_malformed', {}],
    ['<a>\n&nbsp;</a>', 'xml_entity', { line: 2 }],
    ['<!DOCTYPE a [<!ENTITY b "c">]>\n<a>&b;</a>', 'xml_doctype', { line: 1 }],
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'xml_doctype', {}],
  ])('refuses %j and names the place', async (text, reason, place) => {
    const fault = await caught(() => read(text))
    expect(fault.reason).toBe(reason)
    expect(fault.params).toMatchObject({ member: 'data.xml', ...place })
  })

  it('holds the limits of depth, elements, attributes and texts', async () => {
    const limits = { xmlDepth: 5, xmlElements: 50, xmlKept: 20, xmlAttributes: 3, textLength: 100 }
    expect(read('<a><b/></a>', limits).children).toHaveLength(1)
    const reasons = await Promise.all(
      [
        '<a>'.repeat(6),
        `<a>${'<b/>'.repeat(60)}</a>`,
        `<a>${'<b/>'.repeat(30)}</a>`,
        '<a b="1" c="1" d="1" e="1"/>',
        `<a>${'x'.repeat(101)}</a>`,
        `<a b="${'x'.repeat(101)}"/>`,
        `<a>${'<![CDATA[xxxxxxxxxxxxxxxx]]>'.repeat(9)}</a>`,
      ].map(async (text) => (await caught(() => read(text, limits))).reason),
    )
    expect(reasons).toEqual([
      'xml_too_deep',
      'xml_too_many_elements',
      'xml_too_many_elements',
      'xml_too_many_attributes',
      'xml_text_too_long',
      'xml_text_too_long',
      'xml_text_too_long',
    ])
  })

  it('refuses endless blanks at once, in any place', async () => {
    const blank = ' '.repeat(2 ** 25)
    const start = process.cpuUsage()
    const reasons = []
    for (const text of [blank, `${blank}<a/>`, `<a/>${blank}`, `<a>\n${blank}</a>`]) {
      reasons.push((await caught(() => read(text))).reason)
    }
    expect(new Set(reasons)).toEqual(new Set(['xml_text_too_long']))
    // Limit the time: they took seconds each, letter by letter.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(2)
  })
})
