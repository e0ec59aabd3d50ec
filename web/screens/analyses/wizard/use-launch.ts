import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { canonicalJson } from '../../../../domain/canonical.ts'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import {
  command as commandEntity,
  type CommandRecord,
} from '../../../../domain/entities/command.ts'
import { Fault, type FaultDetail } from '../../../../domain/fault.ts'
import { call } from '../../../client/call.ts'
import { paths } from '../../../paths.ts'
import { changeDraft, discardDraft, type Draft, holdDraft } from '../../../state/draft.ts'
import { mode } from '../../../state/mode.ts'
import { untilSent, waiting } from '../../../state/outbox.ts'
import { resyncRecords } from '../../../state/records.ts'
import { useRecord } from '../../../state/use-records.ts'
import { keepPlan, type PlanSources } from './keep-plan.ts'
import { makeUuid } from '../../../client/make-uuid.ts'

export interface Launch {
  busy: 'saving' | 'launching' | null
  /** What the last attempt was told. */
  problems: readonly FaultDetail[]
  /** Ledger entry of the launch, as it moves. */
  command: CommandRecord | null
  save: () => Promise<void>
  launch: () => Promise<void>
}

/**
 * Saves the draft as an analysis and launches it. The draft stays until a device has accepted the run, so
 * a refusal, a device that does not answer or a session that ends loses nothing.
 */
export function useLaunch(
  draft: Draft | null,
  saved: Analysis | null,
  sources: PlanSources,
): Launch {
  const [, goTo] = useLocation()
  const [busy, setBusy] = useState<Launch['busy']>(null)
  const [problems, setProblems] = useState<readonly FaultDetail[]>([])
  const [answered, setAnswered] = useState<CommandRecord | null>(null)
  const pulled = useRecord(commandEntity, draft?.command_uuid ?? null)
  const command = pulled ?? (answered?.uuid === draft?.command_uuid ? answered : null)
  const taken =
    command?.state === 'accepted' ||
    command?.state === 'done' ||
    (saved !== null && saved.status !== 'INIT')

  useEffect(() => {
    if (!taken || !draft) return
    const { uuid } = draft
    discardDraft()
    goTo(paths.analysis(uuid))
  }, [taken, draft, goTo])

  const attempt = async (kind: 'saving' | 'launching', work: (planned: Draft) => Promise<void>) => {
    if (!draft || busy) return
    setBusy(kind)
    holdDraft(true)
    setProblems([])
    try {
      await work(draft)
    } catch (error) {
      // Somebody deleted what was saved: the draft is all there is, and is saved anew as another analysis.
      // So is one whose method was changed after it had been made with another and the answer was lost.
      const isGone = error instanceof Fault && error.code === 'not_found' && draft.saved
      if (isGone || isReused(error)) {
        changeDraft({ saved: false, uuid: makeUuid(), create_op: makeUuid() })
      }
      setProblems(
        error instanceof Fault ? error.details : [{ code: 'internal', message: String(error) }],
      )
    } finally {
      holdDraft(false)
      setBusy(null)
      resyncRecords()
    }
  }

  return {
    busy,
    problems,
    command,
    save: () =>
      attempt('saving', async (planned) => {
        await saveDraft(planned, saved, sources)
        discardDraft()
        goTo(paths.analysis(planned.uuid))
      }),
    launch: () =>
      attempt('launching', async (planned) => {
        await saveDraft(planned, saved, sources)
        if (mode.peek().state === 'offline') {
          // Without the service it is launched where its device is, in the local network.
          const { device } = sources
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

/**
 * Brings the edge's analysis to what the draft says, making it first where there is none. Without the service it is kept on
 * this machine, and so is what belongs to a plan of which something waits here already: order within a record counts.
 */
async function saveDraft(
  draft: Draft,
  saved: Analysis | null,
  sources: PlanSources,
): Promise<void> {
  const offline = mode.peek().state === 'offline'
  if (offline || waiting.peek().some((one) => one.uuid === draft.uuid)) {
    await keepPlan(draft, saved, sources)
    return offline ? undefined : untilSent(draft.uuid)
  }
  const { uuid, name, notebook, device_uuid } = draft
  const samples = [...draft.layout.present]
  const { recipe_uuid, swarm_uuid, cartridge_type, protocol_uuid } = draft
  let known = saved
  if (!draft.saved) {
    if (!recipe_uuid || !swarm_uuid || !cartridge_type) return
    // An answer that was lost is asked for again with the same id: it makes the analysis once.
    const method = { recipe_uuid, swarm_uuid, cartridge_type, protocol_uuid }
    const body = { uuid, name, notebook, device_uuid, samples, ...method }
    known = await call(analysisCalls.create, { body }, { opId: draft.create_op }).catch(
      (error: unknown) => readEarlier(body, error),
    )
    changeDraft({ saved: true })
  }
  const wanted = { name, notebook, device_uuid, samples }
  if (known && sameContent(known, wanted)) return
  await call(analysisCalls.edit, { params: { id: uuid }, body: wanted }, { opId: makeUuid() })
}

/**
 * The answer was lost, and the plan has been changed since: the edit brings what was made first to it.
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

type Editable = Pick<Analysis, 'name' | 'notebook' | 'device_uuid' | 'samples'>

function sameContent(known: Editable, wanted: Editable): boolean {
  const pick = ({ name, notebook, device_uuid, samples }: Editable) =>
    canonicalJson([name, notebook, device_uuid, samples])
  return pick(known) === pick(wanted)
}
