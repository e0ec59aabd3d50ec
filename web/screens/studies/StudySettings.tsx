import { useState } from 'react'
import { studyEfficiencies, studyMethods, studyRoles } from '../../../domain/entities/study.ts'
import type { StudyDesign, StudyTarget } from '../../../domain/entities/study.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { NumberField } from '../../parts/form/NumberField.tsx'
import { Segments } from '../../parts/form/Segments.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { GroupsDialog } from './GroupsDialog.tsx'
import styles from './Studies.module.css'
import type { StudyDraft } from './use-study-draft.ts'
import type { StudyRuns } from './use-study-runs.ts'

/** Change what the figures are calculated by. */
export function StudySettings(props: { draft: StudyDraft; runs: StudyRuns['runs'] }) {
  const { draft, runs } = props
  const { design, change, why } = draft
  const [isGrouping, setGrouping] = useState(false)
  const groups = [...new Set(design.samples.map(({ group }) => group).filter(Boolean))]
  const setTarget = (name: string, part: Partial<StudyTarget>) =>
    change({
      targets: design.targets.map((one) => (one.name === name ? { ...one, ...part } : one)),
    })
  return (
    <section className={styles.settings} aria-label={t('studies.settings')}>
      {why !== null && <p className={styles.quiet}>{why}</p>}
      <fieldset disabled={why !== null}>
        <legend>{t('studies.targets')}</legend>
        <ul className={styles.targets}>
          {design.targets.map((target) => (
            <TargetRow key={target.name} {...{ target, design }} onChange={setTarget} />
          ))}
        </ul>
      </fieldset>
      <fieldset disabled={why !== null}>
        <legend>{t('studies.groups')}</legend>
        <p>
          {groups.length === 0 ? t('studies.groups.none') : groups.join(' · ')}{' '}
          <Button icon="edit" disabledReason={why} onClick={() => setGrouping(true)}>
            {t('studies.groups.edit')}
          </Button>
        </p>
        <SelectField
          label={t('studies.calibrator')}
          hint={t('studies.calibrator.hint')}
          value={design.calibrator}
          placeholder={t('studies.calibrator.all')}
          choices={groups.map((value) => ({ value, label: value }))}
          onChange={(calibrator) => change({ calibrator })}
        />
      </fieldset>
      <fieldset disabled={why !== null}>
        <legend>{t('studies.calculation')}</legend>
        <Segments
          label={t('studies.column.method')}
          value={design.method}
          choices={studyMethods.map((value) => ({ value, label: t(`studies.method.${value}`) }))}
          onChange={(method) => change({ method })}
        />
        <p className={styles.quiet}>{t(`studies.method.${design.method}.hint`)}</p>
        {design.method === 'pfaffl' && (
          <Segments
            label={t('studies.efficiency')}
            showLabel
            value={design.efficiency}
            choices={studyEfficiencies.map((value) => ({
              value,
              label: t(`studies.efficiency.${value}`),
            }))}
            onChange={(efficiency) => change({ efficiency })}
          />
        )}
        <SelectField
          label={t('studies.confidence')}
          value={String(design.confidence)}
          choices={['0.9', '0.95', '0.99'].map((value) => ({
            value,
            label: `${Math.round(Number(value) * 100)} %`,
          }))}
          onChange={(value) => change({ confidence: Number(value) as StudyDesign['confidence'] })}
        />
      </fieldset>
      <InterRun draft={draft} runs={runs} />
      {isGrouping && <GroupsDialog draft={draft} onClose={() => setGrouping(false)} />}
    </section>
  )
}

function TargetRow(props: {
  target: StudyTarget
  design: StudyDesign
  onChange: (name: string, part: Partial<StudyTarget>) => void
}) {
  const { target, design, onChange } = props
  const isGiven = design.method === 'pfaffl' && design.efficiency === 'given'
  const { name, role, efficiency } = target
  return (
    <li>
      <p className={styles.target}>
        <bdi>{name}</bdi>
      </p>
      <Segments
        label={t('studies.roleOf', { name })}
        value={role}
        choices={studyRoles.map((value) => ({ value, label: t(`studies.role.${value}`) }))}
        onChange={(value) => onChange(name, { role: value })}
      />
      {isGiven && role !== 'omitted' && (
        <NumberField
          label={t('studies.efficiencyOf', { name })}
          value={efficiency?.factor ?? null}
          min={1.01}
          max={2.5}
          step={0.01}
          onTyped={(factor) => {
            // Calculate with the one in force, not with none, while it cannot be read.
            if (typeof factor === 'string') return
            const error = efficiency?.error ?? 0
            onChange(name, { efficiency: factor === null ? null : { factor, error } })
          }}
        />
      )}
    </li>
  )
}

/** Choose the samples that were measured in several runs, to make the runs comparable. */
function InterRun({ draft, runs }: { draft: StudyDraft; runs: StudyRuns['runs'] }) {
  const { design, change, why } = draft
  const wells = runs.flatMap((run) => run?.opened.wells ?? [])
  const seen = Map.groupBy(wells, ({ sample }) => sample)
  const shared = [...seen]
    .filter(([, own]) => new Set(own.map(({ run }) => run)).size > 1)
    .filter(([, own]) => own.some(({ type }) => type !== 'ntc' && type !== 'negative'))
    .map(([name]) => name)
  const names = [...new Set([...design.inter_run, ...shared])]
  return (
    <fieldset disabled={why !== null}>
      <legend>{t('studies.interRun')}</legend>
      <p className={styles.quiet}>
        {t(names.length === 0 ? 'studies.interRun.none' : 'studies.interRun.hint')}
      </p>
      {names.map((name) => (
        <CheckField
          key={name}
          label={<bdi>{name}</bdi>}
          checked={design.inter_run.includes(name)}
          onChange={(on) =>
            change({
              inter_run: on
                ? [...design.inter_run, name]
                : design.inter_run.filter((one) => one !== name),
            })
          }
        />
      ))}
    </fieldset>
  )
}
