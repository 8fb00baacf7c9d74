import { expect, onTestFinished, test, vi } from 'vitest';
import type { Mock } from '../../mock/create-mock.ts';
import { startMockServer } from '../../mock/server.ts';

test('after a bug of the mock the response follows the contract, the bug is reported, and the mock keeps running', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warned.mockRestore());
  // The server uses nothing else of a mock.
  const broken = { basePath: '', exchange: () => Promise.reject(new Error('a bug')) } as unknown as Mock;
  const server = await startMockServer(broken);
  onTestFinished(() => server.close());

  for (const _ of ['once', 'and again']) {
    const response = await fetch(`${server.url}/v1/auth/login`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ status: { code: 500, reason: 'internal_error' } });
  }
  expect(warned).toHaveBeenCalledWith(expect.objectContaining({ message: 'a bug' }));
});
