import { useLayoutEffect, useRef, useState } from 'react'
import { makeUuid } from '../client/make-uuid.ts'
import { t } from '../i18n/intl.ts'
import type { Sample, SampleType } from '../../domain/entities/analysis.ts'
import { fillOne } from '../state/draft-steps.ts'
import { assignName } from '../state/layout-steps/assign.ts'
import { guessType } from '../state/layout-steps/wells.ts'
import { today } from '../entities/kit/today.ts'
import { judgeScan, type ScanIssue } from './judge-scan.ts'
import { codeText } from '../../domain/codes/read-code.ts'
import { type ReadCode } from '../parts/scan/key-burst.ts'
import { receiveScans } from './scan-receiver.ts'
import { heldSample, nextWellToScan, type PlannedWells } from './scanned-wells.ts'
import type { Editor } from './use-editor.ts'

/** Two readings of one label within this time are one: the hand was slow to leave it. */
const sameLabelMs = 1500

/** Return true for an issue that replaces another. Further codes for a taken well or a full plate are all kept. */
function isSame(one: ScanIssue, other: ScanIssue): boolean {
  if (one.well !== other.well) return false
  const isExtra = ({ reason }: ScanIssue) => ['taken', 'control', 'full'].includes(reason)
  return !(isExtra(one) && isExtra(other)) || one.code === other.code
}

/** Return true for a label that says of which control the tube is, such as `NTC 3` for a No template control. */
function isOwnLabel({ sample_type }: Sample, code: string): boolean {
  return sample_type !== 'unknown' && guessType(code) === sample_type
}

/** Keep the refused codes; `known` has them also before the page is drawn again. */
function useIssues(editor: Editor) {
  const [issues, showIssues] = useState<readonly ScanIssue[]>([])
  const known = useRef<readonly ScanIssue[]>([])
  const setIssues = (next: readonly ScanIssue[]) => {
    known.current = next
    showIssues(next)
  }
  const addIssue = (issue: ScanIssue) => {
    setIssues([...known.current.filter((one) => !isSame(one, issue)), issue])
    const { well, code } = issue
    editor.say(
      t('wizard.said.issue', { well, what: t(`wizard.scanned.${issue.reason}`, { code }) }),
    )
  }
  return { issues, known, setIssues, addIssue }
}

/**
 * Assign codes to the well in focus, and move the focus to the next well: an empty one, or on a full plate the next
 * place that the protocol keeps for a sample. Controls and names given by people are never replaced unasked. A refused
 * code is kept with its position, and that position stays unchanged, so that the rest of the plate stays in step with
 * the tubes.
 * @param planned the layout that the protocol brought.
 */
export function useScans(editor: Editor, planned: PlannedWells) {
  const { issues, known, setIssues, addIssue } = useIssues(editor)
  const [count, setCount] = useState(0)
  const last = useRef({ code: '', at: 0 })
  /** No well is left that a scan may fill: the next code has none. */
  const [isFull, setFull] = useState(false)
  const full = useRef(false)

  const put = (well: string, code: string, type?: SampleType) => {
    editor.change(
      (before) =>
        type === undefined
          ? assignName(before, [well], code, makeUuid)
          : fillOne(before, [well], { name: code, sample_type: type }, makeUuid),
      t('wizard.said.assigned', { name: code, wells: well }),
    )
    setIssues(known.current.filter((one) => one.well !== well))
  }
  const judge = (text: string, well: string): ScanIssue | null => {
    const layout = editor.book.now()
    const issue = judgeScan(text, { well, layout, today: today() })
    if (issue) return issue
    const code = codeText(text)
    const holds = heldSample(layout, well, planned)
    if (holds === null || holds.name === code || isOwnLabel(holds, code)) return null
    const reason = holds.sample_type === 'unknown' ? 'taken' : 'control'
    return { well, code, reason: full.current ? 'full' : reason, elsewhere: [], holds }
  }
  const scan = ({ text, isDoubtful }: ReadCode) => {
    const code = codeText(text)
    const now = performance.now()
    if (code === '') return
    if (code === last.current.code && now - last.current.at < sameLabelMs) {
      editor.say(t('wizard.said.twice', { code }))
      return
    }
    last.current = { code, at: now }
    const { shape, direction } = editor
    const well = editor.currentNow()
    const issue = judge(text, well)
    if (issue) addIssue(issue)
    else {
      put(well, code)
      setCount((before) => before + 1)
      if (isDoubtful) addIssue({ well, code, reason: 'doubtful', elsewhere: [] })
    }
    editor.leaveEntry(false)
    const layout = editor.book.now()
    const passed = new Set(known.current.map((one) => one.well))
    const next = nextWellToScan(layout, well, shape, direction, { planned, passed })
    full.current = next === null
    setFull(next === null)
    editor.goTo(next ?? well)
    if (next === null) editor.say(t('wizard.said.full'))
  }
  const receive = useRef(scan)
  useLayoutEffect(() => {
    receive.current = scan
  })
  useLayoutEffect(() => receiveScans((text) => receive.current({ text, isDoubtful: false })), [])
  return {
    issues,
    count,
    isFull,
    scan,
    /** The duplicate is meant, or what the well holds gets this name; with a type it is replaced by a sample of it. */
    keep: ({ well, code }: ScanIssue, type?: SampleType) => put(well, code, type),
    dismiss: (issue: ScanIssue) => setIssues(known.current.filter((one) => one !== issue)),
  }
}

export type Scans = ReturnType<typeof useScans>
