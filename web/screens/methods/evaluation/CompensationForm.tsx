import { Link } from 'wouter'
import { dyeCalibrationState } from '../../../../domain/actions/dye-calibration.ts'
import { dyeCalibrationCalls } from '../../../../domain/calls/dye-calibrations.ts'
import {
  displayName,
  type WavelengthName,
  wavelengthNames,
} from '../../../../domain/catalog/wavelengths.ts'
import { evaluationLimits } from '../../../../domain/entities/evaluation-recipe.ts'
import { compensationOf, originOf } from '../../../../domain/rules/dye-plate.ts'
import { call } from '../../../client/call.ts'
import { sayCalibration } from '../../../entities/dye-calibration/say-calibration.ts'
import { seesWavelength } from '../../../entities/process-recipe/seen-wavelengths.ts'
import { t } from '../../../i18n/intl.ts'
import { CheckField } from '../../../parts/form/CheckField.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { paths } from '../../../paths.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { FieldError } from '../editing/FieldError.tsx'
import { fieldId } from '../editing/field-id.ts'
import { NumberCell } from '../editing/NumberCell.tsx'
import type { DraftEvaluation } from './draft/draft.ts'
import styles from './Evaluation.module.css'
import { CheckBelow, type Form, put, putApart } from './Inputs.tsx'

const field = 'evaluation.compensation'

type DraftCompensation = NonNullable<DraftEvaluation['compensation']>

/** Return a compensation of other channels: shares of those that were there stay, the others see nothing. */
function withChannels(
  { channels, matrix }: DraftCompensation,
  next: readonly WavelengthName[],
): DraftCompensation {
  const share = (channel: WavelengthName, dye: WavelengthName) => {
    const [row, column] = [channels.indexOf(channel), channels.indexOf(dye)]
    if (row >= 0 && column >= 0) return matrix[row]?.[column] ?? null
    return channel === dye ? 1 : 0
  }
  return {
    channels: [...next],
    matrix: next.map((channel) => next.map((dye) => share(channel, dye))),
  }
}

/** Edit the channels that see each other's light, and the share of it. */
export function CompensationForm({ form }: { form: Form }) {
  const { compensation, targets } = form.draft.evaluation
  const read = [...new Set(targets.map(({ channel }) => channel))]
  return (
    <>
      <CheckBelow
        form={form}
        field={field}
        label={t('evaluation.field.compensate')}
        fresh={withChannels({ channels: [], matrix: [] }, read)}
      />
      {compensation && <Shares form={form} compensation={compensation} />}
      <FieldError field={field} errors={form.errors} />
    </>
  )
}

const askUsable = async (signal: AbortSignal) => {
  const parts = { query: { limit: '100', order: 'created_at DESC' } } as const
  const { data } = await call(dyeCalibrationCalls.search, parts, { signal })
  return data.filter((record) => dyeCalibrationState(record) === 'usable')
}

/** Offer the matrices of colour calibrations, the newest first; the chosen one is copied, so that nothing changes it later. */
function CalibrationChoice(props: { form: Form; from: DraftCompensation['from'] }) {
  const { form, from } = props
  const { value: found, failure } = useAnswer(askUsable)
  const known = (found ?? []).map((record) => ({
    value: record.uuid,
    label: sayCalibration(originOf(record)),
  }))
  // Keep one that was withdrawn, or that this person does not see, as it was chosen.
  const isOffered = !from || known.some(({ value }) => value === from.calibration_uuid)
  const chosen = isOffered ? [] : [{ value: from.calibration_uuid, label: sayCalibration(from) }]
  const choose = (uuid: string) => {
    const record = found?.find((one) => one.uuid === uuid)
    if (record) putApart(form, field, compensationOf(record))
  }
  return (
    <>
      <SelectField
        label={t('evaluation.fromCalibration')}
        hint={t(
          found?.length === 0 ? 'evaluation.hint.noCalibration' : 'evaluation.hint.calibration',
        )}
        value={from?.calibration_uuid ?? ''}
        choices={[{ value: '', label: t('evaluation.choice.typed') }, ...chosen, ...known]}
        error={failure.length > 0 ? failure.join(' ') : null}
        onChange={choose}
      />
      <Link href={paths.dyeCalibrations()}>{t('nav.dyeCalibrations')}</Link>
    </>
  )
}

function Shares({ form, compensation }: { form: Form; compensation: DraftCompensation }) {
  const { channels, matrix } = compensation
  const choose = (name: WavelengthName, is: boolean) =>
    putApart(
      form,
      field,
      withChannels(
        compensation,
        wavelengthNames.filter((one) => (one === name ? is : channels.includes(one))),
      ),
    )
  return (
    <>
      <CalibrationChoice form={form} from={compensation.from} />
      <div role="group" aria-label={t('methods.channels')} className={styles.checks}>
        {wavelengthNames
          .filter((name) => seesWavelength(name) || channels.includes(name))
          .map((name) => (
            <CheckField
              key={name}
              label={displayName(name)}
              checked={channels.includes(name)}
              onChange={(is) => choose(name, is)}
            />
          ))}
        <FieldError field={`${field}.channels`} errors={form.errors} />
      </div>
      <div className={styles.scroll}>
        <table className={styles.shares} aria-label={t('evaluation.topic.compensation')}>
          <thead>
            <tr>
              <td />
              {channels.map((dye) => (
                <th key={dye} scope="col">
                  {displayName(dye)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {channels.map((channel, row) => (
              <tr key={channel}>
                <th scope="row">{displayName(channel)}</th>
                {channels.map((dye, column) => {
                  const place = `${field}.matrix.${row}.${column}`
                  return (
                    <td key={dye}>
                      <NumberCell
                        id={fieldId(place)}
                        column={dye}
                        label={t('evaluation.lightOf', {
                          dye: displayName(dye),
                          channel: displayName(channel),
                        })}
                        value={matrix[row]?.[column] ?? null}
                        limits={evaluationLimits.share}
                        fine={0.01}
                        coarse={0.1}
                        error={form.errors[place]}
                        readOnly={false}
                        onChange={(value) =>
                          put(form, { [place]: value, [`${field}.from`]: undefined })
                        }
                        onSettle={() => form.act({ type: 'settle' })}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
