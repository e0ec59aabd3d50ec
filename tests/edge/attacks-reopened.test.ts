import { beforeAll, describe, expect, it } from 'vitest'
import { closingCalls } from '../../domain/calls/closings.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { publicationCalls } from '../../domain/calls/publications.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { foundLab, must, type Sender } from './lab.ts'
import { makeRecipe } from './method-bodies.ts'

let provider: Sender
beforeAll(async () => {
  const home = await foundLab('home', { isProvider: 'Y', four_eyes: 'N' })
  provider = await home.as('SuperAdmin')
}, 60_000)

describe('a request for publication that is decided while its company is closed', () => {
  it.each(['published', 'refused'] as const)(
    'A28-4: is %s for the company once that is opened again',
    async (state) => {
      const lab = await foundLab(`closed-${state}`)
      const manager = await lab.as('Manager')
      const id = await makeRecipe(manager, `Given away ${state}`)
      const asked = { publication_requested: 1 as const }
      await must(manager(recipeCalls.edit, { params: { id }, body: asked }))
      const params = { id: lab.company }
      const body = { confirm: `Lab closed-${state}`, reason: 'contract ended' }
      await must(provider(companyCalls.delete, { params, body }))
      const requests = (await must(provider(publicationCalls.search, { body: {} }))).data.data
      const at = { id: requests.find((one) => one.recipe_uuid === id)?.uuid ?? '' }
      await must(
        state === 'published'
          ? provider(publicationCalls.takeOver, { params: at, body: {} })
          : provider(publicationCalls.refuse, { params: at, body: { reason: 'Too special' } }),
      )
      const closed = (await must(provider(closingCalls.search, { body: {} }))).data.data
      const closing = { id: closed.find((one) => one.company_uuid === lab.company)?.uuid ?? '' }
      const again = { reason: 'contract renewed' }
      await must(provider(closingCalls.reopen, { params: closing, body: again }))
      const { data } = await must(manager(recipeCalls.get, { params: { id } }))
      expect(data.publication).toMatchObject({ state })
    },
  )
})
