import { describe, expect, it } from 'vitest'
import {
  acknowledge,
  addPending,
  discard,
  insist,
  markSent,
  newDocument,
  nextToSend,
  parkAfter,
  postpone,
  putRecord,
  refuse,
  unpark,
} from '../../domain/sync/document.ts'
import type { FieldChange } from '../../domain/sync/field-change.ts'
import { mergeField } from '../../domain/sync/merge-field.ts'
import type { LocalDocument, Pending, PendingMerge } from '../../domain/sync/pending.ts'
import { project } from '../../domain/sync/project.ts'

const uuid = '8f1b6d8e-5a44-4c4e-9a43-0d5f7d0c1a01'
const at = '2026-03-01T08:00:00.000Z'
const body = {
  uuid,
  created_at: at,
  name: 'Run',
  notebook: 'Start\n',
  device_uuid: null,
  samples: [],
}

const record = (seq: number, change: object | null = {}) => {
  return { kind: 'analysis', uuid, seq, body: change && { ...body, ...change } }
}
const known = (seq = 5, change: object = {}) =>
  putRecord(null, record(seq, change)) as LocalDocument

function edit(op_id: string, changes: FieldChange[], made_at = at): PendingMerge {
  const still = { tries: 0, next_at: 0, state: 'waiting', fault: null } as const
  return { op_id, made_at, ...still, type: 'merge', base_seq: 5, changes }
}
const create = (op_id: string): Pending => {
  const { changes: _, base_seq: __, ...rest } = edit(op_id, [])
  return { ...rest, type: 'create', input: body as never, shown: body }
}
const name = (from: string, to: string): FieldChange => ({ field: 'name', from, to })
const well = (where: string, what: string) => {
  return { uuid: where, name: what, sample_type: 'unknown' as const, coordinates: [where] }
}
const note = (from: string, to: string): FieldChange => ({ field: 'notebook', from, to })
const changesOf = (one: Pending | undefined) => (one?.type === 'merge' ? one.changes : [])
const taken = (
  seq: number,
  change: object = {},
  overwritten: { field: string; value: unknown }[] = [],
) => {
  return { record: record(seq, change), overwritten, at }
}
const offline = { fault: { code: 'network', message: '' } as const, nextAt: 9 }
const clash = {
  code: 'stale',
  message: 'no',
  versions: { yours: {}, theirs: { name: 'X' } },
} as const

describe('a pulled record', () => {
  it('takes the place of an older one, keeps what waits, and changes nothing when it is no newer', () => {
    const waiting = addPending(known(), edit('one', [name('Run', 'Mine')]))
    const newer = putRecord(waiting, record(6, { notebook: 'Other' })) as LocalDocument
    expect([newer.seq, newer.body?.['notebook'], newer.pending]).toEqual([
      6,
      'Other',
      waiting.pending,
    ])
    expect(putRecord(newer, record(6, { name: 'Old' }))).toBe(newer)
    expect(putRecord(newer, record(5))).toBe(newer)
  })

  it('that is gone takes the document with it, unless something of a person waits on it', () => {
    expect(putRecord(known(), record(6, null))).toBeNull()
    const waiting = addPending(known(), edit('one', [name('Run', 'Mine')]))
    const gone = putRecord(waiting, record(6, null)) as LocalDocument
    expect([gone.body, gone.pending.length, project(gone)]).toEqual([null, 1, null])
    expect(gone.created_at).toBe(at)
    expect(discard(gone, 'one')).toBeNull()
  })
})

describe('what a person types', () => {
  it('is one operation until it is sent, and shown at once', () => {
    let document = addPending(known(), edit('one', [note('Start\n', 'Start\na')]))
    document = addPending(document, edit('two', [note('Start\na', 'Start\nab'), name('Run', 'R')]))
    expect(document.pending).toHaveLength(1)
    expect(changesOf(document.pending[0])).toEqual([note('Start\n', 'Start\nab'), name('Run', 'R')])
    expect(project(document)).toMatchObject({ notebook: 'Start\nab', name: 'R' })
    const sent = addPending(markSent(document, 'one'), edit('three', [name('R', 'S')]))
    expect(sent.pending.map(({ op_id }) => op_id)).toEqual(['one', 'three'])
  })

  it('is found by the oldest of it', () => {
    const first = addPending(known(), edit('one', [name('Run', 'a')], '2026-03-01T10:00:00.000Z'))
    const both = addPending(markSent(first, 'one'), edit('two', [name('a', 'b')], at))
    expect([known().oldest, both.oldest]).toEqual(['', at])
    const early = acknowledge(putRecord(both, record(9)) as LocalDocument, 'two', taken(8))
    expect(early.oldest).toBe('2026-03-01T10:00:00.000Z')
    expect(acknowledge(early, 'one', taken(8)).oldest).toBe('')
  })

  it('in a second tab on an older version is kept beside it: neither removes the other', () => {
    const first = addPending(known(), edit('one', [note('Start\n', 'Start\nin one tab')]))
    const both = addPending(first, edit('two', [note('Start\n', 'Start\nin the other')]))
    expect(both.pending).toHaveLength(2)
    const shown = project(both)?.['notebook']
    expect(shown).toContain('in one tab')
    expect(shown).toContain('in the other')
  })

  it('on an edit shown joined with what has come since is made on what has come', () => {
    const typed = addPending(known(), edit('one', [note('Start\n', 'Start\nmine\n')]))
    const pulled = putRecord(typed, record(6, { notebook: 'Start\ntheirs\n' })) as LocalDocument
    const shown = project(pulled)?.['notebook'] as string
    const on = addPending(pulled, edit('two', [note(shown, `${shown}more\n`)]))
    expect(changesOf(on.pending[0])).toEqual([note('Start\ntheirs\n', `${shown}more\n`)])
    expect(project(on)?.['notebook']).toBe('Start\ntheirs\nmine\nmore\n')
  })

  it("under another's name still tells of that name", () => {
    const typed = addPending(known(), edit('one', [name('Run', 'Mine')]))
    const pulled = putRecord(typed, record(6, { name: 'Theirs' })) as LocalDocument
    const on = addPending(pulled, edit('two', [name('Mine', 'Mine too')]))
    expect(changesOf(on.pending[0])).toEqual([name('Run', 'Mine too')])
  })
})

