import { type Company, company } from '../../domain/entities/company.ts'
import { account } from './session.ts'
import { useRecords } from './use-records.ts'

/** Return the record of the person's own company as this machine has it. */
export function useOwnCompany(): Company | undefined {
  return useRecords(company)?.find(({ uuid }) => uuid === account.value?.company_uuid)
}

/** Tell if the company reviews versions of recipes before runs use them (decision 34). */
export function useRecipeReview(): boolean {
  return useOwnCompany()?.recipe_review === 'Y'
}
