import { testAgainstNode } from '../support/engine-digest-test.ts'

testAgainstNode('workerd')