describe('an acknowledgement', () => {
  const two = () =>
    addPending(
      markSent(addPending(known(), edit('one', [note('Start\n', 'Mine\n')])), 'one'),
      edit('two', [note('Mine\n', 'Mine, on\n')]),
    )

  it('takes exactly its operation away and brings the record', () => {
    const after = acknowledge(two(), 'one', taken(7, { notebook: 'Mine\n' }))
    expect(after.pending.map(({ op_id }) => op_id)).toEqual(['two'])
    expect([after.seq, after.journal]).toEqual([7, []])
    expect(project(after)?.['notebook']).toBe('Mine, on\n')
  })

  it('that comes twice, or for something that is gone, changes nothing', () => {
    const answer = taken(7, { notebook: 'Mine\n' }, [{ field: 'notebook', value: 'Theirs' }])
    const once = acknowledge(two(), 'one', answer)
    expect(acknowledge(once, 'one', answer)).toEqual(once)
    expect(acknowledge(once, 'other', taken(6, { notebook: 'Old' }))).toEqual(once)
  })

  it('makes what waits behind it on what the note has become, not a second time beside it', () => {
    const joined = 'Theirs\n\n* * *\n\nMine\n'
    const after = acknowledge(two(), 'one', taken(7, { notebook: joined }))
    expect(changesOf(after.pending[0])).toEqual([note(joined, 'Theirs\n\n* * *\n\nMine, on\n')])
    const above = acknowledge(two(), 'one', taken(7, { notebook: 'Mine\nbelow' }))
    expect(changesOf(above.pending[0])[0]?.to).toBe('Mine, on\nbelow')
    const inside = acknowledge(two(), 'one', taken(7, { notebook: 'Not Mine\n' }))
    expect(changesOf(inside.pending[0])[0]?.to).toBe('Not Mine\n\n\n* * *\n\nMine, on\n')
  })

  it('does so through everything that waits, one on the other', () => {
    const third = edit('three', [note('Start\n', 'Elsewhere\n')])
    const after = acknowledge(
      addPending(two(), third),
      'one',
      taken(7, { notebook: 'Mine\nbelow\n' }),
    )
    const [second, last] = after.pending.map((one) => changesOf(one)[0])
    expect(second?.to).toBe('Mine, on\nbelow\n')
    expect(last?.from).toBe(second?.to)
  })

  it('leaves what the others saw where the edit itself did not touch it', () => {
    const sent = markSent(addPending(known(), edit('one', [note('Start\n', 'a\n')])), 'one')
    const both = addPending(sent, edit('two', [name('Run', 'Mine')]))
    const after = acknowledge(both, 'one', taken(7, { notebook: 'a\n', name: 'Theirs' }))
    expect(changesOf(after.pending[0])).toEqual([name('Run', 'Mine')])
  })

  it('journals what gave way, once, with both versions', () => {
    const sent = markSent(addPending(known(), edit('one', [name('Run', 'Mine')])), 'one')
    const answer = taken(7, { name: 'Mine' }, [{ field: 'name', value: 'Theirs' }])
    const { journal } = acknowledge(sent, 'one', answer)
    expect(journal).toEqual([
      { op_id: 'one', at, field: 'name', mine: 'Mine', theirs: 'Theirs', stands: 'mine' },
    ])
  })
})

