import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Each takes more than ten seconds, most of them as they run many services. Begun last, one alone would end the whole run.
const long =
  /test\/(mutants\/|browser\/(pages|reference)|server\/kill\/|server\/(demo|rate-limits-shared)|server\/commands\/|operator\/accounts-command|conformance\/(seed|commands))/;

/**
 * Takes one project after the other, in the order of the configuration, since a worker that goes from one to another must
 * begin anew. In each it begins with the files that take long, so that at the end no worker waits for another.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = this.ctx.projects.map(({ name }) => name);
    const rank = ({ project, moduleId }: TestSpecification) =>
      order.indexOf(project.name) * 2 + (long.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
