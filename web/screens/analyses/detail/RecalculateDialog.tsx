import { type ReactNode, useEffect, useState } from 'react'
import { analysisActions } from '../../../../domain/actions/analysis.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { GlobalRecipe } from '../../../../domain/entities/global-recipe.ts'
import type { Results } from '../../../../domain/results.ts'
import { namesOf } from '../../../../domain/rules/well-ranges.ts'
import type { RunCurves } from '../../../../workers/run/blob.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { may } from '../../../state/session.ts'
import styles from './Detail.module.css'
import type { ResultChange } from '../../../../domain/rules/diff-results.ts'
import { ExcludeField } from './ExcludeField.tsx'
import { isReasonMissing } from './missing-reason.ts'
import { findGaps, readSettings, type RecalculationStart, startExcluded } from './recalculation.ts'
import { RecipeField } from './RecipeField.tsx'
import { ResultDiff } from './ResultDiff.tsx'
import { TargetSettingsForm } from './TargetSettingsForm.tsx'
import {
  type Recalculating,
  type RecalculationOrder,
  useRecalculation,
} from './use-recalculation.ts'

interface RecalculateDialogProps {
  record: Analysis
  curves: RunCurves
  results: Results
  selected: ReadonlySet<number>
  /** First settings: those tried on the chart or the plate before. */
  start?: RecalculationStart | undefined
  onClose: () => void
}

/**
 * Judge the same curves again: with other settings of the method, or a global recipe. The page computes the outcome
 * first and shows the changes; they are kept only after that, with a reason. Earlier results stay.
 */
export function RecalculateDialog(props: RecalculateDialogProps) {
  const { record, curves, results, start } = props
  const { by, setBy, recipe, setRecipe, settings, setSettings, ...wish } = useOrder(record, start)
  const { excluded, setExcluded, order, gaps, first } = wish
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const work = useRecalculation(record, { curves, results }, first)
  const short = isReasonMissing('recalculate', record, reason)
  const submit = () => {
    const ready = order !== null && (by === 'recipe' || gaps.length === 0)
    // Report a missing reason only when the recalculation is to be kept.
    setAsked(!ready || work.changes !== null)
    if (ready && !work.changes) work.preview(order)
    else if (ready && !short) work.keep(order, reason.trim(), props.onClose)
  }
  const edited =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setAsked(false)
      work.forget()
    }
  return (
    <Dialog
      open
      size="large"
      title={t('recalculate.title')}
      onClose={props.onClose}
      onSubmit={submit}
      busy={work.busy}
      actions={
        <DialogActions
          work={work}
          gaps={by === 'settings' && gaps.length > 0}
          onClose={props.onClose}
        />
      }
    >
      <div className={styles.form}>
        {work.error !== null && <Notice kind="error">{errorTexts(work.error).join(' ')}</Notice>}
        {may(analysisActions.recalculateGlobal.needs) && (
          <ByField value={by} onChange={edited(setBy)} />
        )}
        {work.changes && (
          <Outcome
            record={record}
            changes={work.changes}
            reason={reason}
            error={asked && short ? t('detail.reason.short') : null}
            onReason={setReason}
          />
        )}
        <SettingsFold folded={work.changes !== null || (first !== null && work.error === null)}>
          {by === 'recipe' ? (
            <RecipeField
              record={record}
              chosen={recipe}
              error={asked && !recipe ? t('recalculate.recipe.missing') : null}
              onChoose={edited(setRecipe)}
            />
          ) : (
            <>
              <TargetSettingsForm
                {...{ settings, gaps }}
                before={readSettings(record.method.evaluation)}
                onChange={edited(setSettings)}
              />
              <ExcludeField
                excluded={excluded}
                selected={namesOf(props.selected, cartridges[record.cartridge_type])}
                onChange={edited(setExcluded)}
              />
            </>
          )}
        </SettingsFold>
      </div>
    </Dialog>
  )
}

/** Keep the wish: settings that begin with those tried before, or a global recipe. */
function useOrder(record: Analysis, start: RecalculationStart | undefined) {
  const [by, setBy] = useState<RecalculationOrder['by']>('settings')
  const [recipe, setRecipe] = useState<GlobalRecipe | null>(null)
  const [settings, setSettings] = useState(() =>
    readSettings(start?.evaluation ?? record.method.evaluation),
  )
  const [excluded, setExcluded] = useState<readonly string[]>(() =>
    startExcluded(record.exclusions, start),
  )
  const order = makeOrder(by, { recipe, settings, excluded })
  const gaps = findGaps(settings)
  // Compare at once what was tried on the chart or the plate: a person has seen there what they ask for.
  const first = start && gaps.length === 0 ? order : null
  const chosen = { by, setBy, recipe, setRecipe, settings, setSettings, excluded, setExcluded }
  return { ...chosen, order, gaps, first }
}

/** Ask by what it is judged again. */
function ByField(props: {
  value: RecalculationOrder['by']
  onChange: (by: RecalculationOrder['by']) => void
}) {
  return (
    <Segments
      label={t('recalculate.by')}
      value={props.value}
      choices={(['settings', 'recipe'] as const).map((value) => ({
        value,
        label: t(`recalculate.by.${value}`),
      }))}
      onChange={props.onChange}
    />
  )
}

/** Show the changes, and ask for the reason with which they are kept. */
function Outcome(props: {
  record: Analysis
  changes: readonly ResultChange[]
  reason: string
  error: string | null
  onReason: (reason: string) => void
}) {
  return (
    <>
      <ResultDiff
        record={props.record}
        changes={props.changes}
        before={t('recalculate.old')}
        after={t('recalculate.new')}
      />
      <TextAreaField
        label={t('detail.reason')}
        hint={t('detail.reason.hint')}
        value={props.reason}
        rows={2}
        maxLength={500}
        required
        autoFocus
        error={props.error}
        onChange={props.onReason}
      />
    </>
  )
}

/** Fold the settings after the comparison, to make room for the changes; they stay in reach. */
function SettingsFold({ folded, children }: { folded: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(!folded)
  useEffect(() => setOpen(!folded), [folded])
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('recalculate.settings')}</summary>
      <div className={styles.form}>{children}</div>
    </details>
  )
}

function makeOrder(
  by: RecalculationOrder['by'],
  given: {
    recipe: GlobalRecipe | null
    settings: Extract<RecalculationOrder, { by: 'settings' }>['settings']
    excluded: readonly string[]
  },
): RecalculationOrder | null {
  const { recipe, settings, excluded } = given
  if (by === 'settings') return { by, settings, excluded }
  return recipe && { by, recipe }
}

/** Show the button to compare first, then, with the changes on screen, the one to keep them. */
function DialogActions(props: { work: Recalculating; gaps: boolean; onClose: () => void }) {
  const { work, gaps } = props
  return (
    <>
      <Button onClick={props.onClose}>{t('parts.cancel')}</Button>
      {work.changes ? (
        <Button type="submit" kind="primary" icon="check" busy={work.busy}>
          {t('recalculate.keep')}
        </Button>
      ) : (
        <Button
          type="submit"
          kind="primary"
          icon="refresh"
          busy={work.busy}
          disabledReason={gaps ? t('recalculate.gaps') : null}
        >
          {t('recalculate.preview')}
        </Button>
      )}
    </>
  )
}
