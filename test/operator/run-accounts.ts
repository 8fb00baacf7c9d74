// Run by tests as a process of its own: the command without the rest of the program.
import { Command } from 'commander';
import { accountsCommand } from '../../bin/commands/accounts.ts';

await new Command('account-access').addCommand(accountsCommand()).parseAsync();
