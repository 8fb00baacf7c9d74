import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The image is not built here: that takes minutes.
const dockerfile = readFileSync('conformance/engine/Dockerfile', 'utf8');
const page = readFileSync('conformance/engine/docs/ci-and-gateways.md', 'utf8');

test('the image of the engine starts the command of the package', () => {
  const { name, bin } = JSON.parse(readFileSync('conformance/engine/package.json', 'utf8'));
  const [, words = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? [];
  const path = `/app/node_modules/${name}/${bin[name].replace('./', '')}`;
  expect(JSON.parse(words)).toEqual(['node', path]);
});

test('the command of the page mounts the folder in which the image works, and builds the image with its name', () => {
  const [, folder = 'none'] = /^WORKDIR (\S+)\n(?:USER|ENTRYPOINT)/m.exec(dockerfile) ?? [];
  expect(page).toContain(`-v "$PWD:${folder}"`);
  const [, build = 'none'] = /^# {3}(docker build .+)$/m.exec(dockerfile) ?? [];
  expect(page).toContain(build);
});
