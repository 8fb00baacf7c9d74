import type { AsyncCommand } from 'fast-check';
import { expect } from 'vitest';
import { endTokens, type ModelPerson } from './model.ts';
import { createMfa, type Model, type Real } from './place.ts';

type Command = AsyncCommand<Model, Real>;

/** A change that an operator makes to a person: in the service, and in the model. */
function changeCommand(
  name: string,
  who: number,
  apply: (id: string, real: Real, person: ModelPerson) => Promise<boolean>,
): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      const person = model.people[who];
      const id = real.people[who]?.id;
      if (person === undefined || id === undefined) throw new Error('a walk has people');
      expect(await apply(id, real, person)).toBe(true);
    },
    toString: () => `${name}(${who})`,
  };
}

export function disableCommand(who: number): Command {
  return changeCommand('disable', who, async (id, { server }, person) => {
    if (!person.disabled) endTokens(person);
    person.disabled = true;
    return server.store.accounts.disable(id, server.clock.now());
  });
}

export function enableCommand(who: number): Command {
  return changeCommand('enable', who, async (id, { server }, person) => {
    person.disabled = false;
    return server.store.accounts.enable(id, server.clock.now());
  });
}

export function passwordCommand(who: number, password: string): Command {
  return changeCommand('password', who, async (id, { server }, person) => {
    endTokens(person);
    person.password = password;
    const hash = await server.passwords.hash(password);
    return server.store.accounts.setPassword(id, hash, server.clock.now());
  });
}

export function mfaOnCommand(who: number): Command {
  return changeCommand('MFA on', who, async (id, { server }, person) => {
    const { given, model } = createMfa();
    endTokens(person);
    person.mfa = model;
    return server.store.accounts.setMfa(id, given, server.clock.now());
  });
}

export function mfaOffCommand(who: number): Command {
  return changeCommand('MFA off', who, async (id, { server }, person) => {
    endTokens(person);
    person.mfa = undefined;
    return server.store.accounts.removeMfa(id, server.clock.now());
  });
}

export function clockCommand(milliseconds: number): Command {
  return {
    check: () => true,
    run: async (_model, { server }) => server.clock.advance(milliseconds),
    toString: () => `clock(${milliseconds} ms)`,
  };
}
