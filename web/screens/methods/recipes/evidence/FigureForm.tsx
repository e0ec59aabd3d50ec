import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from 'react'
import { recipeCalls } from '../../../../../domain/calls/recipes.ts'
import type { Recipe } from '../../../../../domain/entities/recipe.ts'
import {
  type FigureKind,
  figureKinds,
  type FigureOrder,
  mostFigureFiles,
  mostFigureRuns,
  type VerificationFigure,
} from '../../../../../domain/entities/verification-figure.ts'
import type { OpenVersion } from '../../../../../domain/rules/recipe-version.ts'
import {
  calculatedUnits,
  isCalculated,
  isCalculatedKind,
  requiredUnit,
} from '../../../../../domain/rules/verification.ts'
import { call } from '../../../../client/call.ts'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { FileButton } from '../../../../parts/button/FileButton.tsx'
import { FormDialog } from '../../../../parts/dialog/FormDialog.tsx'
import { Field } from '../../../../parts/form/Field.tsx'
import { NumberField } from '../../../../parts/form/NumberField.tsx'
import { SelectField } from '../../../../parts/form/SelectField.tsx'
import { useDeviceName } from '../../../../state/device-names.ts'
import { type Sending, useSending } from '../../../../state/use-sending.ts'
import { type BenchRun } from '../../bench/bench-run.ts'
import { ChooseRuns } from '../../bench/ChooseRuns.tsx'
import { useComparableRuns } from '../../bench/use-comparable-runs.ts'
import styles from '../requests/Requests.module.css'

/** Figure of a form: its runs and files with their names. */
type Draft = Pick<
  VerificationFigure,
  'uuid' | 'kind' | 'target' | 'unit' | 'least' | 'most' | 'files'
> & {
  value: number | null
  n: number | null
  runs: readonly { uuid: string; name: string }[]
}
type SetDraft = Dispatch<SetStateAction<Draft>>

/** State a figure of the verification: typed, or calculated from runs by the service. */
export function FigureForm(props: {
  recipe: Recipe
  open: OpenVersion
  /** Null: another one. */
  figure: VerificationFigure | null
  onKept: (after: Recipe) => void
  onClose: () => void
}) {
  const { recipe, open, onClose } = props
  const [draft, setDraft] = useState<Draft>(() => props.figure ?? newDraft(open))
  const sending = useSending(['value', 'n', 'least', 'most', 'unit', 'target'])
  const order = orderOf(draft)
  const faults = sending.tried ? findFaults(order) : {}
  const submit = async () => {
    const isWhole = Object.keys(findFaults(order)).length === 0
    const done = await sending.send(
      isWhole,
      async (opId) => {
        const parts = { params: { id: recipe.uuid }, body: order }
        props.onKept(await call(recipeCalls.setFigure, parts, { opId }))
      },
      order,
    )
    if (done) onClose()
  }
  const change = (patch: Partial<Draft>) => setDraft((known) => ({ ...known, ...patch }))
  const targets = open.evaluation.targets.map(({ name }) => ({ value: name, label: name }))
  const isFixed = requiredUnit(order) !== null
  return (
    <FormDialog
      title={t('versions.figures.add')}
      submit={t('versions.figures.save')}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className={styles.choice}>
        <SelectField
          label={t('versions.figures.figure')}
          value={draft.kind}
          choices={figureKinds.map((kind) => ({
            value: kind,
            label: t(`versions.figures.kind.${kind}`),
          }))}
          onChange={(kind) => change(ofKind(kind as FigureKind, draft))}
        />
        <SelectField
          label={t('versions.kept.target')}
          value={draft.target ?? ''}
          choices={[{ value: '', label: t('versions.figures.whole') }, ...targets]}
          error={sending.refused['target'] ?? faults.target}
          onChange={(target) => change({ target: target === '' ? null : target })}
        />
      </div>
      <RunsOfFigure {...{ draft, open, setDraft }} />
      <Numbers {...{ draft, change, sending, faults, isFixed }} />
      <FilesOfFigure {...{ draft, setDraft }} recipe={recipe.uuid} />
    </FormDialog>
  )
}

/** Enter the number with its unit and observations, unless they are calculated, and the accepted limits. */
function Numbers(props: {
  draft: Draft
  change: (patch: Partial<Draft>) => void
  sending: Sending
  faults: Faults
  isFixed: boolean
}) {
  const { draft, change, faults, isFixed } = props
  const { refused, forget } = props.sending
  const unit = draft.unit === '' ? {} : { unit: draft.unit }
  // Leave the number to the runs, which tell it.
  const isLimit = draft.kind === 'lod' && draft.runs.length > 0
  const set = (field: 'value' | 'n' | 'least' | 'most') => (number: number | null) => {
    forget(field)
    change({ [field]: number })
  }
  return (
    <>
      {isCalculated(orderOf(draft)) && !isLimit ? (
        <p role="status">{t('versions.figures.willCalculate')}</p>
      ) : (
        <div className={styles.pair}>
          <NumberField
            label={t('versions.figures.value')}
            required={!isLimit}
            {...(isLimit && { hint: t('versions.figures.lodHint') })}
            value={draft.value}
            {...(isFixed && unit)}
            error={refused['value'] ?? faults.value}
            onChange={set('value')}
          />
          {!isFixed && (
            <Field
              label={t('versions.figures.unit')}
              value={draft.unit}
              maxLength={30}
              error={refused['unit'] ?? null}
              onChange={(text) => change({ unit: text })}
            />
          )}
          {!isCalculated(orderOf(draft)) && (
            <NumberField
              label={t('versions.figures.n')}
              required
              min={1}
              whole
              value={draft.n}
              error={refused['n'] ?? faults.n}
              onChange={set('n')}
            />
          )}
        </div>
      )}
      <div className={styles.pair}>
        <NumberField
          label={t('versions.figures.least')}
          value={draft.least}
          {...unit}
          error={refused['least'] ?? faults.least}
          onChange={set('least')}
        />
        <NumberField
          label={t('versions.figures.most')}
          value={draft.most}
          {...unit}
          error={refused['most'] ?? null}
          onChange={set('most')}
        />
      </div>
    </>
  )
}

