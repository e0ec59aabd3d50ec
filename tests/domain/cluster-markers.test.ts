import { expect, it } from 'vitest'
import { clusterColour } from '../../domain/catalog/cluster-markers.ts'

it('[CONST-023] a marker for more than twenty places is green', () => {
  expect([21, 22, 100, 5000].map(clusterColour)).toEqual(Array(4).fill('green'))
})

it('[CONST-024] one for twenty or fewer is dark blue', () => {
  expect([2, 19, 20].map(clusterColour)).toEqual(Array(3).fill('dark-blue'))
})
