import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wavelengthNames } from '../../domain/catalog/wavelengths.ts'
import { type Process, processLimits } from '../../domain/entities/process-recipe.ts'
import { findLoops } from '../../domain/rules/programme.ts'
import { findProcessProblems } from '../../domain/rules/recipe-problems.ts'
import {
  celsiusAt,
  layOutProgramme,
  pictureRoom,
  secondsAt,
} from '../../domain/rules/programme-layout.ts'
import { draftOf, emptyDraft, processOf } from '../../web/screens/methods/process/draft/draft.ts'
import {
  edit,
  type Editor,
  type EditorAct,
  openEditor,
} from '../../web/screens/methods/process/draft/editor.ts'
import { findDraftProblems } from '../../web/screens/methods/process/draft/find-problems.ts'
import { blocks } from '../../web/screens/methods/process/draft/steps.ts'
import { readStepKey } from '../../web/screens/methods/process/read-step-key.ts'
import { programmes } from '../support/drawn-programmes.ts'

const stepKeys = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  '+',
  '-',
  'Insert',
  'Delete',
]
const key = fc.record({
  key: fc.constantFrom(...stepKeys),
  shiftKey: fc.boolean(),
  altKey: fc.boolean(),
  ctrlKey: fc.constant(false),
  metaKey: fc.constant(false),
})
const blockNames = Object.keys(blocks) as (keyof typeof blocks)[]
const acts = fc.oneof(
  { weight: 3, arbitrary: key.map((pressed) => ({ pressed })) },
  fc.constantFrom(...blockNames).map((block) => ({ act: { type: 'insert', block } as EditorAct })),
  fc.nat(99).map((at) => ({ act: { type: 'copy', at } as EditorAct })),
  fc.nat(99).map((at) => ({ act: { type: 'remove', at } as EditorAct })),
)

function apply(
  editor: Editor,
  one: { pressed?: Parameters<typeof readStepKey>[0]; act?: EditorAct },
) {
  const { steps } = editor.history.present
  const act = one.act ?? readStepKey(one.pressed!, steps, editor.selected ?? 0)
  return act ? edit(editor, act) : editor
}

describe('the editor of process recipes', () => {
  test('whatever is pressed, loops go back to an earlier step, never cross, and a programme has at most a hundred steps', () => {
    fc.assert(
      fc.property(programmes, fc.array(acts, { maxLength: 60 }), (process, pressed) => {
        const start = openEditor(draftOf({ name: 'a', swarm_uuid: null, process }))
        const end = pressed.reduce(apply, start)
        const { steps } = end.history.present
        expect(steps.length).toBeLessThanOrEqual(processLimits.steps)
        expect(() => findLoops(processOf(end.history.present).steps)).not.toThrow()
        if (end.selected !== null) expect(steps[end.selected]).toBeDefined()
      }),
    )
  })

  test.each(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Delete'])(
    'the key %s selects nothing where no step is left',
    (name) => {
      const none = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }
      expect(readStepKey({ key: name, ...none }, [], 0)).toBeNull()
    },
  )

  test('everything can be undone, back to what it began with, and done again', () => {
    fc.assert(
      fc.property(programmes, fc.array(acts, { maxLength: 40 }), (process, pressed) => {
        const draft = draftOf({ name: 'a', swarm_uuid: null, process })
        const end = pressed.reduce(apply, openEditor(draft))
        const count = end.history.past.length
        let now = end
        for (let at = 0; at < count; at++) now = edit(now, { type: 'undo' })
        expect(now.history.present).toEqual(draft)
        for (let at = 0; at < count; at++) now = edit(now, { type: 'redo' })
        expect(now.history.present).toEqual(end.history.present)
      }),
    )
  })

  test('typing in one field is one step to undo, and another one after the field was left', () => {
    let editor = openEditor({ ...emptyDraft, steps: [...blocks.step] })
    for (const temperature of [9, 95]) {
      editor = edit(editor, { type: 'step', at: 0, change: { temperature } })
    }
    expect(editor.history.past).toHaveLength(1)
    editor = edit(editor, { type: 'settle' })
    editor = edit(editor, { type: 'step', at: 0, change: { temperature: 94 } })
    expect(editor.history.past).toHaveLength(2)
  })

  test('a step that is moved goes into a loop before it goes past its steps, and never leaves it empty', () => {
    let editor = openEditor({ ...emptyDraft, steps: [...blocks.step, ...shifted] })
    editor = edit(editor, { type: 'move', at: 0, by: 1 })
    expect(editor.history.present.steps.at(-1)).toMatchObject({ type: 'loop', goto: 0 })
    expect(editor.history.present.steps[0]).toEqual(blocks.step[0])
    let lone = openEditor({
      ...emptyDraft,
      steps: [blocks.step[0], { type: 'loop', goto: 0, repeat: 2 }],
    })
    lone = edit(lone, { type: 'move', at: 0, by: 1 })
    expect(lone.history.past).toHaveLength(0)
    lone = edit(lone, { type: 'remove', at: 0 })
    expect(lone.history.present.steps).toEqual([])
  })

  test('cycles that are added beside a step of a loop come behind that loop', () => {
    let editor = openEditor({ ...emptyDraft, steps: [...blocks.cycles] })
    editor = edit(editor, { type: 'select', at: 0 })
    editor = edit(editor, { type: 'insert', block: 'cycles' })
    expect(editor.selected).toBe(5)
    expect(editor.history.present.steps[5]).toEqual({ type: 'loop', goto: 3, repeat: 40 })
  })
})

