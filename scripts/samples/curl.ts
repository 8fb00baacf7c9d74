import type { CodeSample } from '../contract/document.ts';
import { baseUrl, type Call, type Setting, settingsOf, token } from './call.ts';

/** For bash, with curl and nothing else. */
export function curl(call: Call): CodeSample {
  const { body, takesToken } = call;
  const request = [
    `curl --silent --show-error --request ${call.method} "${urlOf(call)}"`,
    // curl reads the header and the body from files, because every user of the machine can see arguments.
    ...(takesToken
      ? [`  --config <(printf 'header = "Authorization: Bearer %s"\\n' "$${token.variable}")`]
      : []),
    ...(body === undefined
      ? []
      : [`  --header 'Content-Type: application/json' --data-binary @- <<< "{$body}"`]),
  ].join(' \\\n');
  const source = [
    '#!/usr/bin/env bash',
    `# ${call.summary}`,
    'set -euo pipefail',
    ...settingsOf(call)
      .filter(({ needed }) => needed)
      .map(({ variable }) => `: "\${${variable}:?is not set}"`),
    '',
    ...bodyLines(body),
    takesToken || body !== undefined
      ? '# Secrets are piped, because every user of the machine can see arguments.'
      : '',
    `response=$(${request})`,
    '',
    `if ! [[ $response =~ \\"code\\"[[:space:]]*:[[:space:]]*200[^0-9] ]]; then`,
    '  echo "$response" >&2',
    ...(call.mayNeedCode
      ? [
          `  [[ $response != *'"otp_required"'* ]] || echo 'Set ACCOUNT_ACCESS_OTP to the current one-time code.' >&2`,
        ]
      : []),
    '  exit 1',
    'fi',
    `data=\${response#*'"data"'}`,
    ...call.shown.map(
      (name) =>
        `[[ $data =~ \\"${name}\\"[[:space:]]*:[[:space:]]*\\"([^\\"]*)\\" ]] && echo "${name}: \${BASH_REMATCH[1]}"`,
    ),
  ];
  return { lang: 'Shell', label: 'curl', source: `${source.join('\n')}\n` };
}

function bodyLines(body: Call['body']): string[] {
  if (body === undefined) return [];
  const field = ({ name, variable }: Setting) => `"\\"${name}\\":$(json "$${variable}")"`;
  return [
    '# A text as JSON.',
    `json() {`,
    `  local text=$1 backslash='\\' quote='"'`,
    `  text=\${text//"$backslash"/"$backslash$backslash"}`,
    `  printf '"%s"' "\${text//"$quote"/"$backslash$quote"}"`,
    '}',
    "body=''",
    ...body.map((setting) => {
      const add = `body+=\${body:+,}${field(setting)}`;
      return setting.needed ? add : `[[ -z \${${setting.variable}:-} ]] || ${add}`;
    }),
  ];
}

function urlOf({ path, parameters }: Call): string {
  const filled = parameters.reduce(
    (text, { name, variable }) => text.replace(`{${name}}`, `$${variable}`),
    path,
  );
  return `$${baseUrl.variable}${filled}`;
}
