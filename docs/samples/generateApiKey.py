import os

import requests

response = requests.post(
    "http://127.0.0.1:8080/v1/security/apikey/generate",
    headers={"Authorization": f"Bearer {os.environ['ACCESS_TOKEN']}"},
    json={"description": "Nightly build"},
)
body = response.json()
if not response.ok:
    raise SystemExit(body["status"]["reason"])
print(body["data"]["id"], body["data"]["api_key"])
