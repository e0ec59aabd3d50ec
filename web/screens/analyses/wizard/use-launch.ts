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
import { resyncRecords } from '../../../state/records.ts'
import { useRecord } from '../../../state/use-records.ts'

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
export function useLaunch(draft: Draft | null, saved: Analysis | null): Launch {
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
      if (error instanceof Fault && error.code === 'not_found' && draft.saved) {
        changeDraft({ saved: false, uuid: crypto.randomUUID(), create_op: crypto.randomUUID() })
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
        await saveDraft(planned, saved)
        discardDraft()
        goTo(paths.analysis(planned.uuid))
      }),
    launch: () =>
      attempt('launching', async (planned) => {
        await saveDraft(planned, saved)
        const entry = await call(
          analysisCalls.launch,
          { params: { id: planned.uuid } },
          { opId: crypto.randomUUID() },
        )
        setAnswered(entry)
        changeDraft({ command_uuid: entry.uuid })
      }),
  }
}

/** Brings the edge's analysis to what the draft says, making it first where there is none. */
async function saveDraft(draft: Draft, saved: Analysis | null): Promise<void> {
  const { uuid, name, notebook, device_uuid } = draft
  const samples = [...draft.layout.present]
  const { recipe_uuid, swarm_uuid, cartridge_type, protocol_uuid } = draft
  let known = saved
  if (!draft.saved) {
    if (!recipe_uuid || !swarm_uuid || !cartridge_type) return
    // An answer that was lost is asked for again with the same id: it makes the analysis once.
    known = await call(
      analysisCalls.create,
      {
        body: {
          uuid,
          name,
          notebook,
          device_uuid,
          samples,
          recipe_uuid,
          swarm_uuid,
          cartridge_type,
          protocol_uuid,
        },
      },
      { opId: draft.create_op },
    )
    changeDraft({ saved: true })
  }
  const wanted = { name, notebook, device_uuid, samples }
  if (known && sameContent(known, wanted)) return
  await call(
    analysisCalls.edit,
    { params: { id: uuid }, body: wanted },
    { opId: crypto.randomUUID() },
  )
}

type Editable = Pick<Analysis, 'name' | 'notebook' | 'device_uuid' | 'samples'>

function sameContent(known: Editable, wanted: Editable): boolean {
  const pick = ({ name, notebook, device_uuid, samples }: Editable) =>
    canonicalJson([name, notebook, device_uuid, samples])
  return pick(known) === pick(wanted)
}
