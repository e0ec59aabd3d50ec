import {
  displayName,
  type WavelengthName,
  wavelengthNames,
} from '../../../../domain/catalog/wavelengths.ts'
import { evaluationLimits } from '../../../../domain/entities/evaluation-recipe.ts'
import { seesWavelength } from '../../../entities/process-recipe/seen-wavelengths.ts'
import { t } from '../../../i18n/intl.ts'
import { CheckField } from '../../../parts/form/CheckField.tsx'
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
                        onChange={(value) => put(form, { [place]: value })}
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
