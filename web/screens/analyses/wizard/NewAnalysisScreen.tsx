import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { recordText, t } from '../../../i18n/intl.ts'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { closeDraft, draft, openDraft } from '../../../state/draft.ts'
import { useOwnCompany } from '../../../state/use-own-company.ts'
import { account } from '../../../state/session.ts'
import { useRecord } from '../../../state/use-records.ts'
import { MissingAnalysis } from '../shared/MissingAnalysis.tsx'
import { fillFromEarlier, fillFromSaved } from './choose-method.ts'
import { PlanEditor } from './PlanEditor.tsx'

// Opened once a plan is made.
const LoadingScreen = lazy(async () => ({
  default: (await import('./loading/LoadingScreen.tsx')).LoadingScreen,
}))

/**
 * Plan an analysis and launch it. `relaunch=<uuid>` starts with the method and layout of an earlier one,
 * `edit=<uuid>` goes on with one that was saved, `q` chooses the method by a piece of its name, `device` the device by its id, `load=1` leads through loading
 * the cartridge.
 */
export function NewAnalysisScreen({
  params,
  isGone = false,
}: {
  params?: Record<string, string | undefined>
  /** The saved plan was deleted, or cannot be seen any more. */
  isGone?: boolean
}) {
  const [search, setSearch] = useSearchParams()
  const relaunch = search.get('relaunch')
  // Read the analysis from the address, which names a run that waits for its launch.
  const edit = params?.['uuid'] ?? search.get('edit')
  const user = account.value?.uuid
  const origin = edit ? `edit-${edit}` : relaunch ? `relaunch-${relaunch}` : 'new'
  useEffect(() => {
    if (user) openDraft(user, origin)
    return closeDraft
  }, [user, origin])
  const source = useRecord(analysisEntity, edit ?? relaunch)
  // Leave the name to a pattern of the company, which names the next run too.
  const isNamed = Boolean(useOwnCompany()?.run_names)
  const current = draft.value
  const filled = current?.filled ?? false
  const ready = current !== null
  useEffect(() => {
    if (!ready || filled || !source) return
    if (edit) fillFromSaved(source)
    else fillFromEarlier(source, isNamed ? '' : recordText('wizard.again', { name: source.name }))
  }, [ready, filled, source, edit, isNamed])
  const missing = (edit ?? relaunch) !== null && source === null && !filled
  if (missing) return <MissingAnalysis title={t('wizard.title')} />
  if (!current || ((edit ?? relaunch) && !filled)) return <Progress label={t('parts.loading')} />
  const load = (on: boolean) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      if (on) next.set('load', '1')
      else next.delete('load')
      return next
    })
  if (search.has('load')) {
    return (
      <Suspense fallback={<Progress label={t('parts.loading')} />}>
        <LoadingScreen draft={current} onClose={() => load(false)} />
      </Suspense>
    )
  }
  return (
    <PlanEditor
      draft={current}
      wantedMethod={search.get('q') ?? ''}
      wantedDevice={search.get('device')}
      isGone={isGone}
      onLoad={() => load(true)}
    />
  )
}