const shifted = blocks.cycles.map((step) => (step.type === 'loop' ? { ...step, goto: 1 } : step))

describe('problems of a draft', () => {
  test('a programme that the rules take has no problems, and a draft of it says the same', () => {
    fc.assert(
      fc.property(programmes, (process) => {
        const draft = draftOf({ name: 'a', swarm_uuid: null, process })
        expect(processOf(draft)).toEqual(process)
        expect(findDraftProblems(draft)).toEqual(findProcessProblems(process))
      }),
    )
  })

  test('numbers that are missing or beyond the limits are said at their fields', () => {
    const draft = {
      ...emptyDraft,
      name: ' ',
      lid_temperature: 116,
      steps: [
        { ...blocks.step[0], temperature: null, duration: -1 },
        { type: 'loop', goto: 0, repeat: 1.5 } as const,
      ],
      channels: [{ wavelength: 'FAM', intensity: 101, exposure: 9 } as const],
    }
    const found = findDraftProblems(draft).map(({ field, reason }) => `${field} ${reason}`)
    expect(found).toEqual([
      'name required',
      'process.lid_temperature out_of_range',
      'process.steps.0.temperature required',
      'process.steps.0.duration out_of_range',
      'process.steps.1.repeat integer',
      'process.channels.0.intensity out_of_range',
      'process.channels.0.exposure out_of_range',
    ])
  })

  test('a wavelength that is named twice is a repeated rule at its place, and passes that lead too far are said', () => {
    const [channel] = emptyDraft.channels
    const twice = {
      ...emptyDraft,
      name: 'a',
      steps: [...blocks.step],
      channels: [channel!, channel!],
    }
    expect(findDraftProblems(twice)).toMatchObject([
      { field: 'process.channels.1.wavelength', reason: 'rule_repeated' },
    ])
    const far = { ...blocks.step[0], temperature_change: 5 }
    const steps = [far, { type: 'loop', goto: 0, repeat: 40 } as const]
    expect(findDraftProblems({ ...emptyDraft, name: 'a', steps })).toMatchObject([
      { field: 'process.steps.0.temperature_change', reason: 'temperature_out_of_range' },
    ])
    expect(findDraftProblems({ ...emptyDraft, name: 'a' })).toMatchObject([
      { field: 'process.steps', reason: 'min_items' },
    ])
  })

  test('all wavelengths have settings that are within their limits', () => {
    const channels = wavelengthNames.map((name) => ({
      wavelength: name,
      intensity: 1,
      exposure: 300,
    }))
    const draft = { ...emptyDraft, name: 'a', steps: [...blocks.step], channels }
    expect(findDraftProblems(draft)).toEqual([])
  })
})