describe('what cannot be sent', () => {
  it('waits, is parked after many tries, and is sent again when it is let go', () => {
    let document = addPending(known(), edit('one', [name('Run', 'Mine')]))
    for (let tries = 0; tries < parkAfter; tries += 1) {
      expect(nextToSend(document, 9)?.op_id).toBe('one')
      document = postpone(markSent(document, 'one'), 'one', offline)
    }
    expect([document.pending[0]?.state, nextToSend(document, 99)]).toEqual(['parked', null])
    expect(nextToSend(unpark(document), 0)?.op_id).toBe('one')
    expect(unpark(document).pending[0]?.tries).toBe(1)
  })

  it('that was refused in the other tab stays refused: what was behind it has gone on', () => {
    const sent = markSent(addPending(known(), edit('one', [name('Run', 'Mine')])), 'one')
    const refused = refuse(sent, 'one', clash)
    expect(postpone(refused, 'one', offline)).toEqual(refused)
    expect(unpark(refused).pending[0]?.state).toBe('refused')
  })
})

describe('what was refused', () => {
  const refused = () =>
    refuse(addPending(known(), edit('one', [name('Run', 'Mine')])), 'one', clash)

  it('is kept with both versions, not shown on the record, and holds up nothing', () => {
    const [one] = refused().pending
    expect(one).toMatchObject({ state: 'refused', theirs: { name: 'X' }, fault: { code: 'stale' } })
    expect(one?.fault).not.toHaveProperty('versions')
    expect(project(refused())?.['name']).toBe('Run')
    const next = addPending(refused(), edit('two', [name('Run', 'Next')]))
    expect([next.pending.length, nextToSend(next, 0)?.op_id]).toEqual([2, 'two'])
  })

  it('keeps nothing that others wrote in a record that is gone, or out of sight', () => {
    const met = { op_id: 'two', at, field: 'name', mine: 'a', theirs: 'X', stands: 'mine' } as const
    const gone = putRecord({ ...refused(), journal: [met] }, record(9, null))
    expect(gone).toMatchObject({ body: null, journal: [], pending: [{ op_id: 'one' }] })
    expect(gone?.pending[0]).not.toHaveProperty('theirs')
    expect(changesOf(gone?.pending[0])).toEqual([name('Run', 'Mine')])
  })

  it('keeps the permission or status that was in the way', () => {
    const fault = { code: 'forbidden', message: 'no', params: { permission: 'p' } } as const
    const sent = addPending(known(), edit('one', [name('Run', 'Mine')]))
    expect(refuse(sent, 'one', fault).pending[0]?.fault).toEqual(fault)
  })

  it('of a create takes with it what was built on it, and is shown whole', () => {
    const made = addPending(newDocument('analysis', uuid, at), create('one'))
    const both = addPending(made, edit('two', [name('Run', 'Built')]))
    const no = refuse(both, 'one', { code: 'refused', message: 'no' })
    expect(no.pending.map(({ state }) => state)).toEqual(['refused', 'refused'])
    expect(project(no)?.['name']).toBe('Built')
  })

  it('is discarded alone, or sent again on the present version under another id', () => {
    expect(discard(refused(), 'one')?.pending).toEqual([])
    const pulled = putRecord(refused(), record(8, { name: 'Later' })) as LocalDocument
    const repeated = insist(pulled, 'one', 'new')
    expect(repeated.pending[0]).toMatchObject({
      op_id: 'new',
      base_seq: 8,
      state: 'waiting',
      tries: 0,
    })
    expect(repeated.pending[0]).not.toHaveProperty('theirs')
    expect(changesOf(repeated.pending[0])).toEqual([name('X', 'Mine')])
    expect(insist(repeated, 'new', 'newer')).toEqual(repeated)
  })

  it('sent again, replaces the version shown beside it, and is joined with everything else', () => {
    const plate: FieldChange = {
      field: 'samples',
      from: [well('A1', 'Seen')],
      to: [well('A1', 'Mine')],
    }
    const both = addPending(known(), edit('one', [plate, note('Start\n', 'Start\nMine\n')]))
    const shown = [well('A1', 'Theirs'), well('B1', 'Theirs')]
    const theirs = { samples: shown, notebook: 'Start\nTheirs\n' }
    const no = refuse(both, 'one', { ...clash, field: 'samples', versions: { yours: {}, theirs } })
    const pulled = putRecord(no, record(8, { samples: [well('A1', 'Later')] })) as LocalDocument
    const repeated = insist(pulled, 'one', 'new')
    const to = [well('B1', 'Theirs'), well('A1', 'Mine')]
    expect(changesOf(repeated.pending[0])).toEqual([
      { field: 'samples', from: shown, to },
      note('Start\n', 'Start\nMine\n'),
    ])
    // Expect the edge to ask again, since nobody has seen what came later.
    expect(mergeField(changesOf(repeated.pending[0])[0]!, [well('A1', 'Later')])).toEqual({
      clash: true,
    })
  })

  it('sent again without a version beside it, replaces nothing that was not seen', () => {
    const plate: FieldChange = { field: 'samples', from: [], to: [well('A1', 'Mine')] }
    const made = addPending(known(), edit('one', [plate, name('Run', 'Mine')]))
    const no = refuse(made, 'one', { code: 'refused', message: 'no', field: 'samples' })
    const pulled = putRecord(no, record(8, { samples: [well('A1', 'Theirs')] })) as LocalDocument
    expect(changesOf(insist(pulled, 'one', 'new').pending[0])).toEqual([plate, name('Run', 'Mine')])
  })
})
