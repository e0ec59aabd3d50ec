/** Parts of the plan that the list before a launch leads to. */
export type StepId = 'method' | 'device' | 'layout' | 'load' | 'facts'

/** Return the id of a part of the plan on the page. */
export const stepAnchor = (id: StepId) => `plan-${id}`
