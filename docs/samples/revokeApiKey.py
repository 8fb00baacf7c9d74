import os

import requests

response = requests.delete(
    f"http://127.0.0.1:8080/v1/security/apikey/{os.environ['KEY_ID']}",
    headers={"Authorization": f"Bearer {os.environ['ACCESS_TOKEN']}"},
)
body = response.json()
if not response.ok:
    raise SystemExit(body["status"]["reason"])
print(body["data"]["message"])
