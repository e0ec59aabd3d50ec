import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { canonicalJson } from '../../../../domain/canonical.ts'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import {
  command as commandEntity,
  type CommandRecord,
} from '../../../../domain/entities/command.ts'
import { Fault, type FaultDetail } from '../../../../domain/fault.ts'
import type { EditChange } from '../../../../domain/sync/field-change.ts'
import { call } from '../../../client/call.ts'
import { leaveField } from '../../../parts/form/commit-field.ts'
import { paths } from '../../../paths.ts'
import {
  changeDraft,
  changeLayout,
  discardDraft,
  draft as openDraft,
  type Draft,
  holdDraft,
  partDraft,
  type PlanContent,
} from '../../../state/draft.ts'
import { forgetLoading } from '../../../state/loading.ts'
import { mode } from '../../../state/mode.ts'
import { untilSent, waiting } from '../../../state/outbox.ts'
import { resyncRecords } from '../../../state/records.ts'
import { useRecord } from '../../../state/use-records.ts'
import { account } from '../../../state/session.ts'
import { keepPlan, type PlanSources } from './keep-plan.ts'
import { keepRecent } from './method/recent-methods.ts'
import { changesOf, contentOf, unsavedOf } from './plan-changes.ts'
import { sayRunning } from './say-running.ts'
import { makeUuid } from '../../../client/make-uuid.ts'

export interface Launch {
  busy: 'saving' | 'launching' | null
  /** Problems of the last attempt, and what it was. */
  problems: readonly FaultDetail[]
  failed: 'saving' | 'launching'
  /** Ledger entry of the launch, as it moves. */
  command: CommandRecord | null
  save: () => Promise<void>
  launch: () => Promise<void>
  /** End of the saved plan while it was changed here: it was launched without that, or is gone. */
  left: 'launched' | 'gone' | null
  /** After a clash: what was typed becomes a plan of its own, and the saved one stays as others made it. */
  keepMine: () => void
  /** Leave what was typed for the run. */
  openRun: () => void
  /** Load the records again, if the analysis has moved on without this page. */
  refresh: () => void
}

/**
 * Save the draft as an analysis and launch it. The draft stays until a device has accepted the run, so
 * a refusal, a device that does not answer or a session that ends loses nothing; changes that the run does not have stay until
 * the person decides.
 */
export function useLaunch(
  draft: Draft | null,
  { saved, isGone }: { saved: Analysis | null; isGone: boolean },
  sources: PlanSources,
): Launch {
  const [, goTo] = useLocation()
  const { busy, problems, failed, forget, attempt } = useAttempts(draft, sources)
  const [answered, setAnswered] = useState<CommandRecord | null>(null)
  const pulled = useRecord(commandEntity, draft?.command_uuid ?? null)
  const command = pulled ?? (answered?.uuid === draft?.command_uuid ? answered : null)
  const taken =
    command?.state === 'accepted' ||
    command?.state === 'done' ||
    (saved !== null && saved.status !== 'INIT')

  const isLeft = taken || isGone
  const isChanged = useMemo(
    () => isLeft && draft !== null && unsavedOf(draft).length > 0,
    [isLeft, draft],
  )
  const openRun = useCallback(() => {
    const uuid = openDraft.peek()?.uuid
    if (uuid === undefined) return
    discardDraft()
    forgetLoading(uuid)
    goTo(paths.analysis(uuid))
  }, [goTo])
  useEffect(() => {
    if (!taken || !draft || isChanged) return
    if (!isTypedSince()) openRun()
  }, [taken, draft, isChanged, openRun])

  return {
    busy,
    problems,
    failed,
    command,
    left: !isChanged ? null : taken ? 'launched' : 'gone',
    keepMine: () => {
      partDraft(account.peek()?.uuid ?? '')
      forget()
      goTo(paths.newAnalysis())
    },
    openRun,
    refresh: () => {
      forget()
      resyncRecords()
    },
    save: () =>
      attempt('saving', async (planned) => {
        await saveDraft(planned, saved, sources)
        if (isTypedSince()) return
        discardDraft()
        goTo(paths.analysis(planned.uuid))
      }),
    launch: () =>
      attempt('launching', async (planned) => {
        // Stop where the plan has changed: nobody launches a plate that they have not seen.
        if (!(await saveDraft(planned, saved, sources))) throw changedMeanwhile()
        if (mode.peek().state === 'offline') {
          // Launch it in the local network without the service, where its device is.
          const { device } = sources
          if (isTypedSince()) throw changedMeanwhile()
          discardDraft()
          const chosen = device && `${paths.offlineDevice(device.hostname)}?plan=${planned.uuid}`
          return goTo(chosen ?? paths.offline())
        }
        const entry = await call(
          analysisCalls.launch,
          { params: { id: planned.uuid } },
          { opId: makeUuid() },
        )
        setAnswered(entry)
        changeDraft({ command_uuid: entry.uuid })
      }),
  }
}

/** Return true for a plan that was changed while it was saved: the page stays with what was typed. */
function isTypedSince(): boolean {
  leaveField()
  const now = openDraft.peek()
  return now !== null && unsavedOf(now).length > 0
}

