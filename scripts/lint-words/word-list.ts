/** A word or phrase that readers stumble over, and what to write instead. */
export interface Entry {
  /**
   * Matched as whole words, in any case. A space also matches a hyphen, an underscore, a line break, and the place where
   * camelCase changes case. `~` matches only that last one, so `ask~` finds `askAgain` and not "ask again".
   */
  readonly pattern: RegExp;
  readonly instead: string;
  /** Where the word has another meaning: paths, or lines that match. */
  readonly except?: { readonly path?: RegExp; readonly line?: RegExp };
  /** Texts that the entry finds, and texts that it allows. A test checks both. */
  readonly finds: readonly string[];
  readonly allows: readonly string[];
}

const prompts = { path: /^bin\/|^test\/bin\/|^docs\/reference\/cli\.md$/, line: /prompt|confirm/i };

// Names of tables in old migrations, which must not change, and in tests that go back to them.
const oldTables = {
  path: /^server\/store\/migrations\/(000[237]-|index\.ts)/,
  line: /alter table|insert into|'000\d-/,
};

export const wordList: readonly Entry[] = [
  {
    pattern: /(un)?answer(s|ed|ing|able)?/,
    instead: 'response; the server returns, sends, responds',
    except: { line: /prompt|question|confirm/i },
    finds: [
      'an answer',
      'the server answers',
      'is answered',
      'checkAnswer',
      'raw-answer.ts',
      'answered alike',
    ],
    allows: ['Answer the prompt with "yes".', 'a response'],
  },
  {
    pattern: /members?/,
    instead: 'field',
    except: { line: /(team|staff|class|group|crew) members?/i },
    finds: ['an unknown member', 'secretMembers', 'manyMembers()', 'secret-members.ts'],
    allows: ['a team member', 'an unknown field'],
  },
  {
    pattern: /told|tells|telling|tell(?=\()|tell~/,
    instead: 'reported, reports, returns, says, shows',
    finds: ['is told', 'the log tells', 'await tell(text)', 'the telling request', 'tellTerminal'],
    allows: ['nobody can tell which'],
  },
  {
    pattern:
      /(holds?|held|holding)\b[^.;:!?|]{0,45} (against|to the contract)|(holds?|held|holding) (to|back)/,
    instead: 'check, validate, test, enforce; suppress, reject (for "hold back")',
    finds: [
      'is held against the contract',
      'hold a server against it',
      'held to it',
      'is held back',
      'holdBack',
    ],
    allows: ['holds a lock', 'the file holds one secret'],
  },
  {
    pattern:
      /(is|are|was|were|be|been|being) held(?! (open|in|for|until|at|while|up|by))|hold (answer|response|body|document|contract|request|operation)/,
    instead: 'checked, validated, tested, enforced',
    finds: ['headers are held.', 'holdAnswer(answer)'],
    allows: ['the connection is held open', 'the lock is held by another process', 'holds the document'],
  },
  {
    pattern:
      /(is|are|was|were|be|been|being|gets?|got|what) asked|who asks?|asked (for a response|anew|again)/,
    instead: 'requested, sent, called, run; name the actor: "the client sends"',
    except: prompts,
    finds: ['it is asked anew', 'what was asked', 'password-is-asked-for', 'the store knows not who asks'],
    allows: ['The prompt is asked once.', 'the client asks for a token'],
  },
  {
    pattern:
      /(ask(s|ed|ing)?) (of )?(the|a|an|this|that|every|each|another|our|their|its|all|both|one)( \w+)? (servers?|service|implementation|mock|store|database|engine|api|instance|listener)|(server|service|implementation|mock|store|database|engine|tool|check|test|request) asks?|(puts?|putting) (a|an|the|each|every|this|that|one|another)( same)? question/,
    instead: 'send, call, run, query, need',
    except: prompts,
    finds: ['asks the server', 'a request asks for', 'put a question', 'puts the same question'],
    allows: ['asks the user', 'the reader asks a question'],
  },
  {
    pattern: /ask(ed)?(?=\()|(?<=\.)ask(ed)?|ask(s|ed|ing)?~|~ask(s|ed|ing)?|asked(?=\.\w)/,
    instead: 'send, sent, call, run, request',
    except: prompts,
    finds: ['ask(request)', 'context.ask', 'askTwice', 'reallyAsked', 'asked.headers'],
    allows: ['Ask the user first.', 'as they ask. Then'],
  },
  {
    pattern: /(un)?brak(e|es|ed|ing)/,
    instead: 'rate limit, rate-limited, throttle',
    except: oldTables,
    finds: [
      'the brake',
      'brakes.requestsPerMinute',
      'login-brakes.test.ts',
      'not run: braked',
      'defaultBrakes',
    ],
    allows: ['break', 'brackets'],
  },
  {
    pattern: /(?<!tool )guesses|guess~|~guess|(each|every|one|another|wrong) guess/,
    instead: 'failed login attempts, failedLogins',
    finds: ['guesses sent at once', 'createGuesses', 'GuessLimits', 'each guess'],
    allows: ['cannot be guessed', 'hard to guess', 'the tool guesses the field', 'guess(options)'],
  },
  {
    pattern:
      /opens (nothing|(the|an|every|any|another|no)( other)? accounts?)|opens(?=['"`.,;|)])|(tokens?|keys?|codes?|passwords?|secrets?|credentials?) (still |also )?opens?(?! \w+ (file|url|page))/,
    instead: 'is rejected, is accepted, logs in',
    finds: ['opens nothing', "'null opens': ", 'no code opens', 'mfa/code-opens', 'opens every account'],
    allows: ['opens the file', 'opens a database', 'an open connection'],
  },
  {
    pattern: /mend(s|ed|ing)?/,
    instead: 'fix',
    finds: ['faults.mend()', 'is mended', 'mendConfig'],
    allows: ['amend', 'recommended'],
  },
  {
    pattern: /(?<!about:|_)blanks?(?! (lines?|page|cells?))/,
    instead: 'space',
    finds: ['one blank', 'a blank password', 'spareBlanks'],
    allows: ['a blank line', 'about:blank', 'target="_blank"'],
  },
  {
    pattern: /(?<!application\/)octets?/,
    instead: 'byte',
    except: { line: /OCTET|octet-stream/ },
    finds: ['eight octets', 'octets()', 'parseOctets', 'octets.ts'],
    allows: ['application/octet-stream', 'chunk-data = 1*OCTET'],
  },
  {
    pattern: /faults?|faulty/,
    instead: 'error, invalid field, problem ("fault" is only for faults that we inject)',
    except: {
      path: /fault|scenarios?[./]|^mock\/(exchange|README)|^bin\/commands\/mock\/|^console\/steps\/prefer|mock-in-tests/,
      line: /inject|plant|scenario|flaky|apply[ -]?fault|faults\.ts|[/{]faults?\b/,
    },
    finds: ['a fault in the request', 'faultsOf', 'versionFault'],
    allows: ['the default', 'an injected fault', "import { applyFault } from './faults.ts'"],
  },
  {
    pattern: /rules? (that )?(is|are|was|were) (kept|broken)|(kept|broken) rules?|(kept|broken)(?=\()/,
    instead: 'passed, failed, inconclusive',
    // Elsewhere a rule is not a check with a verdict.
    except: { path: /^(?!conformance\/|test\/(mutants|conformance)\/|docs\/)/ },
    finds: ['the rule is kept', 'a broken rule', 'return broken(response)'],
    allows: ['broken pipe', 'kept in memory'],
  },
  {
    pattern: /(?<!could |did |does )not run:/,
    instead: 'skipped:',
    finds: ['not run: rate-limited'],
    allows: ['is not run', 'some checks could not run: no server'],
  },
  {
    pattern: /whoever|whomever|whose (is|are)|of whom|what ends(?! with)/,
    instead: 'the user, the owner, the caller, the client',
    finds: ['whoever sends it', 'whose is it', 'of whom'],
    allows: ['whose key is revoked', 'the user who sends it', 'what ends with a token'],
  },
  {
    pattern: /dearest|(take|takes|took|taken|taking) as long|as long may/,
    instead: 'most expensive; takes the same time',
    finds: ['the dearest call', 'takes as long as a login'],
    allows: ['as long as the server runs'],
  },
  {
    pattern: /(?<!as )of now/,
    instead: 'current',
    finds: ['the code of now', 'codeOfNow'],
    allows: ['as of now', 'of nowhere'],
  },
  {
    pattern: /turn(s|ed|ing)? (\w+ )?away/,
    instead: 'reject',
    finds: ['is turned away', 'turns clients away', 'turnAway'],
    allows: ['returns', 'in turn'],
  },
  {
    pattern: /(un)?seal(s|ed|er|ing)?/,
    instead: 'encrypt, encrypted, encryption keys',
    except: oldTables,
    finds: ['sealed', 'seals.open', 'unseal', 'SealedPlace', 'sealing.test.ts'],
    allows: ['sea', 'encrypted'],
  },
  {
    pattern:
      /spoil(s|ed|t|ing)?|unspoil(ed|t)|takers?|in~turns?|in-turns?(?=\.ts)|put~checks?|put-check(?=\.ts)/,
    instead: 'applyFault, runStep, runInParallel, runCheck',
    finds: ['spoil(reply)', 'the taker', 'inTurn(list)', "'./in-turn.ts'", 'putCheck(check)'],
    allows: ['each in turn', 'stakeholder'],
  },
  {
    pattern: /beside/,
    instead: 'next to, with, compared with, in addition to, apart from',
    finds: ['beside the headers', 'side-by-side and beside'],
    allows: ['besides', 'side by side'],
  },
  {
    pattern: /(?<!let |leaves? |left |leaving |(leaves?|left|leaving) \w+ |stands? )alone/,
    instead: 'only',
    finds: ['the document alone', 'for this request alone'],
    allows: ['leave it alone', 'standalone', 'let alone'],
  },
  {
    pattern:
      /an? (second|minute|hour|day|run) and (an? )?(address|user|identity|account|key|operation|client|connection)/,
    instead: 'per … per …, such as "60 per minute per IP address"',
    finds: ['60 a minute and address', 'once a run and user'],
    allows: ['60 per minute per address', 'a minute and a half'],
  },
];
