import { describe, expect, it } from 'vitest'
import type { NewComment } from '../../domain/entities/well-comment.ts'
import { mayRemoveComment } from '../../domain/rules/well-comment.ts'
import { acknowledge, addPending, putRecord, refuse } from '../../domain/sync/document.ts'
import type { FieldChange } from '../../domain/sync/field-change.ts'
import type { LocalDocument, PendingMerge } from '../../domain/sync/pending.ts'
import { project } from '../../domain/sync/project.ts'

const uuid = crypto.randomUUID()
const written = (text: string): NewComment => ({
  uuid: crypto.randomUUID(),
  well: 'A1',
  target: null,
  text,
  mentions: [],
})
const merge = (op_id: string, change: FieldChange): PendingMerge => ({
  op_id,
  made_at: '2026-11-28T10:00:00.000Z',
  tries: 0,
  next_at: 0,
  state: 'waiting',
  fault: null,
  type: 'merge',
  base_seq: 1,
  changes: [change],
})
const adding = (op_id: string, one: NewComment) =>
  merge(op_id, { field: 'comments', from: null, to: [one] })
const begin = (body: object): LocalDocument => {
  const record = { kind: 'analysis', uuid, seq: 1, body: { uuid, notebook: '', ...body } }
  const document = putRecord(null, record)
  if (!document) throw new Error('no document')
  return document
}
const textsOf = (document: LocalDocument) =>
  (project(document)?.['comments'] as NewComment[] | undefined)?.map(({ text }) => text)

describe('comments that wait on this machine', () => {
  it('are shown behind those of others, each an operation of its own', () => {
    const theirs = written('theirs')
    let document = begin({ comments: [theirs] })
    document = addPending(document, adding('1', written('first')))
    document = addPending(document, merge('2', { field: 'notebook', from: '', to: 'note' }))
    document = addPending(document, adding('3', written('second')))
    expect(document.pending.map(({ op_id }) => op_id)).toEqual(['1', '2', '3'])
    expect(textsOf(document)).toEqual(['theirs', 'first', 'second'])
  })

  it('stay as they were made when one before them was taken, beside what others wrote meanwhile', () => {
    const [first, second, theirs] = [written('first'), written('second'), written('theirs')]
    let document = addPending(begin({}), adding('1', first))
    document = addPending(document, adding('2', second))
    const body = { uuid, notebook: '', comments: [theirs, first] }
    const record = { kind: 'analysis', uuid, seq: 5, body }
    document = acknowledge(document, '1', { record, overwritten: [], at: '' })
    expect(document.pending).toMatchObject([{ changes: [{ from: null, to: [second] }] }])
    expect(textsOf(document)).toEqual(['theirs', 'first', 'second'])
  })

  it('are one where the pull brings them before the answer', () => {
    const first = written('first')
    let document = addPending(begin({}), adding('1', first))
    const body = { uuid, notebook: '', comments: [first] }
    document = putRecord(document, { kind: 'analysis', uuid, seq: 5, body }) ?? document
    expect(textsOf(document)).toEqual(['first'])
  })

  it('that are refused hold up no edit', () => {
    let document = addPending(begin({}), adding('1', written('to somebody who has left')))
    document = addPending(document, merge('2', { field: 'notebook', from: '', to: 'note' }))
    document = refuse(document, '1', { code: 'invalid', message: 'no' })
    expect(document.pending.map(({ state }) => state)).toEqual(['refused', 'waiting'])
    expect(textsOf(document)).toBeUndefined()
  })
})

describe('who may remove a comment', () => {
  const person = { uuid: 'me', permissions: ['analysis.notebook'] }
  it('is its author, or who reviews the run', () => {
    expect(mayRemoveComment({ user_uuid: 'me' }, person)).toBe(true)
    expect(mayRemoveComment({ user_uuid: 'other' }, person)).toBe(false)
    const reviewer = { ...person, permissions: ['analysis.validate'] }
    expect(mayRemoveComment({ user_uuid: 'other' }, reviewer)).toBe(true)
  })

  it('is nobody for one that was removed, and for one that still waits here', () => {
    const removed = { user_uuid: 'me', user_name: 'Me', at: '', reason: 'x' }
    expect(mayRemoveComment({ user_uuid: 'me', removed }, person)).toBe(false)
    expect(mayRemoveComment({}, person)).toBe(false)
  })
})
