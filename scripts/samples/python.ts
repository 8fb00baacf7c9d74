import type { CodeSample } from '../contract/document.ts';
import { baseUrl, type Call, token } from './call.ts';

/** With the standard library of Python 3. */
export function python(call: Call): CodeSample {
  const path = call.parameters.reduce(
    (text, { name, variable }) =>
      text.replace(`{${name}}`, `" + quote(os.environ["${variable}"], safe="") + "`),
    call.path,
  );
  const url = `os.environ["${baseUrl.variable}"] + "${path}"`.replace(/ \+ ""$/, '');
  const headers = [
    ...(call.takesToken ? [`"Authorization": "Bearer " + os.environ["${token.variable}"]`] : []),
    ...(call.body === undefined ? [] : [`"Content-Type": "application/json"`]),
  ];
  const body = (call.body ?? []).map(({ name, variable, needed }) =>
    needed
      ? `body["${name}"] = os.environ["${variable}"]`
      : `if os.environ.get("${variable}"):\n    body["${name}"] = os.environ["${variable}"]`,
  );
  const source = `# ${call.summary}
import json
import os
import sys
from urllib.error import HTTPError
${call.parameters.length > 0 ? 'from urllib.parse import quote\n' : ''}from urllib.request import Request, urlopen

${call.body === undefined ? '' : `body = {}\n${body.join('\n')}\n`}request = Request(
    ${url},
    method="${call.method}",
    headers={${headers.join(', ')}},
${call.body === undefined ? '' : '    data=json.dumps(body).encode(),\n'})
try:
    with urlopen(request, timeout=30) as reply:
        response = json.load(reply)
except HTTPError as error:
    response = json.load(error)

status = response["status"]
if status["code"] != 200:
    print(status["code"], status["reason"], status["message"], status["trace_id"], file=sys.stderr)
${call.mayNeedCode ? `    if status["reason"] == "otp_required":\n        print("Set ACCOUNT_ACCESS_OTP to the current one-time code.", file=sys.stderr)\n` : ''}    sys.exit(1)
${call.shown.map((name) => `print("${name}: " + response["data"]["${name}"])`).join('\n')}
`;
  return { lang: 'Python', label: 'Python', source };
}