/** Do one thing at a time with the draft, which others leave alone meanwhile, and keep the problems of the last one. */
function useAttempts(draft: Draft | null, sources: PlanSources) {
  const [busy, setBusy] = useState<Launch['busy']>(null)
  const [problems, setProblems] = useState<readonly FaultDetail[]>([])
  const [failed, setFailed] = useState<Launch['failed']>('launching')
  const attempt = async (kind: Launch['failed'], work: (planned: Draft) => Promise<void>) => {
    if (!draft || busy) return
    keepMethod(draft, sources)
    setBusy(kind)
    setFailed(kind)
    holdDraft(true)
    setProblems([])
    try {
      await work(draft)
    } catch (error) {
      // Save the draft as another analysis if the saved one was deleted, or if its method was changed after a first
      // answer was lost.
      const isGone = error instanceof Fault && error.code === 'not_found' && draft.saved
      if (isGone || isReused(error)) {
        changeDraft({ saved: false, uuid: makeUuid(), create_op: makeUuid(), base: null })
      }
      setProblems(
        error instanceof Fault
          ? error.details.map(sayRunning)
          : [{ code: 'internal', message: String(error) }],
      )
    } finally {
      holdDraft(false)
      setBusy(null)
      resyncRecords()
    }
  }

  return { busy, problems, failed, forget: () => setProblems([]), attempt }
}

/**
 * Bring the edge's analysis to the content of the draft, creating it first if there is none. Without the service it is
 * stored on this machine, and so are changes of a plan with waiting operations: order within a record counts.
 * @returns whether the plate is still the one that the draft shows; others' samples may have been joined to it.
 */
async function saveDraft(
  draft: Draft,
  saved: Analysis | null,
  sources: PlanSources,
): Promise<boolean> {
  const wanted = contentOf({ ...draft, samples: [...draft.layout.present] })
  const offline = mode.peek().state === 'offline'
  if (offline || waiting.peek().some((one) => one.uuid === draft.uuid)) {
    await keepPlan(draft, saved, sources)
    changeDraft({ base: wanted })
    if (!offline) await untilSent(draft.uuid)
    return true
  }
  const { uuid } = draft
  const { recipe_uuid, swarm_uuid, cartridge_type, protocol_uuid } = draft
  let base = draft.base ?? (saved && contentOf(saved))
  if (!draft.saved) {
    if (!recipe_uuid || !swarm_uuid || !cartridge_type) return true
    // Ask again with the same id after a lost answer, so that it makes the analysis once.
    const method = { recipe_uuid, swarm_uuid, cartridge_type, protocol_uuid }
    const { kit, instrument, ...content } = wanted
    const chosen = { ...(kit ? { kit } : {}), ...(instrument ? { instrument } : {}) }
    const body = { uuid, ...content, ...method, ...chosen }
    const known = await call(analysisCalls.create, { body }, { opId: draft.create_op }).catch(
      (error: unknown) => readEarlier(body, error),
    )
    base = draft.base ?? contentOf(known)
    changeDraft({ saved: true, base })
    if (changesOf(contentOf(known), wanted).length === 0) return true
  }
  return !base || sendEdits(uuid, base, wanted)
}

/**
 * Send what was changed since `base`, to be joined with what others have done meanwhile; what they did is then in the draft
 * too. Says whether the plate is still the one that is shown.
 * @throws Fault `stale` where both touched the same sample.
 */
async function sendEdits(uuid: string, base: PlanContent, wanted: PlanContent): Promise<boolean> {
  const joined = await joinEdits(uuid, changesOf(base, wanted))
  const { name, notebook, device_uuid, samples, kit = null, instrument = null } = joined
  const now = openDraft.peek()
  changeDraft({
    base: contentOf(joined),
    ...(now?.kit === wanted.kit && { kit }),
    ...(now?.instrument === wanted.instrument && { instrument }),
    ...(name !== wanted.name && { name }),
    ...(notebook !== wanted.notebook && { notebook }),
    ...(device_uuid !== wanted.device_uuid && { device_uuid }),
  })
  const asShown = canonicalJson(samples) === canonicalJson(wanted.samples)
  if (!asShown) changeLayout(() => samples)
  return asShown
}

/** Return the record after the edits; without edits, as it is at the service. */
async function joinEdits(uuid: string, changes: EditChange[]): Promise<Analysis> {
  if (changes.length === 0) return call(analysisCalls.get, { params: { id: uuid } })
  // Send it as an edit of now: what it was made on is in the changes.
  const body = { base_seq: 0, changes }
  const options = { opId: makeUuid() }
  return (await call(analysisCalls.merge, { params: { id: uuid }, body }, options)).record
}

/**
 * Edit the analysis that was created when its answer was lost, because the plan has changed since.
 * @throws Fault as it came where an edit cannot do that.
 */
async function readEarlier(
  plan: Pick<Analysis, 'uuid' | 'swarm_uuid' | 'cartridge_type'> &
    Pick<Analysis['method'], 'recipe_uuid' | 'protocol_uuid'>,
  error: unknown,
): Promise<Analysis> {
  if (!isReused(error)) throw error
  const made = await call(analysisCalls.get, { params: { id: plan.uuid } })
  const { recipe_uuid, protocol_uuid } = made.method
  const same =
    recipe_uuid === plan.recipe_uuid &&
    protocol_uuid === plan.protocol_uuid &&
    made.swarm_uuid === plan.swarm_uuid &&
    made.cartridge_type === plan.cartridge_type
  if (same) return made
  throw error
}

function isReused(error: unknown): boolean {
  return error instanceof Fault && error.first.reason === 'operation_reused'
}

/** Offer this method first at the next plan. */
function keepMethod({ protocol_uuid, recipe_uuid }: Draft, sources: PlanSources): void {
  const name = sources.protocol?.name ?? sources.recipe?.name
  const user = account.peek()?.uuid
  if (recipe_uuid && name && user) keepRecent(user, { protocol_uuid, recipe_uuid, name })
}

function changedMeanwhile(): Fault {
  return new Fault('stale', 'The record changed meanwhile', {
    field: 'samples',
    reason: 'changed_meanwhile',
  })
}