/** Choose the runs behind a figure, of those that the draft can judge. */
function RunsOfFigure(props: { draft: Draft; open: OpenVersion; setDraft: SetDraft }) {
  const { draft, open, setDraft } = props
  const pair = useMemo(() => ({ inForce: null, draft: open.evaluation }), [open.evaluation])
  const { runs } = useComparableRuns(pair)
  const fitting = useMemo(
    () => runs.filter(({ cartridge_type: type }) => open.cartridge_types.includes(type)),
    [runs, open.cartridge_types],
  )
  const [isChoosing, setChoosing] = useState(false)
  const deviceName = useDeviceName()
  const sourceOf = useCallback(
    (run: BenchRun) => run.source?.file_name ?? deviceName(run),
    [deviceName],
  )
  const choose = (uuids: ReadonlySet<string>) => {
    const chosen = fitting.filter(({ uuid }) => uuids.has(uuid))
    setDraft((known) => ({ ...known, runs: chosen.map(({ uuid, name }) => ({ uuid, name })) }))
  }
  return (
    <div className={styles.effect}>
      {draft.runs.length > 0 && (
        <p>
          {t('versions.figures.runs')}: <bdi>{draft.runs.map(({ name }) => name).join(', ')}</bdi>
        </p>
      )}
      <p className={styles.quiet}>{t('versions.figures.runsHint')}</p>
      <div>
        <Button icon="list" onClick={() => setChoosing(true)}>
          {t('bench.choose')}
        </Button>
      </div>
      {isChoosing && (
        <ChooseRuns
          runs={fitting}
          sourceOf={sourceOf}
          chosen={fitting.filter(({ uuid }) => draft.runs.some((one) => one.uuid === uuid))}
          most={mostFigureRuns}
          onChoose={choose}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

/** Attach the PDFs that a figure rests on. */
function FilesOfFigure(props: { draft: Draft; recipe: string; setDraft: SetDraft }) {
  const { draft, recipe, setDraft } = props
  const { busy, others, send } = useSending([])
  const put = (chosen: File) =>
    send(
      true,
      async (opId) => {
        const parts = { params: { id: recipe }, body: { file: chosen } }
        const { uuid, name, content_hash } = await call(recipeCalls.figureFile, parts, { opId })
        const file = { uuid, name, content_hash }
        setDraft((known) => ({ ...known, files: [...known.files, file] }))
      },
      [chosen.name, chosen.size, chosen.lastModified],
    )
  return (
    <div className={styles.effect}>
      {draft.files.length > 0 && (
        <p>
          {t('versions.figures.files')}: <bdi>{draft.files.map(({ name }) => name).join(', ')}</bdi>
        </p>
      )}
      {draft.files.length < mostFigureFiles && (
        <div>
          <FileButton
            label={t('versions.figures.addFile')}
            accept="application/pdf"
            busy={busy}
            onFile={(file) => void put(file)}
          >
            {t('versions.figures.addFile')}
          </FileButton>
        </div>
      )}
      {others.length > 0 && <p role="alert">{others.join(' ')}</p>}
    </div>
  )
}

function newDraft({ evaluation }: OpenVersion): Draft {
  const [first, ...others] = evaluation.targets
  return {
    uuid: makeUuid(),
    kind: 'lod',
    target: others.length === 0 ? (first?.name ?? null) : null,
    unit: 'copies/reaction',
    value: null,
    n: null,
    runs: [],
    least: null,
    most: null,
    files: [],
  }
}

/** Change the kind of a figure, with the unit that it is in. */
function ofKind(kind: FigureKind, { unit, kind: before }: Draft): Partial<Draft> {
  if (isCalculatedKind(kind) && kind !== 'lod') return { kind, unit: calculatedUnits[kind] }
  return {
    kind,
    unit:
      isCalculatedKind(before) && before !== 'lod'
        ? kind === 'trueness'
          ? '%'
          : 'copies/reaction'
        : unit,
  }
}

function orderOf({ runs, files, ...draft }: Draft): FigureOrder {
  const { uuid, kind, target, least, most } = draft
  const run_uuids = runs.map((one) => one.uuid)
  const file_uuids = files.map((one) => one.uuid)
  const stated = kind === 'lod' ? draft.value : null
  const isFromRuns = isCalculated({ kind, run_uuids, value: stated })
  const { value, n } = isFromRuns ? { value: null, n: null } : draft
  const unit = requiredUnit({ kind, run_uuids, value }) ?? draft.unit
  return { uuid, kind, target, unit, least, most, value, n, run_uuids, file_uuids }
}

type Faults = Partial<Record<'value' | 'n' | 'least' | 'target', string>>

function findFaults(order: FigureOrder): Faults {
  const { value, n, least, most, target } = order
  const isFromRuns = isCalculated(order)
  const isLimited = (least !== null || most !== null) && (least ?? -Infinity) <= (most ?? Infinity)
  return {
    ...(isLimited ? {} : { least: t('versions.figures.limitsMissing') }),
    ...(isFromRuns || value !== null ? {} : { value: t('versions.figures.valueMissing') }),
    ...(isFromRuns || (n !== null && n >= 1 && Number.isInteger(n))
      ? {}
      : { n: t('versions.figures.nMissing') }),
    ...(isFromRuns && target === null ? { target: t('versions.figures.targetMissing') } : {}),
  }
}
