/** Parts of the plan that the list before a launch leads to. */
export type StepId = 'method' | 'device' | 'layout' | 'load' | 'facts'

/** Where a part of the plan is found on the page. */
export const stepAnchor = (id: StepId) => `plan-${id}`
