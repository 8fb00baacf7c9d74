import { expect, onTestFinished, test, vi } from 'vitest';
import type { Mock } from '../../mock/create-mock.ts';
import { startMockServer } from '../../mock/server.ts';

test('a fault of the mock is answered on contract and told, and the mock goes on', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warned.mockRestore());
  // The server asks for nothing else of a mock.
  const broken = { exchange: () => Promise.reject(new Error('a fault')) } as unknown as Mock;
  const server = await startMockServer(broken);
  onTestFinished(() => server.close());

  for (const _ of ['once', 'and again']) {
    const response = await fetch(`${server.url}/v1/auth/login`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ status: { code: 500, reason: 'internal_error' } });
  }
  expect(warned).toHaveBeenCalledWith(expect.objectContaining({ message: 'a fault' }));
});
