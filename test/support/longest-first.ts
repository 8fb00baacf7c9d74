import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Each takes more than ten seconds, most of them as they run many services. Begun last, one alone would end the whole run.
const long =
  /test\/(mutants\/|browser\/(pages|reference)|server\/kill\/|server\/(demo|brakes-shared)|server\/commands\/|operator\/accounts-command|conformance\/(seed|commands))/;

/** Begins with the files that take long, so that at the end no worker waits for another. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
