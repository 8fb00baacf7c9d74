import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Each takes more than ten seconds, mostly because it runs many services. Started last, one of them would delay the whole run.
const long =
  /test\/(bin\/serve|docs\/guides|mutants\/|implementations\/|browser\/(pages|reference)|server\/durability\/(kill|linearizable|walk)|conformance\/(commands|compare|service\/demo|document\/(crud|lists|sequences\/(library|parcels)|shared-server)))/;

/**
 * Runs one project after the other, in the order of the configuration, because a worker restarts when it changes the project.
 * In each project the slow files come first, so that no worker waits for another at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = this.ctx.projects.map(({ name }) => name);
    const rank = ({ project, moduleId }: TestSpecification) =>
      order.indexOf(project.name) * 2 + (long.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
