import requests

response = requests.post(
    "http://127.0.0.1:8080/v1/auth/login",
    json={"identity": "demo@example.com", "password": "demo-password"},
)
body = response.json()
if not response.ok:
    raise SystemExit(body["status"]["reason"])
print(body["data"]["access_token"])