describe('the picture of a programme', () => {
  test('a drawn programme is the programme: each bar says its temperature and its duration again', () => {
    fc.assert(
      fc.property(programmes, ({ steps }: Process) => {
        const { bars, brackets, width } = layOutProgramme(steps)
        for (const bar of bars) {
          const step = steps[bar.at]
          if (step?.type === 'lidOpen' || step?.type === 'loop' || !step) continue
          expect(celsiusAt(bar.top)).toBeCloseTo(step.temperature, 6)
          if (step.type !== 'temperature') continue
          expect(secondsAt(bar.width) / Math.max(1, step.duration)).toBeCloseTo(
            step.duration / Math.max(1, step.duration),
            6,
          )
          expect(bar).toMatchObject({
            change: step.temperature_change ?? 0,
            measure: step.measure ?? null,
          })
        }
        const loops = steps.flatMap((step, at) =>
          step.type === 'loop' ? [{ at, repeat: step.repeat }] : [],
        )
        expect(brackets.map(({ at, repeat }) => ({ at, repeat }))).toEqual(loops)
        expect(bars.length + brackets.length).toBe(steps.length)
        for (const { left, right } of brackets) expect(right).toBeGreaterThan(left)
        for (const bar of bars) expect(bar.left + bar.width).toBeLessThanOrEqual(width)
      }),
    )
  })

  test('in a narrow room a programme of up to seven steps is drawn in full size, and a longer hold is still wider', () => {
    fc.assert(
      fc.property(programmes, fc.integer({ min: 300, max: 900 }), ({ steps }: Process, room) => {
        const { bars, width } = layOutProgramme(steps, room)
        const natural = layOutProgramme(steps)
        if (natural.width <= room) {
          expect(bars).toEqual(natural.bars)
          return
        }
        const least = 58 + bars.length * 52 - 12
        expect(width).toBeLessThanOrEqual(Math.max(room, least) + 1e-6)
        for (const bar of bars) {
          expect(bar.width).toBeGreaterThanOrEqual(40 - 1e-6)
          for (const other of bars) {
            if (other.seconds > bar.seconds)
              expect(other.width).toBeGreaterThanOrEqual(bar.width - 1e-6)
          }
        }
      }),
    )
    const steps = [3600, 300, 15, 60, 60].map((duration) => ({
      type: 'temperature' as const,
      temperature: 60,
      duration,
    }))
    expect(layOutProgramme(steps).width).toBeGreaterThan(600)
    expect(layOutProgramme(steps, 366).width).toBeCloseTo(366)
  })

  test('brackets of one level do not overlap, and an outer loop is below its inner ones', () => {
    fc.assert(
      fc.property(programmes, ({ steps }: Process) => {
        const { brackets } = layOutProgramme(steps)
        expect(brackets).toHaveLength(steps.filter(({ type }) => type === 'loop').length)
        for (const one of brackets) {
          for (const other of brackets) {
            const overlap = one.left < other.right && other.left < one.right
            if (one.at < other.at && overlap) expect(other.level).toBeGreaterThan(one.level)
          }
        }
      }),
    )
  })

  test('a temperature beyond the block is drawn at its edge', () => {
    const [hot, cold] = layOutProgramme([
      { type: 'pause', temperature: 999 },
      { type: 'pause', temperature: -40 },
    ]).bars
    expect(hot?.top).toBe(pictureRoom.top)
    expect(celsiusAt(cold?.top ?? 0)).toBe(processLimits.temperature.min)
  })
})
